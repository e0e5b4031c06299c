"""Sail: from a port town to a connected one."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, reasons, towns
from mpenv.worlds.materia_prima.rules.actions import errand
from mpenv.worlds.materia_prima.rules.state import State


@rule("MP-ACT-SAIL-1", also=("MP-ALCH-4", "MP-BASE-BOARD-5", "MP-BASE-SCEN-7"))
def why_not(t: Tables, s: State, seat: int, there: int) -> int:
    alchemist = s.seat[seat].figure[0]
    reason = figures.why_unpaid(s, alchemist, figures.SAILING)
    if reason != reasons.FINE:
        return reason
    here = towns.open_town_at(t, s, alchemist.hex)
    if here < 0:
        return reasons.NOT_IN_TOWN
    if t.scenario[s.scenario].no_sailing or not t.route[here, there]:
        return reasons.NO_ROUTE
    if not towns.is_open(t, s, there):
        return reasons.TOWN_CLOSED
    return board.bars(s, seat, board.town(t, s, there))


@rule(also=("MP-ACT-SAIL-1",))
def do(t: Tables, s: State, seat: int, there: int) -> None:
    alchemist = s.seat[seat].figure[0]
    figures.spend(alchemist, figures.SAILING)
    alchemist.hex = board.town(t, s, there)
    errand.arrive(t, s, seat, 0)
