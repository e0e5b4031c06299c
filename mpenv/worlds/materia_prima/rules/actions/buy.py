"""Buy: the tower extension that a town offers, for the elements printed on its marker."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import figures, log, reasons, supply, towns
from mpenv.worlds.materia_prima.rules.state import State


@rule(also=("MP-ACT-BUY-1", "MP-BASE-ACT-6", "MP-ALCH-4"))
def why_not(t: Tables, s: State, seat: int) -> int:
    alchemist = s.seat[seat].figure[0]
    reason = figures.why_unpaid(s, alchemist, figures.BUYING)
    if reason != reasons.FINE:
        return reason
    town = towns.open_town_at(t, s, alchemist.hex)
    if town < 0:
        return reasons.NOT_IN_TOWN
    if s.market[town] < 0:
        return reasons.NO_MARKER
    return reasons.FINE if can_pay(t, s, seat, s.market[town]) else reasons.CANNOT_PAY


@rule(also=("MP-ACT-BUY-1",))
def can_pay(t: Tables, s: State, seat: int, marker: int) -> bool:
    """Does the alchemist carry what a marker costs?"""
    for element in range(t.elements):
        if s.seat[seat].figure[0].load[element] < t.extension[marker].cost[element]:
            return False
    return True


@rule("MP-ACT-BUY-1", "MP-BASE-ACT-6", also=("MP-BASE-TOWN-2",))
def do(t: Tables, s: State, seat: int) -> None:
    """Paid from the load; the market refills from the face-down markers."""
    alchemist = s.seat[seat].figure[0]
    figures.spend(alchemist, figures.BUYING)
    town = towns.open_town_at(t, s, alchemist.hex)
    marker = s.market[town]
    for element in range(t.elements):
        price = t.extension[marker].cost[element]
        alchemist.load[element] -= price
        supply.give_back(s, element, price)
    s.owner[marker] = seat
    towns.next_marker(s, town)
    log.note(s, log.BOUGHT, seat, marker, 0)
