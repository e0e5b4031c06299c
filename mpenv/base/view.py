"""The knowledge of one seat, from a record and the rules of a world."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from mpenv.encoders import Seen
from mpenv.engine.records import readable


class RecordView:
    """A seat's own copy of what it may know of a game; nothing in it leads back to the game."""

    def __init__(self, world: Any, options: Any, states: np.ndarray, seat: int) -> None:
        self.world, self.options, self.seat = world, options, seat
        self.record = world.states(1)
        world.entries.look(world.pack.tables, states, 0, self.record, 0, seat)

    @functools.cached_property
    def state(self) -> Any:
        """The record, read by attribute."""
        return self.record.view(readable(self.record.dtype))[0]

    def __getstate__(self) -> Any:
        return {name: value for name, value in vars(self).items() if name != "state"}  # a window into the record

    @property
    def asked(self) -> int | None:
        """The seat whose answer is awaited; None after the end."""
        seat = int(self.world.entries.seat(self.record, 0))
        return None if seat < 0 else seat

    @property
    def mask(self) -> np.ndarray:
        """1 for every legal action id; all zero while another seat is asked."""
        mask = np.zeros(self.world.actions, np.int8)
        return mask if self.world.entries.mask(self.record, 0, mask) == self.seat else np.zeros_like(mask)

    @property
    def legal(self) -> list[int]:
        """The legal action ids, ascending; empty while another seat is asked."""
        found: list[int] = self.mask.nonzero()[0].tolist()
        return found

    @property
    def day(self) -> int:
        """The round that is played."""
        return int(self.world.day(self.state))

    @property
    def names(self) -> list[str]:
        """The name of each seat."""
        return [*self.world.names]

    def words(self, action: int) -> str:
        """The notation of an action of this seat."""
        return f"{self.names[self.seat]} {self.world.words[action]}"

    def meaning(self, action: int) -> str:
        """The effect of an answer of this seat, in plain words."""
        return str(self.world.meanings[action]) if self.world.meanings else self.words(action)

    def encode(self, name: str = "flat") -> Seen:
        """This view as an encoder shows it."""
        return observed(self.world, name, self.record, self.seat, lambda: self)

    def text(self) -> str:
        """The table as this seat sees it."""
        return str(self.world.text(self.state))

    def determinize(self, rng: np.random.Generator) -> Any:
        """A game that this view could be of: chance to come and hidden cards are drawn anew."""
        game = self.world.game_class.from_record(self.options, self.record)
        game._state.seed = np.uint64(rng.integers(1 << 64, dtype=np.uint64))
        self.world.redraw(game._state, rng)
        return game


def observed(world: Any, encoder: str, states: np.ndarray, seat: int, view: Callable[[], Any]) -> Seen:
    """The observation of a seat: rows written by compiled rules, or whatever a `Reading` makes of the view."""
    if reading := world.reading(encoder):
        return reading.read(view())
    kind = world.encoder(encoder)
    rows = kind.rows(1)
    world.entries.show(encoder)(world.pack.tables, states, 0, seat, rows[0])
    return kind.row(rows)
