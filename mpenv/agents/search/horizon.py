"""A rolling horizon over macros: one whole errand after another is tried by whoever is asked, then the best one begun.

It is thought about anew each turn, and when the errand is done; near the end at every answer, when single answers are
tried beside errands, with a tree of what may follow them.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple, Protocol

import numpy as np

from mpenv.agents.search.mcts import ALONE
from mpenv.agents.search.planner import Planner
from mpenv.agents.search.sequential_halving import Race
from mpenv.world import View


class Intent(NamedTuple):
    """Something that a seat could set out to do: its words, and the orders by which a player does it."""

    words: str
    orders: np.ndarray
    first: int = -1  # the answer that it begins with, where that is all there is to it


class Guide(Protocol):
    """What a world knows of errands."""

    def intents(self, view: View) -> Sequence[Intent]:
        """What the seat could set out to do; first to do as the player would that needs no search."""
        ...

    def follow(self, view: View, orders: np.ndarray) -> tuple[int, np.ndarray]:
        """The answer of one who follows orders, and what is left of them: all zero when they are done."""
        ...

    def turn(self, view: View) -> int:
        """A number that stays the same during one turn of a seat."""
        ...

    def late(self, view: View) -> bool:
        """Is it so near the end that every single answer matters?"""
        ...


class Horizon(Planner):
    """Tries errands in worlds that the view could be of, and sets out on the best."""

    guides: ClassVar[Callable[[], Guide]]

    def reset(self, seat: int, seed: int) -> None:
        super().reset(seat, seed)
        self._guide = type(self).guides()
        self._orders, self._turn = np.zeros(self.mind.orders, np.int64), -1

    def act(self, view: View) -> int:
        legal = view.legal
        if len(legal) == 1:
            self.found = ALONE
            return legal[0]
        action, left = self._guide.follow(view, self._orders)
        done, late = self._orders.any() and not left.any(), self._guide.late(view)
        if late or done or self._turn != self._guide.turn(view):
            self._turn = self._guide.turn(view)
            chosen = self._thought(view, left, legal if late else [])
            if chosen.first >= 0:
                self._orders = np.zeros_like(left)
                return chosen.first
            action, left = self._guide.follow(view, chosen.orders)
        self._orders = left
        return action

    def _thought(self, view: View, going_on: np.ndarray, answers: Sequence[int]) -> Intent:
        """What leads to success most often; what was begun goes on unless something is better."""
        worlds, intents = self._worlds_of(view), list(self._guide.intents(view))
        if going_on.any():
            intents.insert(0, Intent("go on", going_on))
        none = np.zeros(self.mind.orders, np.int64)
        intents[1:1] = [Intent(view.words(one), none, one) for one in answers]

        def simulate(one: int, first: int, last: int) -> np.ndarray:
            chosen = intents[one]
            return worlds.simulate(first, last, chosen.first, chosen.orders, deep=chosen.first >= 0)

        race = Race(len(intents), simulate, self._budget, self._nerve)
        self._tell([one.words for one in intents], race)
        return intents[race.chosen]
