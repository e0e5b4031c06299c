"""The planners of Materia Prima: how the scripted players serve them in playouts and as a first guess."""

from collections.abc import Sequence
from typing import ClassVar, cast

import numpy as np

from mpenv.agents.materia_prima.errand_list import COLUMNS, Outline
from mpenv.agents.materia_prima.memory import new_pictures
from mpenv.agents.materia_prima.order_execution import NOTHING
from mpenv.agents.materia_prima.scorer import decide, in_a_hurry, make_plan, only_plans
from mpenv.agents.materia_prima.temperament import Temper, temper, tempers
from mpenv.agents.search import horizon, mcts
from mpenv.agents.search.horizon import Intent
from mpenv.agents.search.world_model import Mind
from mpenv.engine.jit import entry, rule
from mpenv.world import View as AnyView
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.state import State
from mpenv.worlds.materia_prima.view import View

HERE = __name__
USUAL = "expert"
PLANNED, STOPS, OTHER = 1.0, 0.02, 0.1  # how much is worth trying: what the plan says, to stop early, and the rest
LATE = 2  # days before the end every single answer matters
DAYS = 3  # that an errand is tried for
STEPPED = v.SEATS * COLUMNS  # of orders: behind those of the seats, the seat (and one) whose turn goes on,
WORKED = STEPPED + 1  # and whether it did more than to move
LIKES = v.SEATS  # the row behind those of the seats


@rule()
def play(t: Tables, s: State, bits: np.uint64, notes: np.ndarray, orders: np.ndarray) -> int:
    """What the player on the seat that is asked answers, who does first what he was told."""
    p, at = notes[s.asker], s.asker * COLUMNS
    p.seat = s.asker
    p.told.kind, p.told.what, p.told.sign, p.told.until = orders[at], orders[at + 1], orders[at + 2], orders[at + 3]
    if only_plans(p):
        action = in_a_hurry(t, s, p, orders[STEPPED] == 1 + s.asker, orders[WORKED] == 1)
    else:
        action = decide(t, s, p, bits, np.zeros((0, 1), np.int64))
    orders[STEPPED] = 1 + s.asker if c.MOVE <= action < c.TRANSMUTE else 0
    orders[WORKED] = 1 if action >= c.MINE else 0
    if p.told.kind == NOTHING:
        orders[at : at + COLUMNS] = 0
    return action


@rule()
def likes(t: Tables, s: State, notes: np.ndarray, row: np.ndarray) -> None:
    """What the plan of the expert says is worth most, to stop early least."""
    p = notes[LIKES]
    p.seat = s.asker
    planned = make_plan(t, s, p)
    for action in range(c.ACTIONS):
        row[action] = STOPS if action == c.END else OTHER
    row[planned] = PLANNED


def notes(team: Sequence[str]) -> np.ndarray:
    """A picture for each seat and one for what is liked."""
    pictures = new_pictures(v.SEATS + 1)
    for row in range(v.SEATS + 1):
        _player(team[row] if row < len(team) else USUAL).into(pictures, row)
    return pictures


def _player(code: str) -> Temper:
    known = tempers()
    if code == "random":
        return temper(USUAL).but(whim=30000, plan=0.0)
    if code not in known:
        raise ValueError(f"{code!r} can not be thought ahead for, only {', '.join(sorted([*known, 'random']))}")
    return known[code]


MIND = Mind(WORLD, f"{HERE}:play", f"{HERE}:likes", notes, USUAL, WORKED + 1)


@entry
def obey(T: np.ndarray, V: np.ndarray, i: int, notes: np.ndarray, orders: np.ndarray) -> int:
    """What one who follows orders answers in view i, which is written over."""
    return play(T[0], V[i], np.uint64(0), notes, orders)


class Errands:
    """Macros as what a planner can set out to do."""

    def __init__(self) -> None:
        self._outline, self._notes = Outline(), notes([])

    def intents(self, view: AnyView) -> list[Intent]:
        seen = cast(View, view)
        until = seen.day + DAYS
        told = [Intent("as planned", np.zeros(MIND.orders, np.int64))]
        for macro in self._outline.of(seen):
            orders = np.zeros(MIND.orders, np.int64)
            at = seen.seat * COLUMNS
            orders[at : at + COLUMNS] = *macro.order, seen.day if macro.kind == "rest" else until
            told.append(Intent(macro.words, orders))
        return told

    def follow(self, view: AnyView, orders: np.ndarray) -> tuple[int, np.ndarray]:
        seen, left = cast(View, view), orders.copy()
        left[STEPPED] = 0
        action = int(obey(seen.pack.tables, seen.record.copy(), 0, self._notes, left))
        left[STEPPED] = 0
        return action, left

    def turn(self, view: AnyView) -> int:
        """The day, and whether it is the own turn: what is asked at other times does not stand for it."""
        seen = cast(View, view)
        asked = seen.state.prompt[: seen.state.prompts]
        return 2 * seen.day + any(one.kind == prompts.TURN and one.seat == seen.seat for one in asked)

    def late(self, view: AnyView) -> bool:
        return cast(View, view).days - cast(View, view).day < LATE


class Mcts(mcts.Mcts):
    """Tries answers, and what may follow them, in worlds that the view could be of; then plays on as the expert."""

    mind: ClassVar[Mind] = MIND
    sentence = "tries its answers in worlds that its view could be of, which the expert plays on"


class Horizon(horizon.Horizon):
    """Tries whole errands in worlds that the view could be of, while everybody else plays as the expert would."""

    mind: ClassVar[Mind] = MIND
    sentence = "tries whole errands in worlds that its view could be of, and sets out on the best"
    guides = Errands
