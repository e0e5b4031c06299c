"""Plays a batch and prints one hash of everything that it shows on the way, in this process's kind of rules."""

import hashlib
import sys

import numpy as np

from mpenv.engine.batch import BatchGame
from mpenv.engine.batch_steps import Step
from mpenv.world import World
from mpenv.worlds.materia_prima import WORLD
from tests.worlds import toy


def everything(step: Step) -> bytes:
    """All that a step shows: the rows of `info` only where a game ended."""
    rows = [np.asarray(one)[step.done] for one in step.info]
    return b"".join(np.ascontiguousarray(one).tobytes() for one in [*step[:-1], *rows])


def digest(steps: int) -> str:
    found = hashlib.sha256()
    drills = [{"scenario": "drill-errand", "seats": 2 + i % 3, "layout": "random"} for i in range(3)]
    worlds: list[tuple[World, list[dict[str, object]]]] = [(WORLD, [*drills, {}]), (toy.WORLD, [{}] * 8)]
    for world, games in worlds:
        rng = np.random.default_rng(1)
        batch = BatchGame(world, games, seed=4, max_plies=steps - 5)
        shown = batch.reset()
        for _ in range(steps):
            found.update(everything(shown))
            shown = batch.step([rng.choice(np.flatnonzero(mask)) for mask in batch.mask])
        found.update(everything(shown))
    return found.hexdigest()


if __name__ == "__main__":
    print(digest(int(sys.argv[1])))
