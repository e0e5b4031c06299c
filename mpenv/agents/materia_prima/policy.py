"""The expert as compiled rules: a policy for playouts, and how promising a situation looks to him, for shaped rewards.

`Playouts(WORLD, "mpenv.agents.materia_prima.policy:expert")` plays games on,
`BatchGame(..., potential="mpenv.agents.materia_prima.policy:promise")` shapes rewards.
"""

import numpy as np

from mpenv.agents.materia_prima.memory import FAR, Picture, new_pictures
from mpenv.agents.materia_prima.scorer import decide, share_out
from mpenv.agents.materia_prima.temperament import temper
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.potential import STONES
from mpenv.worlds.materia_prima.rules import figures
from mpenv.worlds.materia_prima.rules.state import RUNNING, State

EXPERT = new_pictures(1)
temper("expert").into(EXPERT, 0)


@rule()
def expert(t: Tables, s: State, bits: np.uint64) -> int:
    """What the expert answers; the scratch space of the game is written over."""
    P = EXPERT.copy()
    P[0].seat = s.asker
    return decide(t, s, P[0], bits, np.zeros((0, 1), np.int64))


@rule()
def promise(t: Tables, s: State) -> float:
    """How little of the team's whole time its work will still take, and the stones that are left; 0 after the end."""
    if s.outcome != RUNNING:
        return 0.0
    P = EXPERT.copy()
    P[0].seat = s.asker
    share_out(t, s, P[0])
    stones = 0
    for seat in range(s.seats):
        stones += s.seat[seat].stone
    return (1 - STONES) * (1 - _due(t, s, P[0])) + STONES * stones / s.seats


@rule()
def _due(t: Tables, s: State, p: Picture) -> float:
    """The share of all actions of the game that the jobs of the team will take, at most 1."""
    due, pace = 0, 0
    for number in range(p.jobs):
        if p.job[number].goal >= 0:
            due += min(p.job[number].effort, FAR)
    for seat in range(s.seats):
        pace += max(1, figures.stat(t, s, seat, 0, figures.ACTIONS))
    return min(1.0, due / (s.days * pace))
