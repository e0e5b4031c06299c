"""Mine: take elements of the mine on the figure's hex."""

from mpenv.jit import rule
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import board, figures, log, reasons
from mpenv.materia.rules.state import State

YIELD = 1


@rule("MP-ACT-MINE-1", "MP-BASE-ACT-1")
def why_not(t: Tables, s: State, seat: int, figure: int) -> int:
    one = s.seat[seat].figure[figure]
    if one.hex < 0:
        return reasons.NOT_ON_BOARD
    if not figures.can(one, figures.MINING):
        return reasons.NO_ACTION
    if board.mine_at(s, one.hex) < 0:
        return reasons.NO_MINE
    return reasons.FINE if figures.room(t, s, seat, figure) > 0 else reasons.FULL_LOAD


@rule("MP-ACT-MINE-1", "MP-ACT-MINE-2")
def do(t: Tables, s: State, seat: int, figure: int) -> None:
    one = s.seat[seat].figure[figure]
    element = board.mine_at(s, one.hex)
    dug = min(YIELD + figures.mining(t, s, seat, figure, element), figures.room(t, s, seat, figure))
    figures.spend(one, figures.MINING)
    one.load[element] += dug
    log.note(s, log.MINED, seat * 4 + figure, element, dug)
