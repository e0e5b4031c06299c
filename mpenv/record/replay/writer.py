"""Writing replays: a line for each action as it is played, or a whole game in a line."""

import contextlib
import io
import json
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Any

from mpenv import files
from mpenv.world import Game, World

FILE, FORMAT = "mpenv replay", 2
quoted = json.encoder.encode_basestring_ascii


class Scribe:
    """Plays a game and describes each action as a line, for writing and for comparison."""

    def __init__(self, game: Game) -> None:
        self.game, self.plies = game, 0
        self._day, self._checks = game.day, game.checks()

    def play(self, action: int) -> str:
        """Play an action; its line has the checksums of the parts of the state that changed."""
        game, before = self.game, self._checks
        seat, words = game.seat, game.words(action)
        game.apply(action)
        self.plies += 1
        self._checks = checks = game.checks()
        today, self._day = self._day, game.day
        day = f'"day":{self._day}, ' if self._day != today else ""
        chance = f'"chance":{rows}, ' if (rows := game.chance()) else ""
        state = ", ".join([f'"{part}":"{sum_}"' for part, sum_ in checks.items() if sum_ != before[part]])
        start = f'{{"ply":{self.plies}, {day}"seat":{seat}, "action":{action}, "words":{quoted(words)}, '
        return f'{start}{chance}"state":{{{state}}}}}'


class Recorder:
    """Plays a game and records it: `with Recorder(path, world, game) as record: record.apply(a)`.

    A game already in progress is recorded from its position. Of a game with longer actions the steps are recorded, as
    of any other game.
    """

    def __init__(self, path: str | Path, world: World, game: Game, players: Iterable[str] | None = None) -> None:
        played: Any = game
        steps = played.by_steps() if hasattr(game, "by_steps") else game
        self.path, self.game, self._scribe = Path(path), game, Scribe(steps)
        head = dumped(header(getattr(world, "steps", world), steps, players)) + "\n"
        self._file = _begun(self.path, head)

    def apply(self, action: int | str) -> None:
        """Play and record an action."""
        number, game = action_id(self.game, action), self.game
        if game is self._scribe.game:
            self._write(self._scribe.play(number))
            return
        longer: Any = game
        for step in longer.unfold(number):
            self._write(self._scribe.play(step))
        game.apply(number)

    def advance(self, game: Game, action: int) -> Game:
        """Play and record one action, as a step of `mpenv.play`."""
        self.apply(action)
        return game

    def close(self) -> None:
        """Write the ending; a replay without it was interrupted."""
        if self._file.closed:
            return
        self._write(dumped(ending(self._scribe.game, self._scribe.plies)))
        self._file.close()

    def _write(self, line: str) -> None:
        """Write a line; on failure the lines before stay, and nothing of this one."""
        before = self._file.tell() if self._file.seekable() else None
        try:
            _write_all(self._file, f"{line}\n")
        except OSError as fault:
            with self._file, contextlib.suppress(OSError):
                if before is not None:
                    self._file.truncate(before)
            raise _named(fault, self.path) from None

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _begun(path: Path, head: str) -> io.FileIO:
    """Open a file with its first line; an existing file stays until the line is written."""
    device = path.exists() and not path.is_file()  # devices and pipes are opened only once
    if not device:
        files.write(path, head)
    try:
        file = open(path, "wb" if device else "ab", buffering=0)  # noqa: SIM115 - closed by close()
        if device:
            _write_all(file, head)
        return file
    except OSError as fault:
        raise _named(fault, path) from None


def _write_all(file: io.FileIO, text: str) -> None:
    left = text.encode()
    while left:
        left = left[file.write(left) :]


def _named(fault: OSError, path: Path) -> OSError:
    return type(fault)(fault.errno, f"cannot be written: {fault.strerror or fault}", str(path))


def action_id(game: Game, action: int | str) -> int:
    """Id of a legal action, from its id or notation; IllegalAction for any other."""
    game.clone().apply(action)
    return game.read(action) if isinstance(action, str) else int(action)


def compact(
    world: World, start: Game, actions: Iterable[int], end: Game, players: Iterable[str] | None = None
) -> dict[str, Any]:
    """A whole game as a line without events; many of them make a file of games."""
    played = [int(action) for action in actions]
    return {**header(world, start, players), "actions": played, **ending(end, len(played))}


def dumped(line: dict[str, Any]) -> str:
    """A line as written to the file."""
    return json.dumps(line, separators=(", ", ":"), allow_nan=False)


def header(world: World, game: Game, players: Iterable[str] | None = None) -> dict[str, Any]:
    """Header of a replay: what is needed to play the game again, and what recorded it."""
    return {
        "file": FILE,
        "format": FORMAT,
        "world": world.name,
        "version": world.version,
        "mpenv": metadata.version("mpenv"),
        "identity": game.identity,
        "players": None if players is None else list(players),
        "options": _options(world, game),
        "start": game.checks(),
    }


def _options(world: World, game: Game) -> dict[str, Any]:
    """Options that make this game, or its position if it is in progress."""
    if game.plies == 0 and world.game(**game.options).fingerprint() == game.fingerprint():
        return game.options
    options = {"position": game.to_position()}
    if world.game(**options).fingerprint() != game.fingerprint():
        raise ValueError("this game cannot be recorded: its position does not restore it")
    return options


def ending(game: Game, plies: int) -> dict[str, Any]:
    """Ending of a replay: the outcome, or the state in which the game was left."""
    outcome = game.outcome
    fields = None
    if outcome is not None:
        listed = {} if outcome.listed == outcome.result else {"listed": outcome.listed}
        fields = {**outcome._asdict(), **listed}
    return {"plies": plies, "outcome": fields, "fingerprint": game.fingerprint()}
