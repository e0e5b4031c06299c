"""The scorer: every legal answer is worth the sum of its weighed features; the best one is played."""

import numpy as np

from mpenv.agents.materia_prima import (
    allocation,
    answers,
    costs,
    danger,
    errands,
    features,
    handover,
    hunting,
    order_execution,
    paths,
    spare_time,
    tasks,
    turn,
    weighing,
)
from mpenv.agents.materia_prima.memory import NONE, Picture
from mpenv.engine.jit import entry, rule
from mpenv.engine.loops import stir
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import missions, prompts
from mpenv.worlds.materia_prima.rules.state import State

LEAST = -(1 << 60)
UNIT = 1000  # weights are told in thousandths


@entry
def choose(T: np.ndarray, V: np.ndarray, i: int, P: np.ndarray, seat: int, bits: np.uint64, rows: np.ndarray) -> int:
    """What a seat answers in view i: always a legal action. The scratch space of the view is written over.

    `rows`: empty, or a row for each action id, which takes the features of those that are legal.
    """
    P[0].seat = seat
    return decide(T[0], V[i], P[0], bits, rows)


@rule()
def decide(t: Tables, s: State, p: Picture, bits: np.uint64, rows: np.ndarray) -> int:
    """The best legal answer; of equals the first. `bits` is a random word, for players with whims."""
    planned = make_plan(t, s, p)
    if len(rows) == 0 and only_plans(p):
        return planned
    weighing.begin(t, s, p, planned)
    best, chosen = LEAST, planned
    for action in range(c.ACTIONS):
        if s.legal[action]:
            bits = stir(bits)
            worth = worth_of(t, s, p, action) + whim(p, bits)
            if worth > best:
                best, chosen = worth, action
            if len(rows) > 0:
                for number in range(len(p.feature)):
                    rows[action, number] = p.feature[number]
    return chosen


@rule()
def only_plans(p: Picture) -> bool:
    """Does nothing weigh for the player but his plan?"""
    for number in range(len(p.weight)):
        if number != features.PLAN and p.weight[number] != 0:
            return False
    return p.weight[features.PLAN] > 0 and p.habits.whim == 0


@rule()
def worth_of(t: Tables, s: State, p: Picture, action: int) -> int:
    weighing.weigh(t, s, p, action)
    worth = 0
    for number in range(len(p.feature)):
        worth += p.weight[number] * p.feature[number]
    return worth


@rule()
def whim(p: Picture, bits: np.uint64) -> int:
    """Something at random, the more the more whimsical the player is."""
    if p.habits.whim == 0:
        return 0
    return int(np.int64((bits >> np.uint64(33)) % np.uint64(p.habits.whim))) * UNIT


@rule()
def make_plan(t: Tables, s: State, p: Picture) -> int:
    """See the table, share out the work, and find what the own part of it wants now."""
    see(t, s, p)
    return plan_on(t, s, p)


@rule()
def plan_on(t: Tables, s: State, p: Picture) -> int:
    """What the seat does of the work that is shared out."""
    p.shared, p.dawn = p.jobs, s.day
    look_for_work(t, s, p)
    kind = prompts.asked(s).kind
    action = turn.in_turn(t, s, p) if kind == prompts.TURN else answers.answer(t, s, p, kind)
    return action if s.legal[action] else anything(s)


@rule()
def in_a_hurry(t: Tables, s: State, p: Picture, same: bool, worked: bool) -> int:
    """As `make_plan`, but while a turn goes on dangers and what others own stay as seen, and after a move the work."""
    if same and p.dawn == s.day and prompts.asked(s).kind == prompts.TURN:
        paths.survey(t, s, p)
        if not p.astir:
            p.jobs = p.shared
            if worked:
                costs.survey(t, s, p)
                costs.of_seat(t, s, p, p.seat)
                errands.of_towns(t, s, p)
                allocation.plan(t, s, p)
            paths.follow_figures(t, s, p)
            return plan_on(t, s, p)
    return make_plan(t, s, p)


@rule()
def share_out(t: Tables, s: State, p: Picture) -> None:
    """What the mission still wants, of whom, and how long that takes."""
    paths.survey(t, s, p)
    costs.survey(t, s, p)
    danger.spot(t, s, p)
    costs.of_recipes(t, s, p)
    errands.of_towns(t, s, p)
    allocation.plan(t, s, p)


@rule()
def see(t: Tables, s: State, p: Picture) -> None:
    """Who does what, and the ways of the own figures."""
    share_out(t, s, p)
    paths.measure(t, s, p)


@rule()
def look_for_work(t: Tables, s: State, p: Picture) -> None:
    """The job of the seat; when it has none that must be, what helps the others, and at last what is of use later."""
    handover.ask(t, s, p, False)
    handover.offer(t, s, p)
    tasks.pick(t, s, p)
    if idle(p) and p.habits.back_up > 1:
        allocation.back_up(t, s, p)
        tasks.pick(t, s, p)
    if idle(p):
        hunting.guard(t, s, p)
        handover.ask(t, s, p, True)
        handover.offer(t, s, p)
        tasks.pick(t, s, p)
    if p.main == NONE and p.habits.back_up == 1:
        allocation.back_up(t, s, p)
        tasks.pick(t, s, p)
    if p.main == NONE:
        spare_time.spend(t, s, p)
        tasks.pick(t, s, p)
    if p.told.kind != order_execution.NOTHING:
        order_execution.follow(t, s, p)


@rule()
def idle(p: Picture) -> bool:
    """Has the seat nothing that must be done? Serving a town for events that may be paid can wait."""
    return p.main == NONE or (p.job[p.main].predicate == missions.EVENTS and p.job[p.main].goal == NONE)


@rule()
def anything(s: State) -> int:
    """The first legal answer."""
    for action in range(c.ACTIONS):
        if s.legal[action]:
            return action
    return c.END
