"""How often teams succeed on held-out seeds, game by game, so that differences are between pairs of games."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import worlds
from mpenv.agents.learned.policy import Policy
from mpenv.agents.materia_prima.labels import labels
from mpenv.engine.batch import BatchGame
from mpenv.intervals import paired, wilson
from mpenv.seeds import LEARNING_SEED

GAMES = 2000
AT_ONCE = 500
WORLD = worlds.load("materia_prima")
Cell = dict[str, Any]  # options of a game


class Share(NamedTuple):
    """A share of games that succeed, with its 95 % interval."""

    games: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, met: np.ndarray) -> "Share":
        found = wilson(int(met.sum()), len(met))
        return cls(len(met), found.found, found.low, found.high)


class Ahead(NamedTuple):
    """The mean difference between two teams on the same seeds, with its 95 % interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, met: np.ndarray, other: np.ndarray) -> "Ahead":
        found = paired(met.tolist(), other.tolist())
        return cls(found.found, found.low, found.high)


def expert(cell: Cell, games: int | None = None) -> np.ndarray:
    """Which of the held-out games the team of the expert meets the mission in."""
    return _played(WORLD, cell, "flat", games, lambda batch: labels(batch, "expert"))


def team(cell: Cell, folders: Sequence[Path], games: int | None = None, *, likeliest: bool = True) -> np.ndarray:
    """The same of trained policies, one a seat; of a single one it plays all seats."""
    policies = [Policy(folder) for folder in folders]
    stamp = policies[0].about["stamp"]
    world = WORLD if stamp["world"] == WORLD.name else worlds.by_actions(WORLD, stamp["world"].rpartition("_")[2])
    rng = np.random.default_rng(0)

    def answers(batch: BatchGame) -> np.ndarray:
        rows: Any = batch.observation
        chosen = np.zeros(batch.games, np.int64)
        for nth, policy in enumerate(policies):
            own = np.flatnonzero(batch.seat % len(policies) == nth)
            if len(own):
                chosen[own] = _choose(policy, rows[own], batch.mask[own], rng, likeliest)
        return chosen

    return _played(world, cell, policies[0].encoder, games, answers)


def _choose(
    policy: Policy, rows: np.ndarray, mask: np.ndarray, rng: np.random.Generator, likeliest: bool
) -> np.ndarray:
    noise = 0.0 if likeliest else rng.gumbel(size=mask.shape)
    found: np.ndarray = np.where(mask == 0, -np.inf, policy.logits(rows) + noise).argmax(1)
    return found


def _played(world: Any, cell: Cell, encoder: str, asked: int | None, answers: Any) -> np.ndarray:
    """Play the held-out seeds, the first game of each row of a batch."""
    games = GAMES if asked is None else asked
    met = np.zeros(games, bool)
    for first in range(0, games, AT_ONCE):
        rows = min(AT_ONCE, games - first)
        batch = BatchGame(world, rows, seed=LEARNING_SEED + first, encoder=encoder, **cell)
        runs = np.ones(rows, bool)
        while runs.any():
            step = batch.step(answers(batch))
            ended = np.flatnonzero(runs & step.done)
            met[first + ended] = step.info.outcome[ended] == 1
            runs &= ~step.done
    return met
