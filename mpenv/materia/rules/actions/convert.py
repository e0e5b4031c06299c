"""Convert and transmute: the work at the tower, paid from the load first, then from the stock."""

from mpenv.jit import rule
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import figures, log, reasons
from mpenv.materia.rules.state import State


@rule("MP-ACT-CONVERT-1", "MP-BASE-ACT-2")
def why_not(t: Tables, s: State, seat: int, which: int) -> int:
    if which >= t.conversions:
        return reasons.NO_CONVERSION
    if not figures.can(s.seat[seat].figure[0], figures.CONVERTING):
        return reasons.NO_ACTION
    if not figures.at_home(s, seat, 0):
        return reasons.NOT_IN_TOWER
    one = t.conversion[which]
    fine = owns(s, seat, one.first) > 0 and owns(s, seat, one.second) > 0
    return reasons.FINE if fine else reasons.LACKS


@rule("MP-ACT-CONVERT-1", "MP-BASE-ACT-2", "MP-BASE-ELEM-2")
def do(t: Tables, s: State, seat: int, which: int) -> None:
    one = t.conversion[which]
    figures.spend(s.seat[seat].figure[0], figures.CONVERTING)
    pay(s, seat, one.first, 1)
    pay(s, seat, one.second, 1)
    s.seat[seat].stock[one.result] += 1
    log.note(s, log.CONVERTED, seat, one.result, 0)


@rule()
def owns(s: State, seat: int, element: int) -> int:
    """What the alchemist can pay: his load and his tower's stock."""
    return s.seat[seat].stock[element] + s.seat[seat].figure[0].load[element]


@rule("MP-ACT-TRANSMUTE-3")
def pay(s: State, seat: int, element: int, count: int) -> None:
    """From the load first, then from the stock, to the supply."""
    me = s.seat[seat]
    carried = min(count, me.figure[0].load[element])
    me.figure[0].load[element] -= carried
    me.stock[element] -= count - carried
