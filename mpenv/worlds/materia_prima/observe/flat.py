"""The `flat` encoder: a summary of the view as a short row of numbers, described by `summary`."""

import numpy as np

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import flat_seats, flat_table, flat_ways, hiding
from mpenv.worlds.materia_prima.observe.summary import ROW, Row
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def tell(t: Tables, s: State, seat: int, out: Row) -> None:
    out.number[:] = 0.0
    at = flat_table.day(t, s, out, 0)
    at = flat_table.prompt(t, s, seat, out, at)
    at = flat_table.alarm(t, s, seat, out, at)
    at = flat_table.goals(t, s, out, at)
    at = flat_seats.seats(t, s, seat, out, at)
    at = flat_seats.stocks(t, s, seat, out, at)
    at = flat_seats.own_figures(t, s, seat, out, at)
    at = flat_seats.others(t, s, seat, out, at)
    at = flat_ways.mines(t, s, seat, out, at)
    at = flat_ways.pool(t, s, seat, out, at)
    at = flat_table.inquisition(t, s, seat, out, at)
    at = flat_ways.around(t, s, seat, out, at)
    at = flat_table.unseen(t, s, seat, out, at)
    at = flat_table.special(t, s, out, at)
    at = flat_table.next_event(t, s, out, at)
    at = flat_ways.in_towns(t, s, seat, out, at)
    flat_ways.private(t, s, seat, out, at)


@rule()
def _as_record(t: Tables, s: State, seat: int, row: np.ndarray) -> None:
    tell(t, s, seat, row.view(ROW)[0])


write = hiding.shown(_as_record)
observe = hiding.entry_of("flat", write)
