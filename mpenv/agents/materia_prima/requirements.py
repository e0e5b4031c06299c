"""Requirements of jobs: the elements they take, and recipes still to be found."""

from mpenv.agents.materia_prima import costs, errands, goals
from mpenv.agents.materia_prima.memory import FAR, GEAR, NOBODY, NONE, UNCHOSEN, WAIT, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, missions
from mpenv.worlds.materia_prima.rules.actions import errand
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def want(t: Tables, s: State, p: Memory, number: int) -> None:
    """Set `need` to the elements of a job of any seat and `short` to what its owner lacks."""
    job = p.job[number]
    if job.predicate == missions.STOCK:
        need_stock(t, s, p, number)
    else:
        costs.need_recipe(t, p, costs.card_in(s, p, job.seat, job.what))
    costs.resolve(t, p, job.seat)


@rule()
def need_stock(t: Tables, s: State, p: Memory, number: int) -> None:
    """Set `need` for elements to stock; where any kind counts, what is carried first and then the nearest mine."""
    job = p.job[number]
    kind = t.scenario[s.scenario].goal[job.goal].kind
    seat = p.seat if job.seat == NOBODY else job.seat
    nearest = 0
    for element in range(t.elements):
        p.need[element] = 0
        if p.near[seat, element] < p.near[seat, nearest]:
            nearest = element
    wanted = job.count if kind == missions.ANY else job.count + s.seat[seat].stock[kind]
    if kind != missions.ANY:
        p.need[kind] = wanted
        return
    for element in range(t.elements):
        have = costs.carried(s, seat, element)
        p.need[element] = s.seat[seat].stock[element] + min(have, wanted)
        wanted -= min(have, wanted)
    p.need[nearest] += wanted


@rule()
def wants_recipe(t: Tables, s: State, p: Memory, seat: int) -> int:
    """The kind of recipe that a seat (or, with NOBODY, any seat) must look for; -1 when there is none."""
    for number in range(p.jobs):
        job = p.job[number]
        if job.predicate == GEAR and job.what == NONE:
            return missions.EQUIPMENT
        if job.goal == NONE or (job.seat != seat and job.seat != NOBODY and seat != NOBODY):
            continue
        if job.what != NONE and goals.is_errand(job.predicate):
            if errands.lacks_recipe(t, s, p, job.seat, job.what):
                return t.errand[s.mission[job.what]].kind - errand.COMPONENT_KIND
        elif job.what == NONE:
            goal = t.scenario[s.scenario].goal[job.goal]
            if (job.predicate == missions.MAKE or job.predicate == missions.HOLD) and costs.findable(s, goal.kind):
                return goal.kind
    return NONE


@rule()
def put_off(t: Tables, s: State, p: Memory, number: int) -> None:
    """Let a job without means wait, or assign the seat that finds its recipe first."""
    job = p.job[number]
    job.effort = WAIT
    if job.predicate != missions.MAKE and job.predicate != missions.HOLD:
        return
    goal = t.scenario[s.scenario].goal[job.goal]
    if not costs.findable(s, goal.kind):
        return
    first, last = (0, s.seats) if job.seat == NOBODY else (job.seat, job.seat + 1)
    least = UNCHOSEN
    for seat in range(first, last):
        if goals.takes_part(p, seat):
            cost = costs.to_find(t, s, p, seat, goal.level)
            if cost + p.busy[seat] < least:
                least, job.seat, job.effort = cost + p.busy[seat], seat, cost
    p.busy[job.seat] += job.effort


@rule()
def nearest_to(t: Tables, s: State, seat: int, hex: int) -> int:
    """Distance of a seat's nearest figure to a hex."""
    nearest = FAR
    for figure in range(v.FIGURES):
        if s.seat[seat].figure[figure].hex >= 0:
            nearest = min(nearest, board.apart(t, s.seat[seat].figure[figure].hex, hex))
    return nearest
