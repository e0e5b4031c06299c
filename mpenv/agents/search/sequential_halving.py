"""A race of candidates: each plays the same chance, and the worse half falls out, until the budget is used up.

The first candidate is what would be played without any search. It stays to the end, and another is preferred only for
a lead that chance alone seldom makes.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from mpenv.agents.search.budget import Budget, Clock

Simulate = Callable[[int, int, int], np.ndarray]  # (candidate, first, last): what those simulations were worth
FEW = 8  # simulations of each candidate that a budget should have room for
CHUNK = 32  # simulations between two looks at the clock
SETTLED = 16  # simulations of each candidate that are enough when all of them succeed


class Standing(NamedTuple):
    """How a candidate did: how often it was tried, what it was worth, and its lead over the first one."""

    tried: int
    worth: float
    lead: float
    doubt: float  # the standard error of the lead


class Race:
    """Runs when it is made; `chosen` is the candidate to play."""

    def __init__(self, candidates: int, simulate: Simulate, budget: Budget, nerve: float) -> None:
        self._simulate, self._clock, self._nerve = simulate, Clock(budget), nerve
        self._found = [np.zeros(0) for _ in range(candidates)]
        self._alive = [0]
        if candidates > 1:
            self._enter(candidates)
            self._run()
        self.standings = [self._standing(one) for one in range(candidates)]
        self.chosen = max(self._alive, key=lambda one: (self._sure(one), -one))

    def _enter(self, candidates: int) -> None:
        """The fewer simulations there are, the fewer candidates, the likeliest first."""
        if self._clock.left() == 1:
            self._more(1)  # by the clock it is not known yet how many there are
        self._alive = list(range(min(candidates, max(2, self._clock.left() // FEW))))

    def _run(self) -> None:
        rounds = max(1, math.ceil(math.log2(len(self._alive))))
        for left in range(rounds, 0, -1):
            share = self._clock.left() // (left * len(self._alive))
            if left == 1 or share > 0:
                self._more(share)
            if self._settled():
                return
            if left > 1:
                self._drop()

    def _more(self, share: int) -> None:
        """So many simulations more for each that is still in it; the clock may cut them."""
        want = min(len(self._found[one]) for one in self._alive) + share
        while len(self._found[self._alive[-1]]) < want and (room := self._clock.left() // len(self._alive)) > 0:
            step = min(CHUNK, want - len(self._found[self._alive[-1]]), room)
            for one in self._alive:
                first = len(self._found[one])
                self._found[one] = np.append(self._found[one], self._simulate(one, first, first + step))
                self._clock.done += step
            if self._settled():
                return

    def _settled(self) -> bool:
        """Does whatever is played lead to success? That nothing does may only mean that it was not found yet."""
        return all(len(self._found[one]) >= SETTLED and self._found[one].min() == 1.0 for one in self._alive)

    def _drop(self) -> None:
        """Half of them fall out, but never the first."""
        others = sorted(
            self._alive[1:], key=lambda one: (-self._found[one].mean() if len(self._found[one]) else 0, one)
        )
        self._alive = [0, *sorted(others[: max(1, (len(self._alive) + 1) // 2 - 1)])]

    def _standing(self, one: int) -> Standing:
        mine, first = self._found[one], self._found[0]
        tried = min(len(mine), len(first))
        if tried == 0:
            return Standing(len(mine), float(mine.mean()) if len(mine) else math.nan, 0.0, math.inf)
        apart = mine[:tried] - first[:tried]
        doubt = math.sqrt((float((apart**2).sum()) + 1) / (tried + 1) / tried) if one else 0.0
        return Standing(len(mine), float(mine.mean()), float(apart.mean()), doubt)

    def _sure(self, one: int) -> float:
        """The lead, less what chance may have to do with it."""
        stands = self.standings[one]
        return stands.lead - self._nerve * stands.doubt if one and stands.tried else 0.0


def order(wish: np.ndarray, legal: Sequence[int]) -> list[int]:
    """Legal answers, the one that is liked most first; of equals the lower id."""
    return sorted(legal, key=lambda action: (-wish[action], action))
