"""The compiled entries of games of errands that Python calls; all others are those of games of steps."""

from typing import Any

import numpy as np

from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand import planned, progress, rules, steps
from mpenv.engine.jit import entry
from mpenv.worlds.materia_prima.rules import entries as of_steps

Records = np.ndarray


@entry
def begin(T: Records, S: Records, i: int, blank: Records, chosen: Records, j: int) -> None:
    """Set up game i by setup j and go on to its first decision."""
    logging = S[i].logging
    S[i] = blank[0]
    S[i].logging = logging
    rules.start(T[0], S[i], chosen[j])


@entry
def answer(T: Records, S: Records, i: int, action: int) -> bool:
    """Answer what game i asks; False when the action is not legal, and nothing changes."""
    if action < 0 or action >= e.ACTIONS or rules.legal(S[i], action) == 0:
        return False
    rules.answer(T[0], S[i], action)
    return True


@entry
def unfold(T: Records, S: Records, i: int, action: int, trace: np.ndarray) -> int:
    """Play a legal action in game i and write its steps; return how many they are."""
    return rules.traced(T[0], S[i], action, trace)


@entry
def offer(T: Records, S: Records, i: int) -> None:
    """Mark the errands that are open in game i, or in a view, to the seat that is asked."""
    rules.offer(T[0], S[i])


@entry
def forget(S: Records, i: int) -> None:
    """Take the marks of errands out of game i."""
    rules.forget(S[i])


@entry
def errand_of(V: Records, i: int, P: Records, kind: int, what: int) -> int:
    """The errand of an order in view i, below 0 when there is none."""
    return progress.errand_of(V[i], P[0], kind, what)


@entry
def set_out(V: Records, i: int, P: Records, way: np.ndarray, errand: int) -> None:
    """Begin an errand in view i."""
    progress.set_out(V[i], P[0], way, errand)


@entry
def go_on(T: Records, V: Records, i: int, P: Records, way: np.ndarray) -> int:
    """The next step of an errand in view i, or BACK; the view is overwritten."""
    return steps.go_on(T[0], V[i], P[0], way)


@entry
def as_planned(T: Records, V: Records, i: int, P: Records) -> int:
    """Answer of the expert in view i, as far as errands allow; the view is overwritten."""
    return planned.as_planned(T[0], V[i], P[0])


def __getattr__(name: str) -> Any:
    return getattr(of_steps, name)
