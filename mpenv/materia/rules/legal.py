"""What may be answered: one check for each action, and the mask made of the same checks."""

from mpenv.jit import rule
from mpenv.materia import catalogue as c
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import alarm, prompts, reasons
from mpenv.materia.rules.actions import convert, drop, equip, fight, mine, move, transmute
from mpenv.materia.rules.state import RUNNING, State

TARGETS = v.SLOTS * v.STANDEES


@rule()
def why_not(t: Tables, s: State, action: int) -> int:
    """FINE, or the reason why this action is no answer now."""
    if s.outcome != RUNNING or s.prompts == 0 or action < 0 or action >= c.ACTIONS:
        return reasons.NOT_ASKED
    kind = prompts.asked(s).kind
    if kind == prompts.TURN:
        return in_turn(t, s, prompts.asked(s).seat, action)
    if kind == prompts.DROP or kind == prompts.PICK:
        return in_hand(t, s, kind, action)
    return in_tower(t, s, action) if kind == prompts.EQUIP else at_entry(t, s, action)


@rule("MP-ALCH-4")
def in_turn(t: Tables, s: State, seat: int, a: int) -> int:
    if a == c.END:
        return reasons.FINE
    if a < c.MOVE or a >= c.WHO:
        return reasons.NOT_ASKED
    if a < c.MINE:
        return move.why_not(t, s, seat, (a - c.MOVE) // 6, (a - c.MOVE) % 6)
    if a < c.DROP:
        return mine.why_not(t, s, seat, a - c.MINE)
    if a < c.PICK:
        return drop.why_not(t, s, seat, a - c.DROP)
    if a < c.MISSION:
        return drop.why_not_pick(t, s, seat, a - c.PICK)
    if a < c.FIGHT:
        return reasons.NOT_YET
    if a < c.CONVERT:
        target = (a - c.FIGHT) % TARGETS
        return fight.why_not(t, s, seat, (a - c.FIGHT) // TARGETS, target // v.STANDEES, target % v.STANDEES)
    if a < c.TRANSMUTE:
        return convert.why_not(t, s, seat, a - c.CONVERT)
    if a < c.EQUIP:
        return transmute.why_not(t, s, seat, a - c.TRANSMUTE)
    return equip.why_not(t, s, seat) if a == c.EQUIP else reasons.NOT_YET


@rule("MP-ACT-DROP-1", "MP-ACT-DROP-2")
def in_hand(t: Tables, s: State, kind: int, a: int) -> int:
    """Dropping or picking up: element by element, done after the first."""
    asked = prompts.asked(s)
    if a == c.END:
        return reasons.FINE if asked.done > 0 else reasons.NOTHING_YET
    if kind == prompts.DROP and c.PUT <= a < c.TAKE:
        return drop.why_not_put(s, asked.seat, asked.figure, a - c.PUT)
    if kind == prompts.PICK and c.TAKE <= a < c.STORE:
        return drop.why_not_take(t, s, asked.seat, asked.figure, a - c.TAKE)
    return reasons.NOT_ASKED


@rule("MP-ACT-EQUIP-1")
def in_tower(t: Tables, s: State, a: int) -> int:
    """Equipping: items first, then elements, done at any time."""
    seat = prompts.asked(s).seat
    if a == c.END:
        return reasons.FINE
    if c.FIRST_ITEM <= a < c.FIRST_FRAGMENT:
        return equip.why_not_item(s, seat, a - c.FIRST_ITEM)
    if c.TAKE <= a < c.STORE:
        return equip.why_not_take(t, s, seat, a - c.TAKE)
    return reasons.NOT_ASKED


@rule("MP-ALARM-6.12")
def at_entry(t: Tables, s: State, a: int) -> int:
    """Where inquisitors enter: a column, then a row."""
    column = prompts.asked(s).column
    if not (c.COLUMN <= a < c.ROW if column < 0 else c.ROW <= a < c.ACTIONS):
        return reasons.NOT_ASKED
    ring = alarm.entry_ring(t, s)
    for hex in range(t.hexes):
        here = t.column[hex] == a - c.COLUMN if column < 0 else t.column[hex] == column and t.row[hex] == a - c.ROW
        if here and alarm.may_enter(t, s, hex, ring):
            return reasons.FINE
    return reasons.NO_ENTRY


@rule()
def mark(t: Tables, s: State) -> None:
    """Write into the state who is asked, the mask, and how many answers there are."""
    s.legal[:] = 0
    s.legals = 0
    s.asker = -1
    if s.outcome != RUNNING:
        return
    s.asker = prompts.asked(s).seat
    kind = prompts.asked(s).kind
    _try(t, s, c.END, c.END + 1)
    if kind == prompts.TURN:
        _try_turn(t, s, prompts.asked(s).seat)
    elif kind == prompts.DROP:
        _try(t, s, c.PUT, c.PUT + t.elements)
    elif kind == prompts.PICK:
        _try(t, s, c.TAKE, c.TAKE + t.elements)
    elif kind == prompts.EQUIP:
        _try(t, s, c.TAKE, c.TAKE + t.elements)
        _try(t, s, c.FIRST_ITEM, c.FIRST_FRAGMENT)
    elif prompts.asked(s).column < 0:
        _try(t, s, c.COLUMN, c.ROW)
    else:
        _try(t, s, c.ROW, c.ACTIONS)


@rule()
def _try(t: Tables, s: State, first: int, end: int) -> None:
    for action in range(first, end):
        if why_not(t, s, action) == reasons.FINE:
            s.legal[action] = 1
            s.legals += 1


@rule("MP-ALCH-4")
def _try_turn(t: Tables, s: State, seat: int) -> None:
    """Only the figures on the board and the blocks that can have an answer are tried."""
    for figure in range(v.FIGURES):
        if s.seat[seat].figure[figure].hex < 0:
            continue
        _try(t, s, c.MOVE + figure * 6, c.MOVE + figure * 6 + 6)
        _try(t, s, c.MINE + figure, c.MINE + figure + 1)
        _try(t, s, c.DROP + figure, c.DROP + figure + 1)
        _try(t, s, c.PICK + figure, c.PICK + figure + 1)
        for slot in range(v.SLOTS):
            start = c.FIGHT + figure * TARGETS + slot * v.STANDEES
            _try(t, s, start, start + s.slot[slot].figures)
    if s.seat[seat].figure[0].hex == s.seat[seat].tower:
        _try(t, s, c.CONVERT, c.CONVERT + t.conversions)
        _try(t, s, c.TRANSMUTE, c.EQUIP + 1)
