"""Goals of the mission broken down into a list of jobs."""

from mpenv.agents.materia_prima.memory import JOBS, NOBODY, NONE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import missions
from mpenv.worlds.materia_prima.rules.state import State

MOST_UNITS = 6  # units of a goal planned at once


@rule()
def list_each(t: Tables, s: State, p: Memory, number: int) -> None:
    """List the jobs of each seat for a goal that every seat must reach itself."""
    if t.scenario[s.scenario].goal[number].who != missions.EACH:
        return
    for seat in range(s.seats):
        if takes_part(p, seat) and not done(t, s, number, seat):
            missing = missions.wanted(t, s, number)
            if t.scenario[s.scenario].goal[number].predicate != missions.STAND:
                missing -= missions.progress(t, s, number, seat)
            spread(t, s, p, number, seat, missing)


@rule()
def list_team(t: Tables, s: State, p: Memory, number: int) -> None:
    """List the jobs for a team goal that its members' own jobs do not cover."""
    goal = t.scenario[s.scenario].goal[number]
    spare = s.seats if goal.predicate == missions.STOCK and not goal.latched else 0
    if goal.who == missions.EACH or (spare == 0 and done(t, s, number, 0)):
        return
    missing = missions.wanted(t, s, number) + spare  # destroyers take some of it
    for seat in range(s.seats):
        if goal.predicate != missions.STAND:
            missing -= missions.progress(t, s, number, seat)
    for other in range(p.jobs):
        job = p.job[other]
        if job.predicate == goal.predicate and job.goal >= 0:
            own = t.scenario[s.scenario].goal[job.goal]
            if own.kind == goal.kind and (goal.level == 0 or goal.level == own.level):
                missing -= job.count
    if missing > 0:
        spread(t, s, p, number, p.seat if p.habits.alone else NOBODY, missing)


@rule()
def done(t: Tables, s: State, number: int, seat: int) -> bool:
    """Check that a goal needs no more work; standing somewhere at the end always does."""
    goal = t.scenario[s.scenario].goal[number]
    if goal.predicate == missions.STAND and not goal.latched:
        return False
    return missions.reached(t, s, number, seat)


@rule()
def takes_part(p: Memory, seat: int) -> bool:
    """Check that a seat is part of this player's plan."""
    return not p.habits.alone or seat == p.seat


@rule()
def spread(t: Tables, s: State, p: Memory, number: int, seat: int, missing: int) -> None:
    """Add a job for each missing unit; elements to stock are a single job."""
    predicate = t.scenario[s.scenario].goal[number].predicate
    if predicate == missions.KEEP:
        return
    if predicate == missions.STOCK:
        add(p, predicate, number, seat, missing)
        return
    if predicate == missions.EVENTS:
        missing = s.seats  # as many as can earn points at the same time
    for _ in range(min(missing, MOST_UNITS)):
        add(p, predicate, number, seat, 1)


@rule()
def is_errand(predicate: int) -> bool:
    """Check that a job is done by a town mission."""
    return predicate == missions.MISSIONS or predicate == missions.EVENTS


@rule()
def add(p: Memory, predicate: int, goal: int, seat: int, count: int) -> None:
    """Add a job whose means are not chosen yet."""
    begin(p, predicate, goal, seat, count, NONE, UNCHOSEN)


@rule()
def begin(p: Memory, predicate: int, goal: int, seat: int, count: int, what: int, cost: int) -> None:
    """Append a job to the list, while there is room."""
    if p.jobs >= JOBS:
        return
    job = p.job[p.jobs]
    p.jobs += 1
    job.predicate = predicate
    job.goal = goal
    job.seat = seat
    job.what = what
    job.count = count
    job.effort = cost


@rule()
def calls(s: State, p: Memory) -> bool:
    """Check that more inquisitors must be defeated than stand on the board, so that alarms help."""
    wanted = 0
    for number in range(p.jobs):
        if p.job[number].predicate == missions.DEFEAT:
            wanted += 1
    return wanted > p.hunters and p.hunters < s.seats


@rule()
def hunts(p: Memory) -> bool:
    """Check that this seat or the team still has an inquisitor to defeat."""
    for number in range(p.jobs):
        job = p.job[number]
        if job.predicate == missions.DEFEAT and (job.seat == p.seat or job.seat == NOBODY):
            return True
    return False
