"""A scripted player as a teacher: its answers label the states of a batch, in compiled code."""

from typing import Any

import numpy as np

from mpenv.agents import registry
from mpenv.engine.batch import BatchGame
from mpenv.world import World


def checked(world: World, code: str) -> Any:
    """Return the teacher of this code; refuse held-out players, and agents that cannot answer many games at once."""
    if registry.held_out([code], world):
        raise ValueError(f"{code!r} is held out: reserved for evaluation, not allowed as a teacher")
    teacher = registry.make(code, world=world)
    if not hasattr(teacher, "answer_batch"):
        raise ValueError(f"{code!r} cannot be a teacher: it has no `answer_batch(games)`, as scripted players have")
    return teacher


class Teacher:
    """Labels for the games of a batch: what a scripted player would answer in each."""

    def __init__(self, games: BatchGame, code: str) -> None:
        self._games, self._player = games, checked(games.world, code)

    def answers(self) -> np.ndarray:
        """Return an action for each game."""
        return np.asarray(self._player.answer_batch(self._games), np.int64)
