"""Planners of Materia Prima: search with the scripted players as rollout policy and as prior."""

from collections.abc import Sequence
from typing import ClassVar, cast

import numpy as np

from mpenv.agents.materia_prima.errand_list import COLUMNS, Outline
from mpenv.agents.materia_prima.memory import new_memories
from mpenv.agents.materia_prima.order_execution import NOTHING
from mpenv.agents.materia_prima.scorer import decide, in_a_hurry, make_plan, only_plans
from mpenv.agents.materia_prima.temperament import Temperament, temperament_of, temperaments
from mpenv.agents.search import horizon, mcts
from mpenv.agents.search.horizon import Intent
from mpenv.agents.search.world_model import WorldModel
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
PLANNED, STOPS, OTHER = 1.0, 0.02, 0.1  # prior of the planned action, of ending the turn early, and of the rest
LATE = 2  # days before the end from which single answers are searched
DAYS = 3  # days after which an errand is dropped
STEPPED = v.SEATS * COLUMNS  # in `orders`, behind those of the seats: 1 + the seat whose turn goes on,
WORKED = STEPPED + 1  # and whether it did more than move
PRIOR_ROW = v.SEATS  # the memory behind those of the seats


@rule()
def play(t: Tables, s: State, bits: np.uint64, notes: np.ndarray, orders: np.ndarray) -> int:
    """Rollout policy: the action of the player asked, which carries out its orders first."""
    p, at = notes[s.asker], s.asker * COLUMNS
    p.seat = s.asker
    p.order.kind, p.order.what, p.order.sign, p.order.until = orders[at], orders[at + 1], orders[at + 2], orders[at + 3]
    if only_plans(p):
        action = in_a_hurry(t, s, p, orders[STEPPED] == 1 + s.asker, orders[WORKED] == 1)
    else:
        action = decide(t, s, p, bits, np.zeros((0, 1), np.int64))
    orders[STEPPED] = 1 + s.asker if c.MOVE <= action < c.TRANSMUTE else 0
    orders[WORKED] = 1 if action >= c.MINE else 0
    if p.order.kind == NOTHING:
        orders[at : at + COLUMNS] = 0
    return action


@rule()
def prior(t: Tables, s: State, notes: np.ndarray, row: np.ndarray) -> None:
    """Prior: the planned action of the expert weighs most, ending the turn early least."""
    p = notes[PRIOR_ROW]
    p.seat = s.asker
    planned = make_plan(t, s, p)
    for action in range(c.ACTIONS):
        row[action] = STOPS if action == c.END else OTHER
    row[planned] = PLANNED


def notes(team: Sequence[str]) -> np.ndarray:
    """A memory for each seat, and one for the prior."""
    memories = new_memories(v.SEATS + 1)
    for row in range(v.SEATS + 1):
        _player(team[row] if row < len(team) else USUAL).into(memories, row)
    return memories


def _player(code: str) -> Temperament:
    known = temperaments()
    if code == "random":
        return temperament_of(USUAL).but(whim=30000, plan=0.0)
    if code not in known:
        raise ValueError(
            f"{code!r} is no player a planner can simulate, there are: {', '.join(sorted([*known, 'random']))}"
        )
    return known[code]


MODEL = WorldModel(WORLD, f"{HERE}:play", f"{HERE}:prior", notes, USUAL, WORKED + 1)


@entry
def obey(T: np.ndarray, V: np.ndarray, i: int, notes: np.ndarray, orders: np.ndarray) -> int:
    """Action of a player that follows orders in view i; the view is overwritten."""
    return play(T[0], V[i], np.uint64(0), notes, orders)


class Errands:
    """Macro actions as candidates of a planner."""

    def __init__(self) -> None:
        self._outline, self._notes = Outline(), notes([])

    def intents(self, view: AnyView) -> list[Intent]:
        seen = cast(View, view)
        until = seen.day + DAYS
        intents = [Intent("as planned", np.zeros(MODEL.orders, np.int64))]
        for macro in self._outline.of(seen):
            orders = np.zeros(MODEL.orders, np.int64)
            at = seen.seat * COLUMNS
            orders[at : at + COLUMNS] = *macro.order, seen.day if macro.kind == "rest" else until
            intents.append(Intent(macro.words, orders))
        return intents

    def follow(self, view: AnyView, orders: np.ndarray) -> tuple[int, np.ndarray]:
        seen, left = cast(View, view), orders.copy()
        left[STEPPED] = 0
        action = int(obey(seen.pack.tables, seen.record.copy(), 0, self._notes, left))
        left[STEPPED] = 0
        return action, left

    def turn(self, view: AnyView) -> int:
        """Twice the day, plus 1 in the seat's own turn: prompts between turns do not count as it."""
        seen = cast(View, view)
        asked = seen.state.prompt[: seen.state.prompts]
        return 2 * seen.day + any(prompt.kind == prompts.TURN and prompt.seat == seen.seat for prompt in asked)

    def late(self, view: AnyView) -> bool:
        return cast(View, view).days - cast(View, view).day < LATE


class Mcts(mcts.Mcts):
    """Monte Carlo tree search over sampled worlds, with the expert as rollout policy."""

    model: ClassVar[WorldModel] = MODEL
    sentence = "tries its answers in worlds that its view could be of, which the expert plays on"


class Horizon(horizon.Horizon):
    """Rolling horizon over whole errands in sampled worlds, with the expert as rollout policy."""

    model: ClassVar[WorldModel] = MODEL
    sentence = "tries whole errands in worlds that its view could be of, and sets out on the best"
    guides = Errands
