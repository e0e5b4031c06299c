"""Expert iteration (Anthony et al. 2017): a planner labels some of the states that a team visits, and they are kept."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from mpenv.engine.batch import BatchGame
from mpenv.seeds import begin

KEPT = 16_384  # labelled states, the newest ones
DRAWN = 512  # of them in one gradient step


class Labelled:
    """States with the answer that a planner finds best in each; it thinks about a few of them in an update."""

    def __init__(self, games: BatchGame, planner: Any, inputs: int, each: int, seed: int) -> None:
        self._games, self._planner, self._each, self._seed = games, planner, each, seed
        self.observations = np.zeros((KEPT, inputs), np.float16)
        self.masks = np.zeros((KEPT, games.world.actions), np.int8)
        self.answers, self.count = np.zeros(KEPT, np.int64), np.zeros(1, np.int64)

    def __len__(self) -> int:
        return min(int(self.count[0]), KEPT)

    def arrays(self) -> dict[str, np.ndarray]:
        """Return what a resumed run needs, as the arrays themselves."""
        return {"labelled": self.count, "labelled_rows": self.observations, "labelled_masks": self.masks,
                "labelled_answers": self.answers}  # fmt: skip

    def think(self) -> None:
        """Label the present states of some games, in place of the oldest ones."""
        rng = np.random.default_rng([self._seed, 3, int(self.count[0])])
        seen: Any = self._games.observation
        for row in rng.choice(self._games.games, self._each, replace=False).tolist():
            game: Any = self._games.game(row)
            begin(self._planner, game.seat, int(rng.integers(1 << 31)))
            place = int(self.count[0]) % KEPT
            self.observations[place] = seen[row, : self.observations.shape[1]]
            self.masks[place] = self._games.mask[row]
            self.answers[place] = self._planner.act(game.view(game.seat))
            self.count += 1

    def draw(self) -> tuple[Tensor, Tensor, Tensor]:
        """Draw some of them: observations, masks and answers."""
        rows = torch.randint(len(self), (DRAWN,)).numpy()
        observations = torch.from_numpy(self.observations[rows].astype(np.float32))
        return observations, torch.from_numpy(self.masks[rows]), torch.from_numpy(self.answers[rows])
