"""The laws of the table: what is true of every situation that can come up, whatever was played.

A state whose fields are within their limits is read safely here; the laws that later ones lean on come first.
"""

import numpy as np

from mpenv.engine.jit import entry, rule
from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import events, legal, log, order, prompts, talk
from mpenv.worlds.materia_prima.rules.state import ABORT, DICE, PROMPTS, RUNNING, State
from mpenv.worlds.materia_prima.rules.state import EVENTS as EVENTS_KEPT
from mpenv.worlds.materia_prima.states import bounds, cards, ground, questions
from mpenv.worlds.materia_prima.states.names import (
    ASKED,
    DAY,
    DICE_READY,
    EVENTS,
    FALLEN,
    FINE,
    LATCHED,
    LEVEL,
    MASK,
    ORDER,
    QUESTION,
    SAID,
    SEATED,
    STACK,
    STONES,
    TOLD,
)

BY_SEAT = tuple(bounds.EVENTS[kind][0] == (0, "seats") for kind in range(log.LAST + 1))
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
def broken(t: Tables, s: State) -> int:
    """The first law that does not hold, FINE if all do; but for those of what is derived."""
    found = table(t, s)
    if found == 0:
        found = ground.tiles(t, s)
    if found == 0:
        found = cards.kinds(t, s)
    if found == 0:
        found = cards.cards(t, s)
    if found == 0:
        found = ground.places(t, s)
    if found == 0:
        found = ground.ground(t, s)
    if found == 0:
        found = ground.loads(t, s)
    if found == 0:
        found = cards.display(t, s)
    if found == 0:
        found = cards.towns(t, s)
    if found == 0:
        found = ground.supply(t, s)
    if found == 0:
        found = event_table(t, s)
    if found == 0:
        found = beside(t, s)
    return found if found else course(t, s)


@rule()
def table(t: Tables, s: State) -> int:
    """The law of seats, difficulty and length."""
    taken = 0
    for seat in range(v.SEATS):
        me = s.seat[seat]
        if (me.alchemist >= 0) != (seat < s.seats):
            return SEATED
        for figure in range(1, v.FIGURES):
            if me.figure[figure].stand:
                return SEATED
        if seat < s.seats:
            colour = 1 << order.colour(t, s, seat)
            if taken & colour:
                return SEATED
            taken |= colour
            for other in range(seat):
                if s.seat[other].alchemist == me.alchemist:
                    return SEATED
        elif me.figure[0].stand or me.tower >= 0 or me.stone or me.private >= 0:
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


@rule()
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


@rule()
def beside(t: Tables, s: State) -> int:
    """The laws of lost stones, dice laid ready, and announcements."""
    over, fell = False, 0
    for nth in range(v.SEATS):
        seat, day = s.fallen_seat[nth], s.fallen_day[nth]
        if day == 0:
            over = True
            if seat != 0 or s.fallen_to[nth] != 0:
                return FALLEN
            continue
        if over or seat >= s.seats or s.seat[seat].stone or fell >> seat & 1:
            return FALLEN
        if day > s.day or s.fallen_to[nth] >= t.types * v.STANDEES:
            return FALLEN
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
def course(t: Tables, s: State) -> int:
    """Somebody is asked something that can be asked, or the game has ended."""
    running = s.outcome == RUNNING
    if running != (s.prompts > 0) or running != (s.asker >= 0):
        return ASKED
    if running != (s.legals > 1 or (s.legals == 1 and prompts.is_asked_anyway(s))):
        return ASKED
    for k in range(s.prompts, PROMPTS):
        left = s.prompt[k]
        if left.kind != 0 or left.seat != 0 or left.figure != 0 or left.cause != 0 or left.done != 0:
            return STACK
        if left.slot != 0 or left.column != 0 or left.touched != 0 or left.element != 0 or left.amount != 0:
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


@rule()
def derived(t: Tables, s: State, w: State) -> int:
    """Does what the state says of order, mask and goals follow from the rest? `w` is a copy of it to write on."""
    if s.revealed.cards > 0:
        order.follow_card(t, w)
    else:
        order.as_seated(w)
    for place in range(v.SEATS):
        if w.order[place] != s.order[place]:
            return ORDER
    scenario, latched = t.scenario[s.scenario], 0
    for number in range(scenario.goals):
        latched |= scenario.goal[number].latched << number
    for seat in range(v.SEATS):
        if s.seat[seat].latched & ~latched:
            return LATCHED
    legal.mark(t, w)
    if w.asker != s.asker or w.legals != s.legals:
        return MASK
    for action in range(ACTIONS):
        if w.legal[action] != s.legal[action]:
            return MASK
    return FINE
