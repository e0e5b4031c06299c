"""What must be true of every situation; compiled, so that every step of thousands of games is checked."""

import numpy as np

from mpenv.jit import entry, rule
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.game import Game
from mpenv.materia.rules import prompts
from mpenv.materia.rules.state import DRAWN, ENTRY, HEAPS, RUNNING, Pile, State

LAWS = (
    "all laws hold",
    "the cards of the types lie in one place each",
    "the alarm cards lie in one place each",
    "the recipes lie in one place each",
    "as many alarm cards are revealed as days have come (MP-DAY-4)",
    "no two colours share a hex",
    "nobody stands in the tower of another",
    "no inquisitor stands on a figure or tower",
    "nobody stands on a blocked hex",
    "a hex has one marker or none",
    "heaps are sorted, never empty, and nothing follows the last",
    "nothing lies loose in a tower",
    "no stock, load or budget is below zero",
    "no figure is overloaded",
    "a figure off the board carries nothing and has no card",
    "one item a slot is worn",
    "figures follow their cards (MP-ALARM-6.9)",
    "somebody is asked exactly while the game runs, and has a choice",
    "the day is one of the scenario",
    "an abort leaves no stone",
    "town missions and markers lie in one place each",
    "a limited supply is never below zero",
    "prompts are stacked as they can be",
)


def hold(game: Game) -> None:
    """Fails on the first law that is broken."""
    law = first_broken(game.pack.tables, game._states, 0)
    assert not law, LAWS[law]


@entry
def first_broken(T: np.ndarray, S: np.ndarray, i: int) -> int:
    return broken(T[0], S[i])


@rule()
def broken(t: Tables, s: State) -> int:
    """The first law that does not hold, 0 if all do."""
    found = cards(t, s)
    if found == 0:
        found = places(t, s)
    if found == 0:
        found = ground(t, s)
    if found == 0:
        found = loads(t, s)
    if found == 0:
        found = display(t, s)
    if found == 0:
        found = towns(t, s)
    if found == 0:
        found = supply(t, s)
    return found if found else course(t, s)


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
            return 1
    seen = np.zeros(v.MAX_DECK, np.int64)
    count_pile(s.alarms, seen)
    count_pile(s.revealed, seen)
    for k in range(scenario.alarms):
        seen[scenario.alarm[k]] -= 1
    for card in range(v.MAX_DECK):
        if seen[card] != 0:
            return 2
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
            return 3
    shown = s.day - 1 if s.phase < ENTRY else s.day
    return 0 if shown > scenario.alarms or s.revealed.cards == shown else 4


@rule()
def places(t: Tables, s: State) -> int:
    owner = np.full(v.MAX_HEXES, -1, np.int64)
    for seat in range(s.seats):
        for k in range(v.FIGURES):
            hex = s.seat[seat].figure[k].hex
            if hex < 0:
                continue
            if owner[hex] >= 0 and owner[hex] != seat:
                return 5
            owner[hex] = seat
            if s.site[hex] == v.BLOCKED:
                return 8
            for other in range(s.seats):
                if other != seat and s.seat[other].tower == hex:
                    return 6
    for seat in range(s.seats):
        if s.seat[seat].tower >= 0:
            owner[s.seat[seat].tower] = seat
    for slot in range(v.SLOTS):
        for k in range(s.slot[slot].figures):
            if owner[s.slot[slot].hex[k]] >= 0:
                return 7
            if s.site[s.slot[slot].hex[k]] == v.BLOCKED:
                return 8
    return 0


@rule()
def ground(t: Tables, s: State) -> int:
    for hex in range(v.MAX_HEXES):
        if s.marker[hex] < 0 or s.marker[hex] > 1:
            return 9
    for heap in range(HEAPS):
        if (s.heap_count[heap] > 0) != (heap < s.heaps):
            return 10
        if 0 < heap < s.heaps and s.heap_at[heap - 1] >= s.heap_at[heap]:
            return 10
        for seat in range(s.seats):
            if heap < s.heaps and s.seat[seat].tower == s.heap_at[heap] // v.MAX_ELEMENTS:
                return 11
    return 0


@rule()
def capacity(t: Tables, s: State, seat: int, figure: int) -> int:
    """Said again, apart from the rules: the stat row or card, and what is worn."""
    me = s.seat[seat]
    if figure:
        return t.recipe[me.figure[figure].card].stat[2]
    room = t.alchemist[me.alchemist].stat[0 if me.stone else 1, 2]
    for k in range(v.ITEMS):
        if me.worn[k]:
            room += t.recipe[me.items[k]].stat[2]
    for marker in range(t.extensions):
        if s.owner[marker] == seat:
            room += t.extension[marker].stat[2]
    return room + s.bonus[2]


@rule()
def overloaded(s: State, seat: int, figure: int) -> bool:
    """The partner of an open exchange, and who is told to drop, may carry too much just now."""
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
            if me.stock[element] < 0:
                return 12
        for k in range(v.FIGURES):
            one = me.figure[k]
            carried = 0
            for element in range(v.MAX_ELEMENTS):
                if one.load[element] < 0:
                    return 12
                carried += one.load[element]
            if one.actions < 0:
                return 12
            for verb in range(len(v.VERBS)):
                if one.extra[verb] < 0:
                    return 12
            if one.hex < 0 and (carried > 0 or one.card != -1 or one.actions > 0):
                return 14
            if one.hex >= 0 and carried > capacity(t, s, seat, k) and not overloaded(s, seat, k):
                return 13
        for slot in range(len(v.ITEM_SLOTS)):
            worn = 0
            for k in range(v.ITEMS):
                if me.worn[k] and (me.items[k] < 0 or t.recipe[me.items[k]].slot == slot):
                    worn += 1
            if worn > 1:
                return 15
    return 0


@rule()
def display(t: Tables, s: State) -> int:
    for slot in range(v.SLOTS):
        one = s.slot[slot]
        extra = 0
        for k in range(one.cards):
            if t.card[one.card[k]].type != one.type:
                return 1
            extra += t.card[one.card[k]].extra_figure
        wanted = 0
        if one.cards > 0:
            wanted = 2 if one.cards > 1 and extra > 0 else 1
        if s.prompts > 0 and s.prompt[0].kind == prompts.ENTRY and s.prompt[0].slot == slot:
            wanted -= 1
        if one.figures != wanted:
            return 16
    return 0


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
        if s.owner[marker] >= 0:
            sold[marker] += 1
    for card in range(v.MAX_DECK):
        if seen[card] != (1 if card < t.errands else 0) or sold[card] != (1 if card < t.extensions else 0):
            return 20
    return 0


@rule()
def supply(t: Tables, s: State) -> int:
    if s.house.supply == 0:
        return 0
    for element in range(t.elements):
        if s.supply[element] < 0:
            return 21
    return 0


@rule()
def course(t: Tables, s: State) -> int:
    running = s.outcome == RUNNING
    if running != (s.prompts > 0) or running != (s.asker >= 0):
        return 17
    if running != (s.legals > 1 or (s.legals == 1 and prompts.is_asked_anyway(s))):
        return 17
    if s.prompts > 3 or (s.prompts > 1 and s.prompt[0].kind != prompts.TURN):
        return 22
    for k in range(s.prompts):
        if s.prompt[k].kind == 0 or (k > 0 and s.prompt[k].seat != s.prompt[0].seat):
            return 22
    if s.prompts == 3 and s.prompt[1].kind != prompts.KEEP:
        return 22
    if s.day < 1 or s.day > s.days:
        return 18
    stones = 0
    for seat in range(s.seats):
        stones += s.seat[seat].stone
    return 19 if s.outcome == 3 and stones > 0 else 0
