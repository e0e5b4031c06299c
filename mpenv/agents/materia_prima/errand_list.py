"""Macros: what a seat could set out to do from where it stands, such as to fetch, bring home and transmute."""

from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.materia_prima import explain, handover, order_execution, scorer
from mpenv.agents.materia_prima.memory import JOBS, PICTURE, new_pictures
from mpenv.agents.materia_prima.temperament import temper
from mpenv.engine.jit import entry, rule
from mpenv.engine.records import readable
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules.state import State
from mpenv.worlds.materia_prima.view import View

KIND, WHAT, SIGN, EFFORT = range(4)
COLUMNS = 4


class Macro(NamedTuple):
    """An errand: what it is, about how many actions it takes, and the numbers by which it is told to a player."""

    kind: str
    words: str
    effort: int
    order: tuple[int, int, int]


@entry
def list_macros(T: np.ndarray, V: np.ndarray, i: int, P: np.ndarray, seat: int, rows: np.ndarray) -> int:
    """What a seat could set out to do in view i goes to `rows` and, as jobs, to its picture; how many those are."""
    P[0].seat = seat
    return write_macros(T[0], V[i], P[0], rows)


@rule()
def write_macros(t: Tables, s: State, p: Any, rows: np.ndarray) -> int:
    scorer.see(t, s, p)
    handover.ask(t, s, p, True)
    p.jobs = 0
    for kind in range(order_execution.MAKE, order_execution.REST):
        for what in range(order_execution.things(t, kind)):
            number = p.jobs
            sign = order_execution.sign_of(t, s, p, kind, what)
            if number < len(rows) and order_execution.begun(t, s, p, kind, what, sign):
                rows[number, KIND], rows[number, WHAT], rows[number, SIGN] = kind, what, sign
                rows[number, EFFORT] = p.job[number].effort
    count: int = p.jobs
    return count


class Outline:
    """Lists macros; it keeps what it needs for that."""

    def __init__(self) -> None:
        self._pictures, self._rows = new_pictures(1), np.zeros((JOBS, COLUMNS), np.int64)
        temper("expert").into(self._pictures, 0)

    def of(self, view: View) -> list[Macro]:
        """Every errand that the seat of a view could begin now, the shortest first, and to rest."""
        count = list_macros(view.pack.tables, view.record.copy(), 0, self._pictures, view.seat, self._rows)
        one: Any = self._pictures.view(readable(PICTURE))[0]
        found = [self._told(view, one, self._rows[row], one.job[row]) for row in range(count)]
        found.sort(key=lambda macro: macro.effort)
        return [*found, Macro("rest", "rest until tomorrow", 0, (order_execution.REST, 0, 0))]

    def _told(self, view: View, one: Any, row: np.ndarray, job: Any) -> Macro:
        kind, what, sign, effort = map(int, row)
        return Macro(order_execution.KINDS[kind], explain.what(view, one, job), effort, (kind, what, sign))


def macros(view: View) -> list[Macro]:
    """Every errand that the seat of a view could begin now, the shortest first, and to rest."""
    return Outline().of(view)
