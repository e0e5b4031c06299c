"""Policies of a test's own, as a user would write them."""

from typing import Any

import numpy as np

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.rules import step


@rule()
def first(t: Any, s: Any, bits: np.uint64) -> int:
    """The first legal action."""
    action = 0
    while step.is_legal(s, action) == 0:
        action += 1
    return action


@rule()
def last(t: Any, s: Any, bits: np.uint64) -> int:
    action = 233
    while step.is_legal(s, action) == 0:
        action -= 1
    return action


@rule()
def wrong(t: Any, s: Any, bits: np.uint64) -> int:
    return 0 if s.day < 3 else 1000


words = "no rule"
