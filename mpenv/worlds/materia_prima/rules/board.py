"""The board: hexes with what lies and stands on them."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.content.vocabulary import BLOCKED, FIGURES, MINE, PLAIN, SEATS, SLOTS, TOWN
from mpenv.worlds.materia_prima.rules import reasons
from mpenv.worlds.materia_prima.rules.state import State


@rule("MP-ACT-MOVE-4", also=("MP-BASE-BOARD-1",))
def beyond(t: Tables, s: State, hex: int, direction: int) -> int:
    """The neighbour that way; -1 off the board, and a blocked hex counts as off the board."""
    there = t.neighbour[hex, direction]
    if there >= 0 and s.site[there] == BLOCKED:
        return -1
    return there


@rule()
def apart(t: Tables, one: int, other: int) -> int:
    """Straight distance in hexes."""
    return t.apart[one, other]


@rule()
def town(t: Tables, s: State, which: int) -> int:
    """The hex of a town."""
    for hex in range(t.hexes):
        if s.site[hex] == TOWN + which:
            return hex
    return -1


@rule()
def town_at(s: State, hex: int) -> int:
    """The town on a hex, or -1."""
    return max(s.site[hex] - TOWN, -1)


@rule()
def survey(t: Tables, s: State) -> int:
    """Write the hexes of all mines and towns into the scratch `queue`; how many they are."""
    found = 0
    for hex in range(t.hexes):
        s.queue[found] = hex
        found += s.site[hex] >= MINE
    return found


@rule(also=("MP-ACT-MINE-1",))
def mine_at(s: State, hex: int) -> int:
    """The element mined on a hex, or -1."""
    kind = s.site[hex] - MINE
    return kind if 0 <= kind < TOWN - MINE else -1


@rule(also=("MP-BASE-BOARD-7",))
def may_found(s: State, hex: int) -> bool:
    """May a tower stand here: not on a town, a mine or another tower (AMB-50)."""
    return s.site[hex] == PLAIN and tower_at(s, hex) < 0


@rule("MP-BASE-BOARD-7", also=("MP-SETUP-13",))
def may_settle(s: State, seat: int, hex: int, tower: bool) -> bool:
    """May a player place his tower or alchemist here: off towns and mines, and where nobody else stands (AMB-50)."""
    if s.site[hex] == BLOCKED or (s.site[hex] != PLAIN and not s.house.anywhere):
        return False
    if tower and tower_at(s, hex) >= 0:
        return False
    return bars(s, seat, hex) == reasons.FINE


@rule()
def tower_at(s: State, hex: int) -> int:
    """The seat whose tower stands on a hex, or -1."""
    for seat in range(s.seats):
        if s.seat[seat].tower == hex:
            return seat
    return -1


@rule()
def colour_at(s: State, hex: int) -> int:
    """The seat that has a figure on a hex, or -1; two colours never share one."""
    for seat in range(s.seats):
        for figure in range(FIGURES):
            if s.seat[seat].figure[figure].hex == hex:
                return seat
    return -1


@rule()
def inquisitor_at(s: State, hex: int) -> bool:
    for slot in range(SLOTS):
        for figure in range(s.slot[slot].figures):
            if s.slot[slot].hex[figure] == hex:
                return True
    return False


@rule("MP-ACT-MOVE-2", "MP-ACT-MOVE-3")
def bars(s: State, seat: int, hex: int) -> int:
    """The reason that bars figures of a seat from a hex: other colours, their towers, inquisitors; or FINE."""
    for other in range(SEATS):
        if other == seat or other >= s.seats:
            continue
        they = s.seat[other]
        if they.tower == hex:
            return reasons.OTHER_COLOUR
        for figure in range(FIGURES):
            if they.figure[figure].hex == hex:
                return reasons.OTHER_COLOUR
    return reasons.INQUISITOR_THERE if inquisitor_at(s, hex) else reasons.FINE


@rule("MP-INQ-22", also=("MP-ALARM-6.12",))
def open_to_inquisitors(s: State, hex: int) -> bool:
    """Inquisitors enter no hex with a figure or tower, but share hexes with each other."""
    return s.site[hex] != BLOCKED and tower_at(s, hex) < 0 and colour_at(s, hex) < 0
