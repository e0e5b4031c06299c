"""Legal answers: one check for each action, and the mask made of the same checks."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import actions, answers, board, figures, prompts, reasons
from mpenv.worlds.materia_prima.rules.state import RUNNING, State

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


@rule(also=("MP-ALCH-4",))
def in_turn(t: Tables, s: State, seat: int, a: int) -> int:
    if a == c.END:
        return reasons.FINE
    if a < c.MOVE or a >= c.WHO:
        return reasons.NOT_ASKED
    if a < c.CONVERT:
        return of_figure(t, s, seat, a)
    if a < c.TRANSMUTE:
        return actions.convert.why_not(t, s, seat, a - c.CONVERT)
    if a < c.EQUIP:
        return actions.transmute.why_not(t, s, seat, a - c.TRANSMUTE)
    if a == c.EQUIP:
        return actions.equip.why_not(t, s, seat)
    if a < c.BUY:
        return actions.research.why_not(t, s, seat, a - c.RESEARCH)
    return actions.buy.why_not(t, s, seat) if a == c.BUY else actions.sail.why_not(t, s, seat, a - c.SAIL)


@rule("MP-ALCH-4")
def of_figure(t: Tables, s: State, seat: int, a: int) -> int:
    """Check an action that alchemists and homunculi share."""
    if a < c.MINE:
        return actions.move.why_not(t, s, seat, (a - c.MOVE) // 6, (a - c.MOVE) % 6)
    if a < c.DROP:
        return actions.mine.why_not(t, s, seat, a - c.MINE)
    if a < c.PICK:
        return actions.drop.why_not(t, s, seat, a - c.DROP)
    if a < c.MISSION:
        return actions.drop.why_not_pick(t, s, seat, a - c.PICK)
    if a < c.EXCHANGE:
        return actions.errand.why_not(t, s, seat, a - c.MISSION)
    if a < c.FIGHT:
        return actions.exchange.why_not(t, s, seat, a - c.EXCHANGE)
    target = (a - c.FIGHT) % TARGETS
    return actions.fight.why_not(t, s, seat, (a - c.FIGHT) // TARGETS, target // v.STANDEES, target % v.STANDEES)


@rule()
def mark(t: Tables, s: State) -> None:
    """Write into the state the seat that is asked, the mask, and the number of legal answers."""
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
        _try(t, s, prompts.FIRST[kind], prompts.LAST[kind])


@rule()
def _try(t: Tables, s: State, first: int, end: int) -> None:
    for action in range(first, end):
        _note(s, action, why_not(t, s, action))


@rule()
def _note(s: State, action: int, why: int) -> None:
    if why == reasons.FINE:
        s.legal[action] = 1
        s.legals += 1


@rule(also=("MP-ALCH-4",))
def _try_turn(t: Tables, s: State, seat: int) -> None:
    """Try the figures on the board and the blocks that can have an answer, without the detour over `in_turn`.

    That would slow playouts by a sixth.
    """
    for figure in range(v.FIGURES):
        if s.seat[seat].figure[figure].hex >= 0:
            _try_figure(t, s, seat, figure)
    home = figures.at_home(s, seat, 0)
    if home:
        for which in range(t.conversions):
            _note(s, c.CONVERT + which, actions.convert.why_not(t, s, seat, which))
        _note(s, c.EQUIP, actions.equip.why_not(t, s, seat))
    if home or figures.has_gift(t, s, seat, figures.FORGING):
        for slot in range(c.EQUIP - c.TRANSMUTE):
            _note(s, c.TRANSMUTE + slot, actions.transmute.why_not(t, s, seat, slot))
    town = board.town_at(s, s.seat[seat].figure[0].hex) >= 0
    if town or figures.has_gift(t, s, seat, figures.ANYWHERE):
        for kind in range(c.BUY - c.RESEARCH):
            _note(s, c.RESEARCH + kind, actions.research.why_not(t, s, seat, kind))
    if town:
        _note(s, c.BUY, actions.buy.why_not(t, s, seat))
        for there in range(c.WHO - c.SAIL):
            _note(s, c.SAIL + there, actions.sail.why_not(t, s, seat, there))


@rule(also=("MP-ALCH-4",))
def _try_figure(t: Tables, s: State, seat: int, figure: int) -> None:
    """The same checks as in `of_figure`, block by block."""
    for direction in range(6):
        _note(s, c.MOVE + figure * 6 + direction, actions.move.why_not(t, s, seat, figure, direction))
    _note(s, c.MINE + figure, actions.mine.why_not(t, s, seat, figure))
    _note(s, c.DROP + figure, actions.drop.why_not(t, s, seat, figure))
    _note(s, c.PICK + figure, actions.drop.why_not_pick(t, s, seat, figure))
    _note(s, c.MISSION + figure, actions.errand.why_not(t, s, seat, figure))
    _note(s, c.EXCHANGE + figure, actions.exchange.why_not(t, s, seat, figure))
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            action = c.FIGHT + figure * TARGETS + slot * v.STANDEES + which
            _note(s, action, actions.fight.why_not(t, s, seat, figure, slot, which))
