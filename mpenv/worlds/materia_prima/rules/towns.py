"""Towns: a mission each, a marker for sale each, and days on which they are closed."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, log, piles
from mpenv.worlds.materia_prima.rules.state import State

NOTHING = -1


@rule(also=("MP-BASE-SCEN-7",))
def is_open(t: Tables, s: State, town: int) -> bool:
    """A scenario may close a town until a day."""
    return s.day >= t.scenario[s.scenario].opens[town]


@rule(also=("MP-ALCH-4", "MP-BASE-SCEN-7"))
def open_town_at(t: Tables, s: State, hex: int) -> int:
    """The open town on a hex, or -1."""
    town = board.town_at(s, hex)
    return town if town >= 0 and is_open(t, s, town) else NOTHING


@rule(also=("MP-SETUP-5", "MP-TOWNMISSION-9"))
def next_mission(s: State, town: int) -> None:
    """A town gets a new mission at once; with an empty pile it stays without one."""
    s.mission[town] = piles.take(s.errands) if s.errands.cards > 0 else NOTHING


@rule(also=("MP-SETUP-3", "MP-ACT-BUY-1"))
def next_marker(s: State, town: int) -> None:
    """The market refills from the face-down markers."""
    s.market[town] = piles.take(s.extensions) if s.extensions.cards > 0 else NOTHING


@rule(also=("MP-TOWNMISSION-7",))
def served(t: Tables, s: State, town: int) -> bool:
    """Does this table play with the kind of mission that lies in a town?"""
    return s.study.errands >> t.errand[s.mission[town]].kind & 1 == 0


@rule("MP-TOWNMISSION-9", also=("MP-TOWNMISSION-8", "MP-EVENT-2"))
def complete(s: State, seat: int, town: int) -> None:
    """The card goes to the common purse."""
    log.note(s, log.MISSION, seat, s.mission[town], town)
    piles.put(s.purse, s.mission[town])
    s.seat[seat].missions += 1
    next_mission(s, town)


@rule(also=("MP-SETUP-3", "MP-SETUP-5"))
def stock(s: State) -> None:
    """The first missions and markers, one for each town."""
    for town in range(len(v.TOWNS)):
        next_mission(s, town)
        next_marker(s, town)
