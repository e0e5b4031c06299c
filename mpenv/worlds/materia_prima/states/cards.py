"""Laws of cards: each lies in one place, and where its kind belongs."""

import numpy as np

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.state import DRAWN, ENTRY, Pile, State
from mpenv.worlds.materia_prima.states.names import (
    ALARMS,
    CALENDAR,
    FIGURES,
    FINE,
    KINDS,
    RECIPES,
    SEATED,
    SLOTS,
    TOWNS,
    TYPES,
)


@rule()
def of_kind(t: Tables, card: int, kind: int) -> bool:
    """No card, or one of this kind of recipes."""
    return card < 0 or t.recipe[card].kind == kind


@rule()
def kinds(t: Tables, s: State) -> int:
    """Homunculi stand as figures, equipment lies with the items, fragments with the fragments."""
    for seat in range(v.SEATS):
        me = s.seat[seat]
        for figure in range(v.FIGURES):
            one = me.figure[figure]
            if not of_kind(t, one.card, 0) or (figure == 0 and one.card >= 0):
                return KINDS
            if seat >= s.seats and (one.hex >= 0 or one.card >= 0):
                return SEATED
        for place in range(v.ITEMS):
            if not of_kind(t, me.items[place], 1) or (me.items[place] < 0 and me.worn[place]):
                return KINDS
        for place in range(v.FRAGMENTS):
            if not of_kind(t, me.fragment[place], 2):
                return KINDS
    pooled = 0
    for slot in range(v.POOL):
        pooled += s.pool[slot] >= 0
    if pooled > len(v.KINDS) * s.seats:
        return KINDS
    for kind in range(len(v.KINDS)):
        for place in range(s.recipes[kind].cards):
            if not of_kind(t, s.recipes[kind].card[place], kind):
                return KINDS
        for place in range(s.discards[kind].cards):
            if not of_kind(t, s.discards[kind].card[place], kind):
                return KINDS
    drawing = False
    for k in range(s.prompts):
        drawing |= s.prompt[k].kind == prompts.KEEP
    for place in range(DRAWN):
        if s.drawn[place] != -1 and not drawing:
            return KINDS
    return FINE


@rule()
def count_pile(pile: Pile, seen: np.ndarray) -> None:
    for k in range(pile.cards):
        seen[pile.card[k]] += 1
    for k in range(pile.cards, v.MAX_DECK):
        if pile.card[k] != 0:
            seen[0] += 100  # something is left behind the top


@rule()
def cards(t: Tables, s: State) -> int:
    seen = np.zeros(v.MAX_TYPES * v.TYPE_CARDS, np.int64)
    count_pile(s.pile, seen)
    count_pile(s.defeated, seen)
    for slot in range(v.SLOTS):
        for k in range(s.slot[slot].cards):
            seen[s.slot[slot].card[k]] += 1
    scenario = t.scenario[s.scenario]
    for card in range(v.MAX_TYPES * v.TYPE_CARDS):
        wanted = 0
        for k in range(scenario.types):
            if scenario.type[k] == card // v.TYPE_CARDS and not scenario.no_deck:
                wanted = 1
        for k in range(scenario.starters):
            if scenario.starter[k, 0] == card:
                wanted = 1
        if seen[card] != wanted:
            return TYPES
    seen = np.zeros(v.MAX_DECK, np.int64)
    count_pile(s.alarms, seen)
    count_pile(s.revealed, seen)
    for k in range(scenario.alarms):
        seen[scenario.alarm[k]] -= 1
    for card in range(v.MAX_DECK):
        if seen[card] != 0:
            return ALARMS
    seen = np.zeros(v.MAX_RECIPES, np.int64)
    for kind in range(len(v.KINDS)):
        count_pile(s.recipes[kind], seen)
        count_pile(s.discards[kind], seen)
    for slot in range(v.POOL):
        if s.pool[slot] >= 0:
            seen[s.pool[slot]] += 1
    for seat in range(v.SEATS):
        for k in range(v.ITEMS):
            if s.seat[seat].items[k] >= 0:
                seen[s.seat[seat].items[k]] += 1
        for k in range(v.FRAGMENTS):
            if s.seat[seat].fragment[k] >= 0:
                seen[s.seat[seat].fragment[k]] += 1
        for k in range(v.FIGURES):
            if s.seat[seat].figure[k].card >= 0:
                seen[s.seat[seat].figure[k].card] += 1
        if s.seat[seat].private >= 0:
            seen[s.seat[seat].private] += 1
    for k in range(DRAWN):
        if s.drawn[k] >= 0:
            seen[s.drawn[k]] += 1
    for card in range(v.MAX_RECIPES):  # given to a town or lost to the supply, it lies nowhere
        if seen[card] > (1 if card < t.recipes else 0):
            return RECIPES
    shown = s.day - 1 if s.phase < ENTRY else s.day
    if shown > scenario.alarms:
        return FINE if s.revealed.cards > 0 else CALENDAR
    return FINE if s.revealed.cards == shown else CALENDAR


@rule()
def display(t: Tables, s: State) -> int:
    types = 0
    for slot in range(v.SLOTS):
        one = s.slot[slot]
        if one.cards == 0:
            if one.type != 0:
                return SLOTS
        elif types >> one.type & 1:
            return SLOTS
        else:
            types |= 1 << one.type
        for k in range(one.cards, v.TYPE_CARDS):
            if one.card[k] != 0:
                return SLOTS
        extra = 0
        for k in range(one.cards):
            if t.card[one.card[k]].type != one.type:
                return TYPES
            extra += t.card[one.card[k]].extra_figure
        wanted = 0
        if one.cards > 0:
            wanted = 2 if one.cards > 1 and extra > 0 else 1
        if s.prompts > 0 and s.prompt[0].kind == prompts.ENTRY and s.prompt[0].slot == slot:
            wanted -= 1
        if one.figures != wanted:
            return FIGURES
    return FINE


@rule()
def towns(t: Tables, s: State) -> int:
    seen = np.zeros(v.MAX_DECK, np.int64)
    count_pile(s.errands, seen)
    count_pile(s.purse, seen)
    count_pile(s.spent, seen)
    sold = np.zeros(v.MAX_DECK, np.int64)
    count_pile(s.extensions, sold)
    for town in range(len(v.TOWNS)):
        if s.mission[town] >= 0:
            seen[s.mission[town]] += 1
        if s.market[town] >= 0:
            sold[s.market[town]] += 1
    for marker in range(v.MAX_EXTENSIONS):
        if s.owner[marker] >= s.seats:
            return TOWNS
        if s.owner[marker] >= 0:
            sold[marker] += 1
    for seat in range(s.seats):
        carried = s.seat[seat].carried_extension
        if carried >= 0 and s.owner[carried] != seat:
            return TOWNS
    for card in range(v.MAX_DECK):
        if seen[card] != (1 if card < t.errands else 0) or sold[card] != (1 if card < t.extensions else 0):
            return TOWNS
    return FINE
