"""Matches: teams play the same seeds, and the shares are told with their uncertainty."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from mpenv.engine.batch import BatchGame
from mpenv.world import World

Choose = Callable[[np.ndarray, np.ndarray, np.random.Generator], np.ndarray]
SURE = 1.96  # of a normal distribution: 95 %


class Result(NamedTuple):
    """How a team did: outcomes and lengths by seed."""

    team: str
    outcomes: list[str]
    plies: list[int]

    def share(self, outcome: str) -> tuple[float, float, float]:
        """The share of an outcome with its 95 % interval (Wilson)."""
        return wilson(self.outcomes.count(outcome), len(self.outcomes))


def wilson(hits: int, count: int) -> tuple[float, float, float]:
    """A share, and where the true one lies with 95 %."""
    share, z = hits / count, SURE
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return share, max(0.0, middle - half), min(1.0, middle + half)


def randomly(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The random team: any legal action."""
    chosen: np.ndarray = (rng.random(mask.shape) * mask).argmax(1)
    return chosen


def play(
    world: World, team: str, choose: Choose, seeds: range, options: dict[str, Any], encoder: str = "flat"
) -> Result:
    """One game of a seed each; games that end early are played on and not counted again."""
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
    """Teams side by side: mission met, met only after an extension where that happened, aborted, decisions a game."""
    late = any("late success" in one.outcomes for one in results)
    head = f"{'team':12} {'mission met':>12} {'95 % interval':>16} "
    lines = [head + (f"{'met later':>10} " if late else "") + f"{'aborted':>9} {'decisions':>10}"]
    for one in results:
        share, low, high = one.share("success")
        line = f"{one.team:12} {share:12.1%} {f'{low:.1%} - {high:.1%}':>16} "
        line += f"{one.share('late success')[0]:10.1%} " if late else ""
        lines.append(line + f"{one.share('abort')[0]:9.1%} {np.mean(one.plies):10.0f}")
    return "\n".join(lines)
