"""The rules as a world of errands has them: an answer to a turn is an errand, played step by step."""

import numpy as np

from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand import progress, steps
from mpenv.agents.materia_prima.policy import EXPERT
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import prompts, secrets, step
from mpenv.worlds.materia_prima.rules.state import RUNNING, Setup, State, new_states

VIEW = new_states(1)  # room for what the seat sees


@rule()
def start(t: Tables, s: State, chosen: Setup) -> None:
    """A zeroed state becomes a new game at its first decision, with the errands open there."""
    step.start(t, s, chosen)
    offer(t, s)


@rule()
def legal(s: State, action: int) -> int:
    """1 for an errand that is open, for ending the turn, and for a legal answer to any other prompt."""
    if not in_turn(s):
        return s.legal[action] if action < c.ACTIONS else 0
    if action < c.ACTIONS:
        return 1 if action == c.END else 0
    return s.legal[e.MARKS + action - c.ACTIONS]


@rule()
def accepts(s: State, action: int) -> int:
    """1 for what is legal, and in a turn for a single step, by which teammates answer who do not choose errands."""
    if 0 <= action < e.MARKS and in_turn(s):
        return s.legal[action]
    return legal(s, action)


@rule()
def in_turn(s: State) -> bool:
    """Is a seat asked for an errand?"""
    return s.outcome == RUNNING and s.prompts > 0 and prompts.asked(s).kind == prompts.TURN


@rule()
def answer(t: Tables, s: State, action: int) -> int:
    """Play an errand or answer another prompt; return how many steps that took."""
    return traced(t, s, action, np.zeros(0, np.int64))


@rule()
def proceed(t: Tables, s: State, action: int) -> None:
    """Answer without a look at what is open next: an observation finds it out."""
    forget(s)
    s.logged = 0
    if action >= c.ACTIONS:
        carry_out(t, s, action - c.ACTIONS, np.zeros(0, np.int64))
    else:
        play(t, s, action, np.zeros(0, np.int64), 0)


@rule()
def traced(t: Tables, s: State, action: int, trace: np.ndarray) -> int:
    """The same, and write the steps to a row that has room for them."""
    forget(s)
    s.logged = 0
    if action >= c.ACTIONS:
        played = carry_out(t, s, action - c.ACTIONS, trace)
    else:
        played = 1
        play(t, s, action, trace, 0)
    offer(t, s)
    return played


@rule()
def play(t: Tables, s: State, action: int, trace: np.ndarray, nth: int) -> None:
    """Play one step; what it brings is added to the log of those before."""
    if nth < len(trace):
        trace[nth] = action
    step.do(t, s, action)
    step.settle(t, s)


@rule()
def carry_out(t: Tables, s: State, errand: int, trace: np.ndarray) -> int:
    """Play an errand for the seat that is asked, until it is done or something happens; return the number of steps."""
    P, V, way = EXPERT.copy(), VIEW.copy(), np.zeros(progress.NUMBERS, np.int64)
    p, seat, played = P[0], s.asker, 0
    p.seat = seat
    while s.outcome == RUNNING and s.asker == seat:
        V[0] = s
        secrets.hide(t, V[0], seat)
        if played == 0:
            progress.set_out(V[0], p, way, errand)
        action = steps.go_on(t, V[0], p, way)
        if action == steps.BACK:
            break
        play(t, s, action, trace, played)
        played += 1
    return played


@rule()
def offer(t: Tables, s: State) -> None:
    """Mark in the state the errands that are open to the seat that is asked, as far as it can know."""
    if not in_turn(s):
        return
    P, V, marks = EXPERT.copy(), VIEW.copy(), np.zeros(e.ERRANDS, np.int8)
    P[0].seat = s.asker
    V[0] = s
    secrets.hide(t, V[0], s.asker)
    steps.mark_open(t, V[0], P[0], marks)
    for errand in range(e.ERRANDS):
        s.legal[e.MARKS + errand] = marks[errand]


@rule()
def forget(s: State) -> None:
    """Take the marks of errands out of the state, which is then as steps know it."""
    if in_turn(s):
        s.legal[e.MARKS :] = 0
