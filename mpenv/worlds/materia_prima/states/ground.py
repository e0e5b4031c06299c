"""Laws of the board: pieces on it, and loads."""

import numpy as np

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, prompts
from mpenv.worlds.materia_prima.rules.state import HEAPS, PLACING, State
from mpenv.worlds.materia_prima.states.names import (
    BELOW_ZERO,
    BLOCKED,
    COLOURS,
    FIGURES,
    FINE,
    HEAP,
    IN_TOWER,
    MARKERS,
    OFF_BOARD,
    OVERLOADED,
    PLACED,
    SHARED,
    SUPPLY,
    TILES,
    TOWER_OF,
    WORN,
)


@rule()
def tiles(t: Tables, s: State) -> int:
    """Each tile lies once, and the sites are what is printed on them."""
    seen = 0
    for slot in range(v.TILES):
        seen |= 1 << s.laid[slot, 0]
        if t.turned[s.laid[slot, 2], 0] < 0:
            return TILES
    if seen != (1 << v.TILES) - 1:
        return TILES
    sites = np.zeros(v.MAX_HEXES, np.int64)
    for slot in range(v.TILES):
        side = t.tile[s.laid[slot, 0]].side[s.laid[slot, 1]]
        for place in range(t.tile_hexes):
            sites[t.place[slot, t.turned[s.laid[slot, 2], place]]] = side.site[place]
    for hex in range(v.MAX_HEXES):
        if s.site[hex] != sites[hex] or (hex >= t.hexes and s.marker[hex] != 0):
            return TILES
    return FINE


@rule()
def places(t: Tables, s: State) -> int:
    owner = np.full(v.MAX_HEXES, -1, np.int64)
    for seat in range(s.seats):
        for k in range(v.FIGURES):
            hex = s.seat[seat].figure[k].hex
            if hex < 0:
                continue
            if owner[hex] >= 0 and owner[hex] != seat:
                return COLOURS
            owner[hex] = seat
            if s.site[hex] == v.BLOCKED:
                return BLOCKED
            for other in range(s.seats):
                if other != seat and s.seat[other].tower == hex:
                    return TOWER_OF
    for seat in range(s.seats):
        me = s.seat[seat]
        placed = s.phase != PLACING or seat < s.turn
        if placed and (me.tower < 0 or me.figure[0].hex < 0):
            return PLACED
        if me.tower >= 0:
            if s.site[me.tower] == v.BLOCKED or s.marker[me.tower] > 0:
                return PLACED
            for other in range(seat):
                if s.seat[other].tower == me.tower:
                    return PLACED
            owner[me.tower] = seat
    for slot in range(v.SLOTS):
        for k in range(v.STANDEES):
            if (s.slot[slot].hex[k] >= 0) != (k < s.slot[slot].figures):
                return FIGURES
        for k in range(s.slot[slot].figures):
            if owner[s.slot[slot].hex[k]] >= 0:
                return SHARED
            if s.site[s.slot[slot].hex[k]] == v.BLOCKED:
                return BLOCKED
    return FINE


@rule()
def ground(t: Tables, s: State) -> int:
    for hex in range(v.MAX_HEXES):
        if s.marker[hex] < 0 or s.marker[hex] > 1:
            return MARKERS
    for heap in range(HEAPS):
        if (s.heap_count[heap] > 0) != (heap < s.heaps):
            return HEAP
        if 0 < heap < s.heaps and s.heap_at[heap - 1] >= s.heap_at[heap]:
            return HEAP
        if heap >= s.heaps:
            if s.heap_at[heap] != 0:
                return HEAP
            continue
        hex, element = s.heap_at[heap] // v.MAX_ELEMENTS, s.heap_at[heap] % v.MAX_ELEMENTS
        if hex >= t.hexes or element >= t.elements or s.site[hex] == v.BLOCKED:
            return HEAP
        if board.tower_at(s, hex) >= 0:
            return IN_TOWER
    return FINE


@rule()
def capacity(t: Tables, s: State, seat: int, figure: int) -> int:
    """Capacity reckoned apart from the rules: the stat row or card, and worn items."""
    me = s.seat[seat]
    if figure:
        return t.recipe[me.figure[figure].card].grants[figures.CAPACITY]
    room = t.alchemist[me.alchemist].grants[0 if me.stone else 1, figures.CAPACITY]
    for k in range(v.ITEMS):
        if me.worn[k]:
            room += t.recipe[me.items[k]].grants[figures.CAPACITY]
    for marker in range(t.extensions):
        if s.owner[marker] == seat:
            room += t.extension[marker].grants[figures.CAPACITY]
    return room + s.bonus[figures.CAPACITY]


@rule()
def overloaded(s: State, seat: int, figure: int) -> bool:
    """The partner of an open exchange, and a figure that is asked to drop, may carry too much for the moment."""
    if s.prompts == 0:
        return False
    top = s.prompt[s.prompts - 1]
    if top.kind == prompts.EXCHANGE:
        return top.slot == seat * v.FIGURES + figure
    return top.kind == prompts.OVERLOAD and top.seat == seat and top.figure == figure


@rule()
def loads(t: Tables, s: State) -> int:
    for seat in range(s.seats):
        me = s.seat[seat]
        for element in range(v.MAX_ELEMENTS):
            if me.stock[element] < 0 or (element >= t.elements and me.stock[element] > 0):
                return BELOW_ZERO
        for k in range(v.FIGURES):
            one = me.figure[k]
            carried = 0
            for element in range(v.MAX_ELEMENTS):
                if one.load[element] < 0 or (element >= t.elements and one.load[element] > 0):
                    return BELOW_ZERO
                carried += one.load[element]
            if one.actions < 0:
                return BELOW_ZERO
            for verb in range(len(v.VERBS)):
                if one.extra[verb] < 0:
                    return BELOW_ZERO
            if k > 0 and (one.hex >= 0) != (one.card >= 0):
                return OFF_BOARD
            if one.hex < 0 and (carried > 0 or one.card != -1 or one.actions > 0):
                return OFF_BOARD
            if one.hex >= 0 and carried > capacity(t, s, seat, k) and not overloaded(s, seat, k):
                return OVERLOADED
        for slot in range(len(v.ITEM_SLOTS)):
            worn = 0
            for k in range(v.ITEMS):
                if me.worn[k] and (me.items[k] < 0 or t.recipe[me.items[k]].slot == slot):
                    worn += 1
            if worn > 1:
                return WORN
    return FINE


@rule()
def supply(t: Tables, s: State) -> int:
    if s.house.supply == 0:
        return FINE
    for element in range(t.elements):
        if s.supply[element] < 0:
            return SUPPLY
    return FINE
