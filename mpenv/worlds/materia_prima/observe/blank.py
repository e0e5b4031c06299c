"""Blank records, to reset rows."""

from typing import Any

import numpy as np

from mpenv.engine.records import layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.observe.rows import Common, Grids, Hidden
from mpenv.worlds.materia_prima.observe.tokens import Hex


def blank(record: type, count: int = 1) -> Any:
    """Zeroed records, in the form that the rules of this process take."""
    dtype = layout(record)
    return np.zeros(count, readable(dtype) if PLAIN else dtype)


COMMON, HEX, GRIDS, HIDDEN = blank(Common), blank(Hex), blank(Grids), blank(Hidden)
