"""The shaped reward: what the team reward pays, and by how much each step made the game more promising."""

import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import mpenv
from mpenv.envs.aec import AECGame
from tests.worlds import toy

Make = Callable[..., AECGame]


def ferry(**options: Any) -> AECGame:
    return AECGame(toy.WORLD, **{"goal": 1, **options})


def errand(**options: Any) -> AECGame:
    return mpenv.env(**{"scenario": "drill-errand", **options})


both = pytest.mark.parametrize("make", [ferry, errand])


def choose(env: AECGame, rng: random.Random) -> int:
    return rng.choice(np.flatnonzero(env.action_masks()).tolist())


def play(env: AECGame, seed: int) -> tuple[list[dict[str, float]], dict[str, dict[str, Any]]]:
    """The rewards of each step of a random game, and the infos of its end."""
    env.reset(seed=seed)
    rng, paid = random.Random(seed), []
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        assert set(env.rewards) == set(env.agents)
        env.step(choose(env, rng))
        paid.append(env.rewards)
    return paid, env.infos


@both
def test_each_step_pays_every_seat_by_how_much_the_potential_rose(make: Make) -> None:
    env = make(reward="shaped")
    env.reset(seed=4)
    assert set(env.rewards.values()) == {0.0}
    start = before = env.game.potential()
    rng, rises = random.Random(4), set()
    while not any(env.terminations.values()):
        env.step(choose(env, rng))
        after = start if any(env.terminations.values()) else env.game.potential()
        base = float(env.game.outcome is not None and env.game.outcome.success)
        assert set(env.rewards.values()) == {base + (after - before)}
        rises.add(after > before)
        before = after
    assert env.game.potential() == 0
    assert rises == {True, False}


@both
@pytest.mark.parametrize("max_plies", [None, 4])
def test_the_shaping_of_a_whole_game_adds_up_to_nothing(make: Make, max_plies: int | None) -> None:
    results, terms = set(), set[float]()
    for seed in range(60):
        env = make(reward="shaped", max_plies=max_plies)
        paid, infos = play(env, seed)
        terms.update(*(rewards.values() for rewards in paid))
        for agent in env.agents:
            result = infos[agent]["result"]
            assert sum(rewards[agent] for rewards in paid) == pytest.approx(result, abs=1e-9)
            results.add(result)
    assert min(terms) < 0 < max(terms)
    assert results >= {0.0}
    if make is ferry and max_plies is None:
        assert results == {0.0, 1.0}


@both
def test_what_each_agent_is_told_by_last_adds_up_too(make: Make) -> None:
    env = make(reward="shaped")
    env.reset(seed=2)
    rng = random.Random(2)
    told = dict.fromkeys(env.agents, 0.0)
    results = {}
    for agent in env.agent_iter():
        _, reward, terminated, _, info = env.last()
        told[agent] += reward
        results[agent] = info.get("result")
        env.step(None if terminated else choose(env, rng))
    assert set(told) == set(env.possible_agents)
    for agent, total in told.items():
        assert total == pytest.approx(results[agent])


@both
def test_shaped_and_team_play_the_same_games_to_the_same_unshaped_result(make: Make) -> None:
    for seed in range(20):
        shaped, team = make(reward="shaped"), make()
        _, infos = play(shaped, seed)
        paid, plain = play(team, seed)
        assert shaped.game.fingerprint() == team.game.fingerprint()
        for agent, info in infos.items():
            assert info["result"] == plain[agent]["result"] == team.rewards[agent]
            assert info["outcome"] == plain[agent]["outcome"]
        assert not any(any(rewards.values()) for rewards in paid[:-1])


@both
@pytest.mark.parametrize("reward", ["team", "shaped"])
def test_at_the_ply_cap_the_unshaped_result_is_nothing(make: Make, reward: str) -> None:
    env = make(reward=reward, max_plies=2)
    _, infos = play(env, 1)
    assert all(env.truncations.values())
    assert {info["result"] for info in infos.values()} == {0.0}
    assert not any("outcome" in info for info in infos.values())


@both
def test_copies_go_on_with_the_same_rewards(make: Make) -> None:
    env, blank = make(reward="shaped"), make(reward="shaped")
    env.reset(seed=5)
    rng = random.Random(5)
    while not any(env.terminations.values()):
        blank.restore(env.snapshot())
        others, action = [blank, pickle.loads(pickle.dumps(env))], choose(env, rng)
        env.step(action)
        for other in others:
            other.step(action)
            assert other.rewards == env.rewards
            assert other._cumulative_rewards == env._cumulative_rewards
            assert other.snapshot() == env.snapshot()


@both
def test_asking_for_the_potential_and_a_refused_action_change_nothing(make: Make) -> None:
    env = make(reward="shaped")
    env.reset(seed=3)
    rng = random.Random(3)
    while not any(env.terminations.values()):
        before = env.snapshot()
        env.game.potential()
        with pytest.raises(ValueError, match="may not play"):
            env.step(int(np.flatnonzero(env.action_masks() == 0)[-1]))
        assert env.snapshot() == before
        env.step(choose(env, rng))


@both
def test_the_shaped_environment_keeps_the_promises_of_pettingzoo(make: Make) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make(reward="shaped"), num_cycles=200)
        seed_test(lambda: make(reward="shaped"), num_cycles=200)
