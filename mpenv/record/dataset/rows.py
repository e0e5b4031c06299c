"""A game as rows, one per decision, and as a line from which it can be played again."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv.record.replay.reading import Replay, chosen
from mpenv.record.replay.resimulate import plies
from mpenv.record.replay.writer import ending, header
from mpenv.world import Game, World


class Played(NamedTuple):
    """Decisions of a finished game: observations, masks and actions.

    `observation` has a row of numbers per decision; parts of an encoder lie one behind the other.
    """

    observation: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    seat: np.ndarray
    line: dict[str, Any]
    day: int

    @property
    def result(self) -> float:
        """Worth of the outcome to the team; a truncated game is worth 0."""
        return 0.0 if self.line["outcome"] is None else float(self.line["outcome"]["worth"])


def line(head: dict[str, Any], start: dict[str, str], game: Game, actions: Sequence[int]) -> dict[str, Any]:
    """A game as a line: `about` is the header of any game like it, `start` its checksums before the first ply."""
    played = {"options": game.options, "start": start, "actions": list(actions)}
    return {**head, **played, **ending(game, len(actions))}


def rows_of(world: World, game: dict[str, Any] | str | Path, encoder: str | None = None) -> Played:
    """Rows of a recorded game: a line of a dataset, or the file of a replay; `Parted` says where it diverges."""
    recorded = Replay(Path("the game"), game) if isinstance(game, dict) else chosen(game)
    replayed = plies(recorded, world)
    _, game_now = next(replayed)
    head, start = header(world, game_now, recorded.head.get("players")), game_now.checks()
    seen, masks, actions, seats = list[np.ndarray](), list[np.ndarray](), list[int](), list[int]()
    encoder = world.terms.encoder if encoder is None else encoder
    waits, kind = game_now.clone(), world.encoder(encoder)
    for action, game_now in replayed:
        assert action is not None
        assert waits.seat is not None
        seen.append(kind.numbers(waits.observe(encoder, waits.seat)))
        masks.append(waits.mask())
        actions.append(action)
        seats.append(waits.seat)
        waits = game_now.clone()
    return Played(
        np.array(seen, np.float32).reshape(-1, kind.size),
        np.array(masks, np.int8).reshape(-1, world.actions),
        np.array(actions, np.int64),
        np.array(seats, np.int64),
        line(head, start, game_now, actions),
        game_now.day,
    )
