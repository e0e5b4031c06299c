"""Encoders of a test's own, as a user would write them."""

from dataclasses import replace
from typing import Any

import numpy as np
from gymnasium import spaces

from mpenv.encoders import Reading
from mpenv.engine.jit import bind, rule
from mpenv.worlds.materia_prima import WORLD, observe
from mpenv.worlds.materia_prima.rules import belongings


@rule()
def write(t: Any, s: Any, seat: int, row: np.ndarray) -> None:
    row[0] = s.day / 20
    row[1] = s.seat[seat].stone
    for action in range(3):
        row[2 + action] = s.legal[action] if s.asker == seat else 0


@rule()
def peek(t: Any, s: Any, seat: int, row: np.ndarray) -> None:
    row[0] = 0.5
    row[1] = s.alarms.card[max(0, s.alarms.cards - 1)] / 64


@rule()
def far(t: Any, s: Any, seat: int, row: np.ndarray) -> None:
    row[0] = s.day


DAY = observe.own("day", [("day", 1, "today"), ("stone", 1, "the own soul stone"), ("few", 3, "legal ids 0-2")], write)
PEEK = observe.own("peek", [("half", 1, "a half"), ("next alarm", 1, "the card on top")], peek)


def _through(T: np.ndarray, S: np.ndarray, i: int, seat: int, out: np.ndarray) -> None:
    peek(T[0], S[i], seat, out)


LEAKY = replace(PEEK, name="leaky", write=bind(_through, WORLD.home, "leaky", rule=peek), rule=peek)
FAR = observe.own("far", [("day", 1, "today")], far)
SMALL = Reading("small", lambda: spaces.Box(0, 300, (2,), np.int64), lambda view: np.array([view.day, view.seat]))
TABLE = Reading(
    "table",
    lambda: spaces.Dict({"day": spaces.Discrete(30), "words": spaces.Text(80)}),
    lambda view: {"day": view.day, "words": f"seat{view.seat}"},
)
SPACELESS = Reading("spaceless", lambda: 7, lambda view: 0)
COUNTER = iter(range(1, 1 << 30))
FICKLE = Reading("fickle", lambda: spaces.Box(0, 1 << 30, (), np.int64), lambda view: np.array(next(COUNTER)))
NONE = belongings
