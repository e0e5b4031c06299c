"""What planners have in common: a budget, who sits at the table, and what they say of what they found."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from mpenv.agents.search.budget import USUAL, budget
from mpenv.agents.search.sequential_halving import Race
from mpenv.agents.search.world_model import Dream, Mind
from mpenv.world import View

FEWEST, MOST = 16, 256  # worlds drawn of a view: the more simulations, the less often each of them is played
EACH = 8  # simulations for one world
SHOWN = 3  # answers that are told
BOLDEST = 10
NERVE = 1.0  # standard errors of a lead for which something else is played than without search


class Line(NamedTuple):
    """Something that was tried: its words, how often, and the success it led to."""

    words: str
    visits: int
    value: float


class Found(NamedTuple):
    """What a search found: what it expects of its choice, and all that it tried, the choice first."""

    value: float
    simulations: int
    lines: tuple[Line, ...]


class Planner:
    """Thinks for so many `simulations` about an answer, or `milliseconds`.

    `mates`: codes of players joined by `+`, as who the others are thought to play, in the order of the seats after
    its own (the last stands for all that follow); without them the team is one player. `nerve`: standard errors that
    something must lead by to be preferred to what would be played without search.
    """

    mind: ClassVar[Mind]

    def __init__(
        self, simulations: int | None = None, milliseconds: float | None = None, mates: str = "", nerve: float = NERVE
    ) -> None:
        self._budget, self._nerve = budget(simulations, milliseconds), nerve
        if not isinstance(nerve, int | float) or not 0 <= nerve <= BOLDEST:
            raise ValueError(f"nerve={nerve!r} must be a number from 0 to {BOLDEST}")
        thought = USUAL if self._budget.timed else self._budget.simulations
        self._worlds = min(max(FEWEST, thought // EACH), MOST)
        self._mates = mates.split("+") if mates else []
        self.mind.notes(self._mates)  # who can not be played is told at once
        self._seat, self._rng = 0, np.random.default_rng(0)
        self._dream: Dream | None = None
        self.found: Found | None = None

    def reset(self, seat: int, seed: int) -> None:
        self._seat, self._rng = seat, np.random.default_rng([seed, seat])
        self._dream, self.found = None, None

    def explain(self) -> str:
        """What it expects of its choice, and what it tried most."""
        if self.found is None:
            return "nothing was asked yet"
        if not self.found.lines:
            return "there was nothing to think about"
        top = ", ".join(f"{one.words} {one.value:.0%} of {one.visits}" for one in self.found.lines[:SHOWN])
        return f"success {self.found.value:.0%} after {self.found.simulations} simulations; {top}"

    def _worlds_of(self, view: View) -> Dream:
        """Worlds that the view could be of."""
        seats = len(view.names)
        if self._dream is None:
            own = [int(not self._mates or seat == self._seat) for seat in range(seats)]
            self._dream = Dream(self.mind, self._worlds, self._seated(seats), own)
        self._dream.begin(view, self._rng)
        return self._dream

    def _seated(self, seats: int) -> list[str]:
        team = [self.mind.usual] * seats
        for nth in range(1, seats):
            if self._mates:
                team[(self._seat + nth) % seats] = self._mates[min(nth, len(self._mates)) - 1]
        return team

    def _tell(self, words: Sequence[str], race: Race) -> None:
        """Keep what a race found, the chosen one first and then by how often it was tried."""
        rows = [k for k, stands in enumerate(race.standings) if stands.tried]
        rows.sort(key=lambda k: (k != race.chosen, -race.standings[k].tried, -race.standings[k].worth))
        lines = tuple(Line(words[k], race.standings[k].tried, race.standings[k].worth) for k in rows)
        self.found = Found(race.standings[race.chosen].worth, sum(one.visits for one in lines), lines)
