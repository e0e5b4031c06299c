"""What a planner needs to know of the ferry: who plays on is a random ferryman, and all answers are liked alike."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mpenv.agents.search.mcts import Mcts
from mpenv.agents.search.world_model import WorldModel
from mpenv.engine import loops
from mpenv.engine.jit import bound, rule
from tests.worlds.toy import WORLD, State, Tables

any_legal: Any = bound(loops.any_legal, **WORLD.rules("flat"))


@rule()
def play(t: Tables, s: State, bits: np.uint64, notes: np.ndarray, orders: np.ndarray) -> int:
    action: int = any_legal(t, s, bits)
    return action


@rule()
def prior(t: Tables, s: State, notes: np.ndarray, row: np.ndarray) -> None:
    row[:] = 1.0


def notes(team: Sequence[str]) -> np.ndarray:
    if unknown := sorted({*team} - {"random"}):
        raise ValueError(f"{unknown[0]!r} cannot be thought ahead for, only random")
    return np.zeros(1)


class Ferryman(Mcts):
    """Thinks ahead on the ferry."""

    model = WorldModel(WORLD, f"{__name__}:play", f"{__name__}:prior", notes, "random")
