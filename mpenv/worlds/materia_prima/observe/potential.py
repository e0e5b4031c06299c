"""How promising a situation looks: the potential of the shaped reward, between 0 and 1, the same for all seats.

Each goal of each seat counts as far as it has come: for what has to be made, the elements of the best recipe in the
pool that lie in the stock, are carried, or could be mined nearby. Part of it is the soul stones that are left.
"""

import numpy as np

from mpenv.engine.jit import entry, rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Recipe, Tables
from mpenv.worlds.materia_prima.rules import board, missions
from mpenv.worlds.materia_prima.rules.state import RUNNING, State

STONES = 0.1  # weight of the team's soul stones
READY = 0.8  # value of a goal whose recipe can be paid from the tower
CARRIED = 0.75  # value of a carried element, less the way home
NEARBY = 0.35  # value of an element in a mine, less the way there
PACE = 0.03  # value lost per hex
FAR = 10


@entry
def look(T: np.ndarray, S: np.ndarray, i: int) -> float:
    """Potential of game i; overwrites its scratch space."""
    return potential(T[0], S[i])


@rule()
def potential(t: Tables, s: State) -> float:
    """Mean over goals and seats, plus the stones; 0 after the end."""
    if s.outcome != RUNNING:
        return 0.0
    goals = t.scenario[s.scenario].goals
    total, stones = 0.0, 0.0
    sites = board.survey(t, s)
    for seat in range(s.seats):
        stones += s.seat[seat].stone
        _measure(t, s, sites, max(s.seat[seat].figure[0].hex, 0))
        for number in range(goals):
            total += _goal(t, s, number, seat)
    return (1 - STONES) * total / (goals * s.seats) + STONES * stones / s.seats


@rule()
def _goal(t: Tables, s: State, number: int, seat: int) -> float:
    goal = t.scenario[s.scenario].goal[number]
    wanted = missions.wanted(t, s, number)
    have = missions.shared(t, s, number, missions.progress(t, s, number, seat))
    if have >= wanted or missions.latched(s, number, seat):
        return 1.0
    best = 0.0
    if goal.predicate == missions.STOCK:
        best = _stock(t, s, seat, goal.kind, wanted - have)
    elif goal.predicate == missions.DEFEAT:
        best = _chase(t, s, seat)
    elif goal.predicate == missions.MAKE or goal.predicate == missions.HOLD:
        home = _way_home(t, s, seat)
        for slot in range(v.POOL):
            if s.pool[slot] < 0:
                continue
            recipe = t.recipe[s.pool[slot]]
            if recipe.kind == goal.kind and (goal.level == 0 or goal.level == recipe.level):
                best = max(best, READY * _paid(t, s, seat, recipe, home))
    return min(1.0, (have + best) / wanted)


@rule()
def _chase(t: Tables, s: State, seat: int) -> float:
    """Nearness of the alchemist to an inquisitor."""
    nearest = FAR
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            if s.slot[slot].hex[which] >= 0:
                nearest = min(nearest, board.apart(t, max(s.seat[seat].figure[0].hex, 0), s.slot[slot].hex[which]))
    return READY * (1 - nearest / FAR)


@rule()
def _way_home(t: Tables, s: State, seat: int) -> float:
    """Value a carried element loses on the way to the tower."""
    me = s.seat[seat]
    return PACE * min(FAR, board.apart(t, max(me.figure[0].hex, 0), max(me.tower, 0)))


@rule()
def _paid(t: Tables, s: State, seat: int, recipe: Recipe, home: float) -> float:
    """Share of a recipe's cost at hand, between 0 and 1."""
    me = s.seat[seat]
    worth, cost = 0.0, 0
    for place in range(recipe.parts):
        element = recipe.part[place]
        need = recipe.cost[element]
        cost += need
        stored = min(need, me.stock[element])
        carried = min(need - stored, me.figure[0].load[element])
        worth += stored + carried * (CARRIED - home)
        if need > stored + carried:
            worth += NEARBY - PACE * s.distance[element]
    return worth / max(1, cost)


@rule()
def _stock(t: Tables, s: State, seat: int, kind: int, lacking: int) -> float:
    """Value of carried elements that the tower lacks, of one kind or of any."""
    me = s.seat[seat]
    carried = 0
    for element in range(t.elements):
        if kind == missions.ANY or kind == element:
            carried += me.figure[0].load[element]
    home = _way_home(t, s, seat)
    worth = min(carried, lacking) * (CARRIED - home)
    if carried < lacking:
        nearest = FAR
        for element in range(t.elements):
            if kind == missions.ANY or kind == element:
                nearest = min(nearest, s.distance[element])
        worth += NEARBY - PACE * nearest
    return worth


@rule()
def _measure(t: Tables, s: State, sites: int, hex: int) -> None:
    """Write the distance to the nearest mine of each element to the scratch space `distance`."""
    for kind in range(v.MAX_ELEMENTS + len(v.TOWNS)):
        s.distance[kind] = FAR
    for place in range(sites):
        other = s.queue[place]
        kind = s.site[other] - v.MINE
        s.distance[kind] = min(s.distance[kind], board.apart(t, hex, other))
