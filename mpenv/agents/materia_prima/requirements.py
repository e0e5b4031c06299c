"""Wants: the elements that a job takes, and the recipes that nobody has found yet."""

from mpenv.agents.materia_prima import costs, errands, goals
from mpenv.agents.materia_prima.memory import FAR, GEAR, NOBODY, NONE, UNCHOSEN, WAIT, Picture
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, missions
from mpenv.worlds.materia_prima.rules.actions import errand
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def want(t: Tables, s: State, p: Picture, job: int) -> None:
    """What a job of any seat is done with goes to `need`, and what its owner lacks to `short`."""
    one = p.job[job]
    if one.predicate == missions.STOCK:
        need_stock(t, s, p, job)
    else:
        costs.need_recipe(t, p, costs.card_in(s, p, one.seat, one.what))
    costs.resolve(t, p, one.seat)


@rule()
def need_stock(t: Tables, s: State, p: Picture, job: int) -> None:
    """What a goal wants in the tower; of any kind: what is there and the nearest kind of mine."""
    one = p.job[job]
    kind = t.scenario[s.scenario].goal[one.goal].kind
    seat = p.seat if one.seat == NOBODY else one.seat
    nearest = 0
    for element in range(t.elements):
        p.need[element] = 0
        if p.near[seat, element] < p.near[seat, nearest]:
            nearest = element
    wanted = one.count if kind == missions.ANY else one.count + s.seat[seat].stock[kind]
    if kind != missions.ANY:
        p.need[kind] = wanted
        return
    for element in range(t.elements):
        have = costs.carried(s, seat, element)
        p.need[element] = s.seat[seat].stock[element] + min(have, wanted)
        wanted -= min(have, wanted)
    p.need[nearest] += wanted


@rule()
def wants_recipe(t: Tables, s: State, p: Picture, seat: int) -> int:
    """The kind of recipe that a seat must look for, or any seat; -1: none."""
    for number in range(p.jobs):
        one = p.job[number]
        if one.predicate == GEAR and one.what == NONE:
            return missions.EQUIPMENT
        if one.goal == NONE or (one.seat != seat and one.seat != NOBODY and seat != NOBODY):
            continue
        if one.what != NONE and goals.is_errand(one.predicate):
            if errands.lacks_recipe(t, s, p, one.seat, one.what):
                return t.errand[s.mission[one.what]].kind - errand.COMPONENT_KIND
        elif one.what == NONE:
            goal = t.scenario[s.scenario].goal[one.goal]
            if (one.predicate == missions.MAKE or one.predicate == missions.HOLD) and costs.findable(s, goal.kind):
                return goal.kind
    return NONE


@rule()
def put_off(t: Tables, s: State, p: Picture, job: int) -> None:
    """A job for which there is nothing on the table yet: somebody has to find a recipe, or it has to wait."""
    one = p.job[job]
    one.effort = WAIT
    if one.predicate != missions.MAKE and one.predicate != missions.HOLD:
        return
    goal = t.scenario[s.scenario].goal[one.goal]
    if not costs.findable(s, goal.kind):
        return
    first, last = (0, s.seats) if one.seat == NOBODY else (one.seat, one.seat + 1)
    least = UNCHOSEN
    for seat in range(first, last):
        if goals.takes_part(p, seat):
            cost = costs.to_find(t, s, p, seat, goal.level)
            if cost + p.busy[seat] < least:
                least, one.seat, one.effort = cost + p.busy[seat], seat, cost
    p.busy[one.seat] += one.effort


@rule()
def nearest_to(t: Tables, s: State, seat: int, hex: int) -> int:
    """How far the nearest figure of a seat is from a hex."""
    nearest = FAR
    for figure in range(v.FIGURES):
        if s.seat[seat].figure[figure].hex >= 0:
            nearest = min(nearest, board.apart(t, s.seat[seat].figure[figure].hex, hex))
    return nearest
