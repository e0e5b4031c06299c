"""A race finds what is better and stays with what it has where nothing is."""

import time

import numpy as np
import pytest

from mpenv.agents.search.budget import MOST_MILLISECONDS, MOST_SIMULATIONS, budget
from mpenv.agents.search.sequential_halving import SETTLED, SequentialHalving


def coins(chances: list[float], seed: int = 1) -> "Coins":
    return Coins(chances, seed)


class Coins:
    """Each candidate succeeds by a chance of its own, all with the same luck."""

    def __init__(self, chances: list[float], seed: int) -> None:
        self.chances, self.luck = chances, np.random.default_rng(seed).random(MOST_SIMULATIONS)
        self.asked = list[tuple[int, int, int]]()

    def __call__(self, one: int, first: int, last: int) -> np.ndarray:
        self.asked.append((one, first, last))
        return (self.luck[first:last] < self.chances[one]).astype(float)


def test_the_best_of_many_is_found() -> None:
    for best in range(1, 8):
        chances = [0.4 + 0.4 * (one == best) for one in range(8)]
        assert SequentialHalving(8, coins(chances), budget(400), nerve=1.0).chosen == best


@pytest.mark.parametrize("simulations", [1, 2, 3, 7, 30, 200, 1000])
def test_no_more_simulations_are_made_than_the_budget_has(simulations: int) -> None:
    race = SequentialHalving(9, coins([0.5, 0.3, 0.6, 0.5, 0.5, 0.1, 0.9, 0.5, 0.5]), budget(simulations), nerve=1.0)
    made = sum(one.simulations for one in race.standings)
    assert simulations - 2 * 9 <= made <= simulations


def test_each_candidate_has_the_same_luck_from_its_first_simulation_on() -> None:
    tossed = coins([0.5, 0.4, 0.6, 0.5])
    SequentialHalving(4, tossed, budget(100), nerve=1.0)
    for one in range(4):
        turns = [(first, last) for who, first, last in tossed.asked if who == one]
        assert [first for first, _ in turns] == [0, *(last for _, last in turns[:-1])]


def test_the_first_candidate_is_kept_where_the_others_lead_by_luck_alone() -> None:
    kept = sum(SequentialHalving(6, coins([0.5] * 6, seed), budget(120), nerve=1.0).chosen == 0 for seed in range(50))
    assert kept == 50  # the same luck: nobody leads
    luck = np.random.default_rng(5).random((6, 1000))
    apart = [
        SequentialHalving(2, lambda one, a, b, at=at: (luck[one + at, a:b] < 0.5) * 1.0, budget(80), nerve=3.0)
        for at in range(5)
    ]
    assert all(race.chosen == 0 for race in apart)


def test_where_everything_succeeds_it_is_over_soon() -> None:
    race = SequentialHalving(4, coins([1.0] * 4), budget(4000), nerve=1.0)
    assert race.chosen == 0
    assert sum(one.simulations for one in race.standings) < 4 * 3 * SETTLED


def test_one_candidate_is_not_tried_at_all() -> None:
    tossed = coins([0.5])
    assert SequentialHalving(1, tossed, budget(100), nerve=1.0).chosen == 0
    assert tossed.asked == []


def test_milliseconds_are_kept() -> None:
    def slow(one: int, first: int, last: int) -> np.ndarray:
        time.sleep(0.001 * (last - first))
        return np.random.default_rng(one).random(last - first)

    start = time.perf_counter()
    race = SequentialHalving(5, slow, budget(milliseconds=150), nerve=1.0)
    assert 0.05 < time.perf_counter() - start < 3
    assert sum(one.simulations for one in race.standings) > 5


@pytest.mark.parametrize("simulations", [0, -1, MOST_SIMULATIONS + 1, 2.5, "many", True])
def test_a_number_of_simulations_that_makes_no_sense_is_refused(simulations: object) -> None:
    with pytest.raises(ValueError, match=r"simulations=.* must be a whole number from 1 to 100,000"):
        budget(simulations)  # type: ignore[arg-type]


@pytest.mark.parametrize("milliseconds", [0, -5.0, MOST_MILLISECONDS + 1, float("nan"), float("inf"), "long"])
def test_a_time_that_makes_no_sense_is_refused(milliseconds: object) -> None:
    with pytest.raises(ValueError, match=r"milliseconds=.* must be a number from 1 to 600,000"):
        budget(milliseconds=milliseconds)  # type: ignore[arg-type]


def test_one_budget_is_enough() -> None:
    with pytest.raises(ValueError, match="not both"):
        budget(5, 5)
