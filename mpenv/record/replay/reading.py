"""Reading replays: line by line, strictly, with limits on size."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from mpenv.record.replay.writer import FILE, FORMAT

LARGEST_FILE = 64 << 20
LONGEST_LINE = 128 << 10
LONGEST_WORDS = 400  # characters of a message about a fault
Line = dict[str, Any]


class Parted(ValueError):
    """A replay that cannot be played again as it was recorded."""

    def __init__(self, path: str | Path, ply: int, words: str) -> None:
        self.path, self.ply, self.words = path, ply, clean(words)
        where = f"at ply {ply}" if ply else "before the first ply"
        super().__init__(f"{clean(path)} parts {where}: {self.words}")


def clean(words: object) -> str:
    """Recorded text without control characters, cut to a limit."""
    text = " ".join(str(words).split())
    printable = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[:LONGEST_WORDS]
    )
    return printable + "..." * (len(text) > LONGEST_WORDS)


class Stray(ValueError):
    """JSON that no replay can contain."""


def _once(pairs: list[tuple[str, Any]]) -> Line:
    line = dict(pairs)
    if len(line) != len(pairs):
        keys = [key for key, _ in pairs]
        raise Stray(f"has the key {next(key for key in keys if keys.count(key) > 1)!r} twice")
    return line


def _no_constant(words: str) -> NoReturn:
    raise Stray(f"has the number {words}")


def _finite(words: str) -> float:
    number = float(words)
    if math.isinf(number):
        raise Stray("has a number that is too large")
    return number


_decode = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite).decode


def parse(raw: bytes) -> Line:
    """Parse a line; a ValueError says what is wrong with it."""
    try:
        line = _decode(raw.decode())
    except Stray:
        raise
    except UnicodeDecodeError:
        raise Stray("is not UTF-8") from None
    except json.JSONDecodeError as fault:
        raise Stray(f"is not JSON: {fault.msg} at character {fault.pos + 1}") from None
    except RecursionError:
        raise Stray("is nested too deeply") from None
    except ValueError:
        raise Stray("has a number that is too long") from None
    if not isinstance(line, dict):
        raise Stray("is not a JSON object")
    return line


class Replay:
    """A recorded game of a file: its header, and its lines as they are read."""

    def __init__(self, path: Path, head: Line, game: int = 1, offset: int = 0, fault: Parted | None = None) -> None:
        self.path, self.head, self.fault, self._offset = path, head, fault, offset
        self.name = f"{path} game {game}" if self.compact else str(path)
        self.ending: Line | None = None

    @property
    def compact(self) -> bool:
        """Whether the game is a single line, without events per ply."""
        return "actions" in self.head

    def actions(self) -> Iterator[Any]:
        """Actions of a compact game."""
        actions = self.head["actions"]
        if not isinstance(actions, list):
            raise Parted(self.name, 0, f"its actions are not a list but {actions!r}")
        yield from actions
        self.ending = {key: self.head.get(key) for key in ("plies", "outcome", "fingerprint")}

    def lines(self) -> Iterator[bytes]:
        """Lines of actions; afterwards `ending` is set, to None when the recording was interrupted."""
        self.ending = None
        with self.path.open("rb") as file:
            file.seek(self._offset)
            for ply, raw in enumerate(raw_lines(file, self.name, 1), 1):
                if self.ending is not None:
                    raise Parted(self.name, ply - 1, f"line {ply + 1} follows the ending")
                if raw.startswith(b'{"ply":') or "fingerprint" not in (line := parsed(self.name, ply, raw)):
                    yield raw
                else:
                    self.ending = line


def parsed(name: str, number: int, raw: bytes) -> Line:
    """Parse a line of a replay, given its number."""
    try:
        return parse(raw)
    except Stray as fault:
        raise Parted(name, number, f"line {number + 1} {fault}") from None


def raw_lines(file: BinaryIO, name: str, before: int = 0) -> Iterator[bytes]:
    """Remaining lines of a file without line ends; `before` lines were read already."""
    number = before
    while raw := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(raw) > LONGEST_LINE:
            raise Parted(name, number - 1, f"line {number} is longer than {LONGEST_LINE:,} bytes")
        if raw.endswith(b"\r\n"):
            raise Parted(name, number - 1, f"line {number} ends with CR LF, replays are written with LF")
        if not raw.strip():
            raise Parted(name, number - 1, f"line {number} is empty")
        yield raw.removesuffix(b"\n")


def replays(path: str | Path) -> Iterator[Replay]:
    """Recorded games of a file: a replay has one, a file of games one per line."""
    path = Path(path)
    if (size := path.stat().st_size) > LARGEST_FILE:
        raise Parted(path, 0, f"it has {size:,} bytes, replays are read up to {LARGEST_FILE:,}")
    with path.open("rb") as file:
        first_line = next(raw_lines(file, str(path)), b"")
        first_game = Replay(path, _head(str(path), first_line), 1, len(first_line) + 1)
        yield first_game
        if first_game.compact:
            for number, raw in enumerate(raw_lines(file, str(path), 1), 2):
                yield _game(path, raw, number)


def _game(path: Path, raw: bytes, number: int) -> Replay:
    """A line of a file of games; its faults are raised when it is played, so that other games can be."""
    name = f"{path} game {number}"
    try:
        head = _head(name, raw)
        if "actions" not in head:
            raise Parted(name, 0, "it has no actions: in a file of games each line is a whole game")
    except Parted as fault:
        return Replay(path, {"actions": []}, number, fault=fault)
    return Replay(path, head, number)


def _head(name: str, raw: bytes) -> Line:
    if not raw:
        raise Parted(name, 0, "it is empty")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise Parted(name, 0, "it begins with a byte order mark")
    try:
        head = parse(raw)
    except Stray as fault:
        raise Parted(name, 0, f"its header {fault}") from None
    if head.get("format") == 1 and "file" not in head and "start" in head:
        raise Parted(name, 0, f"it is a replay of format 1, this mpenv reads format {FORMAT}")
    if head.get("file") != FILE or type(head.get("format")) is not int:
        raise Parted(name, 0, "it is not a replay of mpenv")
    if head["format"] != FORMAT:
        raise Parted(name, 0, f"it is a replay of format {head['format']}, this mpenv reads format {FORMAT}")
    return head


def chosen(path: str | Path, game: int = 1) -> Replay:
    """Game of a file by number, counted from 1."""
    count = 0
    for count, one in enumerate(replays(path), 1):
        if count == game:
            return one
    raise ValueError(f"{path} has {count} game{'s' * (count != 1)}, there is no game {game}")


def read(path: str | Path, game: int = 1) -> tuple[Line, list[Line], Line | None]:
    """Header, actions and ending of a replay; the ending is None when the recording was interrupted."""
    replay = chosen(path, game)
    if replay.compact:
        lines: list[Line] = [{"action": action} for action in replay.actions()]
    else:
        lines = [parsed(replay.name, ply, raw) for ply, raw in enumerate(replay.lines(), 1)]
    return replay.head, lines, replay.ending
