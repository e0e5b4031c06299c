"""Paths over the board: occupied hexes, distances by breadth-first search, and the next step."""

from mpenv.agents.materia_prima.memory import FAR, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, targeting, towns
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.state import State

SAIL = 6  # behind the directions
CLOSED = -2  # the distance of a hex that cannot be entered
NOWHERE = -1
FREE, INQUISITOR = 0, 9  # a hex is free, held by a seat (its number + 1), or by an inquisitor
OPEN, SHUT = 1, 2  # whether own figures can enter a hex


@rule()
def survey(t: Tables, s: State, p: Memory) -> None:
    """Record which hexes are occupied, where mines and towns are, and where own figures can go."""
    p.held[:] = FREE
    for seat in range(s.seats):
        if s.seat[seat].tower >= 0:
            p.held[s.seat[seat].tower] = seat + 1
        for figure in range(v.FIGURES):
            if s.seat[seat].figure[figure].hex >= 0:
                p.held[s.seat[seat].figure[figure].hex] = seat + 1
    for slot in range(v.SLOTS):
        for figure in range(s.slot[slot].figures):
            if s.slot[slot].hex[figure] >= 0:
                p.held[s.slot[slot].hex[figure]] = INQUISITOR
    p.mines = 0
    p.town[:] = -1
    for hex in range(t.hexes):
        if board.mine_at(s, hex) >= 0 and p.mines < len(p.mine):
            p.mine[p.mines] = hex
            p.mines += 1
        elif board.town_at(s, hex) >= 0:
            p.town[board.town_at(s, hex)] = hex
    look_around(t, s, p)


@rule()
def look_around(t: Tables, s: State, p: Memory) -> None:
    """Record where own figures can go; set `astir` when that changed since distances were measured."""
    for hex in range(t.hexes):
        free = p.held[hex] == FREE or p.held[hex] == p.seat + 1
        ground = OPEN if free and s.site[hex] != v.BLOCKED else SHUT
        p.astir |= p.ground[hex] != ground
        p.ground[hex] = ground
    for town in range(len(v.TOWNS)):
        sails = p.town[town] >= 0 and not t.scenario[s.scenario].no_sailing and towns.is_open(t, s, town)
        port = p.town[town] if sails else NOWHERE
        p.astir |= p.port[town] != port
        p.port[town] = port
    p.astir |= p.keep != s.seat[p.seat].tower
    p.keep = s.seat[p.seat].tower


@rule()
def whereabouts(s: State, seat: int, figure: int) -> int:
    """Hex of a figure; one out of sight counts as at home, one not placed yet as on hex 0."""
    hex = s.seat[seat].figure[figure].hex
    return max(s.seat[seat].tower if hex == UNSEEN else hex, 0)


@rule()
def flood(t: Tables, s: State, p: Memory, figure: int, start: int, most: int, goal: int) -> int:
    """Breadth-first search from `start` for an own figure; return how many hexes were reached.

    Distances go to `s.distance` (below 0: not reached within `most` moves). Alchemists also sail from port to port.
    The search ends as soon as `goal` is reached.
    """
    for hex in range(t.hexes):
        s.distance[hex] = -1 if p.ground[hex] == OPEN else CLOSED
    s.distance[start] = 0
    s.queue[0] = start
    head, tail = 0, 1
    while head < tail:
        hex = s.queue[head]
        head += 1
        if s.distance[hex] >= most:
            break
        for direction in range(6):
            there = t.neighbour[hex, direction]
            if there < 0 or s.distance[there] != -1:
                continue
            s.distance[there] = s.distance[hex] + 1
            s.queue[tail] = there
            tail += 1
            if there == goal:
                return tail
        if figure == 0 and board.town_at(s, hex) >= 0:
            tail = sail_on(t, s, p, hex, tail)
    return tail


@rule()
def sail_on(t: Tables, s: State, p: Memory, hex: int, tail: int) -> int:
    """Add the ports reached by ship from a hex to the queue; return its new length."""
    for town in range(len(v.TOWNS)):
        if can_sail(t, s, p, hex, town) and s.distance[p.town[town]] == -1:
            s.distance[p.town[town]] = s.distance[hex] + 1
            s.queue[tail] = p.town[town]
            tail += 1
    return tail


@rule()
def can_sail(t: Tables, s: State, p: Memory, hex: int, town: int) -> bool:
    """Check that the alchemist may sail from a hex to a town."""
    here = towns.open_town_at(t, s, hex)
    if here < 0 or p.town[town] < 0 or t.scenario[s.scenario].no_sailing or not t.route[here, town]:
        return False
    return towns.is_open(t, s, town) and (p.held[p.town[town]] == FREE or p.held[p.town[town]] == p.seat + 1)


@rule()
def measure(t: Tables, s: State, p: Memory) -> None:
    """Measure distances of own figures and from the own tower, where they changed."""
    if p.astir:
        p.stood[:] = NOWHERE
        flood(t, s, p, 0, max(s.seat[p.seat].tower, 0), FAR, NOWHERE)
        for hex in range(t.hexes):
            p.home[hex] = s.distance[hex]
        p.astir = False
    follow_figures(t, s, p)


@rule()
def follow_figures(t: Tables, s: State, p: Memory) -> None:
    """Measure distances of own figures that moved; own figures block nobody."""
    for figure in range(v.FIGURES):
        here = s.seat[p.seat].figure[figure].hex
        if here >= 0 and here != p.stood[figure]:
            flood(t, s, p, figure, here, FAR, NOWHERE)
            for hex in range(t.hexes):
                p.way[figure, hex] = s.distance[hex]
        p.stood[figure] = here


@rule()
def of_hunter(t: Tables, s: State, p: Memory, hunter: int, start: int) -> None:
    """Moves of an inquisitor to every hex that it can enter, as the rules count them; below 0: not reached."""
    targeting.flood(t, s, start)
    for hex in range(t.hexes):
        p.chase[hunter, hex] = s.distance[hex]


@rule()
def noise(t: Tables, s: State, p: Memory, hex: int) -> int:
    """Alarm markers beside a hex, for a player that avoids them and does not hunt."""
    return markers(t, s, hex) if p.habits.quiet and not p.hunts else 0


@rule()
def markers(t: Tables, s: State, hex: int) -> int:
    """Number of neighbours with a marker: another marker there raises an alarm; own hex too where the scenario marks
    it.
    """
    loud = 0
    if t.scenario[s.scenario].marks_own_hex and s.marker[hex] > 0:
        loud = 6
    for direction in range(6):
        there = t.neighbour[hex, direction]
        if there >= 0 and s.marker[there] > 0:
            loud += 1
    return loud


@rule()
def toward(t: Tables, s: State, p: Memory, figure: int, target: int) -> int:
    """Next step of a shortest path to a hex: a direction, or SAIL plus a town; -1 when there is none.

    Of equal steps it takes the quieter one, or the louder one when alarms help.
    """
    hex = s.seat[p.seat].figure[figure].hex
    flood(t, s, p, figure, target, FAR, hex)
    best, chosen = 1 << 20, -1
    for direction in range(6):
        there = t.neighbour[hex, direction]
        if there < 0 or s.distance[there] < 0 or (p.held[there] != FREE and p.held[there] != p.seat + 1):
            continue
        if s.distance[hex] >= 0 and s.distance[there] >= s.distance[hex]:
            continue
        cost = s.distance[there] * 64 + noise(t, s, p, there) * (-1 if p.calls else 1)
        if cost < best:
            best, chosen = cost, direction
    if figure == 0:
        for town in range(len(v.TOWNS)):
            there = p.town[town]
            if (
                can_sail(t, s, p, hex, town)
                and 0 <= s.distance[there] < s.distance[hex]
                and s.distance[there] * 64 < best
            ):
                best, chosen = s.distance[there] * 64, SAIL + town
    return chosen


@rule()
def beside(t: Tables, s: State, p: Memory, figure: int, target: int) -> int:
    """The hex next to a target that a figure reaches first; -1 when there is none."""
    best, chosen = FAR, -1
    for direction in range(6):
        there = t.neighbour[target, direction]
        if there >= 0 and 0 <= p.way[figure, there] < best:
            best, chosen = p.way[figure, there], there
    return chosen
