"""Each configuration that comes along, made tiny: its learner is built and makes an update."""

import math
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from mpenv import recipes, worlds  # noqa: E402
from mpenv.agents.learned import config  # noqa: E402
from mpenv.agents.learned.ppo import Learner  # noqa: E402
from mpenv.worlds.materia_prima import WORLD  # noqa: E402

TINY: dict[str, Any] = {
    "updates": 4,
    "threads": 1,
    "learner.games": 8,
    "learner.rollout": 2,
    "learner.epochs": 1,
    "learner.minibatch": 16,
    "learner.hidden": 8,
}


def tiny(path: Path) -> Learner:
    """Return the learner of a configuration with few games, at least one for each of its tasks."""
    found = config.load(path)
    few = {"learner.games": max(8, len(found.all_tasks())), "learner.labels": min(2, found.learner.labels)}
    chosen = config.load(path, {**TINY, **few}, WORLD)
    return Learner(worlds.by_actions(WORLD, chosen.game.actions), chosen, chosen.total_updates)


@pytest.mark.parametrize("path", recipes.named().values(), ids=recipes.named())
def test_every_configuration_learns(path: Path) -> None:
    one = tiny(path)
    before = [weights.clone() for weights in one.network.parameters()]
    reports = [one.update(), one.update()]
    assert [report.update for report in reports] == [1, 2]
    assert all(report.decisions == len(one.games.mask) * 2 for report in reports)
    assert all(math.isfinite(report.value_loss) and math.isfinite(report.entropy) for report in reports)
    assert any((weights != was).any() for weights, was in zip(one.network.parameters(), before, strict=True))
