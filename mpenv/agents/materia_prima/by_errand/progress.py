"""An errand under way: which it is, what it is about, and how far it has come."""

from typing import Any

import numpy as np

from mpenv.agents.materia_prima import costs, order_execution
from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.memory import NONE, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.rules import order
from mpenv.worlds.materia_prima.rules.state import State

# Numbers of an errand under way. ERRAND is 0 for none, else 1 + its number; CLOSED: its last step was played; MOVED:
# the step before was a move, which changes nobody's work.
ERRAND, KIND, WHAT, SIGN, DAY, STEPS, CLOSED, MOVED = range(8)
NUMBERS = 8
VISIT, MEET, HOME, GATHER = range(order_execution.REST + 1, order_execution.REST + 5)  # kinds beside those of orders


def nothing() -> Any:
    """No errand under way."""
    return np.zeros(NUMBERS, np.int64)


@rule()
def kind_of(errand: int) -> int:
    """Kind of an errand, by the numbers of orders and those behind them."""
    if errand < e.SERVE:
        return order_execution.MAKE
    if errand < e.DEFEAT:
        return order_execution.SERVE
    if errand < e.BRING:
        return order_execution.DEFEAT
    if errand < e.BUY:
        return order_execution.BRING
    if errand < e.STUDY:
        return order_execution.BUY
    if errand < e.FETCH:
        return order_execution.STUDIES
    return order_execution.FETCHES if errand < e.GATHER else _kind_of_rest(errand)


@rule()
def _kind_of_rest(errand: int) -> int:
    if errand < e.VISIT:
        return GATHER
    if errand < e.MEET:
        return VISIT
    if errand < e.HOME:
        return MEET
    return HOME if errand < e.REST else order_execution.REST


@rule()
def what_of(s: State, p: Memory, errand: int) -> int:
    """What an errand is about, as orders number it: a card, a town, a seat and its element; NONE: not there."""
    if errand < e.SERVE:
        return costs.card_in(s, p, p.seat, errand - e.MAKE)
    if errand < e.DEFEAT:
        return errand - e.SERVE
    if errand < e.BRING:
        return errand - e.DEFEAT
    if errand < e.BUY:
        seat = order.relative(s, p.seat, 1 + (errand - e.BRING) // v.MAX_ELEMENTS)
        return NONE if seat < 0 else seat * v.MAX_ELEMENTS + (errand - e.BRING) % v.MAX_ELEMENTS
    if errand < e.STUDY:
        return errand - e.BUY
    if errand < e.FETCH:
        return errand - e.STUDY
    return errand - e.FETCH if errand < e.GATHER else _what_of_rest(s, p, errand)


@rule()
def _what_of_rest(s: State, p: Memory, errand: int) -> int:
    if errand < e.VISIT:
        return errand - e.GATHER
    if errand < e.MEET:
        return errand - e.VISIT
    return order.relative(s, p.seat, 1 + errand - e.MEET) if errand < e.HOME else 0


@rule()
def errand_of(s: State, p: Memory, kind: int, what: int) -> int:
    """The errand of an order by its kind and what it is about; NONE when there is none such."""
    for errand in range(e.ERRANDS):
        if kind_of(errand) == kind and what_of(s, p, errand) == what:
            return errand
    return NONE


@rule()
def set_out(s: State, p: Memory, o: np.ndarray, errand: int) -> None:
    """Begin an errand: nothing of it is played yet."""
    o[ERRAND] = 1 + errand
    o[KIND] = kind_of(errand)
    o[WHAT] = what_of(s, p, errand)
    o[SIGN] = 0
    o[DAY] = s.day
    o[STEPS] = 0
    o[CLOSED] = 0
    o[MOVED] = 0
