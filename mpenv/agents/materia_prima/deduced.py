"""The `deduced` encoder: `full`, what the expert works out of its view, and the expert's answer.

`encoder="deduced"` in every environment. A learner adds the field `answer` to its logits, or leaves it out.
"""

import numpy as np

from mpenv.agents.materia_prima import deduced_plan, deduced_ways
from mpenv.agents.materia_prima.deduced_row import FIELDS, OMITS, ROW, Answer, DeducedRow, Plan
from mpenv.agents.materia_prima.memory import Memory
from mpenv.agents.materia_prima.policy import EXPERT
from mpenv.agents.materia_prima.scorer import decide, look_for_work, see
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import observe
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import full
from mpenv.worlds.materia_prima.observe.blank import blank
from mpenv.worlds.materia_prima.rules.state import RUNNING, State

PLAN, ANSWER = blank(Plan), blank(Answer)


@rule()
def tell(t: Tables, s: State, seat: int, out: DeducedRow) -> None:
    out.plan[0], out.last[0] = PLAN[0], ANSWER[0]
    full.tell(t, s, seat, out.full[0])
    asked = s.asker == seat and s.prompts > 0
    if not asked and (s.outcome != RUNNING or s.seat[seat].tower < 0):
        return
    P = EXPERT.copy()
    P[0].seat = seat
    think(t, s, P[0], asked, out.last[0])
    deduced_plan.tell(t, s, P[0], out.plan[0])
    deduced_ways.tell(t, s, P[0], out.plan[0])
    P[0].jobs = 0  # numba frees an array after its last use, so this keeps it until here


@rule()
def think(t: Tables, s: State, p: Memory, asked: bool, out: Answer) -> None:
    """Plan as the expert does; it answers only when it is asked."""
    if asked:
        out.answer[decide(t, s, p, np.uint64(0), np.zeros((0, 1), np.int64))] = 1.0
    else:
        see(t, s, p)
        look_for_work(t, s, p)


@rule()
def _as_record(t: Tables, s: State, seat: int, row: np.ndarray) -> None:
    tell(t, s, seat, row.view(ROW)[0])


DEDUCED = observe.own("deduced", FIELDS, _as_record, omits=OMITS)
