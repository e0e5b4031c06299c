"""The team's plan in a deduced row: jobs, needs, efforts, and who has taken what."""

from mpenv.agents.materia_prima import costs, goals, tasks, weighing
from mpenv.agents.materia_prima.deduced_row import KINDS, LONG, SHORT, SLOTS, TOLD, Plan
from mpenv.agents.materia_prima.memory import FETCH, HELP, JOBS, NOBODY, NONE, TRADE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.full_row import OTHERS, near
from mpenv.worlds.materia_prima.observe.summary import cut
from mpenv.worlds.materia_prima.rules import missions, order
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def tell(t: Tables, s: State, p: Memory, out: Plan) -> None:
    """Write the plan that the memory holds; sets `need` and `short` to those of the own job."""
    for number in range(min(p.jobs, TOLD)):
        _job(s, p, number, out)
    tasks.prepare(t, s, p, p.main if p.gather == NONE else p.gather)
    if p.main != NONE:
        _work(t, s, p, out)
    _elements(t, s, p, out)
    for nth in range(s.seats):
        out.busy[nth] = cut(p.busy[order.relative(s, p.seat, nth)] / LONG)
    _recipes(s, p, out)
    for town in range(len(v.TOWNS)):
        out.errand[town] = near(_unclaimed(p.errand[p.seat, town]), SHORT)
        out.errand[len(v.TOWNS) + town] = near(_of_others(s, p, town), SHORT)
    out.outlook[0] = cut(weighing.lateness(t, s, p) / weighing.MOST_LATE)
    out.outlook[1] = p.hunts
    out.outlook[2] = p.calls
    out.outlook[3] = p.finished
    out.outlook[4] = p.jobs / JOBS


@rule()
def _job(s: State, p: Memory, number: int, out: Plan) -> None:
    job, one = p.job[number], out.jobs[number]
    one.own = job.seat == p.seat
    if job.seat != NOBODY:
        one.seat = (order.nth(s, p.seat, job.seat) + 1) / v.SEATS
    one.predicate = (job.predicate + 1) / KINDS
    one.goal = (job.goal + 1) / v.MAX_GOALS
    one.what = cut((_thing(job.predicate, job.what) + 1) / v.MAX_ELEMENTS)
    one.effort = cut(job.effort / LONG)
    one.main = number == p.main
    one.gather = number == p.gather


@rule()
def _thing(predicate: int, what: int) -> int:
    """What a job is done with; of help the element."""
    return what % v.MAX_ELEMENTS if predicate == HELP else what


@rule()
def _work(t: Tables, s: State, p: Memory, out: Plan) -> None:
    """The own job, with the recipe that is gathered for."""
    job, one = p.job[p.main], out.work[0]
    one.predicate[job.predicate] = 1.0
    if p.slot != NONE:
        card = costs.card_in(s, p, p.seat, p.slot)
        one.recipe[p.slot] = 1.0
        one.kind[t.recipe[card].kind] = 1.0
        one.level = cut(t.recipe[card].level / 3)
    if job.what != NONE and (goals.is_errand(job.predicate) or job.predicate == TRADE):
        one.town[job.what] = 1.0
    if job.predicate == missions.STAND:
        one.town[t.scenario[s.scenario].goal[job.goal].kind] = 1.0
    if job.predicate == FETCH or job.predicate == HELP:
        one.element[_thing(job.predicate, job.what)] = 1.0
    if job.predicate == HELP:
        one.helped[order.nth(s, p.seat, job.what // v.MAX_ELEMENTS) - 1] = 1.0
    one.goal = (job.goal + 1) / v.MAX_GOALS
    one.effort = cut(job.effort / LONG)
    one.count = cut(job.count / 6)


@rule()
def _elements(t: Tables, s: State, p: Memory, out: Plan) -> None:
    for element in range(t.elements):
        out.need[element] = cut(p.need[element] / 3)
        out.short[element] = cut(p.short[element] / 3)
        for nth in range(OTHERS):
            who = order.relative(s, p.seat, nth + 1)
            if who >= 0:
                out.asked_for[nth * v.MAX_ELEMENTS + element] = cut(p.ask[who, element] / 3)


@rule()
def _recipes(s: State, p: Memory, out: Plan) -> None:
    for slot in range(SLOTS):
        best = UNCHOSEN
        for seat in range(s.seats):
            if seat != p.seat:
                best = min(best, p.recipe[seat, slot])
        out.easy[slot] = near(p.recipe[p.seat, slot], SHORT)
        out.easy_elsewhere[slot] = near(best, SHORT)
        if p.taken[slot] != NOBODY:
            out.taken[slot] = 1.0 if p.taken[slot] == p.seat else -1.0


@rule()
def _unclaimed(effort: int) -> int:
    """Effort of a town mission as it was before a seat claimed it."""
    return effort - UNCHOSEN if effort > UNCHOSEN else effort


@rule()
def _of_others(s: State, p: Memory, town: int) -> int:
    """Effort of a town mission for the seat that serves it soonest of the others."""
    best = UNCHOSEN
    for seat in range(s.seats):
        if seat != p.seat:
            best = min(best, _unclaimed(p.errand[seat, town]))
    return best
