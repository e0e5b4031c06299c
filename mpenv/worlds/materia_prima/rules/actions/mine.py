"""Mine: take elements of the mine on the figure's hex."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, log, order, reasons, supply
from mpenv.worlds.materia_prima.rules.state import State


@rule("MP-BASE-ACT-1", also=("MP-ACT-MINE-1",))
def why_not(t: Tables, s: State, seat: int, figure: int) -> int:
    one = s.seat[seat].figure[figure]
    if one.hex < 0:
        return reasons.NOT_ON_BOARD
    reason = figures.why_unpaid(s, one, figures.MINING)
    if reason != reasons.FINE:
        return reason
    element = board.mine_at(s, one.hex)
    if element < 0:
        return reasons.NO_MINE
    if t.scenario[s.scenario].forbidden[order.colour(t, s, seat), element]:
        return reasons.NO_LICENCE
    if figures.room(t, s, seat, figure) <= 0:
        return reasons.FULL_LOAD
    return reasons.FINE if in_the_ground(t, s, element) > 0 else reasons.MINE_DRY


@rule(also=("MP-ACT-MINE-1", "MP-BASE-SCEN-7", "MP-SETUP-12"))
def in_the_ground(t: Tables, s: State, element: int) -> int:
    """Elements that the mines of a kind can still give: a scenario may let them run dry, the supply may be limited."""
    ends = t.scenario[s.scenario].dry[element]
    there = supply.left(s, element)
    return min(there, ends - s.dug[element]) if ends > 0 else there


@rule("MP-ACT-MINE-1", also=("MP-ACT-MINE-2",))
def do(t: Tables, s: State, seat: int, figure: int) -> None:
    one = s.seat[seat].figure[figure]
    element = board.mine_at(s, one.hex)
    dug = min(t.yields[element] + figures.mining(t, s, seat, figure, element), figures.room(t, s, seat, figure))
    dug = supply.draw(s, element, min(dug, in_the_ground(t, s, element)))
    figures.spend(one, figures.MINING)
    one.load[element] += dug
    if t.scenario[s.scenario].dry[element] > 0:
        s.dug[element] += dug
    log.note(s, log.MINED, seat * 4 + figure, element, dug)
