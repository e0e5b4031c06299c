"""The steps of an errand: which errands a seat could begin, and what it plays next for the one it has chosen."""

import numpy as np

from mpenv.agents.materia_prima import (
    answers,
    costs,
    danger,
    gather,
    goals,
    handover,
    order_execution,
    paths,
    scorer,
    tasks,
    turn,
)
from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand import progress as o
from mpenv.agents.materia_prima.memory import FETCH, JOBS, NONE, UNCHOSEN, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, missions, prompts
from mpenv.worlds.materia_prima.rules.state import State

BACK = -1  # in place of a step: the seat chooses anew
MOST_STEPS = 200  # of an errand; a turn has far fewer


@rule()
def mark_open(t: Tables, s: State, p: Memory, marks: np.ndarray) -> None:
    """Mark the errands that a seat could begin in its view; the view's scratch space is overwritten."""
    scorer.see(t, s, p)
    mark_seen(t, s, p, marks)


@rule()
def mark_seen(t: Tables, s: State, p: Memory, marks: np.ndarray) -> None:
    """The same where the plan is made; the memory is overwritten, too."""
    handover.ask(t, s, p, True)
    jobs = min(p.jobs, JOBS - 1)
    for errand in range(e.ERRANDS):
        p.jobs = jobs
        marks[errand] = is_open(t, s, p, o.kind_of(errand), o.what_of(s, p, errand))


@rule()
def is_open(t: Tables, s: State, p: Memory, kind: int, what: int) -> bool:
    """Can a seat begin such an errand now?"""
    if what == NONE:
        return False
    if kind == o.VISIT or kind == o.MEET or kind == o.HOME:
        return walks(t, s, p, kind, what)
    if kind == o.GATHER:
        return what < t.elements and (stocked(t, s, p, what) != NONE or lists_gathering(t, s, p, what))
    if what >= order_execution.things(t, kind):
        return False
    if kind == order_execution.BRING and what % v.MAX_ELEMENTS >= t.elements:
        return False
    if kind == order_execution.MAKE:
        return lists_making(t, s, p, what)
    return order_execution.begun(t, s, p, kind, what, order_execution.sign_of(t, s, p, kind, what))


@rule()
def lists_making(t: Tables, s: State, p: Memory, card: int) -> bool:
    """Append the job of a recipe to the list; it is open, too, while a mate has to bring what it lacks."""
    cost = order_execution.effort_of(t, s, p, order_execution.MAKE, card)
    if cost >= UNCHOSEN:
        return False
    slot = order_execution.place_of(s, p, order_execution.MAKE, card)
    for number in range(p.jobs):
        if tasks.makes(p.job[number].predicate) and p.job[number].seat == p.seat and p.job[number].what == slot:
            p.job[number].effort = UNCHOSEN  # the plan has it, too, and would fetch for a second one
    goals.begin(p, order_execution.predicate_of(order_execution.MAKE), NONE, p.seat, 1, slot, cost)
    return True


@rule()
def lists_gathering(t: Tables, s: State, p: Memory, element: int) -> bool:
    """Append the job of an element to gather to the list; return False when it cannot be had."""
    for other in range(t.elements):
        p.need[other] = 0
    p.need[element] = costs.owned(s, p.seat, element) + 1
    cost = costs.of_need(t, s, p, p.seat)
    if cost >= UNCHOSEN:
        return False
    goals.begin(p, FETCH, NONE, p.seat, 1, element, cost)
    if tasks.stuck(t, s, p, p.jobs - 1):
        p.jobs -= 1
        return False
    return True


# --- walking --------------------------------------------------------------------------------------


@rule()
def walks(t: Tables, s: State, p: Memory, kind: int, what: int) -> bool:
    """Is there a way to go for the alchemist, or at home a load to lay down?"""
    me = s.seat[p.seat]
    if me.figure[0].hex < 0:
        return False
    if kind == o.HOME and figures.at_home(s, p.seat, 0):
        return figures.load(t, me.figure[0]) > 0 and s.legal[gather.unload(s, p)] > 0
    target = target_of(t, s, p, kind, what)
    return target >= 0 and p.way[0, target] > 0 and danger.moves_left(s, p, 0) > 0


@rule()
def target_of(t: Tables, s: State, p: Memory, kind: int, what: int) -> int:
    """The hex that the alchemist walks to; below 0: there is none."""
    if kind == o.VISIT:
        return p.town[what]
    if kind == o.HOME:
        return s.seat[p.seat].tower
    theirs = s.seat[what].figure[0].hex
    if theirs < 0 or board.apart(t, s.seat[p.seat].figure[0].hex, theirs) <= 1:
        return NONE
    return paths.beside(t, s, p, 0, theirs)


@rule()
def walk(t: Tables, s: State, p: Memory, kind: int, what: int) -> int:
    """Next step on a walk: homunculi go about their work first; END when nobody has anything to do."""
    for nth in range(v.FIGURES - 1):
        figure = v.FIGURES - 1 - nth
        if s.seat[p.seat].figure[figure].hex >= 0 and danger.moves_left(s, p, figure) > 0:
            action = turn.of_figure(t, s, p, figure)
            if action != c.END and s.legal[action]:
                return action
    if kind == o.HOME and figures.at_home(s, p.seat, 0):
        return gather.unload(s, p)
    return gather.walk(t, s, p, 0, target_of(t, s, p, kind, what))


# --- going on -------------------------------------------------------------------------------------


@rule()
def go_on(t: Tables, s: State, p: Memory, way: np.ndarray) -> int:
    """The next step for an errand in the view of its seat, or BACK: it is carried out, or something has happened."""
    kind = prompts.asked(s).kind
    begun = way[o.STEPS] > 0
    if way[o.ERRAND] == 0 or way[o.STEPS] >= MOST_STEPS:
        return BACK
    if begun and (s.day != way[o.DAY] or not in_own_turn(s, p.seat)):
        return BACK
    if kind == prompts.TURN:
        if way[o.CLOSED]:
            return BACK
    elif not belongs(kind):
        return BACK
    step = next_step(t, s, p, way)
    if kind == prompts.TURN and step == c.END and begun and way[o.KIND] != order_execution.REST and can_act(s, p):
        return BACK  # it goes no further today, but there is time for another
    if step == BACK:
        if begun:
            return BACK
        step = c.END
    way[o.STEPS] += 1
    way[o.MOVED] = c.MOVE <= step < c.MINE
    if kind == prompts.TURN and closes(step):
        way[o.CLOSED] = 1
    return step


@rule()
def in_own_turn(s: State, seat: int) -> bool:
    """Is it still the turn of a seat?"""
    return s.prompts > 0 and s.prompt[0].kind == prompts.TURN and s.prompt[0].seat == seat


@rule()
def belongs(kind: int) -> bool:
    """Is an answer to such a prompt part of the step before it, and no decision of its own?"""
    if kind == prompts.DROP or kind == prompts.PICK or kind == prompts.EQUIP:
        return True
    return kind == prompts.WHO or kind == prompts.EXCHANGE


@rule()
def closes(step: int) -> bool:
    """Does a step carry out an errand, roll dice, draw cards or end the turn?"""
    if step == c.END or step == c.BUY:
        return True
    if c.MISSION <= step < c.EXCHANGE or c.FIGHT <= step < c.CONVERT:
        return True
    return c.TRANSMUTE <= step < c.EQUIP or c.RESEARCH <= step < c.BUY


@rule()
def can_act(s: State, p: Memory) -> bool:
    """Has any figure of the seat an action or a move left today?"""
    for figure in range(v.FIGURES):
        if s.seat[p.seat].figure[figure].hex >= 0 and danger.moves_left(s, p, figure) > 0:
            return True
    return False


@rule()
def next_step(t: Tables, s: State, p: Memory, way: np.ndarray) -> int:
    """The next step for an errand; BACK when it is carried out or impossible."""
    if way[o.STEPS] == 0:
        scorer.see(t, s, p)
    else:
        scorer.see_again(t, s, p, way[o.MOVED] == 0)
    p.shared, p.dawn = p.jobs, s.day
    p.order.kind = order_execution.NOTHING
    scorer.look_for_work(t, s, p)
    going = take_up(t, s, p, way)
    kind = prompts.asked(s).kind
    if kind != prompts.TURN:
        answer = answers.answer(t, s, p, kind)
        return answer if s.legal[answer] else scorer.anything(s)
    if not going:
        return BACK
    if way[o.KIND] == o.VISIT or way[o.KIND] == o.MEET or way[o.KIND] == o.HOME:
        step = walk(t, s, p, way[o.KIND], way[o.WHAT])
    elif unloads(t, s, p, way):
        step = gather.unload(s, p)
    else:
        step = turn.in_turn(t, s, p)
    return step if s.legal[step] else c.END


@rule()
def unloads(t: Tables, s: State, p: Memory, way: np.ndarray) -> bool:
    """Does the alchemist stand at home with what he went out for?"""
    if way[o.KIND] != order_execution.FETCHES and way[o.KIND] != o.GATHER:
        return False
    return (
        figures.at_home(s, p.seat, 0)
        and s.seat[p.seat].figure[0].load[way[o.WHAT]] > 0
        and s.legal[gather.unload(s, p)] > 0
    )


@rule()
def take_up(t: Tables, s: State, p: Memory, way: np.ndarray) -> bool:
    """Make the errand the job of the alchemist; False when it is carried out or impossible."""
    kind, what = way[o.KIND], way[o.WHAT]
    p.jobs = min(p.jobs, JOBS - 1)
    if kind == order_execution.BRING:
        handover.ask(t, s, p, False)  # no more than the other cannot get himself, unless he can get it all
        if p.ask[what // v.MAX_ELEMENTS, what % v.MAX_ELEMENTS] == 0:
            handover.ask(t, s, p, True)
    sign = s.seat[p.seat].stock[what] if kind == o.GATHER else order_execution.sign_of(t, s, p, kind, what)
    if way[o.STEPS] == 0:
        way[o.SIGN] = sign
    if kind == order_execution.REST or kind == o.VISIT or kind == o.MEET or kind == o.HOME:
        p.main = NONE
        return kind == order_execution.REST or walks(t, s, p, kind, what)
    if sign != way[o.SIGN]:
        return False
    if kind == o.GATHER:
        number = stocked(t, s, p, what)
        if number != NONE:
            p.main, p.gather = number, number
            return True
    if not is_open(t, s, p, kind, what):
        return False
    p.main = p.jobs - 1
    if tasks.gathers(t, s, p, p.main):
        p.gather = p.main
    return True


@rule()
def stocked(t: Tables, s: State, p: Memory, element: int) -> int:
    """The job of the seat to lay up an element that the mission counts, also one that waits for a mate; NONE when it
    has none.
    """
    for number in range(p.jobs):
        job = p.job[number]
        own = job.seat == p.seat and job.what != NONE and job.goal >= 0
        if own and job.predicate == missions.STOCK and t.scenario[s.scenario].goal[job.goal].kind == element:
            return number
    return NONE
