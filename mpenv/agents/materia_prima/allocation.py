"""Allocation of jobs to seats: which seat does which job, and with what. All seats compute the same plan, so they need
not talk.
"""

from mpenv.agents.materia_prima import costs, goals, hunting, requirements, spare_time, trading
from mpenv.agents.materia_prima.memory import GEAR, NOBODY, NONE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import events, figures, missions
from mpenv.worlds.materia_prima.rules.state import UNDECIDED, State


@rule()
def plan(t: Tables, s: State, p: Memory) -> None:
    """List the open jobs and give them out greedily, the cheapest first."""
    p.jobs = 0
    p.busy[:] = 0
    p.taken[:] = NOBODY
    for number in range(t.scenario[s.scenario].goals):
        goals.list_each(t, s, p, number)
    for number in range(t.scenario[s.scenario].goals):
        goals.list_team(t, s, p, number)
    p.finished = p.jobs == 0
    p.calls = goals.calls(s, p)
    p.hunts = goals.hunts(p)
    while give_out(t, s, p):
        pass
    for number in range(p.jobs):
        if p.job[number].what == NONE:
            requirements.put_off(t, s, p, number)
    if goals.hunts(p):
        hunting.arm(t, s, p)
    spare_time.recruit(t, s, p)
    trading.consider(t, s, p)
    if p.habits.points > 0:
        goals.add(p, missions.EVENTS, NONE, NOBODY, 1)
        give_out(t, s, p)


@rule()
def give_out(t: Tables, s: State, p: Memory) -> bool:
    """Assign the next open job to a seat; return False when no job can be assigned.

    The job that can be finished first is next. With the habit `longest`, things made for the team come last, the
    longest first.
    """
    best, chosen_number, who, what = UNCHOSEN, NONE, NOBODY, NONE
    for number in range(p.jobs):
        if p.job[number].what != NONE:
            continue
        cost, seat, thing = cheapest(t, s, p, number)
        if thing == NONE or cost >= UNCHOSEN:
            continue
        if p.habits.longest and p.job[number].seat == NOBODY and p.job[number].predicate == missions.MAKE:
            cost = 2 * UNCHOSEN - cost
        if chosen_number == NONE or cost < best:
            best, chosen_number, who, what = cost, number, seat, thing
    if chosen_number == NONE:
        return False
    job = p.job[chosen_number]
    job.effort = price(t, s, p, chosen_number, who, what)
    job.seat = who
    job.what = what
    p.busy[who] += job.effort
    claim(p, job.predicate, what, who)
    return True


@rule()
def cheapest(t: Tables, s: State, p: Memory, number: int) -> tuple[int, int, int]:
    """Find the seat that finishes a job first: (finishing time, seat, thing used); the thing is NONE when nobody can
    do it.
    """
    job = p.job[number]
    best, who, what = UNCHOSEN, NOBODY, NONE
    for seat in range(s.seats):
        if (job.seat != NOBODY and job.seat != seat) or not goals.takes_part(p, seat):
            continue
        chosen = choose(t, s, p, number, seat)
        if chosen == NONE:
            continue
        cost = price(t, s, p, number, seat, chosen) + (p.busy[seat] if job.seat == NOBODY else 0)
        if cost < best:
            best, who, what = cost, seat, chosen
    return best, who, what


@rule()
def back_up(t: Tables, s: State, p: Memory) -> None:
    """Let an idle seat also make the hardest thing that others make for the team; whoever finishes first counts."""
    hardest, hardest_job = 0, NONE
    for number in range(p.jobs):
        job = p.job[number]
        if job.predicate != missions.MAKE or job.goal < 0 or job.seat == p.seat or job.effort <= hardest:
            continue
        if t.scenario[s.scenario].goal[job.goal].who != missions.EACH:
            hardest, hardest_job = job.effort, number
    if hardest_job == NONE:
        return
    what = choose_recipe(t, s, p, hardest_job, p.seat)
    if what == NONE:
        what = p.job[hardest_job].what
    if what != NONE and p.recipe[p.seat, what] <= (s.days - s.day + 1) * figures.stat(t, s, p.seat, 0, figures.ACTIONS):
        goals.begin(p, missions.MAKE, p.job[hardest_job].goal, p.seat, 1, what, p.recipe[p.seat, what])


@rule()
def claim(p: Memory, predicate: int, what: int, who: int) -> None:
    """Reserve a recipe or a town mission for a seat."""
    if predicate == missions.MAKE or predicate == missions.HOLD:
        p.taken[what] = who
    elif goals.is_errand(predicate):
        for seat in range(v.SEATS):
            p.errand[seat, what] += UNCHOSEN


@rule()
def choose(t: Tables, s: State, p: Memory, number: int, seat: int) -> int:
    """Find the cheapest thing with which a seat can do a job: a recipe, a town mission, a town or an inquisitor."""
    job = p.job[number]
    if job.predicate == missions.MAKE or job.predicate == missions.HOLD:
        return choose_recipe(t, s, p, number, seat)
    if goals.is_errand(job.predicate):
        return choose_errand(t, s, p, number, seat)
    if job.predicate == missions.DEFEAT:
        return hunting.choose_prey(t, s, p, seat)
    return NONE if job.predicate == GEAR else 0


@rule()
def price(t: Tables, s: State, p: Memory, number: int, seat: int, what: int) -> int:
    """Effort of a job for a seat, when it is done with `what`."""
    job = p.job[number]
    if job.predicate == missions.MAKE or job.predicate == missions.HOLD:
        return p.recipe[seat, what]
    if goals.is_errand(job.predicate):
        return p.errand[seat, what]
    if job.predicate == missions.DEFEAT:
        return hunting.chase(t, s, p, seat, what)
    if job.predicate == missions.STAND:
        return requirements.nearest_to(t, s, seat, max(p.town[t.scenario[s.scenario].goal[job.goal].kind], 0))
    requirements.need_stock(t, s, p, number)
    return costs.of_need(t, s, p, seat) + 1


@rule()
def choose_recipe(t: Tables, s: State, p: Memory, job: int, seat: int) -> int:
    """Find the cheapest free recipe that serves a job; NONE when there is none."""
    goal = t.scenario[s.scenario].goal[p.job[job].goal]
    best, chosen = UNCHOSEN, NONE
    for slot in range(v.POOL + 1):
        card = costs.card_in(s, p, seat, slot)
        if card < 0 or p.taken[slot] != NOBODY or t.recipe[card].kind != goal.kind:
            continue
        if (goal.level == 0 or t.recipe[card].level == goal.level) and p.recipe[seat, slot] < best:
            best, chosen = p.recipe[seat, slot], slot
    return chosen


@rule()
def choose_errand(t: Tables, s: State, p: Memory, job: int, seat: int) -> int:
    """Find the cheapest town mission for a job; one that only pays for events must be worth its effort."""
    best, chosen = UNCHOSEN, NONE
    for town in range(len(v.TOWNS)):
        cost = p.errand[seat, town]
        if cost >= best:
            continue
        if p.job[job].predicate == missions.EVENTS and not pays(t, s, p, job, town, cost):
            continue
        if p.job[job].goal < 0 and not at_leisure(t, s, p, seat, cost):
            continue
        best, chosen = cost, town
    return chosen


@rule()
def at_leisure(t: Tables, s: State, p: Memory, seat: int, cost: int) -> bool:
    """Check that a seat has time for an optional job beside the jobs it was assigned."""
    days = s.days - s.day
    time = days * figures.stat(t, s, seat, 0, figures.ACTIONS)
    return time * 100 >= p.habits.leisure * (p.busy[seat] + cost)


@rule()
def pays(t: Tables, s: State, p: Memory, job: int, town: int, cost: int) -> bool:
    """Check that events ahead exceed the purse, and that this mission is cheap for its points."""
    due = 0
    for row in range(t.scenario[s.scenario].events):
        event = t.scenario[s.scenario].event[row]
        if s.happened[row] == UNDECIDED and event.day <= s.days:
            due += event.cost[s.seats]
    if due <= events.points(t, s):
        return False
    worth = t.errand[s.mission[town]].points
    most = p.habits.spoils if p.hunts else p.habits.points
    return p.job[job].goal >= 0 or cost * cost <= most * most * worth
