"""Base class of the planners: the budget, the assumed teammates, and the report of a search."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from mpenv.agents.search.budget import USUAL, budget
from mpenv.agents.search.sequential_halving import SequentialHalving
from mpenv.agents.search.world_model import SampledWorlds, WorldModel
from mpenv.world import View

FEWEST, MOST = 16, 256  # worlds sampled from a view, growing with the number of simulations
PER_WORLD = 8  # simulations
SHOWN = 3  # answers in an explanation
BOLDEST = 10
NERVE = 1.0  # standard errors by which a candidate must lead to replace the answer without search


class Line(NamedTuple):
    """A candidate: its words, how often it was simulated, and its success rate."""

    words: str
    visits: int
    value: float


class Found(NamedTuple):
    """Result of a search: the value of its choice, and all candidates, the choice first."""

    value: float
    simulations: int
    lines: tuple[Line, ...]


class Planner:
    """Searches for a number of `simulations`, or `milliseconds`, before each answer.

    `mates`: codes of the assumed teammates joined by `+`, in the order of the seats after its own (the last stands for
    all that follow); without them the team is searched as a single player. `nerve`: standard errors by which a
    candidate must lead to replace the answer without search.
    """

    model: ClassVar[WorldModel]

    def __init__(
        self, simulations: int | None = None, milliseconds: float | None = None, mates: str = "", nerve: float = NERVE
    ) -> None:
        self._budget, self._nerve = budget(simulations, milliseconds), nerve
        if not isinstance(nerve, int | float) or not 0 <= nerve <= BOLDEST:
            raise ValueError(f"nerve={nerve!r} must be a number from 0 to {BOLDEST}")
        simulations_expected = USUAL if self._budget.timed else self._budget.simulations
        self._worlds = min(max(FEWEST, simulations_expected // PER_WORLD), MOST)
        self._mates = mates.split("+") if mates else []
        self.model.notes(self._mates)  # unknown players are refused here, not at the first decision
        self._seat, self._rng = 0, np.random.default_rng(0)
        self._sampled: SampledWorlds | None = None
        self.found: Found | None = None

    def reset(self, seat: int, seed: int) -> None:
        self._seat, self._rng = seat, np.random.default_rng([seed, seat])
        self._sampled, self.found = None, None

    def explain(self) -> str:
        """The value of the choice, and the candidates simulated most."""
        if self.found is None:
            return "no decision yet"
        if not self.found.lines:
            return "only one legal answer"
        top = ", ".join(f"{line.words} {line.value:.0%} of {line.visits}" for line in self.found.lines[:SHOWN])
        return f"success {self.found.value:.0%} after {self.found.simulations} simulations; {top}"

    def _worlds_of(self, view: View) -> SampledWorlds:
        """Sample worlds from a view."""
        seats = len(view.names)
        if self._sampled is None:
            own = [int(not self._mates or seat == self._seat) for seat in range(seats)]
            self._sampled = SampledWorlds(self.model, self._worlds, self._seated(seats), own)
        self._sampled.begin(view, self._rng)
        return self._sampled

    def _seated(self, seats: int) -> list[str]:
        """The assumed player of every seat."""
        team = [self.model.usual] * seats
        for nth in range(1, seats):
            if self._mates:
                team[(self._seat + nth) % seats] = self._mates[min(nth, len(self._mates)) - 1]
        return team

    def _report(self, words: Sequence[str], race: SequentialHalving) -> None:
        """Record the result of a search, the choice first and then by number of simulations."""
        rows = [k for k, stands in enumerate(race.standings) if stands.simulations]
        rows.sort(key=lambda k: (k != race.chosen, -race.standings[k].simulations, -race.standings[k].worth))
        lines = tuple(Line(words[k], race.standings[k].simulations, race.standings[k].worth) for k in rows)
        self.found = Found(race.standings[race.chosen].worth, sum(line.visits for line in lines), lines)
