"""Move: one figure to an adjacent hex."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, reasons
from mpenv.worlds.materia_prima.rules.actions import errand
from mpenv.worlds.materia_prima.rules.state import State


@rule(also=("MP-ACT-MOVE-1", "MP-ACT-MOVE-2"))
def why_not(t: Tables, s: State, seat: int, figure: int, direction: int) -> int:
    one = s.seat[seat].figure[figure]
    if one.hex < 0:
        return reasons.NOT_ON_BOARD
    reason = figures.why_unpaid(s, one, figures.MOVING)
    if reason != reasons.FINE:
        return reason
    there = board.beyond(t, s, one.hex, direction)
    return reasons.OFF_BOARD if there < 0 else board.bars(s, seat, there)


@rule("MP-ACT-MOVE-1")
def do(t: Tables, s: State, seat: int, figure: int, direction: int) -> None:
    one = s.seat[seat].figure[figure]
    figures.spend(one, figures.MOVING)
    one.hex = board.beyond(t, s, one.hex, direction)
    errand.arrive(t, s, seat, figure)
