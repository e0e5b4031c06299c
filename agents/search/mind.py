"""What a world brings along for its planners: who plays outside the tree, and what is worth trying in it."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.search import tree
from mpenv.envs.batch import rule_of
from mpenv.jit import bind, bound
from mpenv.world import World

Notes = Callable[[Sequence[str]], np.ndarray]


class Mind(NamedTuple):
    """The rules are `module:NAME`; `notes` makes the scratch rows that they get, for the players on all seats."""

    world: World
    play: str  # (t, s, bits, notes, orders) -> the action of the seat that is asked
    likes: str  # (t, s, notes, row): how much each legal answer is worth trying; above 0
    notes: Notes
    usual: str  # the player for all seats that nobody is named for
    orders: int = 0  # numbers that `play` is told and may change while it plays on


@cache
def _bound(mind: Mind) -> tuple[Any, Any]:
    what = "a compiled rule of a mind"
    names = mind.world.rules("flat")
    names["play"], names["likes"] = rule_of(mind.play, "play", what), rule_of(mind.likes, "likes", what)
    names["grow"] = bound(tree.begin, **names)
    label = f"search.{mind.play}.{mind.likes}"
    return bind(tree.simulate, mind.world.home, label, **names), bind(tree.wished, mind.world.home, label, **names)


class Dream:
    """Worlds that one view could be of, and simulations in them."""

    def __init__(self, mind: Mind, worlds: int, team: Sequence[str], own: Sequence[int]) -> None:
        self._mind, self._worlds = mind, worlds
        self._simulate, self._wishes = _bound(mind)
        self._states = mind.world.states(worlds + 2)
        self._words = self._states.view(np.uint64).reshape(worlds + 2, -1)
        self._notes, self._own = mind.notes(team), np.array(own)
        self._orders, self._wish = np.zeros(mind.orders, np.int64), np.zeros(mind.world.actions)
        self._memory = tree.memory()
        self._path = np.zeros((tree.DEEPEST, 2), np.int64)
        self._tables: Any = None
        self._seed = np.uint64(0)

    def begin(self, view: Any, rng: np.random.Generator) -> None:
        """Forget what was, and draw worlds of a view."""
        for row in range(self._worlds):
            self._tables = view.determinize(rng).into(self._states, row)
        self._seed = rng.integers(1 << 64, dtype=np.uint64)
        self._memory.keys[:], self._memory.place[:], self._memory.nodes[:] = 0, 0, 0

    def wishes(self, seat: int) -> np.ndarray:
        """How much each answer of the seat that is asked is worth trying."""
        self._states[-1] = self._states[0]
        self._wishes(self._tables, self._states, self._worlds + 1, seat, self._notes, self._wish)
        return self._wish.copy()

    def simulate(
        self, first: int, last: int, root: int, orders: np.ndarray | None = None, deep: bool = True
    ) -> np.ndarray:
        """What simulations were worth that begin with an answer, or with orders for those who play."""
        found = np.zeros(last - first)
        given = np.zeros(self._mind.orders, np.int64) if orders is None else orders
        path = self._path if deep else self._path[:0]
        self._simulate(
            self._tables, self._states, self._words, self._worlds, root, first, last, self._seed, self._own,
            self._notes, given, self._orders, self._wish, path, *self._memory, found,
        )  # fmt: skip
        return found
