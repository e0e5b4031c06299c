"""A game as rows, one a decision, and as one line from which it plays itself again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv.record.replay.reading import Replay, chosen
from mpenv.record.replay.resimulate import plies
from mpenv.record.replay.writer import ending, header
from mpenv.world import Game, World


class Played(NamedTuple):
    """What was seen, might be done and was done at each decision of a game that was played to its end.

    `observation` has a row of numbers each; of an encoder with parts one part lies behind the other.
    """

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


def line(about: dict[str, Any], start: dict[str, str], game: Game, actions: Sequence[int]) -> dict[str, Any]:
    """A game as one line: `about` is the header of any game like it, `start` its check sums before the first ply."""
    played = {"options": game.options, "start": start, "actions": list(actions)}
    return {**about, **played, **ending(game, len(actions))}


def rows_of(world: World, game: dict[str, Any] | str | Path, encoder: str | None = None) -> Played:
    """The rows of a recorded game: a line of a dataset, or the file of a replay; `Parted` says where it differs."""
    recorded = Replay(Path("the game"), game) if isinstance(game, dict) else chosen(game)
    again = plies(recorded, world)
    _, now = next(again)
    about, start = header(world, now, recorded.head.get("players")), now.checks()
    seen, masks, actions, seats = list[np.ndarray](), list[np.ndarray](), list[int](), list[int]()
    encoder = world.terms.encoder if encoder is None else encoder
    waits, kind = now.clone(), world.encoder(encoder)
    for action, now in again:
        assert action is not None
        assert waits.seat is not None
        seen.append(kind.numbers(waits.observe(encoder, waits.seat)))
        masks.append(waits.mask())
        actions.append(action)
        seats.append(waits.seat)
        waits = now.clone()
    return Played(
        np.array(seen, np.float32).reshape(-1, kind.size),
        np.array(masks, np.int8).reshape(-1, world.actions),
        np.array(actions, np.int64),
        np.array(seats, np.int64),
        line(about, start, now, actions),
        now.day,
    )
