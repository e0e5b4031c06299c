"""The `flat` encoder: a summary of the view in one short row of numbers.

Seats are told relative to the one who looks: itself first, then the others in today's order.
Places are told relative to its alchemist, in hexes divided by 8. Everything is cut to -1 ... 1.
"""

from typing import Annotated

import numpy as np

from mpenv.jit import PLAIN, entry, rule
from mpenv.layout import Floats, layout, readable
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import (
    board,
    display,
    events,
    figures,
    heaps,
    missions,
    order,
    payment,
    prompts,
    secrets,
    sight,
    talk,
    towns,
)
from mpenv.materia.rules.actions import buy, errand
from mpenv.materia.rules.state import DRAWN, KIND, RUNNING, State

GOALS = 4
PROMPT_KINDS = prompts.SAY - 1  # without "nothing"; saying shows as a question of no kind
CAUSES = len(prompts.CAUSES)
SEAT = 25
GOAL = 9
UNSEEN = len(v.KINDS) * v.LEVELS + len(v.TOWNS) + len(v.ERRANDS) + v.SLOTS + 2
SLOT = 16
POOL = 6
TOWN = 14
FAR = 8.0
HALF_THERE = 0.5  # on the board, out of sight
BYTE, MOST = 8, 255  # cards of a sort are counted in a byte of one number; a deck has fewer
NOWHERE = (1 << 15) - 1  # farther than any mine
INTENTIONS, THINGS = 8, 128  # scales of what a seat said: the intention in eighths, of what within one

FIELDS: tuple[tuple[str, int, str], ...] = (
    ("day", 5, "day, length, days left (of 20), last day, number of seats (of 4)"),
    ("prompt", PROMPT_KINDS + CAUSES + 6,
     "kind asked (saying: none); cause; steps done, items touched, slot, column chosen; element and amount pending"),
    ("asked", 5, "whose prompt, by relative seat; which figure it is about (of 3)"),
    ("alarm", 28, "today's card: town, modifiers, level of the loot, marks of both causes, place in the order"),
    ("goals", GOALS * GOAL, "the first goals: exists, predicate, team, kind, level, count, the element (of 16)"),
    ("seats", v.SEATS * SEAT,
     "colour (grey: none), stone, stats, tower, worn items, fragments, homunculi, goals, load, actions"),
    ("stock", v.MAX_ELEMENTS, "the own tower stock by element (of 6)"),
    ("stocks", (v.SEATS - 1) * v.LEVELS, "other tower stocks in sight by level (of 6)"),
    ("load", v.MAX_ELEMENTS, "what the own alchemist carries, by element (of 6)"),
    ("figures", v.FIGURES * 11,
     "own figures: there, place, load, room, actions, extra moves, home, mine, danger, in town; where the alchemist's "
     "place would be, which is 0, stands what the own seat and the next one said (eighths: the intention)"),
    ("others", (v.SEATS - 1) * 3, "other alchemists: there (0.5: out of sight), place"),
    ("mines", v.MAX_ELEMENTS * 2, "way to the nearest mine of each element"),
    ("pool", v.POOL * POOL, "each slot: there, kind (stone: none), level, elements missing to pay it, payable"),
    ("wanted", len(v.KINDS) * v.MAX_ELEMENTS, "elements missing for the cheapest recipe of each kind"),
    ("compass", len(v.KINDS) * 6, "for that recipe of each kind: does a step there come nearer to what it lacks?"),
    ("inquisition", v.SLOTS * SLOT,
     "each slot: there, cards, final values, destroys, primary target (tower: none), figures (0.5: out of sight)"),
    ("around", 28,
     "own hex and its six neighbours: marker, loose elements, inquisitor, other colour; of these two on the own hex, "
     "which are never there, stands what the third and fourth seat said"),
    ("unseen", UNSEEN,
     "cards that can still come (of 8): recipes by kind and level, alarms by town, town missions by kind, "
     "inquisitors by the types of the scenario; cards left of the inquisitor deck, defeated"),
    ("special", 4, "special rules: no sailing, marks on the own hex, destroy from a day (of 20); sight (of 8)"),
    ("events", 18,
     "days to the next event, its cost, the purse, its cards by value; kinds of effect if paid, if not; bonuses"),
    ("towns", len(v.TOWNS) * TOWN,
     "place, open; mission: there, kind, wanted, points, the own alchemist can fulfil it; marker: there, affordable"),
    ("private", 2, "own private recipe: there (0.5), payable; recipes drawn"),
)  # fmt: skip
OMITS = (
    "which elements other alchemists, homunculi and towers hold, only how many",
    "where homunculi of other seats stand and what budgets they have left",
    "which cards lie in discard piles and which inquisitor cards are displayed, only their final values",
    "which cards are unseen, only how many of a sort; unseen extensions; which homunculus is asked about exactly",
    "markers and loose elements farther than one hex from the own alchemist; all mines but the nearest of a kind",
    "blocked hexes, the fifth goal and further ones, the town where a goal is to stand apart from its kind",
    "which item of a slot is worn, what was made and is gone",
    "what events and tower extensions give exactly, which cards were drawn, what the market of a town gives",
    "which hexes are in sight, and so whether a tower out of sight is empty",
    "the rule switches; of the special rules closed towns before they open, kinds that run dry or are barred, "
    "printed orders",
    "anything above the scale of its field",
)
SIZE = sum(size for _, size, _ in FIELDS)


class Row:
    """A row as a record: between rules that is cheaper than an array, which is counted up and down."""

    number: Annotated[Floats, "f4", SIZE]


ROW: np.dtype[np.void] = readable(layout(Row)) if PLAIN else layout(Row)


@entry
def observe(T: np.ndarray, S: np.ndarray, i: int, seat: int, row: np.ndarray) -> None:
    """Write what `seat` sees of game i into a row of SIZE numbers."""
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
    at = _unseen(t, s, seat, out, at)
    at = _special(t, s, out, at)
    at = _events(t, s, out, at)
    at = _towns(t, s, seat, out, at)
    _private(t, s, seat, out, at)


@rule()
def cut(value: float) -> float:
    return min(1.0, max(-1.0, value))


@rule()
def here(s: State, seat: int) -> int:
    """Where the own alchemist stands; the first hex while he is not placed yet."""
    return max(s.seat[seat].figure[0].hex, 0)


@rule()
def _place(t: Tables, here: int, hex: int, out: Row, at: int) -> None:
    out.number[at] = cut((t.q[hex] - t.q[here]) / FAR)
    out.number[at + 1] = cut((t.r[hex] - t.r[here]) / FAR)


@rule()
def _day(t: Tables, s: State, out: Row, at: int) -> int:
    out.number[at] = cut(s.day / 20)
    out.number[at + 1] = cut(s.days / 20)
    out.number[at + 2] = cut((s.days - s.day) / 20)
    out.number[at + 3] = s.day >= s.days
    out.number[at + 4] = s.seats / 4
    return at + 5


@rule()
def _prompt(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    if s.prompts > 0 and s.outcome == RUNNING:
        asked = prompts.asked(s)
        if asked.kind <= PROMPT_KINDS:
            out.number[at + asked.kind - 1] = 1.0
        out.number[at + PROMPT_KINDS + asked.cause] = 1.0
        detail = at + PROMPT_KINDS + CAUSES
        out.number[detail] = cut(asked.done / 6)
        for place in range(v.ITEMS):
            out.number[detail + 1] += (asked.touched >> place & 1) / v.ITEMS
        out.number[detail + 2] = cut((asked.slot + 1) / 16)
        out.number[detail + 3] = (asked.column + 1) / v.MAX_SPAN
        out.number[detail + 4] = (asked.element + 1) / v.MAX_ELEMENTS
        out.number[detail + 5] = cut(asked.amount / 4)
        whose = detail + 6
        for nth in range(s.seats):
            if order.relative(s, seat, nth) == asked.seat:
                out.number[whose + nth] = 1.0
        out.number[whose + 4] = asked.figure / 3
    return at + PROMPT_KINDS + CAUSES + 11


@rule()
def _alarm(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    if s.revealed.cards == 0:
        return at + 28
    card = t.alarm[display.active(s)]
    out.number[at + card.town] = 1.0
    for which in range(len(v.VALUES)):
        out.number[at + 3 + which] = cut(card.value[which] / 2)
    for face in range(v.DIE_FACES):
        out.number[at + 7 + face] = t.level[card.loot[face]] / 3
    for cause in range(2):
        for direction in range(7):
            out.number[at + 10 + cause * 7 + direction] = cut(card.marks[cause, direction] / 2)
    for place in range(4):
        for nth in range(s.seats):
            if s.order[place] >= 0 and order.relative(s, seat, nth) == s.order[place]:
                out.number[at + 24 + nth] = (place + 1) / 4
    return at + 28


@rule()
def _goals(t: Tables, s: State, out: Row, at: int) -> int:
    scenario = t.scenario[s.scenario]
    for number in range(min(scenario.goals, GOALS)):
        goal = scenario.goal[number]
        first = at + number * GOAL
        out.number[first] = 1.0
        out.number[first + 1] = goal.predicate / len(v.PREDICATES)
        out.number[first + 2] = goal.who
        if goal.predicate == missions.STOCK:
            out.number[first + 8] = (goal.kind + 1) / v.MAX_ELEMENTS
        elif 0 <= goal.kind < 3:
            out.number[first + 3 + goal.kind] = 1.0
        out.number[first + 6] = goal.level / 3
        out.number[first + 7] = cut(missions.wanted(t, s, number) / 4)
    return at + GOALS * GOAL


@rule()
def _seats(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
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
    if t.alchemist[they.alchemist].colour < 3:
        out.number[at + 1 + t.alchemist[they.alchemist].colour] = 1.0
    out.number[at + 4] = they.stone
    for which in range(4):
        out.number[at + 5 + which] = cut(figures.stat(t, s, who, 0, which) / 6)
    if they.tower >= 0:
        _place(t, me, they.tower, out, at + 9)
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
    """How far a seat has come with a goal."""
    own, wanted = missions.progress(t, s, number, who), missions.wanted(t, s, number)
    if missions.shared(t, s, number, own) >= wanted or missions.latched(s, number, who):
        return 1.0
    return cut(own / wanted)


@rule()
def _stored(t: Tables, s: State, who: int, level: int) -> int:
    """How many elements of a level lie in a tower."""
    count = 0
    for element in range(t.elements):
        if t.level[element] == level:
            count += s.seat[who].stock[element]
    return count


@rule()
def _stocks(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
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
def _figures(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for figure in range(v.FIGURES):
        one = s.seat[seat].figure[figure]
        first = at + figure * 11
        if one.hex < 0:
            continue
        out.number[first] = 1.0
        _place(t, me, one.hex, out, first + 1)
        out.number[first + 3] = cut(figures.load(t, one) / 6)
        out.number[first + 4] = cut(figures.room(t, s, seat, figure) / 6)
        out.number[first + 5] = cut(one.actions / 4)
        out.number[first + 6] = cut(one.extra[figures.MOVING] / 2)
        out.number[first + 7] = one.hex == s.seat[seat].tower
        out.number[first + 8] = board.mine_at(s, one.hex) >= 0
        for slot in range(v.SLOTS):
            for which in range(s.slot[slot].figures):
                hunter = s.slot[slot].hex[which]
                if hunter >= 0 and board.apart(t, one.hex, hunter) == 1:
                    out.number[first + 9] = cut(out.number[first + 9] + 0.5)
        out.number[first + 10] = s.site[one.hex] >= v.TOWN
    for nth in range(2):
        out.number[at + 1 + nth] = _said(s, seat, nth)
    return at + v.FIGURES * 11


@rule()
def _said(s: State, seat: int, nth: int) -> float:
    """What a seat said, in one number: the intention, and behind it of what."""
    who = order.relative(s, seat, nth)
    if who < 0 or s.candour.said[who] == 0:
        return 0.0
    said = s.candour.said[who]
    kind = talk.intention(said)
    what = said - talk.FIRST[kind]
    if kind == talk.HELP:
        what = order.nth(s, seat, what)
    return kind / INTENTIONS + what / THINGS


@rule()
def _others(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
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
            _place(t, me, hex, out, first + 1)
    return at + (v.SEATS - 1) * 3


@rule()
def _mines(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
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
            _place(t, me, s.nearest[element], out, at + element * 2)
    return at + v.MAX_ELEMENTS * 2


@rule()
def _own(t: Tables, s: State, seat: int) -> None:
    """What the own alchemist can pay with, into the scratch space."""
    for element in range(t.elements):
        s.queue[element] = payment.owns(s, seat, element)


@rule()
def _missing(t: Tables, s: State, card: int, element: int) -> int:
    return max(0, t.recipe[card].cost[element] - s.queue[element])


@rule()
def _lacks(t: Tables, s: State, card: int) -> int:
    """How many elements are missing to pay a recipe."""
    lacks = 0
    for place in range(t.recipe[card].parts):
        lacks += _missing(t, s, card, t.recipe[card].part[place])
    return lacks


@rule()
def _pool(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
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
def _compass(t: Tables, s: State, seat: int, card: int, out: Row, at: int) -> None:
    """For each direction, does a step there come nearer: to the nearest mine of what a recipe lacks, else home?"""
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
def _inquisition(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for slot in range(v.SLOTS):
        one = s.slot[slot]
        first = at + slot * SLOT
        if one.cards == 0:
            continue
        out.number[first] = 1.0
        out.number[first + 1] = one.cards / v.TYPE_CARDS
        for which in range(len(v.VALUES)):
            out.number[first + 2 + which] = cut(display.value(t, s, slot, which) / 8)
        out.number[first + 6] = t.inquisitor[one.type].destroys
        if t.inquisitor[one.type].primary < 2:
            out.number[first + 7 + t.inquisitor[one.type].primary] = 1.0
        for which in range(one.figures):
            out.number[first + 9 + which * 3] = HALF_THERE
            if one.hex[which] >= 0:
                out.number[first + 9 + which * 3] = 1.0
                _place(t, me, one.hex[which], out, first + 10 + which * 3)
        out.number[first + 15] = s.hunter // v.STANDEES == slot
    return at + v.SLOTS * SLOT


@rule()
def _around(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
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
        out.number[at + 14 + 7 * nth + v.CENTRE] = _said(s, seat, 2 + nth)
    return at + 28


@rule()
def _unseen(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    """What decks and the private slots of others still hold; the cards of a sort are counted in a byte of `found`."""
    for kind in range(len(v.KINDS)):
        found = 0
        for place in range(secrets.hidden(s, kind)):
            found += 1 << BYTE * (t.faces[0].recipe_faces[s.recipes[kind].card[place]].level - 1)
        for other in range(s.seats):
            card = s.seat[other].private
            if other != seat and card >= 0 and t.recipe[card].kind == kind:
                found += 1 << BYTE * (t.recipe[card].level - 1)
        at = _sorts(found, v.LEVELS, out, at)
    found = 0
    for place in range(s.alarms.cards):
        found += 1 << BYTE * t.faces[0].alarm_faces[s.alarms.card[place]].town
    at = _sorts(found, len(v.TOWNS), out, at)
    found = 0
    for place in range(s.errands.cards):
        found += 1 << BYTE * t.errand[s.errands.card[place]].kind
    at = _sorts(found, len(v.ERRANDS), out, at)
    found = 0
    for place in range(s.pile.cards):
        found += 1 << BYTE * t.card[s.pile.card[place]].type
    scenario = t.scenario[s.scenario]
    for nth in range(scenario.types):
        out.number[at + nth] = cut((found >> BYTE * scenario.type[nth] & MOST) / 8)
    out.number[at + v.SLOTS] = s.pile.cards / (v.SLOTS * v.TYPE_CARDS)
    out.number[at + v.SLOTS + 1] = s.defeated.cards / (v.SLOTS * v.TYPE_CARDS)
    return at + v.SLOTS + 2


@rule()
def _sorts(found: int, sorts: int, out: Row, at: int) -> int:
    """How many cards there are of each sort, of 8."""
    for sort in range(sorts):
        out.number[at + sort] = cut((found >> BYTE * sort & MOST) / 8)
    return at + sorts


@rule()
def _special(t: Tables, s: State, out: Row, at: int) -> int:
    scenario = t.scenario[s.scenario]
    out.number[at] = scenario.no_sailing
    out.number[at + 1] = scenario.marks_own_hex
    out.number[at + 2] = cut(scenario.destroy_from / 20)
    out.number[at + 3] = cut(sight.reach(t, s) / 8)
    return at + 4


@rule()
def _events(t: Tables, s: State, out: Row, at: int) -> int:
    """The next row of the event table that has not come yet, and what the team can pay."""
    scenario = t.scenario[s.scenario]
    coming = -1
    for row in range(scenario.events):
        if s.happened[row] == 0 and (coming < 0 or scenario.event[row].day < scenario.event[coming].day):
            coming = row
    out.number[at + 2] = cut(events.points(t, s) / 10)
    for worth in range(1, v.POINTS + 1):
        out.number[at + 2 + worth] = cut(events.cards_worth(t, s, worth) / 5)
    if coming >= 0:
        out.number[at] = cut((scenario.event[coming].day - s.day) / 4)
        out.number[at + 1] = cut(events.cost(t, s, coming) / 6)
        for side in range(2):
            out.number[at + 6 + side * 5 + scenario.event[coming].effect[side].kind] = 1.0
    for which in range(4):
        out.number[at + 16] = cut(out.number[at + 16] + s.bonus[which] / 4)
        out.number[at + 17] = cut(out.number[at + 17] + s.inquisition_bonus[which] / 4)
    return at + 18


@rule()
def _towns(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for town in range(len(v.TOWNS)):
        first = at + town * TOWN
        _place(t, me, s.nearest[v.MAX_ELEMENTS + town], out, first)
        out.number[first + 2] = towns.is_open(t, s, town)
        if s.mission[town] >= 0:
            one = t.errand[s.mission[town]]
            out.number[first + 3] = 1.0
            out.number[first + 4 + one.kind] = 1.0
            level = t.level[one.wanted] if one.kind == errand.ELEMENT else one.wanted
            out.number[first + 9] = cut(level / 3)
            out.number[first + 10] = one.points / v.POINTS
            out.number[first + 11] = errand.fulfils(t, s, seat, 0, town)
        if s.market[town] >= 0:
            out.number[first + 12] = 1.0
            out.number[first + 13] = buy.can_pay(t, s, seat, s.market[town])
    return at + len(v.TOWNS) * TOWN


@rule()
def _private(t: Tables, s: State, seat: int, out: Row, at: int) -> None:
    card = s.seat[seat].private
    if card >= 0:
        out.number[at] = 0.5 if _lacks(t, s, card) > 0 else 1.0
    for place in range(DRAWN):
        if s.drawn[place] >= 0 or s.drawn[place] <= secrets.DRAWN_FACE_DOWN:
            out.number[at + 1] += 1 / DRAWN
