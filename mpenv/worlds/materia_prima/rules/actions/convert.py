"""Convert: two elements become one, in the tower."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Conversion, Tables
from mpenv.worlds.materia_prima.content.vocabulary import MAX_CONVERSIONS
from mpenv.worlds.materia_prima.rules import figures, log, payment, prompts, reasons, supply
from mpenv.worlds.materia_prima.rules.state import State

PAID_AS = MAX_CONVERSIONS  # payments of conversions are numbered from here


@rule(also=("MP-ACT-CONVERT-1", "MP-BASE-ACT-2"))
def why_not(t: Tables, s: State, seat: int, which: int) -> int:
    if which >= t.conversions:
        return reasons.NO_CONVERSION
    reason = figures.why_unpaid(s, s.seat[seat].figure[0], figures.CONVERTING)
    if reason != reasons.FINE:
        return reason
    if not figures.at_home(s, seat, 0):
        return reasons.NOT_IN_TOWER
    one = t.conversion[which]
    if payment.owns(s, seat, one.first) < portion(one) or payment.owns(s, seat, one.second) == 0:
        return reasons.LACKS
    return reasons.FINE if supply.left(s, one.result) > 0 else reasons.SUPPLY_EMPTY


@rule(also=("MP-BASE-ELEM-2",))
def portion(one: Conversion) -> int:
    """How many of its first element a conversion takes: two where both are the same."""
    return 2 if one.first == one.second else 1


@rule("MP-ACT-CONVERT-1", "MP-BASE-ELEM-2", also=("MP-BASE-ACT-2",))
def do(t: Tables, s: State, seat: int, which: int) -> None:
    one = t.conversion[which]
    figures.spend(s.seat[seat].figure[0], figures.CONVERTING)
    if s.house.ask_payment:
        payment.ask(s, seat, PAID_AS + which)
        pay_on(t, s)
        return
    payment.pay(s, seat, one.first, 1)
    payment.pay(s, seat, one.second, 1)
    finish(t, s, seat, which)


@rule(also=("MP-ACT-TRANSMUTE-3",))
def pay_on(t: Tables, s: State) -> None:
    """The next element to pay, or the result."""
    asked = prompts.asked(s)
    which = asked.slot - PAID_AS
    one = t.conversion[which]
    if asked.element == one.second:
        seat = asked.seat
        prompts.answered(s)
        finish(t, s, seat, which)
        return
    asked.amount = portion(one) if asked.element < 0 else 1
    asked.element = one.first if asked.element < 0 else one.second


@rule("MP-BASE-ACT-2", also=("MP-ACT-CONVERT-1",))
def finish(t: Tables, s: State, seat: int, which: int) -> None:
    """The result goes to the tower stock."""
    result = t.conversion[which].result
    s.seat[seat].stock[result] += supply.draw(s, result, 1)
    log.note(s, log.CONVERTED, seat, result, 0)
