"""The `flat` encoder: a summary of the view in one short row of numbers.

Seats are told relative to the one who looks: itself first, then the others in today's order.
Places are told relative to its alchemist, in hexes divided by 8. Everything is cut to -1 ... 1.
"""

import numpy as np

from mpenv.jit import entry, rule
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import board, display, figures, heaps, missions, order, prompts
from mpenv.materia.rules.actions import convert
from mpenv.materia.rules.state import RUNNING, State

GOALS = 4
PROMPT_KINDS = 16
FAR = 8.0

FIELDS: tuple[tuple[str, int, str], ...] = (
    ("day", 5, "day, length, days left (of 20), last day, number of seats (of 4)"),
    ("prompt", PROMPT_KINDS + 8, "kind asked; cause of 4; steps done, items touched, type slot, column chosen"),
    ("asked", 8, "whose prompt, by relative seat; which figure it is about"),
    ("alarm", 28, "today's card: town, modifiers, level of the loot, marks of both causes, place in the order"),
    ("goals", GOALS * 8, "the first goals: exists, make / hold / stock, team, kind, level, count"),
    ("seats", v.SEATS * 35, "colour, stone, stats, order, tower, deeds, worn items, fragments, homunculi, progress"),
    ("stocks", v.SEATS * v.MAX_ELEMENTS, "tower stocks by element (of 6)"),
    ("load", v.MAX_ELEMENTS, "what the own alchemist carries, by element (of 6)"),
    ("figures", v.FIGURES * 11, "own figures: place, load, room, actions, extra moves, home, mine, danger, in town"),
    ("others", (v.SEATS - 1) * 4, "other alchemists: there, place, load"),
    ("mines", v.MAX_ELEMENTS * 2, "way to the nearest mine of each element"),
    ("pool", v.POOL * 7, "each slot: there, kind, level, elements missing to pay it, payable"),
    ("wanted", len(v.KINDS) * v.MAX_ELEMENTS, "elements missing for the cheapest recipe of each kind"),
    ("compass", len(v.KINDS) * 6, "for that recipe of each kind: does a step there come nearer to what it lacks?"),
    ("inquisition", v.SLOTS * 17, "each slot: there, cards, final values, destroys, primary target, figures"),
    ("around", 28, "own hex and its six neighbours: marker, loose elements, inquisitor, other colour"),
    ("decks", 6, "cards left: alarms, inquisitors, defeated, three recipe decks"),
)  # fmt: skip
OMITS = (
    "which elements other alchemists and the homunculi carry, only how many",
    "where homunculi of other seats stand and what budgets they have left",
    "which cards lie in discard piles and which inquisitor cards are displayed, only their final values",
    "markers and loose elements farther than one hex from the own alchemist; all mines but the nearest of a kind",
    "blocked hexes, the towns' places, the fifth goal and further ones, which item of a slot is worn",
    "anything above the scale of its field",
)
SIZE = sum(size for _, size, _ in FIELDS)

Row = np.ndarray


@entry
def observe(T: np.ndarray, S: np.ndarray, i: int, seat: int, out: Row) -> None:
    """Write what `seat` sees of game i into a row of SIZE numbers."""
    write(T[0], S[i], seat, out)


@rule()
def write(t: Tables, s: State, seat: int, out: Row) -> None:
    out[:] = 0.0
    at = _day(t, s, out, 0)
    at = _prompt(t, s, seat, out, at)
    at = _alarm(t, s, seat, out, at)
    at = _goals(t, s, out, at)
    at = _seats(t, s, seat, out, at)
    at = _stocks(t, s, seat, out, at)
    at = _figures(t, s, seat, out, at)
    at = _others(t, s, seat, out, at)
    at = _mines(t, s, seat, out, at)
    at = _pool(t, s, seat, out, at)
    at = _inquisition(t, s, seat, out, at)
    at = _around(t, s, seat, out, at)
    _decks(s, out, at)


@rule()
def cut(value: float) -> float:
    return min(1.0, max(-1.0, value))


@rule()
def _place(t: Tables, here: int, hex: int, out: Row, at: int) -> None:
    out[at] = cut((t.q[hex] - t.q[here]) / FAR)
    out[at + 1] = cut((t.r[hex] - t.r[here]) / FAR)


@rule()
def _day(t: Tables, s: State, out: Row, at: int) -> int:
    out[at] = cut(s.day / 20)
    out[at + 1] = cut(s.days / 20)
    out[at + 2] = cut((s.days - s.day) / 20)
    out[at + 3] = s.day >= s.days
    out[at + 4] = s.seats / 4
    return at + 5


@rule()
def _prompt(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    if s.prompts > 0 and s.outcome == RUNNING:
        asked = prompts.asked(s)
        out[at + asked.kind] = 1.0
        out[at + PROMPT_KINDS + asked.cause] = 1.0
        detail = at + PROMPT_KINDS + 4
        out[detail] = cut(asked.done / 6)
        for place in range(v.ITEMS):
            out[detail + 1] += (asked.touched >> place & 1) / v.ITEMS
        out[detail + 2] = (asked.slot + 1) / 4
        out[detail + 3] = (asked.column + 1) / v.MAX_SPAN
        whose = at + PROMPT_KINDS + 8
        for nth in range(s.seats):
            if order.relative(s, seat, nth) == asked.seat:
                out[whose + nth] = 1.0
        out[whose + 4 + asked.figure] = 1.0
    return at + PROMPT_KINDS + 16


@rule()
def _alarm(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    card = t.alarm[display.active(s)]
    out[at + card.town] = 1.0
    for which in range(len(v.VALUES)):
        out[at + 3 + which] = cut(card.value[which] / 2)
    for face in range(v.DIE_FACES):
        out[at + 7 + face] = t.level[card.loot[face]] / 3
    for cause in range(2):
        for direction in range(7):
            out[at + 10 + cause * 7 + direction] = cut(card.marks[cause, direction] / 2)
    for place in range(4):
        for nth in range(s.seats):
            if s.order[place] >= 0 and order.relative(s, seat, nth) == s.order[place]:
                out[at + 24 + nth] = (place + 1) / 4
    return at + 28


@rule()
def _goals(t: Tables, s: State, out: Row, at: int) -> int:
    scenario = t.scenario[s.scenario]
    for number in range(min(scenario.goals, GOALS)):
        goal = scenario.goal[number]
        here = at + number * 8
        out[here] = 1.0
        out[here + 1] = goal.predicate / 2
        out[here + 2] = goal.who
        if goal.kind >= 0:
            out[here + 3 + goal.kind] = 1.0
        out[here + 6] = goal.level / 3
        out[here + 7] = cut(goal.count / 4)
    return at + GOALS * 8


@rule()
def _seats(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = s.seat[seat].figure[0].hex
    for nth in range(v.SEATS):
        who = order.relative(s, seat, nth)
        if who >= 0:
            _seat(t, s, who, me, out, at + nth * 35)
    return at + v.SEATS * 35


@rule()
def _seat(t: Tables, s: State, who: int, me: int, out: Row, at: int) -> None:
    they = s.seat[who]
    out[at] = 1.0
    out[at + 1 + t.alchemist[they.alchemist].colour] = 1.0
    out[at + 5] = they.stone
    for which in range(4):
        out[at + 6 + which] = cut(figures.stat(t, s, who, 0, which) / 6)
    _place(t, me, they.tower, out, at + 10)
    for kind in range(3):
        for level in range(3):
            out[at + 12 + kind * 3 + level] = cut(they.made[kind, level + 1] / 2)
    for place in range(v.ITEMS):
        if they.items[place] >= 0:
            item = t.recipe[they.items[place]]
            slot = at + 21 + item.slot
            out[slot] = max(out[slot], item.level / 3 if they.worn[place] else 0.1)
    for place in range(v.FRAGMENTS):
        if they.fragment[place] >= 0:
            level = at + 24 + t.recipe[they.fragment[place]].level
            out[level] = cut(out[level] + 0.5)
    for figure in range(1, v.FIGURES):
        if they.figure[figure].hex >= 0:
            out[at + 28] += 1 / 3
    for number in range(min(t.scenario[s.scenario].goals, GOALS)):
        wanted = t.scenario[s.scenario].goal[number].count
        out[at + 29 + number] = cut(missions.progress(t, s, number, who) / wanted)
    out[at + 33] = cut(figures.load(t, they.figure[0]) / 6)
    out[at + 34] = cut(they.figure[0].actions / 4)


@rule()
def _stocks(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    for nth in range(v.SEATS):
        who = order.relative(s, seat, nth)
        if who >= 0:
            for element in range(t.elements):
                out[at + nth * v.MAX_ELEMENTS + element] = cut(s.seat[who].stock[element] / 6)
    at += v.SEATS * v.MAX_ELEMENTS
    for element in range(t.elements):
        out[at + element] = cut(s.seat[seat].figure[0].load[element] / 6)
    return at + v.MAX_ELEMENTS


@rule()
def _figures(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = s.seat[seat].figure[0].hex
    for figure in range(v.FIGURES):
        one = s.seat[seat].figure[figure]
        here = at + figure * 11
        if one.hex < 0:
            continue
        out[here] = 1.0
        _place(t, me, one.hex, out, here + 1)
        out[here + 3] = cut(figures.load(t, one) / 6)
        out[here + 4] = cut(figures.room(t, s, seat, figure) / 6)
        out[here + 5] = cut(one.actions / 4)
        out[here + 6] = cut(one.extra[figures.MOVING] / 2)
        out[here + 7] = one.hex == s.seat[seat].tower
        out[here + 8] = board.mine_at(s, one.hex) >= 0
        for slot in range(v.SLOTS):
            for which in range(s.slot[slot].figures):
                if board.apart(t, one.hex, s.slot[slot].hex[which]) == 1:
                    out[here + 9] = cut(out[here + 9] + 0.5)
        out[here + 10] = s.site[one.hex] >= v.TOWN
    return at + v.FIGURES * 11


@rule()
def _others(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = s.seat[seat].figure[0].hex
    for nth in range(1, v.SEATS):
        who = order.relative(s, seat, nth)
        if who >= 0:
            here = at + (nth - 1) * 4
            out[here] = 1.0
            _place(t, me, s.seat[who].figure[0].hex, out, here + 1)
            out[here + 3] = cut(figures.load(t, s.seat[who].figure[0]) / 6)
    return at + (v.SEATS - 1) * 4


@rule()
def _mines(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    """The nearest mine of each element, the first of equals; kept in the scratch space for the compass."""
    me = s.seat[seat].figure[0].hex
    for element in range(t.elements):
        s.queue[element] = -1
    for hex in range(t.hexes):
        element = board.mine_at(s, hex)
        if element < 0:
            continue
        known = s.queue[element]
        if known < 0 or board.apart(t, me, hex) < board.apart(t, me, known):
            s.queue[element] = hex
    for element in range(t.elements):
        if s.queue[element] >= 0:
            _place(t, me, s.queue[element], out, at + element * 2)
    return at + v.MAX_ELEMENTS * 2


@rule()
def _missing(t: Tables, s: State, seat: int, card: int, element: int) -> int:
    return max(0, t.recipe[card].cost[element] - convert.owns(s, seat, element))


@rule()
def _pool(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    wanted = at + v.POOL * 7
    for kind in range(len(v.KINDS)):
        cheapest, least = -1, 1000
        for slot in range(v.POOL):
            card = s.pool[slot]
            if card < 0 or t.recipe[card].kind != kind:
                continue
            lacks = 0
            for element in range(t.elements):
                lacks += _missing(t, s, seat, card, element)
            here = at + slot * 7
            out[here] = 1.0
            out[here + 1 + kind] = 1.0
            out[here + 4] = t.recipe[card].level / 3
            out[here + 5] = cut(lacks / 4)
            out[here + 6] = lacks == 0
            if lacks < least:
                cheapest, least = card, lacks
        if cheapest >= 0:
            for element in range(t.elements):
                out[wanted + kind * v.MAX_ELEMENTS + element] = cut(_missing(t, s, seat, cheapest, element) / 3)
            _compass(t, s, seat, cheapest, out, wanted + len(v.KINDS) * v.MAX_ELEMENTS + kind * 6)
    return wanted + len(v.KINDS) * (v.MAX_ELEMENTS + 6)


@rule()
def _compass(t: Tables, s: State, seat: int, card: int, out: Row, at: int) -> None:
    """For each direction, does a step there come nearer: to the nearest mine of what a recipe lacks, else home?"""
    me = s.seat[seat].figure[0].hex
    goal = -1
    for element in range(t.elements):
        mine = s.queue[element]
        if mine < 0 or _missing(t, s, seat, card, element) == 0:
            continue
        if goal < 0 or board.apart(t, me, mine) < board.apart(t, me, goal):
            goal = mine
    if goal < 0:
        goal = s.seat[seat].tower
    for direction in range(6):
        there = board.beyond(t, s, me, direction)
        if there >= 0:
            out[at + direction] = board.apart(t, me, goal) - board.apart(t, there, goal)


@rule()
def _inquisition(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = s.seat[seat].figure[0].hex
    for slot in range(v.SLOTS):
        one = s.slot[slot]
        here = at + slot * 17
        if one.cards == 0:
            continue
        out[here] = 1.0
        out[here + 1] = one.cards / v.TYPE_CARDS
        for which in range(len(v.VALUES)):
            out[here + 2 + which] = cut(display.value(t, s, slot, which) / 8)
        out[here + 6] = t.inquisitor[one.type].destroys
        out[here + 7 + t.inquisitor[one.type].primary] = 1.0
        for which in range(one.figures):
            out[here + 10 + which * 3] = 1.0
            _place(t, me, one.hex[which], out, here + 11 + which * 3)
        out[here + 16] = s.hunter // v.STANDEES == slot
    return at + v.SLOTS * 17


@rule()
def _around(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = s.seat[seat].figure[0].hex
    for place in range(7):
        hex = me if place == v.CENTRE else board.beyond(t, s, me, place)
        if hex < 0:
            continue
        out[at + place] = s.marker[hex]
        out[at + 7 + place] = cut(heaps.loose_at(s, hex) / 6)
        out[at + 14 + place] = board.inquisitor_at(s, hex)
        other = board.colour_at(s, hex)
        out[at + 21 + place] = other >= 0 and other != seat
    return at + 28


@rule()
def _decks(s: State, out: Row, at: int) -> None:
    out[at] = s.alarms.cards / v.MAX_DECK
    out[at + 1] = s.pile.cards / (v.SLOTS * v.TYPE_CARDS)
    out[at + 2] = s.defeated.cards / (v.SLOTS * v.TYPE_CARDS)
    for kind in range(len(v.KINDS)):
        out[at + 3 + kind] = s.recipes[kind].cards / v.MAX_DECK
