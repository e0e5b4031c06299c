"""What may be answered: one check for each action, and the mask made of the same checks."""

from mpenv.jit import rule
from mpenv.materia import catalogue as c
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import answers, board, figures, prompts, reasons
from mpenv.materia.rules.actions import (
    buy,
    convert,
    drop,
    equip,
    errand,
    exchange,
    fight,
    mine,
    move,
    research,
    sail,
    transmute,
)
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
    return answers.why_not(t, s, kind, action)


@rule("MP-ALCH-4")
def in_turn(t: Tables, s: State, seat: int, a: int) -> int:
    if a == c.END:
        return reasons.FINE
    if a < c.MOVE or a >= c.WHO:
        return reasons.NOT_ASKED
    if a < c.CONVERT:
        return of_figure(t, s, seat, a)
    if a < c.TRANSMUTE:
        return convert.why_not(t, s, seat, a - c.CONVERT)
    if a < c.EQUIP:
        return transmute.why_not(t, s, seat, a - c.TRANSMUTE)
    if a == c.EQUIP:
        return equip.why_not(t, s, seat)
    if a < c.BUY:
        return research.why_not(t, s, seat, a - c.RESEARCH)
    return buy.why_not(t, s, seat) if a == c.BUY else sail.why_not(t, s, seat, a - c.SAIL)


@rule("MP-ALCH-4")
def of_figure(t: Tables, s: State, seat: int, a: int) -> int:
    """What alchemists and homunculi can do."""
    if a < c.MINE:
        return move.why_not(t, s, seat, (a - c.MOVE) // 6, (a - c.MOVE) % 6)
    if a < c.DROP:
        return mine.why_not(t, s, seat, a - c.MINE)
    if a < c.PICK:
        return drop.why_not(t, s, seat, a - c.DROP)
    if a < c.MISSION:
        return drop.why_not_pick(t, s, seat, a - c.PICK)
    if a < c.EXCHANGE:
        return errand.why_not(t, s, seat, a - c.MISSION)
    if a < c.FIGHT:
        return exchange.why_not(t, s, seat, a - c.EXCHANGE)
    target = (a - c.FIGHT) % TARGETS
    return fight.why_not(t, s, seat, (a - c.FIGHT) // TARGETS, target // v.STANDEES, target % v.STANDEES)


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
    else:
        _try(t, s, answers.FIRST[kind], answers.LAST[kind])


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
        _try(t, s, c.MISSION + figure, c.MISSION + figure + 1)
        _try(t, s, c.EXCHANGE + figure, c.EXCHANGE + figure + 1)
        for slot in range(v.SLOTS):
            start = c.FIGHT + figure * TARGETS + slot * v.STANDEES
            _try(t, s, start, start + s.slot[slot].figures)
    home = figures.at_home(s, seat, 0)
    if home:
        _try(t, s, c.CONVERT, c.CONVERT + t.conversions)
        _try(t, s, c.EQUIP, c.EQUIP + 1)
    if home or figures.has_gift(t, s, seat, figures.FORGING):
        _try(t, s, c.TRANSMUTE, c.EQUIP)
    town = board.town_at(s, s.seat[seat].figure[0].hex) >= 0
    if town or figures.has_gift(t, s, seat, figures.ANYWHERE):
        _try(t, s, c.RESEARCH, c.BUY)
    if town:
        _try(t, s, c.BUY, c.WHO)
