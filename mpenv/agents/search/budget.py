"""How long a planner may think about an answer."""

import time
from typing import NamedTuple

USUAL = 200
MOST_SIMULATIONS = 100_000
MOST_MILLISECONDS = 600_000


class Budget(NamedTuple):
    """So many simulations, which makes equal answers for equal seeds; or milliseconds."""

    simulations: int = USUAL
    milliseconds: float = 0.0

    @property
    def timed(self) -> bool:
        return self.milliseconds > 0


def budget(simulations: int | None = None, milliseconds: float | None = None) -> Budget:
    """A budget of one kind or the other; one that makes no sense is refused."""
    if simulations is not None and milliseconds is not None:
        raise ValueError("a budget is told in simulations or in milliseconds, not in both")
    if milliseconds is not None:
        if not isinstance(milliseconds, int | float) or not 1 <= milliseconds <= MOST_MILLISECONDS:
            raise ValueError(f"milliseconds={milliseconds!r} must be a number from 1 to {MOST_MILLISECONDS:,}")
        return Budget(MOST_SIMULATIONS, float(milliseconds))
    simulations = USUAL if simulations is None else simulations
    if isinstance(simulations, bool) or not isinstance(simulations, int) or not 1 <= simulations <= MOST_SIMULATIONS:
        raise ValueError(f"simulations={simulations!r} must be a whole number from 1 to {MOST_SIMULATIONS:,}")
    return Budget(simulations)


class Clock:
    """What is left of a budget while it is used."""

    def __init__(self, budget: Budget) -> None:
        self._budget, self._start, self.done = budget, time.perf_counter(), 0

    def left(self) -> int:
        """How many simulations there is still time for."""
        if not self._budget.timed:
            return max(0, self._budget.simulations - self.done)
        gone = 1000 * (time.perf_counter() - self._start)
        if self.done == 0:
            return 1
        left = (self._budget.milliseconds - gone) * self.done / gone
        return max(0, min(int(left), self._budget.simulations - self.done))
