"""A world's side of planning: its rollout policy and prior, and worlds sampled from a view."""

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

LANES = 2  # results depend on the number of lanes, not on how many run at once
Notes = Callable[[Sequence[str]], np.ndarray]


class WorldModel(NamedTuple):
    """Compiled rules that a world gives its planners. Each is `module:NAME`; `notes` makes their scratch rows."""

    world: World
    play: str  # rollout policy: (t, s, bits, notes, orders) -> the action of the seat that is asked
    prior: str  # (t, s, notes, row): write the prior of each legal answer, above 0
    notes: Notes
    usual: str  # the player assumed on seats for which none is named
    orders: int = 0  # length of the orders that `play` reads and may change


@cache
def _bound(model: WorldModel) -> tuple[Any, Any]:
    what = "a compiled rule of a world model"
    names = model.world.rules(model.world.terms.encoder)
    names["play"], names["prior"] = rule_of(model.play, "play", what), rule_of(model.prior, "prior", what)
    names["expand_node"] = bound(tree.expand, **names)
    label = f"search.{model.play}.{model.prior}"
    home = model.world.home
    return bind(tree.simulate, home, label, **names), bind(tree.root_prior, home, label, **names)


@cache
def _threads(process: int) -> ThreadPoolExecutor:
    """Threads beside the caller; a fork loses them, so each process makes its own."""
    return ThreadPoolExecutor(LANES - 1)


class Lane:
    """A share of the simulations with a tree of its own, so that two can run at once."""

    def __init__(self, model: WorldModel, team: Sequence[str], nth: int) -> None:
        self.nth, self.notes = nth, model.notes(team)
        self.orders, self.prior = np.zeros(model.orders, np.int64), np.zeros(model.world.actions)
        self.path = np.zeros((tree.DEEPEST, 2), np.int64)
        self.nodes = tree.empty_nodes()

    def forget(self) -> None:
        self.nodes.keys[:], self.nodes.place[:], self.nodes.nodes[:] = 0, 0, 0


class SampledWorlds:
    """Worlds sampled from a view, and simulations in them; results do not depend on the number of threads."""

    def __init__(self, model: WorldModel, worlds: int, team: Sequence[str], own: Sequence[int]) -> None:
        self._model, self._worlds = model, worlds
        self._simulate, self._priors = _bound(model)
        self._states = model.world.states(worlds + tree.ROWS * LANES)
        self._words = self._states.view(np.uint64).reshape(len(self._states), -1)
        self._own = np.array(own)
        self._lanes = [Lane(model, team, nth) for nth in range(LANES)]
        self._tables: Any = None
        self._seed = np.uint64(0)

    def begin(self, view: Any, rng: np.random.Generator) -> None:
        """Clear the trees and sample worlds from a view."""
        for row in range(self._worlds):
            self._tables = view.determinize(rng).into(self._states, row)
        self._seed = rng.integers(1 << 64, dtype=np.uint64)
        for lane in self._lanes:
            lane.forget()

    def priors(self, seat: int) -> np.ndarray:
        """Prior of each answer of the seat that is asked."""
        self._states[-1] = self._states[0]
        lane = self._lanes[0]
        self._priors(self._tables, self._states, len(self._states) - 1, seat, lane.notes, lane.prior)
        return lane.prior.copy()

    def simulate(
        self, first: int, last: int, root: int, orders: np.ndarray | None = None, deep: bool = True
    ) -> np.ndarray:
        """Results of simulations that begin with an answer, or with orders for the players."""
        found = np.zeros(last - first)
        given = np.zeros(self._model.orders, np.int64) if orders is None else orders

        batch = tree.Batch(self._worlds, LANES, root, first, last, self._seed, self._own, given)

        def go(lane: Lane) -> None:
            scratch = tree.Scratch(lane.nth, lane.notes, lane.orders, lane.prior, lane.path[: None if deep else 0])
            self._simulate(self._tables, self._states, self._words, batch, scratch, lane.nodes, found)

        waiting = [] if PLAIN else [_threads(os.getpid()).submit(go, lane) for lane in self._lanes[1:]]
        for lane in self._lanes if PLAIN else self._lanes[:1]:
            go(lane)
        for future in waiting:
            future.result()
        return found
