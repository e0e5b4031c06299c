"""A scripted player as a teacher: its answers label the states of a batch, in compiled code."""

from typing import Any

import numpy as np

from mpenv.agents import registry
from mpenv.agents.learned.answers import ANSWER, answer_columns
from mpenv.agents.search.planner import Planner
from mpenv.engine.batch import BatchGame
from mpenv.world import World


class Reader:
    """The teacher `answer`: it gives the answer that the encoder names."""

    def __init__(self, world: World, encoder: str) -> None:
        self._columns = answer_columns(world, encoder)

    def answer_batch(self, games: BatchGame) -> np.ndarray:
        rows: Any = games.observation
        return np.asarray(rows[:, self._columns].argmax(1), np.int64)


def checked(world: World, code: str, encoder: str, labels: int = 0) -> Any:
    """Return the teacher of this code; refuse held-out players, and agents that cannot answer many games at once.

    With `labels` it is a planner, which answers one game at a time.
    """
    if labels:
        return planner(world, code)
    if code == ANSWER:
        return Reader(world, encoder)
    if _plans(world, code):
        raise ValueError(f"{code!r} is a planner, which labels a few states: learner.labels must say how many")
    if registry.parse(code, world).form == "stdio":
        raise ValueError(f"{code!r} is a program, and labels come from compiled code")
    teacher = registry.make(code, world=world)
    if getattr(teacher, "held_out", False) or registry.held_out([code], world):
        raise ValueError(f"{code!r} is held out: reserved for evaluation, not allowed as a teacher")
    if not hasattr(teacher, "answer_batch"):
        raise ValueError(f"{code!r} cannot be a teacher: it has no `answer_batch(games)`, as scripted players have")
    return teacher


def _plans(world: World, code: str) -> bool:
    """Check that a code names a planner, also where it plays the steps of longer actions."""
    steps: World = getattr(world, "steps", world)
    try:
        return registry.parse(code, steps).form == "name" and isinstance(registry.make(code, world=steps), Planner)
    except ValueError:
        return False


def planner(world: World, code: str) -> Any:
    """Return the planner of this code, which chooses longer actions where the world has them."""
    table: Any = world
    steps: World = getattr(table, "steps", world)
    if code == ANSWER or not _plans(world, code):
        raise ValueError(f"{code!r} is no planner, and learner.labels is for planners")
    if registry.held_out([code], steps):
        raise ValueError(f"{code!r} plans with a held-out player: reserved for evaluation, not allowed as a teacher")
    found = registry.make(code, world=steps)
    if steps is world:
        return found
    try:
        return table.setting_out(found)
    except ValueError as fault:
        raise ValueError(f"{code!r} cannot label errands: {fault}") from None


class Teacher:
    """Labels for the games of a batch: what a teacher would answer in each."""

    def __init__(self, games: BatchGame, code: str) -> None:
        self._games, self._player = games, checked(games.world, code, games.encoder)

    def answers(self) -> np.ndarray:
        """Return an action for each game."""
        return np.asarray(self._player.answer_batch(self._games), np.int64)
