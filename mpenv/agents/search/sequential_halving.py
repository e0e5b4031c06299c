"""Sequential halving with common random numbers: after each round the worse half of the candidates drops out.

The first candidate is the answer without any search. It never drops out, and another is preferred only for a lead that
chance alone seldom makes.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from mpenv.agents.search.budget import Budget, Clock

Simulate = Callable[[int, int, int], np.ndarray]  # (candidate, first, last) -> results of those simulations
FEW = 8  # simulations a budget should allow each candidate
CHUNK = 32  # simulations between two checks of the clock
SETTLED = 16  # simulations of each candidate that end the search when all of them succeeded


class Standing(NamedTuple):
    """Statistics of a candidate: simulations, mean result, and its lead over the first candidate."""

    simulations: int
    worth: float
    lead: float
    error: float  # the standard error of the lead


class SequentialHalving:
    """Runs on construction; `chosen` is the candidate to play."""

    def __init__(self, candidates: int, simulate: Simulate, budget: Budget, nerve: float) -> None:
        self._simulate, self._clock, self._nerve = simulate, Clock(budget), nerve
        self._results = [np.zeros(0) for _ in range(candidates)]
        self._alive = [0]
        if candidates > 1:
            self._enter(candidates)
            self._run()
        self.standings = [self._standing(candidate) for candidate in range(candidates)]
        self.chosen = max(self._alive, key=lambda candidate: (self._sure(candidate), -candidate))

    def _enter(self, candidates: int) -> None:
        """Choose the candidates to simulate: the fewer simulations, the fewer candidates, the likeliest first."""
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
        """Run more simulations of each candidate left; the clock may cut them short."""
        want = min(len(self._results[candidate]) for candidate in self._alive) + share
        while len(self._results[self._alive[-1]]) < want and (room := self._clock.left() // len(self._alive)) > 0:
            step = min(CHUNK, want - len(self._results[self._alive[-1]]), room)
            for candidate in self._alive:
                first = len(self._results[candidate])
                self._results[candidate] = np.append(
                    self._results[candidate], self._simulate(candidate, first, first + step)
                )
                self._clock.done += step
            if self._settled():
                return

    def _settled(self) -> bool:
        """Check that every candidate always succeeds. Constant failure settles nothing: success may just not be found
        yet.
        """
        return all(
            len(self._results[candidate]) >= SETTLED and self._results[candidate].min() == 1.0
            for candidate in self._alive
        )

    def _drop(self) -> None:
        """Drop the worse half, never the first candidate."""
        others = sorted(
            self._alive[1:],
            key=lambda candidate: (-self._results[candidate].mean() if len(self._results[candidate]) else 0, candidate),
        )
        self._alive = [0, *sorted(others[: max(1, (len(self._alive) + 1) // 2 - 1)])]

    def _standing(self, candidate: int) -> Standing:
        mine, first = self._results[candidate], self._results[0]
        shared = min(len(mine), len(first))
        if shared == 0:
            return Standing(len(mine), float(mine.mean()) if len(mine) else math.nan, 0.0, math.inf)
        difference = mine[:shared] - first[:shared]
        error = math.sqrt((float((difference**2).sum()) + 1) / (shared + 1) / shared) if candidate else 0.0
        return Standing(len(mine), float(mine.mean()), float(difference.mean()), error)

    def _sure(self, candidate: int) -> float:
        """Lead minus `nerve` standard errors."""
        stands = self.standings[candidate]
        return stands.lead - self._nerve * stands.error if candidate and stands.simulations else 0.0


def order(prior: np.ndarray, legal: Sequence[int]) -> list[int]:
    """Legal answers by prior, highest first; the lower id among equals."""
    return sorted(legal, key=lambda action: (-prior[action], action))
