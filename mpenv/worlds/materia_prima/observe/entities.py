"""The `entities` encoder: a complete view as typed tokens, each with a mask."""

from typing import Any

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe import common, ground, hiding
from mpenv.worlds.materia_prima.observe.blank import COMMON, HEX
from mpenv.worlds.materia_prima.observe.rows import Entities
from mpenv.worlds.materia_prima.observe.summary import here
from mpenv.worlds.materia_prima.rules import board, order, sight
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def tell(t: Tables, s: State, seat: int, row: Entities) -> None:
    row.common[0] = COMMON[0]
    row.faces[0] = t.faces[0]
    common.tell(t, s, seat, row.common[0])
    for hex in range(v.MAX_HEXES):
        row.hexes[hex] = HEX[0]
    ground.flood(t, s)
    sight.look_around(t, s, seat)
    _sites(t, s, here(s, seat), row)
    for nth in range(s.seats):
        they = s.seat[order.relative(s, seat, nth)]
        if they.tower >= 0:
            row.hexes[they.tower].tower = nth + 1
        for figure in range(v.FIGURES):
            if they.figure[figure].hex >= 0:
                row.hexes[they.figure[figure].hex].figures = nth + 1
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            if s.slot[slot].hex[which] >= 0:
                row.hexes[s.slot[slot].hex[which]].inquisitors += 1
    for heap in range(s.heaps):
        hex, element = s.heap_at[heap] // v.MAX_ELEMENTS, s.heap_at[heap] % v.MAX_ELEMENTS
        row.hexes[hex].loose[element] = s.heap_count[heap]


@rule()
def _sites(t: Tables, s: State, me: int, row: Entities) -> None:
    for hex in range(t.hexes):
        it = row.hexes[hex]
        it.column = t.column[hex] + 1
        it.row = t.row[hex] + 1
        it.q = t.q[hex] - t.q[me]
        it.r = t.r[hex] - t.r[me]
        it.marker = s.marker[hex]
        it.danger = s.distance[hex] + 1
        it.seen = s.first[hex]
        it.blocked = s.site[hex] == v.BLOCKED
        it.mine = board.mine_at(s, hex) + 1
        it.town = board.town_at(s, hex) + 1


@rule()
def _first(t: Tables, s: State, seat: int, rows: Any) -> None:
    tell(t, s, seat, rows[0])


write = hiding.shown(_first)
observe = hiding.entry_of("entities", write)
