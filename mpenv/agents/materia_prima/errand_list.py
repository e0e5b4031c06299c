"""Macro actions: the errands a seat could begin from where it stands, such as fetch, bring home and transmute."""

from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.materia_prima import explain, handover, order_execution, scorer
from mpenv.agents.materia_prima.memory import JOBS, MEMORY, new_memories
from mpenv.agents.materia_prima.temperament import temperament_of
from mpenv.engine.jit import entry, rule
from mpenv.engine.records import readable
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules.state import State
from mpenv.worlds.materia_prima.view import View

KIND, WHAT, SIGN, EFFORT = range(4)
COLUMNS = 4


class Macro(NamedTuple):
    """A macro action: its kind, its words, about how many actions it takes, and the order that makes a player do it."""

    kind: str
    words: str
    effort: int
    order: tuple[int, int, int]


@entry
def list_macros(T: np.ndarray, V: np.ndarray, i: int, P: np.ndarray, seat: int, rows: np.ndarray) -> int:
    """Write the errands possible in view i to `rows`, and as jobs to the player's memory; return how many there are."""
    P[0].seat = seat
    return write_macros(T[0], V[i], P[0], rows)


@rule()
def write_macros(t: Tables, s: State, p: Any, rows: np.ndarray) -> int:
    """Write the errands a seat could begin now to `rows`; return how many there are."""
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
    """Lists macro actions; owns the buffers for it."""

    def __init__(self) -> None:
        self._memories, self._rows = new_memories(1), np.zeros((JOBS, COLUMNS), np.int64)
        temperament_of("expert").into(self._memories, 0)

    def of(self, view: View) -> list[Macro]:
        """List every errand that the seat of a view could begin now, shortest first, and last of all to rest."""
        count = list_macros(view.pack.tables, view.record.copy(), 0, self._memories, view.seat, self._rows)
        memory: Any = self._memories.view(readable(MEMORY))[0]
        found = [self._macro(view, memory, self._rows[row], memory.job[row]) for row in range(count)]
        found.sort(key=lambda macro: macro.effort)
        return [*found, Macro("rest", "rest until tomorrow", 0, (order_execution.REST, 0, 0))]

    def _macro(self, view: View, memory: Any, row: np.ndarray, job: Any) -> Macro:
        kind, what, sign, effort = map(int, row)
        return Macro(order_execution.KINDS[kind], explain.what(view, memory, job), effort, (kind, what, sign))


def macros(view: View) -> list[Macro]:
    """List every errand that the seat of a view could begin now, shortest first, and last of all to rest."""
    return Outline().of(view)
