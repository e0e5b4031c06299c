"""The few compiled entries that Python calls."""

import numpy as np

from mpenv.engine.jit import entry
from mpenv.worlds.materia_prima.rules import (
    account,
    display,
    figures,
    legal,
    missions,
    order,
    prompts,
    secrets,
    sight,
    step,
    successors,
)

Records = np.ndarray


@entry
def begin(T: Records, S: Records, i: int, blank: Records, chosen: Records, j: int) -> None:
    """Set up game i by setup j and go on to its first decision."""
    logging = S[i].logging
    S[i] = blank[0]
    s = S[i]
    s.logging = logging
    step.start(T[0], s, chosen[j])


@entry
def answer(T: Records, S: Records, i: int, action: int) -> bool:
    """Answer the open prompt of game i; False when it is refused."""
    return step.answer(T[0], S[i], action)


@entry
def attempt(T: Records, S: Records, i: int, action: int) -> None:
    """Do a legal answer in game i without the steps that follow it."""
    step.do(T[0], S[i], action)


@entry
def order_seats(T: Records, S: Records, i: int) -> None:
    """Today's order of game i, after its fields were written from outside."""
    if S[i].revealed.cards > 0:
        order.follow_card(T[0], S[i])
    else:
        order.as_seated(S[i])


@entry
def settle(T: Records, S: Records, i: int) -> None:
    """Go on with game i to its next decision, after its fields were written from outside."""
    step.settle(T[0], S[i])


@entry
def why_not(T: Records, S: Records, i: int, action: int) -> int:
    """The reason an action of game i is refused, 0 if it is not."""
    return legal.why_not(T[0], S[i], action)


@entry
def value(T: Records, S: Records, i: int, slot: int, which: int) -> int:
    """The final value of a displayed type."""
    return display.value(T[0], S[i], slot, which)


@entry
def figures_due(T: Records, S: Records, i: int, slot: int) -> int:
    """Number of figures due for the displayed cards of a slot."""
    return display.figures_due(T[0], S[i].slot[slot])


@entry
def stat(T: Records, S: Records, i: int, seat: int, figure: int, which: int) -> int:
    """The status value of a figure."""
    return figures.stat(T[0], S[i], seat, figure, which)


@entry
def progress(T: Records, S: Records, i: int, goal: int, seat: int) -> int:
    """A seat's progress toward a goal."""
    return missions.progress(T[0], S[i], goal, seat)


@entry
def look(T: Records, S: Records, i: int, V: Records, j: int, seat: int) -> None:
    """Copy game i to place j of V without what a seat may not know."""
    V[j] = S[i]
    secrets.hide(T[0], V[j], seat)


@entry
def look_around(T: Records, S: Records, i: int, seat: int) -> None:
    """Mark in the scratch space `first` of game i the hexes that a seat sees."""
    sight.look_around(T[0], S[i], seat)


@entry
def limited(T: Records, S: Records, i: int) -> bool:
    """Is the sight of seats limited in game i?"""
    return sight.limited(T[0], S[i])


@entry
def all_open(T: Records, S: Records, i: int) -> bool:
    """Does every seat see the same of game i, apart from private recipes and hidden decks?"""
    return secrets.all_open(T[0], S[i])


@entry
def alarms_known(T: Records, S: Records, i: int) -> bool:
    """Is the order of the alarm deck of game i printed, so that everybody knows it?"""
    return secrets.alarms_known(T[0], S[i])


@entry
def fill_budget(T: Records, S: Records, i: int, seat: int, figure: int) -> None:
    """Give a figure of game i the budget with which its turn begins."""
    figures.fill_budget(T[0], S[i], seat, figure)


@entry
def mark(T: Records, S: Records, i: int) -> None:
    """Mark again what is legal in game i, after hidden cards were drawn anew."""
    legal.mark(T[0], S[i])


@entry
def is_asked(T: Records, S: Records, i: int) -> bool:
    """Is a decision open in game i, as it is marked?"""
    return S[i].legals > 1 or (S[i].legals == 1 and prompts.is_asked_anyway(S[i]))


@entry
def room(T: Records, S: Records, i: int, seat: int, figure: int) -> int:
    """Number of elements that a figure of game i can still take up."""
    return figures.room(T[0], S[i], seat, figure)


@entry
def give_account(T: Records, S: Records, i: int, A: Records, j: int) -> None:
    """Write the account of game i into place j of A."""
    account.give(T[0], S[i], A[j])


@entry
def reached(T: Records, S: Records, i: int, goal: int, seat: int) -> bool:
    """Is a goal reached for a seat?"""
    return missions.reached(T[0], S[i], goal, seat)


@entry
def spread(T: Records, S: Records, B: Records, P: Records, action: int) -> int:
    """Write the successors of an answer in row FREE behind it; the row behind the last, or an error code below 0."""
    return successors.futures(T[0], S, B, P, successors.FREE, action, successors.FREE + 1)
