"""The laws of the table: what is true of every situation that can come up, whatever was played.

A state whose fields are within their limits is read safely here; the laws that later ones lean on come first.
"""

import numpy as np

from mpenv.jit import entry, rule
from mpenv.materia.catalogue import ACTIONS
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import board, events, legal, log, missions, order, prompts, talk
from mpenv.materia.rules.state import ABORT, DICE, DRAWN, ENTRY, HEAPS, PLACING, PROMPTS, RUNNING, Pile, State
from mpenv.materia.rules.state import EVENTS as EVENTS_KEPT
from mpenv.materia.states import bounds, questions

BY_SEAT = tuple(bounds.EVENTS[kind][0] == (0, "seats") for kind in range(log.LAST + 1))

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
    "the seats, their alchemists and their colours are those of a table",
    "the level and the length of the game are offered",
    "the tiles make the board",
    "every card is of the kind that lies there",
    "a tower stands on a free hex, and one alchemist for each",
    "no type lies in two slots, and every type is of the scenario",
    "events come on their days, and give what they say",
    "stones that fell are no more",
    "dice that lie ready come first",
    "what was said can be said",
    "what is asked can be asked",
    "today's order is that of the alarm card",
    "the mask is what the rules allow",
    "goals are latched when they are reached",
    "what the last step brought can be told",
)
(
    FINE, TYPES, ALARMS, RECIPES, CALENDAR, COLOURS, TOWER_OF, SHARED, BLOCKED, MARKERS, HEAP, IN_TOWER, BELOW_ZERO,
    OVERLOADED, OFF_BOARD, WORN, FIGURES, ASKED, DAY, STONES, TOWNS, SUPPLY, STACK, SEATED, LEVEL, TILES, KINDS, PLACED,
    SLOTS, EVENTS, FALLEN, DICE_READY, SAID, QUESTION, ORDER, MASK, LATCHED, TOLD,
) = range(len(LAWS))  # fmt: skip


Records = np.ndarray


@entry
def first_broken(
    T: Records, S: Records, W: Records, lo: int, hi: int, low: np.ndarray, high: np.ndarray, broke: np.ndarray
) -> int:
    """The first of the states lo to hi with a broken law, or -1; `broke` gets the law.

    W is room for one state; `low` and `high` are the limits of the numbers of events, by their kind.
    """
    for i in range(lo, hi):
        broke[0] = broken(T[0], S[i])
        if broke[0] == FINE and not can_be_told(T[0], S[i], low, high):
            broke[0] = TOLD
        if broke[0] == FINE:
            W[0] = S[i]
            broke[0] = derived(T[0], S[i], W[0])
        if broke[0] != FINE:
            return i
    return -1


@rule()
def can_be_told(t: Tables, s: State, low: np.ndarray, high: np.ndarray) -> bool:
    """Are the events of the last step of kinds that there are, about what there is?"""
    for row in range(min(s.logged, EVENTS_KEPT)):
        kind, first = s.event[row, 0], s.event[row, 1]
        if kind < 0 or kind > log.LAST or s.event_at[row] > t.hexes:
            return False
        for k in range(3):
            if s.event[row, k + 1] < low[kind, k] or s.event[row, k + 1] > high[kind, k]:
                return False
        if kind == log.ATTACKS and s.event[row, 3] // (v.FIGURES + 1) >= s.seats:
            return False
        if log.of_figure(kind) and first // v.FIGURES >= s.seats:
            return False
        if kind == log.EXCHANGES and s.event[row, 2] // v.FIGURES >= s.seats:
            return False
        if BY_SEAT[kind] and first >= s.seats:
            return False
        if kind == log.EVENT and first >= t.scenario[s.scenario].events:
            return False
        if kind == log.SAID and s.event[row, 2] != s.candour.said[first]:
            return False
    return True


@rule()
def broken(t: Tables, s: State) -> int:
    """The first law that does not hold, FINE if all do; but for those of what is derived."""
    found = table(t, s)
    if found == 0:
        found = tiles(t, s)
    if found == 0:
        found = kinds(t, s)
    if found == 0:
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
    if found == 0:
        found = event_table(t, s)
    if found == 0:
        found = beside(t, s)
    return found if found else course(t, s)


@rule("MP-DIFF-1", "MP-DIFF-2")
def table(t: Tables, s: State) -> int:
    """Who plays, at which level, how long."""
    taken = 0
    for seat in range(v.SEATS):
        me = s.seat[seat]
        if (me.alchemist >= 0) != (seat < s.seats):
            return SEATED
        if seat < s.seats:
            colour = 1 << t.alchemist[me.alchemist].colour
            if taken & colour:
                return SEATED
            taken |= colour
        elif me.tower >= 0 or me.stone or me.private >= 0:
            return SEATED
    if s.difficulty > s.started or (s.difficulty == 0) != (s.started == 0):
        return LEVEL
    length = t.scenario[s.scenario].days[s.difficulty]
    if length == 0:
        return LEVEL
    if s.study.days > 0 and s.difficulty == s.started:
        length = s.study.days
    if s.days != length:
        return LEVEL
    if s.day > s.days or s.turn > s.seats or s.temple >= t.temples:
        return DAY
    return FINE


@rule("MP-SETUP-2")
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
def of_kind(t: Tables, card: int, kind: int) -> bool:
    """No card, or one of this kind of recipes."""
    return card < 0 or t.recipe[card].kind == kind


@rule("MP-SETUP-10")
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
        if s.phase != PLACING and (me.tower < 0 or me.figure[0].hex < 0):
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
    for card in range(v.MAX_DECK):
        if seen[card] != (1 if card < t.errands else 0) or sold[card] != (1 if card < t.extensions else 0):
            return TOWNS
    return FINE


@rule()
def supply(t: Tables, s: State) -> int:
    if s.house.supply == 0:
        return FINE
    for element in range(t.elements):
        if s.supply[element] < 0:
            return SUPPLY
    return FINE


@rule("MP-EVENT-1", "MP-EVENT-10", "MP-EVENT-11", "MP-EVENT-12")
def event_table(t: Tables, s: State) -> int:
    """No event before its day, and the increases are those of the events that came."""
    scenario = t.scenario[s.scenario]
    ours, theirs = np.zeros(4, np.int64), np.zeros(4, np.int64)
    for row in range(v.EVENTS):
        side = s.happened[row]
        if side == 0:
            continue
        if row >= scenario.events or scenario.event[row].day > s.day:
            return EVENTS
        effect = scenario.event[row].effect[side - 1]
        if effect.kind == events.ALCHEMISTS:
            ours[effect.what] += effect.count
        elif effect.kind == events.INQUISITORS:
            theirs[effect.what] += effect.count
    for which in range(4):
        if s.bonus[which] != ours[which] or s.inquisition_bonus[which] != theirs[which]:
            return EVENTS
    return FINE


@rule("MP-SOUL-1")
def beside(t: Tables, s: State) -> int:
    """Stones that fell, dice that lie ready, and what was said."""
    over, fell = False, 0
    for nth in range(v.SEATS):
        seat, day = s.fallen_seat[nth], s.fallen_day[nth]
        if day == 0:
            over = True
            if seat != 0 or s.fallen_to[nth] != 0:
                return FALLEN
        elif over or seat >= s.seats or s.seat[seat].stone or fell >> seat & 1 or day > s.day:
            return FALLEN
        elif s.fallen_to[nth] >= t.types * v.STANDEES:
            return FALLEN
        else:
            fell |= 1 << seat
    for nth in range(s.dice_left, DICE):
        if s.dice[nth] != 0:
            return DICE_READY
    for seat in range(v.SEATS):
        if not can_be_said(t, s, seat):
            return SAID
    return FINE


@rule()
def can_be_said(t: Tables, s: State, seat: int) -> bool:
    said = s.candour.said[seat]
    if said == talk.NOTHING:
        return True
    if seat >= s.seats or not s.candour.table_talk:
        return False
    kind = talk.intention(said)
    what = said - talk.FIRST[kind]
    if kind == talk.GATHER:
        return what < t.elements
    if kind == talk.FIGHT:
        return what < t.types
    return kind != talk.HELP or (what < s.seats and what != seat)


@rule()
def course(t: Tables, s: State) -> int:
    """Somebody is asked something that can be asked, or the game has ended."""
    running = s.outcome == RUNNING
    if running != (s.prompts > 0) or running != (s.asker >= 0):
        return ASKED
    if running != (s.legals > 1 or (s.legals == 1 and prompts.is_asked_anyway(s))):
        return ASKED
    for k in range(s.prompts, PROMPTS):
        if s.prompt[k].kind != 0:
            return STACK
    for k in range(s.prompts):
        if s.prompt[k].seat >= s.seats:
            return STACK
    stones = 0
    for seat in range(s.seats):
        stones += s.seat[seat].stone
    if s.outcome == ABORT and stones > 0:
        return STONES
    if not running:
        return FINE
    if questions.stacked(s):
        return STACK
    for k in range(s.prompts):
        if questions.faults(t, s, k):
            return QUESTION
    return FINE if questions.is_sound(t, s) else QUESTION


@rule("MP-ALCH-1")
def derived(t: Tables, s: State, w: State) -> int:
    """Does what the state says of order, mask and goals follow from the rest? `w` is a copy of it to write on."""
    if s.revealed.cards > 0:
        order.follow_card(t, w)
    else:
        order.as_seated(w)
    for place in range(v.SEATS):
        if w.order[place] != s.order[place]:
            return ORDER
    if s.outcome != RUNNING or prompts.asked(s).kind != prompts.EQUIP:
        missions.latch(t, w)
        for seat in range(v.SEATS):
            if w.seat[seat].latched != s.seat[seat].latched:
                return LATCHED
    legal.mark(t, w)
    if w.asker != s.asker or w.legals != s.legals:
        return MASK
    for action in range(ACTIONS):
        if w.legal[action] != s.legal[action]:
            return MASK
    return FINE
