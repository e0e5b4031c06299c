"""The `full` encoder: all that lies on the table as one row of numbers, described by `full_row`."""

import numpy as np

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import flat, full_table, full_ways, hiding, walks
from mpenv.worlds.materia_prima.observe.blank import blank
from mpenv.worlds.materia_prima.observe.full_row import ROW, FullRow, More
from mpenv.worlds.materia_prima.rules.state import State

MORE = blank(More)


@rule()
def tell(t: Tables, s: State, seat: int, out: FullRow) -> None:
    W = walks.WALKS.copy()
    out.more[0] = MORE[0]
    flat.tell(t, s, seat, out.summary[0])
    walks.survey(t, s, W[0], seat)
    full_table.tell(t, s, seat, out.more[0])
    full_ways.tell(t, s, seat, W[0], out.more[0])
    W[0].hunters = 0  # numba frees an array after its last use, so this keeps it until here


@rule()
def _as_record(t: Tables, s: State, seat: int, row: np.ndarray) -> None:
    tell(t, s, seat, row.view(ROW)[0])


write = hiding.shown(_as_record)
observe = hiding.entry_of("full", write)
