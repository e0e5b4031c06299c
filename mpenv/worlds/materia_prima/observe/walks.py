"""Walking distances for encoders, around what stands in the way."""

from typing import Annotated

from mpenv.engine.jit import rule
from mpenv.engine.records import I2, Numbers, Plane
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.blank import blank
from mpenv.worlds.materia_prima.observe.full_row import MINED
from mpenv.worlds.materia_prima.rules import board, towns
from mpenv.worlds.materia_prima.rules.state import State

# Rows of `away`: from home, from each town, from the mines of an element, from each own figure; and for inquisitors
# from each own figure and the own tower.
HOME = 0
TOWN = 1
MINE = TOWN + len(v.TOWNS)
FIGURE = MINE + MINED
HUNTED = FIGURE + v.FIGURES
ROWS = HUNTED + v.FIGURES + 1
UNREACHED, CLOSED = -1, -2
NO_WAY = 120
STEPS = 7  # the hexes around the alchemist, and his own


class Walks:
    """Scratch space of a row: moves from places to every hex, below 0 where there is no way."""

    port: Annotated[Numbers, "i2", 4]  # the hex of each town that ships may leave and reach, -1
    hop: Annotated[Plane, "i2", 4, 4]  # voyages between them, 0: none
    arrival: Annotated[Plane, "i2", STEPS + 1, 4]  # moves from a step of the alchemist to a port, the last voyage too
    hunters: I2
    ground: Annotated[Numbers, "i1", v.MAX_HEXES]  # 1 where own figures may go
    prowl: Annotated[Numbers, "i1", v.MAX_HEXES]  # 1 where inquisitors may go
    away: Annotated[Plane, "i1", ROWS, v.MAX_HEXES]


WALKS = blank(Walks)


@rule()
def survey(t: Tables, s: State, w: Walks, seat: int) -> None:
    """Measure all ways of a seat's figures, and of inquisitors to them."""
    _look(t, s, w, seat)
    _from_place(t, s, w, HOME, s.seat[seat].tower, w.ground)
    for town in range(len(v.TOWNS)):
        _from_place(t, s, w, TOWN + town, board.town(t, s, town), w.ground)
    for element in range(MINED):
        _from_mines(t, s, w, element)
    for figure in range(v.FIGURES):
        _from_place(t, s, w, FIGURE + figure, s.seat[seat].figure[figure].hex, w.ground)
    if w.hunters > 0:
        for figure in range(v.FIGURES):
            _from_place(t, s, w, HUNTED + figure, s.seat[seat].figure[figure].hex, w.prowl)
        _from_place(t, s, w, HUNTED + v.FIGURES, s.seat[seat].tower, w.prowl)
    _ships(t, s, w)


@rule()
def _look(t: Tables, s: State, w: Walks, seat: int) -> None:
    """Mark where figures of the seat and inquisitors may go."""
    for hex in range(t.hexes):
        w.ground[hex] = s.site[hex] != v.BLOCKED
        w.prowl[hex] = s.site[hex] != v.BLOCKED
    for who in range(s.seats):
        if s.seat[who].tower >= 0:
            w.prowl[s.seat[who].tower] = 0
            if who != seat:
                w.ground[s.seat[who].tower] = 0
        for figure in range(v.FIGURES):
            hex = s.seat[who].figure[figure].hex
            if hex >= 0:
                w.prowl[hex] = 0
                if who != seat:
                    w.ground[hex] = 0
    w.hunters = 0
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            if s.slot[slot].hex[which] >= 0:
                w.ground[s.slot[slot].hex[which]] = 0
                w.hunters += 1


@rule()
def _from_place(t: Tables, s: State, w: Walks, row: int, hex: int, open: Numbers) -> None:
    """Flood over open ground from a hex, also one that is held by others; from none nothing is reached."""
    for there in range(t.hexes):
        w.away[row, there] = UNREACHED if open[there] > 0 else CLOSED
    if hex >= 0:
        w.away[row, hex] = 0
        s.queue[0] = hex
        _flood(t, s, w, row, 1)


@rule()
def _from_mines(t: Tables, s: State, w: Walks, element: int) -> None:
    """Flood from all mines of an element at once."""
    row, starts = MINE + element, 0
    for hex in range(t.hexes):
        w.away[row, hex] = UNREACHED if w.ground[hex] > 0 else CLOSED
        if s.site[hex] == v.MINE + element:
            w.away[row, hex] = 0
            s.queue[starts] = hex
            starts += 1
    _flood(t, s, w, row, starts)


@rule()
def _flood(t: Tables, s: State, w: Walks, row: int, tail: int) -> None:
    """Breadth-first search from the first hexes of the queue."""
    head = 0
    while head < tail:
        hex = s.queue[head]
        head += 1
        way = w.away[row, hex] + 1
        for direction in range(6):
            there = t.neighbour[hex, direction]
            if there >= 0 and w.away[row, there] == UNREACHED:
                w.away[row, there] = way
                s.queue[tail] = there
                tail += 1


@rule()
def _ships(t: Tables, s: State, w: Walks) -> None:
    """Find the ports that the own alchemist may use, and how many voyages lie between them."""
    for town in range(len(v.TOWNS)):
        hex = board.town(t, s, town)
        sails = hex >= 0 and not t.scenario[s.scenario].no_sailing and towns.is_open(t, s, town)
        w.port[town] = hex if sails and w.ground[hex] > 0 else -1
    for one in range(len(v.TOWNS)):
        for other in range(len(v.TOWNS)):
            w.hop[one, other] = 0
            if one == other or w.port[one] < 0 or w.port[other] < 0:
                continue
            if t.route[one, other] > 0:
                w.hop[one, other] = 1
                continue
            for third in range(len(v.TOWNS)):
                if w.port[third] >= 0 and t.route[one, third] > 0 and t.route[third, other] > 0:
                    w.hop[one, other] = 2


@rule()
def embark(w: Walks, step: int, hex: int) -> None:
    """Note for a step of the alchemist how soon he can be in each port by ship."""
    for port in range(len(v.TOWNS)):
        best = NO_WAY
        for start in range(len(v.TOWNS)):
            if w.hop[start, port] > 0 and w.away[TOWN + start, hex] >= 0:
                best = min(best, w.away[TOWN + start, hex] + w.hop[start, port])
        w.arrival[step, port] = best


@rule()
def by_ship(w: Walks, row: int, step: int, hex: int) -> int:
    """Moves of the alchemist from a hex, noted as a step, to what a row is about; below 0: no way."""
    best = w.away[row, hex] if w.away[row, hex] >= 0 else NO_WAY
    for port in range(len(v.TOWNS)):
        if w.port[port] >= 0 and w.away[row, w.port[port]] >= 0:
            best = min(best, w.arrival[step, port] + w.away[row, w.port[port]])
    return best if best < NO_WAY else UNREACHED


@rule()
def until_beside(t: Tables, w: Walks, row: int, hex: int) -> int:
    """Moves from what a row is about until beside a hex that may be closed; below 0: no way."""
    best = NO_WAY
    for direction in range(6):
        beside = t.neighbour[hex, direction]
        if beside >= 0 and w.away[row, beside] >= 0:
            best = min(best, w.away[row, beside])
    return best if best < NO_WAY else UNREACHED
