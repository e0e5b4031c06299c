"""Input of a central critic (MAPPO): the state of the whole game, hidden parts too, as a row of numbers."""

import numpy as np
import torch
from torch import Tensor

from mpenv.engine.batch import BatchGame

RANDOM_STEPS = 600  # of play, in which a number must change to become an input


class CriticState:
    """The columns of `BatchGame.state()` that change during play, scaled to about -1 to 1."""

    def __init__(self, games: BatchGame, seed: int) -> None:
        low, high = _bounds(games, np.random.default_rng(seed))
        self.columns = np.flatnonzero(low < high)
        self._scale = np.maximum(np.abs(low), np.abs(high))[self.columns].astype(np.float32)

    def __len__(self) -> int:
        return len(self.columns)

    def of(self, games: BatchGame) -> Tensor:
        """Return a row for each game."""
        return torch.from_numpy(games.state()[:, self.columns] / self._scale).clamp_(-2, 2)


def _bounds(games: BatchGame, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Find the lowest and highest value of each number in random play; the games are restored afterwards."""
    start, step = games.snapshot(), games.reset()
    low = high = games.state().min(0)
    for _ in range(RANDOM_STEPS):
        step = games.step((rng.random(step.mask.shape) * step.mask).argmax(1))
        now = games.state()
        low, high = np.minimum(low, now.min(0)), np.maximum(high, now.max(0))
    games.restore(start)
    return low.astype(np.float64), high.astype(np.float64)
