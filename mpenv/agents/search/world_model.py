"""What a world brings along for its planners: who plays outside the tree, and what is worth trying in it."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.search import tree
from mpenv.engine.binding import rule_of
from mpenv.engine.jit import bind, bound
from mpenv.engine.switches import PLAIN
from mpenv.world import World

LANES = 2  # what is found hangs on their number, but not on how many of them go on at once
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


@cache
def _threads(process: int) -> ThreadPoolExecutor:
    """The threads beside the one that asks; a fork leaves them behind, so that each process makes its own."""
    return ThreadPoolExecutor(LANES - 1)


class Lane:
    """A share of all simulations with a tree of its own, so that two of them can go on at once."""

    def __init__(self, mind: Mind, team: Sequence[str], nth: int) -> None:
        self.nth, self.notes = nth, mind.notes(team)
        self.orders, self.wish = np.zeros(mind.orders, np.int64), np.zeros(mind.world.actions)
        self.path = np.zeros((tree.DEEPEST, 2), np.int64)
        self.memory = tree.memory()

    def forget(self) -> None:
        self.memory.keys[:], self.memory.place[:], self.memory.nodes[:] = 0, 0, 0


class Dream:
    """Worlds that one view could be of, and simulations in them; the same whatever the number of threads."""

    def __init__(self, mind: Mind, worlds: int, team: Sequence[str], own: Sequence[int]) -> None:
        self._mind, self._worlds = mind, worlds
        self._simulate, self._wishes = _bound(mind)
        self._states = mind.world.states(worlds + tree.ROWS * LANES)
        self._words = self._states.view(np.uint64).reshape(len(self._states), -1)
        self._own = np.array(own)
        self._lanes = [Lane(mind, team, nth) for nth in range(LANES)]
        self._tables: Any = None
        self._seed = np.uint64(0)

    def begin(self, view: Any, rng: np.random.Generator) -> None:
        """Forget what was, and draw worlds of a view."""
        for row in range(self._worlds):
            self._tables = view.determinize(rng).into(self._states, row)
        self._seed = rng.integers(1 << 64, dtype=np.uint64)
        for lane in self._lanes:
            lane.forget()

    def wishes(self, seat: int) -> np.ndarray:
        """How much each answer of the seat that is asked is worth trying."""
        self._states[-1] = self._states[0]
        lane = self._lanes[0]
        self._wishes(self._tables, self._states, len(self._states) - 1, seat, lane.notes, lane.wish)
        return lane.wish.copy()

    def simulate(
        self, first: int, last: int, root: int, orders: np.ndarray | None = None, deep: bool = True
    ) -> np.ndarray:
        """What simulations were worth that begin with an answer, or with orders for those who play."""
        found = np.zeros(last - first)
        given = np.zeros(self._mind.orders, np.int64) if orders is None else orders
        batch = tree.Batch(self._worlds, LANES, root, first, last, self._seed, self._own, given)

        def go(lane: Lane) -> None:
            scratch = tree.Scratch(lane.nth, lane.notes, lane.orders, lane.wish, lane.path[: None if deep else 0])
            self._simulate(self._tables, self._states, self._words, batch, scratch, lane.memory, found)

        waiting = [] if PLAIN else [_threads(os.getpid()).submit(go, lane) for lane in self._lanes[1:]]
        for lane in self._lanes if PLAIN else self._lanes[:1]:
            go(lane)
        for one in waiting:
            one.result()
        return found
