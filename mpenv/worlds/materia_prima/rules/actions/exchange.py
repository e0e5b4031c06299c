"""Exchange: two figures side by side lay their loads together and split them anew."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, log, order, prompts, reasons
from mpenv.worlds.materia_prima.rules.state import Figure, State


@rule(also=("MP-ACT-EXCHANGE-1",))
def why_not(t: Tables, s: State, seat: int, figure: int) -> int:
    one = s.seat[seat].figure[figure]
    if one.hex < 0:
        return reasons.NOT_ON_BOARD
    reason = figures.why_unpaid(s, one, figures.EXCHANGING)
    if reason != reasons.FINE:
        return reason
    for other in range(s.seats):
        for number in range(v.FIGURES):
            if may_swap(t, s, seat, figure, other, number):
                return reasons.FINE
    return reasons.NO_PARTNER


@rule("MP-ACT-EXCHANGE-2", "MP-DIV-4", also=("MP-ACT-EXCHANGE-1", "MP-ACT-EXCHANGE-3"))
def may_swap(t: Tables, s: State, seat: int, figure: int, other: int, number: int) -> bool:
    """Any other figure on this hex or beside it, of any colour, if another split of the loads exists."""
    here, there = s.seat[seat].figure[figure].hex, s.seat[other].figure[number].hex
    if there < 0 or (seat == other and figure == number) or board.apart(t, here, there) > 1:
        return False
    mine, theirs = s.seat[seat].figure[figure], s.seat[other].figure[number]
    given, taken = figures.load(t, mine), figures.load(t, theirs)
    if given > 0 and figures.room(t, s, other, number) > 0:
        return True
    if taken > 0 and figures.room(t, s, seat, figure) > 0:
        return True
    return given > 0 and taken > 0 and _kinds(t, s, seat, figure, other, number) > 1


@rule()
def _kinds(t: Tables, s: State, seat: int, figure: int, other: int, number: int) -> int:
    kinds = 0
    for element in range(t.elements):
        if s.seat[seat].figure[figure].load[element] + s.seat[other].figure[number].load[element] > 0:
            kinds += 1
    return kinds


@rule(also=("MP-ACT-EXCHANGE-1",))
def do(s: State, seat: int, figure: int) -> None:
    """The action is spent when the question opens."""
    figures.spend(s.seat[seat].figure[figure], figures.EXCHANGING)
    prompts.ask(s, prompts.WHO, seat, figure, prompts.OWN_TURN)


@rule("MP-ACT-EXCHANGE-3")
def why_not_with(t: Tables, s: State, partner: int) -> int:
    """`partner` counts the players as the asked seat does, times four, plus the figure."""
    asked = prompts.asked(s)
    other = order.relative(s, asked.seat, partner // v.FIGURES)
    if other == order.NOBODY:
        return reasons.NO_PARTNER
    fine = may_swap(t, s, asked.seat, asked.figure, other, partner % v.FIGURES)
    return reasons.FINE if fine else reasons.NO_PARTNER


@rule(also=("MP-ACT-EXCHANGE-1", "MP-ACT-EXCHANGE-3"))
def lay_together(t: Tables, s: State, partner: int) -> None:
    """All that both carry lies with the partner until it is split."""
    asked = prompts.asked(s)
    asked.kind = prompts.EXCHANGE
    asked.slot = order.relative(s, asked.seat, partner // v.FIGURES) * v.FIGURES + partner % v.FIGURES
    log.note(s, log.EXCHANGES, asked.seat * v.FIGURES + asked.figure, asked.slot, 0)
    mine, theirs = s.seat[asked.seat].figure[asked.figure], _partner(s)
    for element in range(t.elements):
        if mine.load[element] > 0:
            log.note(s, log.LAID, asked.seat * v.FIGURES + asked.figure, element, mine.load[element])
        theirs.load[element] += mine.load[element]
        mine.load[element] = 0


@rule()
def _partner(s: State) -> Figure:
    slot = prompts.asked(s).slot
    return s.seat[slot // v.FIGURES].figure[slot % v.FIGURES]


@rule(also=("MP-ACT-EXCHANGE-1", "MP-ACT-EXCHANGE-4"))
def why_not_take(t: Tables, s: State, element: int) -> int:
    asked = prompts.asked(s)
    if _partner(s).load[element] == 0:
        return reasons.NONE_OF_IT
    return reasons.FINE if figures.room(t, s, asked.seat, asked.figure) > 0 else reasons.FULL_LOAD


@rule("MP-ACT-EXCHANGE-1", "MP-ACT-EXCHANGE-4")
def take(s: State, element: int) -> None:
    asked = prompts.asked(s)
    _partner(s).load[element] -= 1
    s.seat[asked.seat].figure[asked.figure].load[element] += 1
    asked.done += 1
    log.note(s, log.TAKEN, asked.seat * v.FIGURES + asked.figure, element, 0)


@rule(also=("MP-ACT-EXCHANGE-1",))
def why_not_done(t: Tables, s: State) -> int:
    """The rest must fit the partner."""
    slot = prompts.asked(s).slot
    fits = figures.room(t, s, slot // v.FIGURES, slot % v.FIGURES) >= 0
    return reasons.FINE if fits else reasons.PARTNER_FULL
