"""The `flat` encoder: a summary of the view as a short row of numbers, described by `summary`."""

import numpy as np

from mpenv.engine.jit import entry, rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import flat_seats, flat_table, flat_ways
from mpenv.worlds.materia_prima.observe.summary import ROW, Row
from mpenv.worlds.materia_prima.rules import secrets
from mpenv.worlds.materia_prima.rules.state import KIND, State


@entry
def observe(T: np.ndarray, S: np.ndarray, i: int, seat: int, row: np.ndarray) -> None:
    """Write the view of `seat` of game i into a row of SIZE numbers."""
    write(T[0], S[i], seat, row)


@rule()
def write(t: Tables, s: State, seat: int, row: np.ndarray) -> None:
    out = row.view(ROW)
    if secrets.all_open(t, s):
        tell(t, s, seat, out[0])
        return
    V = np.empty(1, KIND)
    V[0] = s
    secrets.hide(t, V[0], seat)
    tell(t, V[0], seat, out[0])
    V[0].logged = 0  # numba frees an array after its last use, so this keeps the copy until here


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
