"""The errand that the expert's plan would carry out next."""

from mpenv.agents.materia_prima import answers, requirements, scorer, tasks, turn
from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.memory import FETCH, GEAR, HELP, NONE, STUDY, TRADE, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import missions, order, prompts
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def as_planned(t: Tables, s: State, p: Memory) -> int:
    """Action id in a view with marked errands: that of the expert's job at a turn, his answer to other prompts."""
    scorer.see(t, s, p)
    return as_seen(t, s, p)


@rule()
def as_seen(t: Tables, s: State, p: Memory) -> int:
    """The same where the work is allocated."""
    p.shared, p.dawn = p.jobs, s.day
    scorer.look_for_work(t, s, p)
    kind = prompts.asked(s).kind
    if kind != prompts.TURN:
        answer = answers.answer(t, s, p, kind)
        return answer if s.legal[answer] else scorer.anything(s)
    step = turn.in_turn(t, s, p)
    errand = of_job(t, s, p, p.main)
    if not is_marked(s, errand) and stands(s, p):
        return c.END
    if not is_marked(s, errand):
        # Homunculi and what lies at hand may serve another job.
        errand = of_job(t, s, p, p.gather) if step != c.END else e.REST
    return c.ACTIONS + (errand if is_marked(s, errand) else e.REST)


@rule()
def is_marked(s: State, errand: int) -> bool:
    return errand >= 0 and s.legal[e.MARKS + errand] > 0


@rule()
def stands(s: State, p: Memory) -> bool:
    """Is the job to stand somewhere, and the alchemist already there?"""
    return p.main != NONE and p.job[p.main].predicate == missions.STAND


@rule()
def of_job(t: Tables, s: State, p: Memory, number: int) -> int:
    """The errand that does a job; NONE when none does."""
    if number == NONE:
        return NONE
    job = p.job[number]
    if job.predicate == missions.DEFEAT:
        return NONE if job.what == NONE else e.DEFEAT + p.hunter[job.what].slot * v.STANDEES + p.hunter[job.what].which
    if job.predicate == missions.STAND:
        return e.VISIT + t.scenario[s.scenario].goal[job.goal].kind
    if job.predicate == HELP:
        nth = order.nth(s, p.seat, job.what // v.MAX_ELEMENTS)
        return e.BRING + (nth - 1) * v.MAX_ELEMENTS + job.what % v.MAX_ELEMENTS
    if job.predicate == TRADE:
        return e.BUY + job.what
    if job.predicate == STUDY:
        return e.STUDY + job.what
    if tasks.unknown(t, s, p, number):
        kind = requirements.wants_recipe(t, s, p, p.seat)
        return NONE if kind == NONE else e.STUDY + kind
    return _of_elements(t, s, p, number)


@rule()
def _of_elements(t: Tables, s: State, p: Memory, number: int) -> int:
    """The errand of a job that begins with elements."""
    job = p.job[number]
    if job.predicate == missions.MAKE or job.predicate == missions.HOLD or job.predicate == GEAR:
        return e.MAKE + job.what
    if job.predicate == missions.MISSIONS or job.predicate == missions.EVENTS:
        return e.SERVE + job.what
    if job.predicate == FETCH:
        return e.FETCH + job.what
    if job.predicate != missions.STOCK:
        return NONE
    kind = t.scenario[s.scenario].goal[job.goal].kind
    if kind != missions.ANY:
        return e.GATHER + kind
    nearest = 0
    for element in range(t.elements):
        if p.near[p.seat, element] < p.near[p.seat, nearest]:
            nearest = element
    return e.FETCH + nearest
