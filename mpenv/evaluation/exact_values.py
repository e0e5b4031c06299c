"""Exact success probability of a situation and of every legal action, under perfect play of the team.

The team counts as one player: its seats share all they know; hidden cards and future dice stay unknown.
"""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mpenv.engine import solver
from mpenv.engine.jit import bind
from mpenv.world import Game, World

MOST = 1 << 20  # situations in the table of a solver
ROWS = 1 << 13  # situations on its stack
DEEP = 512  # actions in a row
WHY = {
    solver.TOO_WIDE: "too large: more than {rows:,} situations wait at one time",
    solver.UNCLEAR: "not exact: a deck is shuffled while it is drawn from, or more than 31 dice fall at once",
    solver.TOO_MANY: "too large: more than {most:,} situations",
    solver.TOO_LONG: "too large: more than {work:,.0f} steps of work",
    solver.TOO_DEEP: "too large: more than {deep} actions in a row",
}


class TooLarge(ValueError):
    """Raised for a situation that cannot be solved, with the reason."""


class Truth(NamedTuple):
    """Exact values: the success probability after each legal action, and the number of situations solved."""

    moves: dict[int, float]
    situations: int

    @property
    def value(self) -> float:
        """Return the success probability under perfect play."""
        return max(self.moves.values())

    def regret(self, action: int) -> float:
        """Return the success probability that an action loses against the best one."""
        return self.value - self.moves[action]


@cache
def _expect(world: Any) -> Any:
    return bind(solver.expect, world.home, "exact", **world.rules(world.terms.encoder))


class Solver:
    """Solves situations of one world, each with an empty table."""

    def __init__(self, world: World, most: int = MOST, rows: int = ROWS, work: float = math.inf) -> None:
        self._most, self._work, self._expect = most, work, _expect(world)  # type: ignore[arg-type]
        room = 1 << (2 * most - 1).bit_length()
        self._states, self._likely = world.states(rows), np.zeros(rows)
        self._words = self._states.view(np.uint64).reshape(rows, -1)
        self._keys, self._values = np.zeros((room, 2), np.uint64), np.full(room, solver.UNKNOWN)
        self._frames, self._sums = np.zeros((DEEP, 5), np.int64), np.zeros((DEEP, 3))
        self._known = np.zeros(1, np.int64)

    def solve(self, game: Game) -> Truth:
        """Solve a situation that asks for a decision; raise TooLarge where that is impossible."""
        legal = game.legal()
        if not legal:
            raise ValueError("the game has ended: there is nothing to solve")
        if self._known[0]:
            self._keys[:], self._values[:] = 0, solver.UNKNOWN
        self._known[0] = 0
        self._likely[solver.WORK], self._likely[solver.PATIENCE] = 0.0, self._work
        tables = game.into(self._states, solver.ROOT)
        return Truth({action: self._after(tables, action) for action in legal}, int(self._known[0]))

    def _after(self, tables: np.ndarray, action: int) -> float:
        found = float(
            self._expect(
                tables, self._states, self._words, self._likely, self._keys, self._values, self._known,
                self._frames, self._sums, action,
            )
        )  # fmt: skip
        if found < 0:
            raise TooLarge(WHY[found].format(rows=len(self._states), most=self._most, work=self._work, deep=DEEP))
        return min(found, 1.0)
