"""Goals: what is still to be done for the mission, as a list of jobs."""

from mpenv.agents.materia_prima.memory import JOBS, NOBODY, NONE, UNCHOSEN, Picture
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import missions
from mpenv.worlds.materia_prima.rules.state import State

MOST_UNITS = 6  # of one goal that are planned ahead


@rule()
def list_each(t: Tables, s: State, p: Picture, number: int) -> None:
    """What each seat still has to do for a goal of its own."""
    if t.scenario[s.scenario].goal[number].who != missions.EACH:
        return
    for seat in range(s.seats):
        if takes_part(p, seat) and not done(t, s, number, seat):
            missing = missions.wanted(t, s, number)
            if t.scenario[s.scenario].goal[number].predicate != missions.STAND:
                missing -= missions.progress(t, s, number, seat)
            spread(t, s, p, number, seat, missing)


@rule()
def list_team(t: Tables, s: State, p: Picture, number: int) -> None:
    """What is missing for a goal of the team beyond what its members do for themselves."""
    goal = t.scenario[s.scenario].goal[number]
    spare = s.seats if goal.predicate == missions.STOCK and not goal.latched else 0
    if goal.who == missions.EACH or (spare == 0 and done(t, s, number, 0)):
        return
    missing = missions.wanted(t, s, number) + spare  # destroyers take some of it
    for seat in range(s.seats):
        if goal.predicate != missions.STAND:
            missing -= missions.progress(t, s, number, seat)
    for other in range(p.jobs):
        one = p.job[other]
        if one.predicate == goal.predicate and one.goal >= 0:
            own = t.scenario[s.scenario].goal[one.goal]
            if own.kind == goal.kind and (goal.level == 0 or goal.level == own.level):
                missing -= one.count
    if missing > 0:
        spread(t, s, p, number, p.seat if p.habits.alone else NOBODY, missing)


@rule()
def done(t: Tables, s: State, number: int, seat: int) -> bool:
    """Is a goal out of the way? Who has to stand somewhere at the end stays there."""
    goal = t.scenario[s.scenario].goal[number]
    if goal.predicate == missions.STAND and not goal.latched:
        return False
    return missions.reached(t, s, number, seat)


@rule()
def takes_part(p: Picture, seat: int) -> bool:
    return not p.habits.alone or seat == p.seat


@rule()
def spread(t: Tables, s: State, p: Picture, number: int, seat: int, missing: int) -> None:
    """A job for each unit; what is only heaped up is one job."""
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
    """Is the job done by a town mission?"""
    return predicate == missions.MISSIONS or predicate == missions.EVENTS


@rule()
def add(p: Picture, predicate: int, goal: int, seat: int, count: int) -> None:
    """A job for which it is still open with what it is done."""
    begin(p, predicate, goal, seat, count, NONE, UNCHOSEN)


@rule()
def begin(p: Picture, predicate: int, goal: int, seat: int, count: int, what: int, cost: int) -> None:
    """One job more at the end of the list, while there is room."""
    if p.jobs >= JOBS:
        return
    one = p.job[p.jobs]
    p.jobs += 1
    one.predicate = predicate
    one.goal = goal
    one.seat = seat
    one.what = what
    one.count = count
    one.effort = cost


@rule()
def calls(s: State, p: Picture) -> bool:
    """Is more to be defeated than stands on the board?"""
    wanted = 0
    for number in range(p.jobs):
        if p.job[number].predicate == missions.DEFEAT:
            wanted += 1
    return wanted > p.hunters and p.hunters < s.seats


@rule()
def hunts(p: Picture) -> bool:
    """Has this seat, or anybody of the team, still somebody to defeat?"""
    for number in range(p.jobs):
        one = p.job[number]
        if one.predicate == missions.DEFEAT and (one.seat == p.seat or one.seat == NOBODY):
            return True
    return False
