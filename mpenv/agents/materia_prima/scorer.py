"""Linear scorer: each legal answer is worth the weighted sum of its features; the best is played."""

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
from mpenv.agents.materia_prima.memory import NONE, Memory
from mpenv.engine.jit import entry, rule
from mpenv.engine.loops import stir
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import missions, prompts
from mpenv.worlds.materia_prima.rules.state import State

LEAST = -(1 << 60)
UNIT = 1000  # weights are in thousandths


@entry
def choose(T: np.ndarray, V: np.ndarray, i: int, P: np.ndarray, seat: int, bits: np.uint64, rows: np.ndarray) -> int:
    """Choose a legal action for a seat in view i; overwrites the scratch space of the view.

    `rows`: empty, or a row for each action id that receives the features of legal actions.
    """
    P[0].seat = seat
    return decide(T[0], V[i], P[0], bits, rows)


@rule()
def decide(t: Tables, s: State, p: Memory, bits: np.uint64, rows: np.ndarray) -> int:
    """The best legal answer, the lowest id among equals. `bits` is a random word for players with whims."""
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
def only_plans(p: Memory) -> bool:
    """Check that the player weighs nothing but its plan."""
    for number in range(len(p.weight)):
        if number != features.PLAN and p.weight[number] != 0:
            return False
    return p.weight[features.PLAN] > 0 and p.habits.whim == 0


@rule()
def worth_of(t: Tables, s: State, p: Memory, action: int) -> int:
    """Weighted sum of an answer's features."""
    weighing.weigh(t, s, p, action)
    worth = 0
    for number in range(len(p.feature)):
        worth += p.weight[number] * p.feature[number]
    return worth


@rule()
def whim(p: Memory, bits: np.uint64) -> int:
    """Random bonus, up to the player's habit `whim`."""
    if p.habits.whim == 0:
        return 0
    return int(np.int64((bits >> np.uint64(33)) % np.uint64(p.habits.whim))) * UNIT


@rule()
def make_plan(t: Tables, s: State, p: Memory) -> int:
    """Read the view, allocate the team's work and find the seat's next action."""
    see(t, s, p)
    return plan_on(t, s, p)


@rule()
def plan_on(t: Tables, s: State, p: Memory) -> int:
    """Find the seat's next action for the work already allocated."""
    p.shared, p.dawn = p.jobs, s.day
    look_for_work(t, s, p)
    kind = prompts.asked(s).kind
    action = turn.in_turn(t, s, p) if kind == prompts.TURN else answers.answer(t, s, p, kind)
    return action if s.legal[action] else anything(s)


@rule()
def in_a_hurry(t: Tables, s: State, p: Memory, same_turn: bool, worked: bool) -> int:
    """Plan faster than `make_plan` within a turn, on what `see_again` saw."""
    if same_turn:
        see_again(t, s, p, worked)
    else:
        see(t, s, p)
    return plan_on(t, s, p)


@rule()
def see_again(t: Tables, s: State, p: Memory, worked: bool) -> None:
    """See what changed within a turn: dangers stay as seen, work is allocated again only after more than a move."""
    if p.dawn == s.day and prompts.asked(s).kind == prompts.TURN:
        paths.survey(t, s, p)
        if not p.astir:
            p.jobs = p.shared
            if worked:
                costs.survey(t, s, p)
                costs.of_seat(t, s, p, p.seat)
                errands.of_towns(t, s, p)
                allocation.plan(t, s, p)
            paths.follow_figures(t, s, p)
            return
    see(t, s, p)


@rule()
def share_out(t: Tables, s: State, p: Memory) -> None:
    """Estimate what the mission still takes and allocate it to seats."""
    paths.survey(t, s, p)
    costs.survey(t, s, p)
    danger.spot(t, s, p)
    costs.of_recipes(t, s, p)
    errands.of_towns(t, s, p)
    allocation.plan(t, s, p)


@rule()
def see(t: Tables, s: State, p: Memory) -> None:
    """Allocate the work and measure distances of own figures."""
    share_out(t, s, p)
    paths.measure(t, s, p)


@rule()
def look_for_work(t: Tables, s: State, p: Memory) -> None:
    """Choose the seat's job: an assigned one, else one that helps others, else one that is useful later."""
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
    if p.order.kind != order_execution.NOTHING:
        order_execution.follow(t, s, p)


@rule()
def idle(p: Memory) -> bool:
    """Check that the seat has no urgent job; serving a town for events still unpaid can wait."""
    return p.main == NONE or (p.job[p.main].predicate == missions.EVENTS and p.job[p.main].goal == NONE)


@rule()
def anything(s: State) -> int:
    """The first legal answer."""
    for action in range(c.ACTIONS):
        if s.legal[action]:
            return action
    return c.END
