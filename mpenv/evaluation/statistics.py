"""Shares with their intervals, and matches in a batch: teams that choose for many games at once."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mpenv import text_table
from mpenv.engine.batch import BatchGame
from mpenv.world import World

Choose = Callable[[np.ndarray, np.ndarray, np.random.Generator], np.ndarray]
SURE = 1.96  # standard deviations of a normal distribution: 95 %


class Result(NamedTuple):
    """The outcomes and lengths of the games of a team, by seed."""

    team: str
    outcomes: list[str]
    plies: list[int]

    def share(self, outcome: str) -> tuple[float, float, float]:
        """Return the share of an outcome with its 95 % interval (Wilson)."""
        return wilson(self.outcomes.count(outcome), len(self.outcomes))


def wilson(hits: int, count: int) -> tuple[float, float, float]:
    """Return a share with its 95 % interval (Wilson)."""
    share, z = hits / count, SURE
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return share, max(0.0, middle - half), min(1.0, middle + half)


def random_choice(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Choose any legal action in each game: the random team."""
    chosen: np.ndarray = (rng.random(mask.shape) * mask).argmax(1)
    return chosen


def batch_match(
    world: World, team: str, choose: Choose, seeds: range, options: dict[str, Any], encoder: str = "flat"
) -> Result:
    """Play a game of each seed in a batch; a row whose game has ended plays on, and is not counted again."""
    games = BatchGame(world, [{"seed": seed} for seed in seeds], encoder=encoder, **options)
    rng = np.random.default_rng(seeds.start)
    outcomes, plies = [""] * len(seeds), [0] * len(seeds)
    step = games.reset()
    while "" in outcomes:
        step = games.step(choose(step.observation, step.mask, rng))
        for i in np.flatnonzero(step.done):
            if not outcomes[i]:
                outcomes[i] = world.outcomes[step.info.outcome[i]]
                plies[i] = int(step.info.plies[i])
    return Result(team, outcomes, plies)


def table(results: list[Result]) -> str:
    """Return teams side by side: mission met, met only after an extension, aborted, decisions a game."""
    late = any("late success" in one.outcomes for one in results)
    columns = [
        text_table.words("team", 12),
        *text_table.figures(("mission met", 12), ("95 % interval", 16)),
        *text_table.figures(("met later", 10))[: int(late)],
        *text_table.figures(("aborted", 9), ("decisions", 10)),
    ]
    return text_table.table(columns, [_row(one, late) for one in results])


def _row(one: Result, late: bool) -> list[str]:
    share, low, high = one.share("success")
    later = [f"{one.share('late success')[0]:.1%}"] if late else []
    interval, aborted = f"{low:.1%} - {high:.1%}", f"{one.share('abort')[0]:.1%}"
    return [one.team, f"{share:.1%}", interval, *later, aborted, f"{np.mean(one.plies):.0f}"]
