"""Budgets: how long a planner searches before it answers."""

import time
from typing import NamedTuple

USUAL = 200
MOST_SIMULATIONS = 100_000
MOST_MILLISECONDS = 600_000


class Budget(NamedTuple):
    """A number of simulations, which makes answers reproducible, or milliseconds."""

    simulations: int = USUAL
    milliseconds: float = 0.0

    @property
    def timed(self) -> bool:
        return self.milliseconds > 0


def budget(simulations: int | None = None, milliseconds: float | None = None) -> Budget:
    """Make a budget from one of the two limits; invalid ones are a ValueError."""
    if simulations is not None and milliseconds is not None:
        raise ValueError("a budget takes simulations or milliseconds, not both")
    if milliseconds is not None:
        if not isinstance(milliseconds, int | float) or not 1 <= milliseconds <= MOST_MILLISECONDS:
            raise ValueError(f"milliseconds={milliseconds!r} must be a number from 1 to {MOST_MILLISECONDS:,}")
        return Budget(MOST_SIMULATIONS, float(milliseconds))
    simulations = USUAL if simulations is None else simulations
    if isinstance(simulations, bool) or not isinstance(simulations, int) or not 1 <= simulations <= MOST_SIMULATIONS:
        raise ValueError(f"simulations={simulations!r} must be a whole number from 1 to {MOST_SIMULATIONS:,}")
    return Budget(simulations)


class Clock:
    """Tracks what is left of a budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget, self._start, self.done = budget, time.perf_counter(), 0

    def left(self) -> int:
        """Simulations for which there is still time."""
        if not self._budget.timed:
            return max(0, self._budget.simulations - self.done)
        elapsed = 1000 * (time.perf_counter() - self._start)
        if self.done == 0:
            return 1
        left = (self._budget.milliseconds - elapsed) * self.done / elapsed
        return max(0, min(int(left), self._budget.simulations - self.done))
