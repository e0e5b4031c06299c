"""The `oracle` encoder: the full state except future chance, for critics."""

from typing import Any

import numpy as np

from mpenv.engine.jit import entry, rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import entities
from mpenv.worlds.materia_prima.observe.blank import HIDDEN
from mpenv.worlds.materia_prima.observe.rows import Oracle
from mpenv.worlds.materia_prima.rules import order
from mpenv.worlds.materia_prima.rules.state import Pile, State

FIRST = 0  # the seat whose view is included


@entry
def observe(T: np.ndarray, S: np.ndarray, rows: Any) -> None:
    """Write the full state of some games, a row each."""
    for i in range(len(S)):
        tell(T[0], S[i], rows[i, 0])


@rule()
def tell(t: Tables, s: State, row: Oracle) -> None:
    entities.tell(t, s, FIRST, row.seen[0])
    row.hidden[0] = HIDDEN[0]
    it = row.hidden[0]
    for place in range(v.MAX_DECK):
        it.alarms[place] = _card(s.alarms, place)
        it.inquisitors[place] = _card(s.pile, place)
        it.missions[place] = _card(s.errands, place)
        it.extensions[place] = _card(s.extensions, place)
        for kind in range(len(v.KINDS)):
            it.recipes[kind, place] = _card(s.recipes[kind], place)
    for nth in range(s.seats):
        it.private[nth] = s.seat[order.relative(s, FIRST, nth)].private + 1


@rule()
def _card(pile: Pile, place: int) -> int:
    """Card at a position of a pile counted from its top, plus 1; 0 beyond the last."""
    return pile.card[pile.cards - 1 - place] + 1 if place < pile.cards else 0
