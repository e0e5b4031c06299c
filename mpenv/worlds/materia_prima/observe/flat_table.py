"""The table in a flat row: day and cards, question, goals, Inquisition, decks and events."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.summary import (
    BYTE,
    CAUSES,
    GOAL,
    GOALS,
    HALF_THERE,
    MOST,
    PROMPT_KINDS,
    SLOT,
    Row,
    cut,
    here,
    locate,
)
from mpenv.worlds.materia_prima.rules import display, events, missions, order, prompts, secrets, sight
from mpenv.worlds.materia_prima.rules.state import RUNNING, State


@rule()
def day(t: Tables, s: State, out: Row, at: int) -> int:
    out.number[at] = cut(s.day / 20)
    out.number[at + 1] = cut(s.days / 20)
    out.number[at + 2] = cut((s.days - s.day) / 20)
    out.number[at + 3] = s.day >= s.days
    out.number[at + 4] = s.seats / 4
    return at + 5


@rule()
def prompt(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
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
def alarm(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
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
def goals(t: Tables, s: State, out: Row, at: int) -> int:
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
def inquisition(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    me = here(s, seat)
    for slot in range(v.SLOTS):
        inquisitors = s.slot[slot]
        first = at + slot * SLOT
        if inquisitors.cards == 0:
            continue
        out.number[first] = 1.0
        out.number[first + 1] = inquisitors.cards / v.TYPE_CARDS
        for which in range(len(v.VALUES)):
            out.number[first + 2 + which] = cut(display.value(t, s, slot, which) / 8)
        out.number[first + 6] = t.inquisitor[inquisitors.type].destroys
        if t.inquisitor[inquisitors.type].primary < 2:
            out.number[first + 7 + t.inquisitor[inquisitors.type].primary] = 1.0
        for which in range(inquisitors.figures):
            out.number[first + 9 + which * 3] = HALF_THERE
            if inquisitors.hex[which] >= 0:
                out.number[first + 9 + which * 3] = 1.0
                locate(t, me, inquisitors.hex[which], out, first + 10 + which * 3)
        out.number[first + 15] = s.hunter // v.STANDEES == slot
    return at + v.SLOTS * SLOT


@rule()
def unseen(t: Tables, s: State, seat: int, out: Row, at: int) -> int:
    """Cards in decks and others' private slots; counted per sort in a byte of `found`."""
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
    """Number of cards of each sort, in eighths."""
    for sort in range(sorts):
        out.number[at + sort] = cut((found >> BYTE * sort & MOST) / 8)
    return at + sorts


@rule()
def special(t: Tables, s: State, out: Row, at: int) -> int:
    scenario = t.scenario[s.scenario]
    out.number[at] = scenario.no_sailing
    out.number[at + 1] = scenario.marks_own_hex
    out.number[at + 2] = cut(scenario.destroy_from / 20)
    out.number[at + 3] = cut(sight.reach(t, s) / 8)
    return at + 4


@rule()
def next_event(t: Tables, s: State, out: Row, at: int) -> int:
    """Next event of the scenario, and what the team can pay."""
    scenario = t.scenario[s.scenario]
    coming = -1
    for row in range(scenario.events):
        if s.happened[row] == 0 and (coming < 0 or scenario.event[row].day < scenario.event[coming].day):
            coming = row
    out.number[at + 2] = cut(events.points(t, s) / 10)
    for worth in range(1, v.MOST_POINTS + 1):
        known = at + 2 + min(worth, v.POINTS)
        out.number[known] = cut(out.number[known] + events.cards_worth(t, s, worth) / 5)
    if coming >= 0:
        out.number[at] = cut((scenario.event[coming].day - s.day) / 4)
        out.number[at + 1] = cut(events.cost(t, s, coming) / 6)
        for side in range(2):
            out.number[at + 6 + side * 5 + scenario.event[coming].effect[side].kind] = 1.0
    for which in range(4):
        out.number[at + 16] = cut(out.number[at + 16] + s.bonus[which] / 4)
        out.number[at + 17] = cut(out.number[at + 17] + s.inquisition_bonus[which] / 4)
    return at + 18
