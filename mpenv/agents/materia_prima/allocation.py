"""Work: which seat does which job, and with what. Every seat reckons the same, so nobody has to talk."""

from mpenv.agents.materia_prima import costs, goals, hunting, requirements, spare_time, trading
from mpenv.agents.materia_prima.memory import GEAR, NOBODY, NONE, UNCHOSEN, Picture
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import events, figures, missions
from mpenv.worlds.materia_prima.rules.state import UNDECIDED, State


@rule()
def plan(t: Tables, s: State, p: Picture) -> None:
    """Who does what: jobs are listed, then given out, the least effort first."""
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
def give_out(t: Tables, s: State, p: Picture) -> bool:
    """The next of the open jobs, with what it is done and by whom; False when none is left.

    The one that is done first; what is made for the team may come last, that with the most effort first.
    """
    best, job, who, what = UNCHOSEN, NONE, NOBODY, NONE
    for number in range(p.jobs):
        if p.job[number].what != NONE:
            continue
        cost, seat, chosen = cheapest(t, s, p, number)
        if chosen == NONE or cost >= UNCHOSEN:
            continue
        if p.habits.longest and p.job[number].seat == NOBODY and p.job[number].predicate == missions.MAKE:
            cost = 2 * UNCHOSEN - cost
        if job == NONE or cost < best:
            best, job, who, what = cost, number, seat, chosen
    if job == NONE:
        return False
    one = p.job[job]
    one.effort = price(t, s, p, job, who, what)
    one.seat = who
    one.what = what
    p.busy[who] += one.effort
    claim(p, one.predicate, what, who)
    return True


@rule()
def cheapest(t: Tables, s: State, p: Picture, number: int) -> tuple[int, int, int]:
    """Who is done first with a job, and with what: when, the seat, and what; NONE when nobody can do it."""
    one = p.job[number]
    best, who, what = UNCHOSEN, NOBODY, NONE
    for seat in range(s.seats):
        if (one.seat != NOBODY and one.seat != seat) or not goals.takes_part(p, seat):
            continue
        chosen = choose(t, s, p, number, seat)
        if chosen == NONE:
            continue
        cost = price(t, s, p, number, seat, chosen) + (p.busy[seat] if one.seat == NOBODY else 0)
        if cost < best:
            best, who, what = cost, seat, chosen
    return best, who, what


@rule()
def back_up(t: Tables, s: State, p: Picture) -> None:
    """Who is idle makes the hardest thing that others make for the team as well: who is done first has done it."""
    hardest, job = 0, NONE
    for number in range(p.jobs):
        one = p.job[number]
        if one.predicate != missions.MAKE or one.goal < 0 or one.seat == p.seat or one.effort <= hardest:
            continue
        if t.scenario[s.scenario].goal[one.goal].who != missions.EACH:
            hardest, job = one.effort, number
    if job == NONE:
        return
    what = choose_recipe(t, s, p, job, p.seat)
    if what == NONE:
        what = p.job[job].what
    if what != NONE and p.recipe[p.seat, what] <= (s.days - s.day + 1) * figures.stat(t, s, p.seat, 0, figures.ACTIONS):
        goals.begin(p, missions.MAKE, p.job[job].goal, p.seat, 1, what, p.recipe[p.seat, what])


@rule()
def claim(p: Picture, predicate: int, what: int, who: int) -> None:
    """Nobody else uses this recipe, or does this town mission."""
    if predicate == missions.MAKE or predicate == missions.HOLD:
        p.taken[what] = who
    elif goals.is_errand(predicate):
        for seat in range(v.SEATS):
            p.errand[seat, what] += UNCHOSEN


@rule()
def choose(t: Tables, s: State, p: Picture, job: int, seat: int) -> int:
    """The easiest thing with which a seat can do a job: a recipe, a town mission, a town, an inquisitor."""
    one = p.job[job]
    if one.predicate == missions.MAKE or one.predicate == missions.HOLD:
        return choose_recipe(t, s, p, job, seat)
    if goals.is_errand(one.predicate):
        return choose_errand(t, s, p, job, seat)
    if one.predicate == missions.DEFEAT:
        return hunting.choose_prey(t, s, p, seat)
    return NONE if one.predicate == GEAR else 0


@rule()
def price(t: Tables, s: State, p: Picture, job: int, seat: int, what: int) -> int:
    one = p.job[job]
    if one.predicate == missions.MAKE or one.predicate == missions.HOLD:
        return p.recipe[seat, what]
    if goals.is_errand(one.predicate):
        return p.errand[seat, what]
    if one.predicate == missions.DEFEAT:
        return hunting.chase(t, s, p, seat, what)
    if one.predicate == missions.STAND:
        return requirements.nearest_to(t, s, seat, max(p.town[t.scenario[s.scenario].goal[one.goal].kind], 0))
    requirements.need_stock(t, s, p, job)
    return costs.of_need(t, s, p, seat) + 1


@rule()
def choose_recipe(t: Tables, s: State, p: Picture, job: int, seat: int) -> int:
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
def choose_errand(t: Tables, s: State, p: Picture, job: int, seat: int) -> int:
    """A town mission; those that only pay for events must be worth it."""
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
def at_leisure(t: Tables, s: State, p: Picture, seat: int, cost: int) -> bool:
    """Is there time for something besides what a seat has to do? Its own jobs are already given out."""
    days = s.days - s.day
    return days * figures.stat(t, s, seat, 0, figures.ACTIONS) >= 2 * (p.busy[seat] + cost)


@rule()
def pays(t: Tables, s: State, p: Picture, job: int, town: int, cost: int) -> bool:
    """Are there events to come that the purse can not pay yet, and is this mission cheap for its points?"""
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
