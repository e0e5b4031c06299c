"""Playouts inside compiled code: games from a situation to their end, by a policy."""

import math
from typing import Any

import numpy as np
import pytest

from mpenv.engine import loops
from mpenv.engine.playouts import Playouts
from mpenv.worlds.materia_prima import WORLD, Game
from tests.envs import policies
from tests.worlds import toy

MINE = "tests.envs.policies"


def midway(scenario: str = "drill-hunt", seats: int = 2, seed: int = 4, plies: int = 30) -> Game:
    game, rng = Game(scenario, seats, seed), np.random.default_rng(seed)
    for _ in range(plies):
        game.apply(int(rng.choice(game.legal())))
    assert game.seat is not None
    return game


def test_equal_seeds_are_equal_playouts_and_the_game_stays_where_it_was() -> None:
    playouts, game = Playouts(WORLD), midway()
    before = game.snapshot()
    one, same, other = (playouts.play(game, 50, seed=seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one, same, strict=True))
    assert not np.array_equal(one.plies, other.plies)
    assert game.snapshot() == before


@pytest.mark.parametrize("name", ["first", "last"])
def test_a_playout_of_a_policy_is_the_game_that_the_policy_plays(name: str) -> None:
    game, seed = midway(plies=5), 9
    ends = Playouts(WORLD, f"{MINE}:{name}").play(game, 3, seed=seed)
    bits = np.uint64(seed)
    for k in range(3):
        bits = np.uint64(loops.stir(bits))
        played = game.clone()
        played._state.seed = bits
        while played.seat is not None:
            played.apply(played.legal()[0 if name == "first" else -1])
        assert played.outcome is not None
        assert (played.plies - game.plies, played.outcome.worth) == (ends.plies[k], ends.worth[k])


def test_random_playouts_succeed_as_often_as_games_played_at_random_from_python() -> None:
    game, times = Game("drill-hunt", 2, 1), 400
    share = Playouts(WORLD).play(game, times, seed=3).worth.mean()
    rng, won = np.random.default_rng(5), 0.0
    for _ in range(times):
        played = game.view(game.seat or 0).determinize(rng)
        while played.seat is not None:
            played.apply(int(rng.choice(played.legal())))
        won += played.outcome.worth
    spread = math.sqrt(0.25 * 2 / times)
    assert 0.02 < share < 0.98
    assert abs(share - won / times) < 4 * spread


def test_the_ferry_is_played_out_too() -> None:
    ends = Playouts(toy.WORLD).play(toy.Game(seed=1), 200, seed=1)
    assert 0 < ends.worth.mean() < 1
    assert (ends.outcome > 0).all()


def test_games_that_are_cut_are_worth_nothing_and_still_run() -> None:
    ends = Playouts(WORLD).play(Game(seed=1), 20, max_plies=7)
    assert (ends.plies == 7).all()
    assert not ends.worth.any()
    assert not ends.outcome.any()


def test_a_policy_without_a_legal_action_is_named_with_its_playout() -> None:
    with pytest.raises(ValueError, match=f"policy '{MINE}:wrong' gave no legal action, in playout 0 of seed 0"):
        Playouts(WORLD, f"{MINE}:wrong").play(Game(seed=1), 2)


@pytest.mark.parametrize("policy", ["greedily", f"{MINE}:words", f"{MINE}:nothing", "nowhere:first", 7])
def test_what_is_no_policy_is_refused_by_name(policy: Any) -> None:
    with pytest.raises(ValueError, match=f"policy {policy!r}"):
        Playouts(WORLD, policy)


@pytest.mark.parametrize("wrong", [{"times": 0}, {"times": 1.5}, {"seed": -1}, {"max_plies": 0}])
def test_what_cannot_be_played_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Playouts(WORLD).play(Game(seed=1), **{"times": 1, **wrong})


def test_the_policies_of_this_file_are_there() -> None:
    assert callable(policies.first)
