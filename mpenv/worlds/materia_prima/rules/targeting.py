"""Targets of inquisitors, and their ways there."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board
from mpenv.worlds.materia_prima.rules.state import State

ALCHEMIST, HOMUNCULUS, TOWER = range(3)
NOBODY = -1
FAR = 1000
TOWER_PLACE = v.FIGURES  # a tower as a target stands behind the four figures of its seat
TARGETS_A_SEAT = v.FIGURES + 1
UNREACHED, CLOSED, BESIDE = -1, -2, -2  # in the scratch space: `distance` of hexes, `first` of those beside a target

# A target is ranked by one number; each factor outweighs all behind it (MP-INQ-10 to 17, 23).
IN_TOWER = 1 << 28
UNREACHABLE = 1 << 27
DISTANCE = 1 << 8
SECONDARY = 1 << 7
ORDER = 1 << 4


@rule(also=("MP-INQ-18", "MP-INQ-22", "MP-INQ-23"))
def flood(t: Tables, s: State, start: int) -> None:
    """Moves from `start` to every hex it can reach, and the lowest first direction of a shortest way there."""
    _close(t, s)
    _spread(t, s, start)


@rule(also=("MP-INQ-10", "MP-INQ-13", "MP-INQ-18", "MP-INQ-22", "MP-INQ-23"))
def seek(t: Tables, s: State, start: int, type: int) -> None:
    """As `flood`, but stop at the distance of the nearest target outside towers: none behind it is chosen."""
    _close(t, s)
    for seat in range(s.seats):
        for place in range(TARGETS_A_SEAT):
            hex = target_hex(t, s, seat, place, type)
            if hex < 0 or _shelters(s, hex, place):
                continue
            for direction in range(6):
                beside = t.neighbour[hex, direction]
                if beside >= 0:
                    s.first[beside] = BESIDE
    _spread(t, s, start)


@rule(also=("MP-INQ-22",))
def _close(t: Tables, s: State) -> None:
    """Reset: no hex is reached; hexes are closed as `board.open_to_inquisitors` says, here all at once."""
    for hex in range(t.hexes):
        s.distance[hex] = CLOSED if s.site[hex] == v.BLOCKED else UNREACHED
        s.first[hex] = UNREACHED
    for seat in range(s.seats):
        if s.seat[seat].tower >= 0:
            s.distance[s.seat[seat].tower] = CLOSED
        for figure in range(v.FIGURES):
            if s.seat[seat].figure[figure].hex >= 0:
                s.distance[s.seat[seat].figure[figure].hex] = CLOSED


@rule(also=("MP-INQ-18", "MP-INQ-23"))
def _spread(t: Tables, s: State, start: int) -> None:
    """Breadth-first search, until no hex is left that is nearer than the first that is marked BESIDE."""
    enough = 0 if s.first[start] == BESIDE else FAR
    s.distance[start] = 0
    s.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        hex = s.queue[head]
        head += 1
        way = s.distance[hex] + 1
        if way > enough:
            return
        for direction in range(6):
            there = t.neighbour[hex, direction]
            if there < 0:
                continue
            first = direction if hex == start else s.first[hex]
            if s.distance[there] == UNREACHED:
                if s.first[there] == BESIDE:
                    enough = way
                s.distance[there] = way
                s.first[there] = first
                s.queue[tail] = there
                tail += 1
            elif s.distance[there] == way and first < s.first[there]:
                s.first[there] = first


@rule("MP-INQ-18", also=("MP-INQ-23",))
def way_to(t: Tables, s: State, target: int) -> int:
    """Moves until it stands beside the target, and the first of them: moves x 8 + direction, or -1."""
    best = -1
    for direction in range(6):
        beside = board.beyond(t, s, target, direction)
        if beside < 0 or s.distance[beside] < 0:
            continue
        way = s.distance[beside] * 8 + max(s.first[beside], 0)
        if best < 0 or way < best:
            best = way
    return best


@rule(also=("MP-INQ-20", "MP-INQ-24"))
def target_hex(t: Tables, s: State, seat: int, place: int, type: int) -> int:
    """Where a target stands, if the type hunts its kind; -1 otherwise."""
    kind = TOWER if place == TOWER_PLACE else min(place, HOMUNCULUS)
    if kind != t.inquisitor[type].primary and kind != t.inquisitor[type].secondary:
        return -1
    return s.seat[seat].tower if kind == TOWER else s.seat[seat].figure[place].hex


@rule(
    "MP-INQ-12",
    "MP-INQ-15",
    "MP-INQ-16",
    also=("MP-INQ-10", "MP-INQ-11", "MP-INQ-13", "MP-INQ-14", "MP-INQ-17", "MP-INQ-19", "MP-INQ-23"),
)
def choose(t: Tables, s: State, start: int, type: int) -> int:
    """The target to go for now, as seat x 5 + place; NOBODY when no such figure is on the board."""
    best, chosen = -1, NOBODY
    for turn in range(s.seats):
        seat = s.order[turn]
        for place in range(TARGETS_A_SEAT):
            hex = target_hex(t, s, seat, place, type)
            if hex < 0:
                continue
            rank = _rank(t, s, start, hex, place, type) + turn * ORDER + place
            if best < 0 or rank < best:
                best, chosen = rank, seat * TARGETS_A_SEAT + place
    return chosen


@rule("MP-INQ-17", also=("MP-INQ-13",))
def _shelters(s: State, hex: int, place: int) -> bool:
    """Does a tower stand where a figure is that is a target?"""
    return place != TOWER_PLACE and board.tower_at(s, hex) >= 0


@rule("MP-INQ-10", "MP-INQ-11", "MP-INQ-13", "MP-INQ-14", also=("MP-INQ-17",))
def _rank(t: Tables, s: State, start: int, hex: int, place: int, type: int) -> int:
    """Outside before in a tower, reachable first, then near, then the primary kind."""
    rank = 0
    if _shelters(s, hex, place):
        rank += IN_TOWER
    way = way_to(t, s, hex)
    if way < 0:
        rank += UNREACHABLE + board.apart(t, start, hex) * DISTANCE
    else:
        rank += (way // 8) * DISTANCE
    kind = TOWER if place == TOWER_PLACE else min(place, HOMUNCULUS)
    return rank if kind == t.inquisitor[type].primary else rank + SECONDARY


@rule("MP-INQ-21", "MP-INQ-23")
def step_toward(t: Tables, s: State, start: int, target: int) -> int:
    """The direction of the next move; with no way there the first that comes nearer, or -1 to stay."""
    way = way_to(t, s, target)
    if way >= 0:
        return way % 8
    for direction in range(6):
        there = board.beyond(t, s, start, direction)
        if there < 0 or not board.open_to_inquisitors(s, there):
            continue
        if board.apart(t, there, target) < board.apart(t, start, target):
            return direction
    return -1
