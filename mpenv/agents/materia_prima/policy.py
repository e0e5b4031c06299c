"""The expert as compiled rules: a playout policy and a potential for shaped rewards.

`Playouts(WORLD, "mpenv.agents.materia_prima.policy:expert")` plays games on,
`BatchGame(..., potential="mpenv.agents.materia_prima.policy:promise")` shapes rewards.
"""

import numpy as np

from mpenv.agents.materia_prima.memory import FAR, Memory, new_memories
from mpenv.agents.materia_prima.scorer import decide, share_out
from mpenv.agents.materia_prima.temperament import temperament_of
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.potential import STONES
from mpenv.worlds.materia_prima.rules import figures
from mpenv.worlds.materia_prima.rules.state import RUNNING, State

EXPERT = new_memories(1)
temperament_of("expert").into(EXPERT, 0)


@rule()
def expert(t: Tables, s: State, bits: np.uint64) -> int:
    """Action of the expert; overwrites the scratch space of the game."""
    P = EXPERT.copy()
    P[0].seat = s.asker
    action = decide(t, s, P[0], bits, np.zeros((0, 1), np.int64))
    P[0].jobs = 0  # numba frees an array after its last use, so this keeps it until here
    return action


@rule()
def promise(t: Tables, s: State) -> float:
    """Potential: the share of all time not yet needed by the team's work, and its soul stones; 0 after the end."""
    if s.outcome != RUNNING:
        return 0.0
    P = EXPERT.copy()
    P[0].seat = s.asker
    share_out(t, s, P[0])
    stones = 0
    for seat in range(s.seats):
        stones += s.seat[seat].stone
    due = _due(t, s, P[0])
    P[0].jobs = 0  # as above
    return (1 - STONES) * (1 - due) + STONES * stones / s.seats


@rule()
def _due(t: Tables, s: State, p: Memory) -> float:
    """Share of all actions of the game that the team's jobs take, at most 1."""
    due, pace = 0, 0
    for number in range(p.jobs):
        if p.job[number].goal >= 0:
            due += min(p.job[number].effort, FAR)
    for seat in range(s.seats):
        pace += max(1, figures.stat(t, s, seat, 0, figures.ACTIONS))
    return min(1.0, due / (s.days * pace))
