"""Replays: a header, then one JSON line for each action with its notation and what chance brought.

A replay is no film: it plays the game again, and says at which ply it parts from what was recorded.
"""

import json
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from mpenv.world import Game, World

FORMAT = 1


class Parted(ValueError):
    """A replay that can not be played again as it was recorded."""

    def __init__(self, path: Path, ply: int, words: str) -> None:
        self.path, self.ply, self.words = path, ply, words
        where = f"at ply {ply}" if ply else "before the first ply"
        super().__init__(f"{path} parts {where}: {words}")


class Recorder:
    """Plays a game and writes it down as it goes: `with Recorder(path, world, game) as record: record.apply(a)`."""

    def __init__(self, path: str | Path, world: World, game: Game) -> None:
        self.game = game
        if world.game(**game.options).fingerprint() != game.fingerprint():
            raise ValueError("a replay begins with its game: this one has been played on")
        self._file: TextIO = open(path, "w", encoding="utf-8")  # noqa: SIM115 - closed by close()
        self._write({"format": FORMAT, **header(world, game)})

    def apply(self, action: int | str) -> None:
        """Play and record one action."""
        seat, before = self.game.seat, self.game.clone()
        self.game.apply(action)
        number = before.read(action) if isinstance(action, str) else int(action)
        self._write(
            {
                "ply": self.game.plies,
                "seat": seat,
                "action": number,
                "words": before.words(number),
                "chance": self.game.chance(),
                "state": self.game.fingerprint(),
            }
        )

    def close(self) -> None:
        """Write how it ended; a replay without this line was interrupted."""
        if self._file.closed:
            return
        self._write(_ending(self.game))
        self._file.close()

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def __enter__(self) -> "Recorder":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _ending(game: Game) -> dict[str, Any]:
    outcome = None if game.outcome is None else game.outcome._asdict()
    return {"plies": game.plies, "outcome": outcome, "fingerprint": game.fingerprint()}


def header(world: World, game: Game) -> dict[str, Any]:
    """What a game needs to be played again, and what it was recorded with."""
    return {
        "world": world.name,
        "version": world.version,
        "mpenv": metadata.version("mpenv"),
        "identity": game.identity,
        "options": game.options,
        "start": game.fingerprint(),
    }


def read(path: str | Path) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any] | None]:
    """Header, actions and ending of a replay; the ending is None when the recording was interrupted."""
    path = Path(path)
    lines: list[dict[str, Any]] = []
    for number, text in enumerate(path.read_bytes().splitlines(), 1):
        try:
            line = json.loads(text)
        except ValueError:
            raise Parted(path, number - 1, f"line {number} is not JSON") from None
        if not isinstance(line, dict):
            raise Parted(path, number - 1, f"line {number} is no JSON object")
        lines.append(line)
    if not lines or lines[0].get("format") != FORMAT:
        raise Parted(path, 0, f"it is no replay of format {FORMAT}")
    ending = lines.pop() if "fingerprint" in lines[-1] else None
    return lines[0], lines[1:], ending


def resimulate(path: str | Path, world: World) -> Game:
    """Play a replay again to its last ply; `Parted` says where and how it differs."""
    path = Path(path)
    head, actions, ending = read(path)
    if (head.get("world"), head.get("version")) != (world.name, world.version):
        there, here = f"{head.get('world')}_v{head.get('version')}", f"{world.name}_v{world.version}"
        raise Parted(path, 0, f"it was recorded in {there}, this is {here}")
    try:
        game = world.game(**head.get("options", {}))
    except (AttributeError, TypeError, ValueError) as fault:
        raise Parted(path, 0, f"its options can not be played: {fault}") from None
    if game.identity != head.get("identity"):
        raise Parted(path, 0, f"it was recorded with {head.get('identity')}, here it is {game.identity}")
    if game.fingerprint() != head.get("start"):
        raise Parted(path, 0, "the game starts differently")
    for ply, line in enumerate(actions, 1):
        _again(path, game, ply, line)
    if ending is not None:
        _ends(path, game, ending)
    return game


def _ends(path: Path, game: Game, ending: dict[str, Any]) -> None:
    found = json.loads(json.dumps(_ending(game)))
    for key, value in found.items():
        if ending.get(key) != value:
            raise Parted(path, game.plies, f"its {key} is {value}, recorded was {ending.get(key)}")


def _again(path: Path, game: Game, ply: int, line: dict[str, Any]) -> None:
    if game.seat != line.get("seat"):
        raise Parted(path, ply, f"seat {game.seat} is asked, seat {line.get('seat')} was recorded")
    try:
        game.apply(line.get("action", -1))
    except ValueError as fault:
        raise Parted(path, ply, str(fault)) from None
    if game.chance() != line.get("chance"):
        raise Parted(
            path, ply, f"{line.get('words')}: chance brings {game.chance()}, recorded was {line.get('chance')}"
        )
    if game.fingerprint() != line.get("state"):
        raise Parted(path, ply, f"{line.get('words')}: it leads to another situation")
