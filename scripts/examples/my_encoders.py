"""Two encoders of one's own: one in Python, one that is compiled into the engine."""

import numpy as np
from gymnasium.spaces import Box

from mpenv.encoders import Reading
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import observe
from mpenv.worlds.materia_prima.content.vocabulary import MAX_ELEMENTS
from mpenv.worlds.materia_prima.rules import payment


def what_matters(view):
    """The day, how many answers there are, and what lies in the own tower."""
    stock = view.state.seat[view.seat].stock
    return np.array([view.day, len(view.legal), *stock[:]], np.float32)


SIMPLE = Reading("simple", lambda: Box(0, 300, (2 + MAX_ELEMENTS,), np.float32), what_matters)


@rule()
def write(t, s, seat, row):
    """The same without the answers, and with what the alchemist carries."""
    row[0] = s.day / 20
    for element in range(t.elements):
        row[1 + element] = min(1.0, payment.owns(s, seat, element) / 8)


FIELDS = [("day", 1, "the day, of 20"), ("owned", MAX_ELEMENTS, "each element at home and in hand, of 8")]
QUICK = observe.own("quick", FIELDS, write, low=0.0)
