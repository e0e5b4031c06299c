"""A scripted player as a teacher: its answers label the states of a batch, in compiled code."""

from typing import Any

import numpy as np

from mpenv.engine.batch import BatchGame


class Teacher:
    """Labels for the games of a batch: what a scripted player would answer in each."""

    def __init__(self, games: BatchGame, code: str) -> None:
        self._games, self._code = games, code
        self._labels: Any = games.world.labels(code)

    def answers(self) -> np.ndarray:
        """Return an action for each game."""
        return np.asarray(self._labels(self._games), np.int64)
