"""Rolling horizon over macro actions: simulate every errand, begin the best, and plan anew each turn.

It also plans anew when the errand is done. Near the end it plans at every answer, and single answers, each followed by
tree search, compete with errands.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple, Protocol

import numpy as np

from mpenv.agents.search.mcts import ALONE
from mpenv.agents.search.planner import Planner
from mpenv.agents.search.sequential_halving import SequentialHalving
from mpenv.world import View


class Intent(NamedTuple):
    """A candidate of the planner: its words, and the orders by which a player carries it out."""

    words: str
    orders: np.ndarray
    first: int = -1  # the first answer, for a candidate that is a single answer


class Guide(Protocol):
    """A world's macro actions, as its planner needs them."""

    def intents(self, view: View) -> Sequence[Intent]:
        """List the errands a seat could begin; the first is to play as without search."""
        ...

    def follow(self, view: View, orders: np.ndarray) -> tuple[int, np.ndarray]:
        """Return the action of a player that follows orders, and the orders left: all zero when they are done."""
        ...

    def turn(self, view: View) -> int:
        """A number that stays the same during a turn of a seat."""
        ...

    def late(self, view: View) -> bool:
        """Check that the end is so near that single answers should be searched."""
        ...


class Horizon(Planner):
    """Rolling horizon over errands in sampled worlds."""

    guides: ClassVar[Callable[[], Guide]]

    def reset(self, seat: int, seed: int) -> None:
        super().reset(seat, seed)
        self._guide = type(self).guides()
        self._orders, self._turn = np.zeros(self.model.orders, np.int64), -1

    def act(self, view: View) -> int:
        legal = view.legal
        if len(legal) == 1:
            self.found = ALONE
            return legal[0]
        action, left = self._guide.follow(view, self._orders)
        done, late = self._orders.any() and not left.any(), self._guide.late(view)
        if late or done or self._turn != self._guide.turn(view):
            self._turn = self._guide.turn(view)
            chosen = self._search(view, left, legal if late else [])
            if chosen.first >= 0:
                self._orders = np.zeros_like(left)
                return chosen.first
            action, left = self._guide.follow(view, chosen.orders)
        self._orders = left
        return action

    def set_out(self, view: View) -> Intent:
        """Choose what to set out to, as at the beginning of a turn."""
        return self._search(view, np.zeros(self.model.orders, np.int64), [])

    def _search(self, view: View, going_on: np.ndarray, answers: Sequence[int]) -> Intent:
        """Choose the candidate that succeeds most often; what was begun goes on unless something is better."""
        worlds, intents = self._worlds_of(view), list(self._guide.intents(view))
        if going_on.any():
            intents.insert(0, Intent("go on", going_on))
        none = np.zeros(self.model.orders, np.int64)
        intents[1:1] = [Intent(view.words(action), none, action) for action in answers]

        def simulate(candidate: int, first: int, last: int) -> np.ndarray:
            chosen = intents[candidate]
            return worlds.simulate(first, last, chosen.first, chosen.orders, deep=chosen.first >= 0)

        race = SequentialHalving(len(intents), simulate, self._budget, self._nerve)
        self._report([intent.words for intent in intents], race)
        return intents[race.chosen]
