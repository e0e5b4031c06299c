"""The `planes` encoder: the board as planes on the axial grid, everything else as in `entities`."""

from typing import Any

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import common, ground, hiding
from mpenv.worlds.materia_prima.observe.blank import COMMON, GRIDS
from mpenv.worlds.materia_prima.observe.rows import Grids, Planes
from mpenv.worlds.materia_prima.rules import board, order, prompts, sight
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def tell(t: Tables, s: State, seat: int, row: Planes) -> None:
    row.common[0] = COMMON[0]
    row.faces[0] = t.faces[0]
    row.planes[0] = GRIDS[0]
    common.tell(t, s, seat, row.common[0])
    ground.flood(t, s)
    sight.look_around(t, s, seat)
    it = row.planes[0]
    _ground(t, s, it)
    for nth in range(s.seats):
        _seat(t, s, order.relative(s, seat, nth), nth, it)
    _standees(t, s, it)
    _asked(t, s, it)
    for heap in range(s.heaps):
        hex, element = s.heap_at[heap] // v.MAX_ELEMENTS, s.heap_at[heap] % v.MAX_ELEMENTS
        it.loose[element, t.column[hex], t.row[hex]] = s.heap_count[heap]


@rule()
def _ground(t: Tables, s: State, it: Grids) -> None:
    for hex in range(t.hexes):
        column, row = t.column[hex], t.row[hex]
        it.marker[column, row] = s.marker[hex]
        it.danger[column, row] = s.distance[hex] + 1
        it.seen[column, row] = s.first[hex]
        if s.site[hex] == v.BLOCKED:
            it.blocked[column, row] = 1
            continue
        it.board[column, row] = 1
        if s.site[hex] >= v.TOWN:
            it.town[board.town_at(s, hex), column, row] = 1
        elif s.site[hex] >= v.MINE:
            it.mine[board.mine_at(s, hex), column, row] = 1


@rule()
def _seat(t: Tables, s: State, who: int, nth: int, it: Grids) -> None:
    they = s.seat[who]
    if they.tower >= 0:
        it.tower[nth, t.column[they.tower], t.row[they.tower]] = 1
    for figure in range(v.FIGURES):
        hex = they.figure[figure].hex
        if hex >= 0:
            it.figure[nth * v.FIGURES + figure, t.column[hex], t.row[hex]] = 1


@rule()
def _standees(t: Tables, s: State, it: Grids) -> None:
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            hex = s.slot[slot].hex[which]
            if hex < 0:
                continue
            it.inquisitor[slot * v.STANDEES + which, t.column[hex], t.row[hex]] = 1


@rule()
def _asked(t: Tables, s: State, it: Grids) -> None:
    if s.prompts == 0:
        return
    asked = prompts.asked(s)
    hex = s.seat[asked.seat].figure[asked.figure].hex
    if hex >= 0:
        it.asked[t.column[hex], t.row[hex]] = 1
    if asked.column >= 0:
        for there in range(t.hexes):
            if t.column[there] == asked.column:
                it.chosen[t.column[there], t.row[there]] = 1


@rule()
def _first(t: Tables, s: State, seat: int, rows: Any) -> None:
    tell(t, s, seat, rows[0])


write = hiding.shown(_first)
observe = hiding.entry_of("planes", write)
