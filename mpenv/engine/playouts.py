"""Playouts: a policy plays a situation to its end inside compiled code, many times; used by search."""

from typing import NamedTuple

import numpy as np

from mpenv.engine import checks, loops
from mpenv.engine.binding import rule_of
from mpenv.engine.jit import bind, bound
from mpenv.world import Game, World

RANDOM = "random"


class Ends(NamedTuple):
    """Results of playouts, one row each: value, outcome and number of decisions."""

    worth: np.ndarray
    outcome: np.ndarray
    plies: np.ndarray


class Playouts:
    """Plays a situation to its end many times, each time with other chance; the game that is given does not move.

    `policy`: `random` for any legal action, or `module:NAME` of a compiled rule `(t, s, bits) -> action id`, in which
    `bits` is a random word. What it reads of hidden cards is what the game holds: hand in `view.determinize(rng)`.
    """

    def __init__(self, world: World, policy: str = RANDOM) -> None:
        names, self.policy = world.rules(world.terms.encoder), policy
        choose = bound(loops.any_legal, **names)
        if policy != RANDOM:
            choose = rule_of(policy, "policy", f"a compiled rule (t, s, bits), or {RANDOM}")
        self._play = bind(loops.play_to_the_end, world.home, f"playouts.{policy}", **names, choose=choose)
        self._states = world.states(2)

    def play(self, game: Game, times: int = 1, *, seed: int = 0, max_plies: int | None = None) -> Ends:
        """Play `times` copies of a game to the end, or until each had `max_plies` decisions; equal for equal seeds."""
        for name, value in (("times", times), ("max_plies", max_plies if max_plies is not None else 1)):
            if not checks.is_whole(value) or value < 1:
                raise ValueError(f"{name}={value!r} must be a whole number above 0")
        checks.seed_checked(seed)
        tables = game.into(self._states, 0)
        ends = Ends(np.zeros(times), np.zeros(times, np.int64), np.zeros(times, np.int64))
        self._play(tables, self._states, times, np.uint64(seed), max_plies or 0, ends.worth, ends.plies, ends.outcome)
        if (wrong := np.flatnonzero(ends.plies < 0)).size:
            raise ValueError(f"the policy {self.policy!r} gave no legal action, in playout {wrong[0]} of seed {seed}")
        return ends
