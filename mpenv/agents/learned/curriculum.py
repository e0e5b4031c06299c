"""What is played next: tasks drawn by how much there is to learn, and games that begin in moments of earlier ones."""

import numpy as np

from mpenv.engine.batch import BatchGame

MEMORY = 0.03  # weight of the latest game in the success of a task
LEAST = 0.02  # weight of a task that always or never succeeds, where 0.25 is the most
SHELF = 1024  # moments kept
SHARE_KEPT = 0.05  # of the games, whose moment is kept at each update


class Tasks:
    """The first rows of a batch are the tasks; a game that ended is followed by one of a task drawn by p (1 - p)."""

    def __init__(self, count: int, *, evenly: bool = False) -> None:
        self.success, self._evenly = np.full(count, 0.5), evenly

    def report(self, tasks: np.ndarray, rewards: np.ndarray) -> None:
        """Remember how games of these tasks ended."""
        for task, reward in zip(tasks.tolist(), rewards.tolist(), strict=True):
            self.success[task] += MEMORY * (reward - self.success[task])

    def draw(self, count: int, rng: np.random.Generator) -> np.ndarray:
        """Draw tasks, those oftener whose success is farthest from never and always, unless all are drawn evenly."""
        if self._evenly:
            return rng.choice(len(self.success), count)
        weights = self.success * (1 - self.success) + LEAST
        return rng.choice(len(weights), count, p=weights / weights.sum())


class Shelf:
    """Moments of games that were played, the newest ones; some games begin in one of them, with new chance."""

    def __init__(self, games: BatchGame) -> None:
        self._games, self.kept = games, np.zeros(1, np.int64)
        self.moments = games.moments(np.zeros(SHELF, np.int64))

    def keep(self, rng: np.random.Generator) -> None:
        """Keep the moment of some games, in place of the oldest ones."""
        rows = np.flatnonzero(rng.random(self._games.games) < SHARE_KEPT)[:SHELF]
        places = (self.kept[0] + np.arange(len(rows))) % SHELF
        for kept, now in zip(self.moments, self._games.moments(rows), strict=True):
            kept[places] = now
        self.kept[0] += len(rows)

    def put(self, rows: np.ndarray, rng: np.random.Generator) -> None:
        """Let these rows go on from moments drawn from the shelf."""
        there = min(int(self.kept[0]), SHELF)
        if there and len(rows):
            seeds = rng.integers(1 << 63, size=len(rows)).astype(np.uint64)
            self._games.put(rows, self.moments.of(rng.integers(there, size=len(rows))), seeds)


def rows_of(shelf: Shelf) -> dict[str, np.ndarray]:
    """Return the arrays of a shelf by name, records as bytes."""
    arrays = {"kept": shelf.kept, **shelf.moments._asdict()}
    return {name: one.view(np.uint8) if one.dtype.names else one for name, one in arrays.items()}
