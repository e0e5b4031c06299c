"""What a critic sees of a whole table (MAPPO): everything that ever differs, also what no seat may know."""

import numpy as np
import torch
from torch import Tensor

from mpenv.engine.batch import BatchGame

LOOKED = 600  # steps of random play in which a number has to change to be worth looking at


class Overview:
    """Some columns of `BatchGame.state()`: those that are the same in all games tell nothing."""

    def __init__(self, games: BatchGame, seed: int) -> None:
        least, most = _bounds(games, np.random.default_rng(seed))
        self.columns = np.flatnonzero(least < most)
        self._scale = np.maximum(np.abs(least), np.abs(most))[self.columns].astype(np.float32)

    def __len__(self) -> int:
        return len(self.columns)

    def of(self, games: BatchGame) -> Tensor:
        """A row for each game, about from -1 to 1."""
        return torch.from_numpy(games.state()[:, self.columns] / self._scale).clamp_(-2, 2)


def _bounds(games: BatchGame, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The least and the most of every number while the games are played at random; then they begin again."""
    start, step = games.snapshot(), games.reset()
    least = most = games.state().min(0)
    for _ in range(LOOKED):
        step = games.step((rng.random(step.mask.shape) * step.mask).argmax(1))
        now = games.state()
        least, most = np.minimum(least, now.min(0)), np.maximum(most, now.max(0))
    games.restore(start)
    return least.astype(np.float64), most.astype(np.float64)
