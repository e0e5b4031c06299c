"""The `errands` encoder: the summary of `flat`, what the expert works out of its view, and the errand of its plan."""

from typing import Annotated

import numpy as np

from mpenv.agents.materia_prima import deduced_plan, deduced_row, deduced_ways
from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand import planned, steps
from mpenv.agents.materia_prima.by_errand.rules import VIEW, in_turn
from mpenv.agents.materia_prima.deduced import PLAN
from mpenv.agents.materia_prima.deduced_row import Plan
from mpenv.agents.materia_prima.memory import Memory
from mpenv.agents.materia_prima.policy import EXPERT
from mpenv.agents.materia_prima.scorer import look_for_work, see
from mpenv.engine.jit import rule
from mpenv.engine.records import About, Floats, Many, layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima import observe
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import FLAT, flat, summary
from mpenv.worlds.materia_prima.observe.blank import blank
from mpenv.worlds.materia_prima.observe.full_row import fields_in
from mpenv.worlds.materia_prima.observe.summary import Row
from mpenv.worlds.materia_prima.rules import prompts, secrets
from mpenv.worlds.materia_prima.rules.state import RUNNING, State


class Errand:
    """The last numbers of a row: which errands are open, and which one the expert's plan goes on with."""

    open: Annotated[Floats, "f4", e.ERRANDS, About(0, 1, "in the own turn: each errand that is open, in their order")]
    answer: Annotated[
        Floats,
        "f4",
        e.ACTIONS,
        About(0, 1, "the errand of the expert's plan or its answer, when this seat is asked: 1 at its id"),
    ]


class ErrandRow:
    """A row as a record."""

    summary: Annotated[Many[Row], 1]
    plan: Annotated[Many[Plan], 1]
    last: Annotated[Many[Errand], 1]


ROW: np.dtype[np.void] = readable(layout(ErrandRow)) if PLAIN else layout(ErrandRow)
ERRAND = blank(Errand)


@rule()
def tell(t: Tables, s: State, seat: int, out: ErrandRow) -> None:
    out.plan[0], out.last[0] = PLAN[0], ERRAND[0]
    flat.tell(t, s, seat, out.summary[0])
    asked = s.asker == seat and s.prompts > 0
    if not asked and (s.outcome != RUNNING or s.seat[seat].tower < 0):
        return
    P = EXPERT.copy()
    P[0].seat = seat
    see(t, s, P[0])
    if asked:
        choose(t, s, P[0], out.last[0])
    else:
        look_for_work(t, s, P[0])
    deduced_plan.tell(t, s, P[0], out.plan[0])
    deduced_ways.tell(t, s, P[0], out.plan[0])
    P[0].jobs = 0  # numba frees an array after its last use, so this keeps it until here


@rule()
def choose(t: Tables, s: State, p: Memory, out: Errand) -> None:
    """Write the errands that are open to the seat that is asked, and the one of the expert's plan."""
    if prompts.asked(s).kind == prompts.TURN:
        if s.legal[e.MARKS + e.REST] == 0:  # none is marked yet
            mark(t, s, p)
        for errand in range(e.ERRANDS):
            out.open[errand] = s.legal[e.MARKS + errand]
    out.answer[planned.as_seen(t, s, p)] = 1.0


@rule()
def mark(t: Tables, s: State, p: Memory) -> None:
    """Mark the errands that are open; the plan stays as it is."""
    P, V, marks = EXPERT.copy(), VIEW.copy(), np.zeros(e.ERRANDS, np.int8)
    P[0], V[0] = p, s
    steps.mark_seen(t, V[0], P[0], marks)
    for errand in range(e.ERRANDS):
        s.legal[e.MARKS + errand] = marks[errand]
    P[0].jobs = 0  # see above


@rule()
def present(t: Tables, s: State, seat: int, row: np.ndarray) -> None:
    """Write the row of the seat that is asked, and mark in the game what is open to it: one look serves both."""
    V = VIEW.copy()
    V[0] = s
    secrets.hide(t, V[0], seat)
    _as_record(t, V[0], seat, row)
    if in_turn(s):
        for errand in range(e.ERRANDS):
            s.legal[e.MARKS + errand] = V[0].legal[e.MARKS + errand]
    V[0].prompts = 0  # see above


@rule()
def _as_record(t: Tables, s: State, seat: int, row: np.ndarray) -> None:
    tell(t, s, seat, row.view(ROW)[0])


ERRANDS = observe.own(
    "errands",
    (*FLAT, *fields_in(Plan), *fields_in(Errand)),
    _as_record,
    omits=(*summary.OMITS, deduced_row.OMITS[-1]),
)
