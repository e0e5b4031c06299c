"""Sight: which hexes a seat sees where the table or the scenario limits it.

A seat sees the hexes within a radius of its figures, and its tower; from a port the towns in reach of its ships; and
the hexes that an open question is about.
"""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import alarm, board, display, prompts, towns
from mpenv.worlds.materia_prima.rules.state import EVENT, PLACING, RUNNING, Prompt, State

EVERYWHERE = -1  # said by the table, whatever the scenario says
UNSEEN = -2  # the hex of somebody who stands on the board, out of sight


@rule(also=("MP-BASE-SCEN-7",))
def reach(t: Tables, s: State) -> int:
    """The radius of sight around figures, in hexes; 0: everywhere."""
    if s.candour.sight == EVERYWHERE:
        return 0
    return s.candour.sight if s.candour.sight > 0 else t.scenario[s.scenario].sight


@rule(also=("MP-BASE-SCEN-7",))
def limited(t: Tables, s: State) -> bool:
    """Is the sight of seats limited? Not while the players place, and not after the end."""
    return s.phase != PLACING and s.outcome == RUNNING and reach(t, s) > 0


@rule(also=("MP-BASE-SCEN-7",))
def look_around(t: Tables, s: State, seat: int) -> None:
    """Mark in the scratch space `first` the hexes that a seat sees: 1, or 0; a seat below 0 sees all."""
    everywhere = seat < 0 or not limited(t, s)
    for hex in range(t.hexes):
        s.first[hex] = everywhere
    if everywhere:
        return
    far = reach(t, s)
    for figure in range(v.FIGURES):
        show(t, s, s.seat[seat].figure[figure].hex, far)
    show(t, s, s.seat[seat].tower, 0)
    _harbours(t, s, s.seat[seat].figure[0].hex)
    if s.prompts > 0:
        _asked_about(t, s, prompts.asked(s))


@rule()
def show(t: Tables, s: State, middle: int, far: int) -> None:
    """Mark all hexes within a radius as seen."""
    if middle < 0:
        return
    for hex in range(t.hexes):
        if board.apart(t, middle, hex) <= far:
            s.first[hex] = 1


@rule()
def sees(s: State, hex: int) -> bool:
    """Is this a hex in sight, after `look_around`?"""
    return hex >= 0 and s.first[hex] > 0


@rule(also=("MP-ACT-SAIL-1",))
def _harbours(t: Tables, s: State, port: int) -> None:
    """Ships bring word: an alchemist in a port sees whether he may land in the others."""
    here = towns.open_town_at(t, s, port) if port >= 0 else towns.NOTHING
    if here < 0 or t.scenario[s.scenario].no_sailing:
        return
    for there in range(len(v.TOWNS)):
        if t.route[here, there]:
            show(t, s, board.town(t, s, there), 0)


@rule(also=("MP-ALARM-6.12", "MP-INQ-35", "MP-EVENT-7"))
def _asked_about(t: Tables, s: State, asked: Prompt) -> None:
    """Outside of turns all see what a question is about: the way in, the assailed tower, the stores that give."""
    they = s.seat[asked.seat]
    if asked.kind == prompts.ENTRY:
        show(t, s, board.town(t, s, t.alarm[display.active(s)].town), alarm.entry_ring(t, s))
    elif asked.kind == prompts.DESTROY:
        show(t, s, they.tower if asked.slot <= v.LEVELS else they.figure[asked.figure].hex, 1)
    elif asked.kind == prompts.LOSE:
        show(t, s, they.tower, 0)
        for figure in range(v.FIGURES):
            show(t, s, they.figure[figure].hex, 0)
    elif asked.kind == prompts.OVERLOAD and s.phase == EVENT:
        show(t, s, they.figure[0].hex, 0)
    else:
        _in_turn(t, s, asked)


@rule(also=("MP-ACT-EXCHANGE-1", "MP-ACT-TRANSMUTE-3"))
def _in_turn(t: Tables, s: State, asked: Prompt) -> None:
    """A seat that sees the figure that is asked sees its possible partners, its partner in an exchange, its stores."""
    hex = s.seat[asked.seat].figure[asked.figure].hex
    if asked.kind == prompts.WHO and sees(s, hex):
        show(t, s, hex, 1)
    elif asked.kind == prompts.EXCHANGE:
        partner = s.seat[asked.slot // v.FIGURES].figure[asked.slot % v.FIGURES].hex
        if sees(s, hex) or sees(s, partner):
            show(t, s, hex, 0)
            show(t, s, partner, 0)
    elif asked.kind == prompts.PAYMENT and sees(s, hex):
        show(t, s, s.seat[asked.seat].tower, 0)
