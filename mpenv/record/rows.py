"""A game as rows, one a decision, and as one line from which it plays itself again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv.record import replay
from mpenv.record.replay import Parted
from mpenv.world import Game, World

FORMAT = "game-1"  # of a line


class Played(NamedTuple):
    """What was seen, might be done and was done at each decision of a game that was played to its end."""

    observation: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    seat: np.ndarray
    line: dict[str, Any]
    day: int

    @property
    def result(self) -> float:
        """What the end is worth to the team; a game that was cut is worth nothing."""
        return 0.0 if self.line["outcome"] is None else float(self.line["outcome"]["worth"])


def line(about: dict[str, Any], start: str, game: Game, actions: Sequence[int]) -> dict[str, Any]:
    """A game as one line: `about` is the header of any game like it, `start` its fingerprint before the first ply."""
    outcome = game.outcome
    return {
        "format": FORMAT,
        **about,
        "options": game.options,
        "start": start,
        "actions": list(actions),
        "plies": game.plies,
        "outcome": None if outcome is None else outcome._asdict(),
        "fingerprint": game.fingerprint(),
    }


def rows_of(world: World, game: dict[str, Any] | str | Path, encoder: str = "flat") -> Played:
    """The rows of a recorded game: a line of a dataset, or the file of a replay; `Parted` says where it differs."""
    told = game if isinstance(game, dict) else _of_replay(Path(game))
    again = _begun(world, told)
    about, start = replay.header(world, again), again.fingerprint()
    rows: list[tuple[np.ndarray, np.ndarray, int, int]] = []
    for ply, action in enumerate(told["actions"], 1):
        seat = again.seat
        if seat is None:
            raise _parted(ply, "the game has ended")
        row = again.observe(encoder, seat), again.mask(), action, seat
        try:
            again.apply(action)
        except ValueError as fault:
            raise _parted(ply, str(fault)) from None
        rows.append(row)
    if again.fingerprint() != told.get("fingerprint", again.fingerprint()):
        raise _parted(again.plies, "it ends in another situation")
    size = world.encoder(encoder).size
    return Played(
        np.array([row[0] for row in rows], np.float32).reshape(-1, size),
        np.array([row[1] for row in rows], np.int8).reshape(-1, world.actions),
        np.array([row[2] for row in rows], np.int64),
        np.array([row[3] for row in rows], np.int64),
        line(about, start, again, told["actions"]),
        again.day,
    )


def _of_replay(path: Path) -> dict[str, Any]:
    head, actions, ending = replay.read(path)
    return {**head, "actions": [one["action"] for one in actions], **(ending or {})}


def _begun(world: World, told: dict[str, Any]) -> Game:
    """The game at its first decision, when it is the one that was recorded."""
    missing = [key for key in ("world", "version", "identity", "options", "start", "actions") if key not in told]
    if missing:
        raise _parted(0, f"it lacks {', '.join(missing)}")
    if (told["world"], told["version"]) != (world.name, world.version):
        raise _parted(
            0, f"it was recorded in {told['world']}_v{told['version']}, this is {world.name}_v{world.version}"
        )
    try:
        game = world.game(**told["options"])
    except (AttributeError, TypeError, ValueError) as fault:
        raise _parted(0, f"its options can not be played: {fault}") from None
    if game.identity != told["identity"]:
        raise _parted(0, f"it was recorded with {told['identity']}, here it is {game.identity}")
    if game.fingerprint() != told["start"]:
        raise _parted(0, "the game starts differently")
    return game


def _parted(ply: int, words: str) -> Parted:
    return Parted(Path("the game"), ply, words)
