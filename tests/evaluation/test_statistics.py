"""Matches: the same seeds for every team, and intervals that mean something."""

import numpy as np
import pytest

from mpenv.evaluation import statistics
from mpenv.worlds.materia_prima import WORLD, Game


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"), [(0, 200, 0.0, 0.0188), (100, 200, 0.4314, 0.5686), (1, 1, 0.2065, 1.0)]
)
def test_a_share_is_told_with_its_wilson_interval(hits: int, count: int, low: float, high: float) -> None:
    share, below, above = statistics.wilson(hits, count)
    assert share == hits / count
    assert (round(below, 4), round(above, 4)) == (low, high)


def test_a_match_plays_each_seed_once_and_as_single_games_would() -> None:
    def first_legal(observation: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return mask.argmax(1)

    result = statistics.batch_match(WORLD, "first", first_legal, range(1, 9), {"scenario": "prologue", "seats": 2})
    for seed, outcome, plies in zip(range(1, 9), result.outcomes, result.plies, strict=True):
        game = Game(seed=seed)
        while game.seat is not None:
            game.apply(game.legal()[0])
        assert game.outcome is not None
        assert (game.outcome.result, game.plies) == (outcome, plies)


def test_the_random_team_hardly_ever_meets_the_prologue() -> None:
    result = statistics.batch_match(
        WORLD, "random", statistics.random_choice, range(1, 101), {"scenario": "prologue", "seats": 2}
    )
    assert result.share("success")[0] <= 0.02
    assert "random" in statistics.table([result])
