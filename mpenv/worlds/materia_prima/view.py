"""What one seat may know: the table as it lies, without deck orders, seed and dice to come."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from mpenv.base import RecordView
from mpenv.encoders import Seen
from mpenv.engine.records import readable
from mpenv.engine.rule_ids import implements
from mpenv.language import USUAL, speaking
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima import determinize, notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.rules import entries, prompts
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, RUNNING, STATE, new_accounts, new_states

Encode = Callable[["View", str], Seen]
Revive = Callable[[Pack, np.ndarray], Any]
Mean = Callable[["View", int], str]


def _unknown(view: "View", action: int) -> str:
    return notation.write(view.pack, view.state, view.seat, action)


def moment(view: "View") -> str:
    """The day, and who is asked what as far as the view knows, or how it ended."""
    s = view.state
    if s.outcome != RUNNING:
        return f"day {s.day}, ended in {OUTCOMES[s.outcome]}"
    if view.asked is None:
        return f"day {s.day}"
    return f"day {s.day}, {view.names[view.asked]} to answer {prompts.KINDS[s.prompt[s.prompts - 1].kind]!r}"


class View(RecordView):
    """A seat's own copy of what it may know; nothing in it leads back to the game. Seat -1 sees the whole table."""

    def __init__(
        self,
        pack: Pack,
        states: np.ndarray,
        index: int,
        seat: int,
        encode: Encode,
        revive: Revive,
        mean: Mean = _unknown,
    ) -> None:
        self.pack, self.seat, self._encode, self._revive, self._mean = pack, seat, encode, revive, mean
        self._eyes = seat  # -1 also where all is told from the chair of a seat
        self.record = new_states(1)
        entries.look(pack.tables, states, index, self.record, 0, seat)
        self.state: Any = self.record.view(readable(STATE))[0]

    def __repr__(self) -> str:
        eyes = "of the whole table" if self._eyes < 0 else f"of seat {self.seat} ({self.names[self.seat]})"
        scenario = self.pack.ids["scenario"][self.state.scenario]
        return f"<View {eyes}: {scenario}, {self.state.seats} seats, {moment(self)}>"

    def __getstate__(self) -> tuple[Any, ...]:
        return self.pack, self.seat, self._eyes, self._encode, self._revive, self._mean, self.record.tobytes()

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.pack, self.seat, self._eyes, self._encode, self._revive, self._mean, record = kept
        self.record = new_states(1)
        self.record.view(np.uint8)[:] = np.frombuffer(record, np.uint8)
        self.state = self.record.view(readable(STATE))[0]

    @property
    def asked(self) -> int | None:
        """The seat whose answer is awaited; None after the end."""
        return self.state.prompt[self.state.prompts - 1].seat if self.state.prompts else None

    @property
    def mask(self) -> np.ndarray:
        """1 for every legal action id; all zero while another seat is asked."""
        if self.asked != self.seat:
            return np.zeros(c.ACTIONS, np.int8)
        return np.array(self.record["legal"][0])

    @functools.cached_property
    def sight(self) -> list[bool]:
        """Is each hex in sight?"""
        return determinize.in_sight(self.pack, self.record, self._eyes)

    def in_sight(self, hex: int) -> bool:
        """Is this a hex that the seat sees?"""
        return hex >= 0 and self.sight[hex]

    @property
    def day(self) -> int:
        return int(self.state.day)

    @property
    def days(self) -> int:
        """The day after which the mission is judged."""
        return int(self.state.days)

    @property
    def names(self) -> list[str]:
        """What each seat is called: its colour."""
        return [notation.colour(self.pack, self.state, seat) for seat in range(self.state.seats)]

    def words(self, action: int) -> str:
        """The notation of an action of this seat."""
        return notation.write(self.pack, self.state, self.seat, action)

    def beyond_steps(self, action: int) -> str:
        """What an action would do that is longer than a step; empty for a step."""
        return ""

    def meaning(self, action: int) -> str:
        """What an answer would do, in plain words; of one that is not legal the reason."""
        with speaking(USUAL):  # agents are told the same whatever people speak
            return self._mean(self, action)

    def value(self, slot: int, name: str) -> int:
        """The final value of a displayed type: attack, defence, actions or destroy (MP-INQ-6)."""
        return int(entries.value(self.pack.tables, self.record, 0, slot, v.VALUES.index(name)))

    def stat(self, seat: int, figure: int, name: str) -> int:
        """A status value of a figure: attack, defence, capacity or actions."""
        return int(entries.stat(self.pack.tables, self.record, 0, seat, figure, v.STATS.index(name)))

    def progress(self, goal: int, seat: int) -> int:
        """How much a seat has of what a goal counts, as far as it is seen."""
        return int(entries.progress(self.pack.tables, self.record, 0, goal, seat))

    def reached(self, goal: int, seat: int) -> bool:
        """Is a goal reached for a seat, also if it was latched?"""
        return bool(entries.reached(self.pack.tables, self.record, 0, goal, seat))

    def account(self) -> np.ndarray:
        """What there is to say of the end, in numbers."""
        found = new_accounts(1)
        entries.give_account(self.pack.tables, self.record, 0, found, 0)
        return found

    def figures_due(self, slot: int) -> int:
        """How many figures the displayed cards of a slot make (MP-ALARM-6.9)."""
        return int(entries.figures_due(self.pack.tables, self.record, 0, slot))

    def encode(self, name: str = "flat") -> Seen:
        """This view as one of the encoders shows it, or one of your own: `module:NAME`."""
        return self._encode(self, name)

    @implements(also=("MP-ABIL-4",))
    def determinize(self, rng: np.random.Generator) -> Any:
        """A game that this view could be of: chance to come, hidden cards and what is out of sight are drawn anew."""
        return self._revive(self.pack, determinize.drawn(self.pack, self.record, self.seat, rng))
