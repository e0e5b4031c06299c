"""Seats in a flat row: belongings, announcements, and figures."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.summary import (
    GOALS,
    HALF_THERE,
    INTENTIONS,
    SEAT,
    THINGS,
    Row,
    cut,
    here,
    locate,
)
from mpenv.worlds.materia_prima.rules import board, figures, missions, order, sight, talk
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def seats(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for nth in range(v.SEATS):
        who = order.relative(s, seat, nth)
        if who >= 0:
            _seat(t, s, who, me, out, at + nth * SEAT)
    return at + v.SEATS * SEAT


@rule()
def _seat(t: Tables, s: State, who: int, me: int, out: Row, at: int) -> None:
    they = s.seat[who]
    out.number[at] = 1.0
    colour = order.colour(t, s, who)
    if colour < 3:
        out.number[at + 1 + colour] = 1.0
    out.number[at + 4] = they.stone
    for which in range(4):
        out.number[at + 5 + which] = cut(figures.stat(t, s, who, 0, which) / 6)
    if they.tower >= 0:
        locate(t, me, they.tower, out, at + 9)
    for place in range(v.ITEMS):
        if they.items[place] >= 0:
            item = t.recipe[they.items[place]]
            slot = at + 11 + item.slot
            out.number[slot] = max(out.number[slot], item.level / 3 if they.worn[place] else 0.1)
    for place in range(v.FRAGMENTS):
        if they.fragment[place] >= 0:
            level = at + 14 + t.recipe[they.fragment[place]].level
            out.number[level] = cut(out.number[level] + 0.5)
    for figure in range(1, v.FIGURES):
        if they.figure[figure].card >= 0:
            out.number[at + 18] += 1 / 3
    for number in range(min(t.scenario[s.scenario].goals, GOALS)):
        out.number[at + 19 + number] = _come(t, s, number, who)
    out.number[at + 23] = cut(figures.load(t, they.figure[0]) / 6)
    out.number[at + 24] = cut(they.figure[0].actions / 4)


@rule()
def _come(t: Tables, s: State, number: int, who: int) -> float:
    """Progress of a seat toward a goal."""
    own, wanted = missions.progress(t, s, number, who), missions.wanted(t, s, number)
    if missions.shared(t, s, number, own) >= wanted or missions.latched(s, number, who):
        return 1.0
    return cut(own / wanted)


@rule()
def stocks(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    for element in range(t.elements):
        out.number[at + element] = cut(s.seat[seat].stock[element] / 6)
    at += v.MAX_ELEMENTS
    for nth in range(1, v.SEATS):
        who = order.relative(s, seat, nth)
        if who >= 0:
            for level in range(1, v.LEVELS + 1):
                out.number[at + (nth - 1) * v.LEVELS + level - 1] = cut(_stored(t, s, who, level) / 6)
    at += (v.SEATS - 1) * v.LEVELS
    for element in range(t.elements):
        out.number[at + element] = cut(s.seat[seat].figure[0].load[element] / 6)
    return at + v.MAX_ELEMENTS


@rule()
def _stored(t: Tables, s: State, who: int, level: int) -> int:
    """Elements of a level in a tower."""
    count = 0
    for element in range(t.elements):
        if t.level[element] == level:
            count += s.seat[who].stock[element]
    return count


@rule()
def own_figures(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for figure in range(v.FIGURES):
        actor = s.seat[seat].figure[figure]
        first = at + figure * 11
        if actor.hex < 0:
            continue
        out.number[first] = 1.0
        locate(t, me, actor.hex, out, first + 1)
        out.number[first + 3] = cut(figures.load(t, actor) / 6)
        out.number[first + 4] = cut(figures.room(t, s, seat, figure) / 6)
        out.number[first + 5] = cut(actor.actions / 4)
        out.number[first + 6] = cut(actor.extra[figures.MOVING] / 2)
        out.number[first + 7] = actor.hex == s.seat[seat].tower
        out.number[first + 8] = board.mine_at(s, actor.hex) >= 0
        for slot in range(v.SLOTS):
            for which in range(s.slot[slot].figures):
                hunter = s.slot[slot].hex[which]
                if hunter >= 0 and board.apart(t, actor.hex, hunter) == 1:
                    out.number[first + 9] = cut(out.number[first + 9] + 0.5)
        out.number[first + 10] = s.site[actor.hex] >= v.TOWN
    for nth in range(2):
        out.number[at + 1 + nth] = said(s, seat, nth)
    return at + v.FIGURES * 11


@rule()
def others(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for nth in range(1, v.SEATS):
        who = order.relative(s, seat, nth)
        if who < 0:
            continue
        first, hex = at + (nth - 1) * 3, s.seat[who].figure[0].hex
        if hex == sight.UNSEEN:
            out.number[first] = HALF_THERE
        elif hex >= 0:
            out.number[first] = 1.0
            locate(t, me, hex, out, first + 1)
    return at + (v.SEATS - 1) * 3


@rule()
def said(s: State, seat: int, nth: int) -> float:
    """Announcement of a seat as a number: the intention, and its object."""
    who = order.relative(s, seat, nth)
    if who < 0 or s.candour.said[who] == 0:
        return 0.0
    said = s.candour.said[who]
    kind = talk.intention(said)
    what = said - talk.FIRST[kind]
    if kind == talk.HELP:
        what = order.nth(s, seat, what)
    return kind / INTENTIONS + what / THINGS
