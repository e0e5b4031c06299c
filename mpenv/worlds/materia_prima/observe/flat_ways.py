"""Things to get in a flat row: mines, recipes and the way to missing elements, nearby hexes, towns."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.flat_seats import said
from mpenv.worlds.materia_prima.observe.summary import BYTE, MOST, NOWHERE, POOL, TOWN, Row, cut, here, locate
from mpenv.worlds.materia_prima.rules import board, heaps, payment, secrets, towns
from mpenv.worlds.materia_prima.rules.actions import buy, errand
from mpenv.worlds.materia_prima.rules.state import DRAWN, State


@rule()
def mines(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    """The nearest mine of each element, the first of equals; behind them the towns.

    The scratch space keeps them in `nearest` and the ways there in `distance`. Until all are seen, one number holds
    way and hex, so that the least is the nearest without a branch.
    """
    me = here(s, seat)
    s.nearest[:] = NOWHERE
    for place in range(board.survey(t, s)):
        hex = s.queue[place]
        kind = s.site[hex] - v.MINE
        s.nearest[kind] = min(s.nearest[kind], board.apart(t, me, hex) << BYTE | hex)
    for kind in range(v.MAX_ELEMENTS + len(v.TOWNS)):
        s.distance[kind] = s.nearest[kind] >> BYTE
        s.nearest[kind] = -1 if s.nearest[kind] == NOWHERE else s.nearest[kind] & MOST
    for element in range(t.elements):
        if s.nearest[element] >= 0:
            locate(t, me, s.nearest[element], out, at + element * 2)
    return at + v.MAX_ELEMENTS * 2


@rule()
def pool(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    wanted = at + v.POOL * POOL
    _own(t, s, seat)
    for kind in range(len(v.KINDS)):
        cheapest, least = -1, 1000
        for slot in range(v.POOL):
            card = s.pool[slot]
            if card < 0 or t.recipe[card].kind != kind:
                continue
            lacks = _lacks(t, s, card)
            first = at + slot * POOL
            out.number[first] = 1.0
            if kind < 2:
                out.number[first + 1 + kind] = 1.0
            out.number[first + 3] = t.recipe[card].level / 3
            out.number[first + 4] = cut(lacks / 4)
            out.number[first + 5] = lacks == 0
            if lacks < least:
                cheapest, least = card, lacks
        if cheapest >= 0:
            for place in range(t.recipe[cheapest].parts):
                element = t.recipe[cheapest].part[place]
                out.number[wanted + kind * v.MAX_ELEMENTS + element] = cut(_missing(t, s, cheapest, element) / 3)
            _compass(t, s, seat, cheapest, out, wanted + len(v.KINDS) * v.MAX_ELEMENTS + kind * 6)
    return wanted + len(v.KINDS) * (v.MAX_ELEMENTS + 6)


@rule()
def _own(t: Tables, s: State, seat: int) -> None:
    """Write what the own alchemist can pay with to the scratch space."""
    for element in range(t.elements):
        s.queue[element] = payment.owns(s, seat, element)


@rule()
def _lacks(t: Tables, s: State, card: int) -> int:
    """Elements missing to pay a recipe."""
    lacks = 0
    for place in range(t.recipe[card].parts):
        lacks += _missing(t, s, card, t.recipe[card].part[place])
    return lacks


@rule()
def _missing(t: Tables, s: State, card: int, element: int) -> int:
    return max(0, t.recipe[card].cost[element] - s.queue[element])


@rule()
def _compass(t: Tables, s: State, seat: int, card: int, out: Row, at: int) -> None:
    """For each direction, whether a step comes nearer to the nearest mine of what a recipe lacks, else home."""
    me = here(s, seat)
    goal, way = -1, 0
    for place in range(t.recipe[card].parts):
        element = t.recipe[card].part[place]
        mine = s.nearest[element]
        if mine < 0 or _missing(t, s, card, element) == 0:
            continue
        if goal < 0 or s.distance[element] < way:
            goal, way = mine, s.distance[element]
    if goal < 0:
        goal = max(s.seat[seat].tower, 0)
        way = board.apart(t, me, goal)
    for direction in range(6):
        there = board.beyond(t, s, me, direction)
        if there >= 0:
            out.number[at + direction] = way - board.apart(t, there, goal)


@rule()
def around(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for place in range(7):
        hex = me if place == v.CENTRE else board.beyond(t, s, me, place)
        if hex < 0:
            continue
        out.number[at + place] = s.marker[hex]
        out.number[at + 7 + place] = cut(heaps.loose_at(s, hex) / 6)
        out.number[at + 14 + place] = board.inquisitor_at(s, hex)
        other = board.colour_at(s, hex)
        out.number[at + 21 + place] = other >= 0 and other != seat
    for nth in range(2):
        out.number[at + 14 + 7 * nth + v.CENTRE] = said(s, seat, 2 + nth)
    return at + 28


@rule()
def in_towns(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for town in range(len(v.TOWNS)):
        first = at + town * TOWN
        locate(t, me, s.nearest[v.MAX_ELEMENTS + town], out, first)
        out.number[first + 2] = towns.is_open(t, s, town)
        if s.mission[town] >= 0:
            mission = t.errand[s.mission[town]]
            out.number[first + 3] = 1.0
            out.number[first + 4 + mission.kind] = 1.0
            level = t.level[mission.wanted] if mission.kind == errand.ELEMENT else mission.wanted
            out.number[first + 9] = cut(level / 3)
            out.number[first + 10] = cut(mission.points / v.POINTS)
            out.number[first + 11] = errand.fulfils(t, s, seat, 0, town)
        if s.market[town] >= 0:
            out.number[first + 12] = 1.0
            out.number[first + 13] = buy.can_pay(t, s, seat, s.market[town])
    return at + len(v.TOWNS) * TOWN


@rule()
def private(t: Tables, s: State, seat: int, out: Row, at: int) -> None:
    card = s.seat[seat].private
    if card >= 0:
        out.number[at] = 0.5 if _lacks(t, s, card) > 0 else 1.0
    for place in range(DRAWN):
        if s.drawn[place] >= 0 or s.drawn[place] <= secrets.DRAWN_FACE_DOWN:
            out.number[at + 1] += 1 / DRAWN
