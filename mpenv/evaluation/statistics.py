"""Matches: teams play the same seeds, and the shares are told with their uncertainty."""

import math
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import numpy as np

from mpenv.engine.batch import BatchGame
from mpenv.terms import Terms
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
    world: World, team: str, choose: Choose, seeds: range, options: dict[str, Any], encoder: str | None = None
) -> Result:
    """One game of a seed each; games that end early are played on and not counted again."""
    games = BatchGame(world, [{"seed": seed} for seed in seeds], encoder=encoder or world.terms.encoder, **options)
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


class Column(NamedTuple):
    """An outcome in a table: its heading and how wide it is."""

    outcome: str
    title: str
    wide: int


def columns(terms: Terms, happened: Collection[str]) -> list[Column]:
    """The outcomes that a table shows, the success first; rare ones only where they happened."""
    shown = [name for name in terms.columns if name not in terms.rare or name in happened]
    titles = [(name, terms.columns[name]) for name in shown]
    return [Column(name, title, max(12 if name == terms.success else 9, len(title) + 1)) for name, title in titles]


def table(results: list[Result], terms: Terms) -> str:
    """Teams side by side: how often they succeeded, the other outcomes, decisions a game."""
    met, *others = columns(terms, [outcome for one in results for outcome in one.outcomes])
    head = f"{'team':12} {met.title:>{met.wide}} {'95 % interval':>16} "
    lines = [head + "".join(f"{other.title:>{other.wide}} " for other in others) + f"{'decisions':>10}"]
    for one in results:
        share, low, high = one.share(met.outcome)
        line = f"{one.team:12} {share:{met.wide}.1%} {f'{low:.1%} - {high:.1%}':>16} "
        line += "".join(f"{one.share(other.outcome)[0]:{other.wide}.1%} " for other in others)
        lines.append(line + f"{np.mean(one.plies):10.0f}")
    return "\n".join(lines)
