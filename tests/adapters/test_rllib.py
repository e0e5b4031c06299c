"""What RLlib does with our environment, and with trouble; runs where ray is installed: `make adapter-rllib`."""

import multiprocessing
import os
import pickle
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from operator import methodcaller
from typing import Any

import numpy as np
import pytest

import mpenv
from mpenv.world import IllegalAction

ray = pytest.importorskip("ray")
EnvContext = pytest.importorskip("ray.rllib.env.env_context").EnvContext
MultiAgentEpisode = pytest.importorskip("ray.rllib.env.multi_agent_episode").MultiAgentEpisode
checks = pytest.importorskip("ray.rllib.utils.pre_checks.env")
ours = pytest.importorskip("mpenv.envs.rllib")

HUNT = {"scenario": "drill-hunt", "seats": 2}
PATIENCE = 200  # seconds


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(num_cpus=3, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield
    ray.shutdown()


def small(runners: int, **options: Any) -> Any:
    config = mpenv.rllib_config("drill-hunt", seats=2, **options)
    config.env_runners(num_env_runners=runners, num_envs_per_env_runner=2)
    return config.training(train_batch_size_per_learner=256, minibatch_size=64, num_epochs=1).debugging(seed=5)


@pytest.fixture(scope="module")
def algo(cluster: None) -> Iterator[Any]:
    algo = small(0).build_algo()
    yield algo
    algo.stop()
    algo.env_runner.env.close()  # for the second time


def answered(env: Any, seen: dict[str, Any], rng: np.random.Generator) -> dict[str, int]:
    [(agent, look)] = seen.items()
    return {agent: int(rng.choice(np.flatnonzero(look["action_mask"])))}


# --- without a cluster ------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_the_environment_plays_on_in_another_process(way: str) -> None:
    env = mpenv.rllib_env(HUNT)
    seen, _ = env.reset(seed=3)
    action = answered(env, seen, np.random.default_rng(0))
    with multiprocessing.get_context(way).Pool(1) as pool:
        there = pool.apply_async(methodcaller("step", action), (env,)).get(timeout=PATIENCE)
    assert pickle.dumps(there) == pickle.dumps(pickle.loads(pickle.dumps(env.step(action))))


def test_only_who_is_asked_sees_until_the_end_and_then_everybody() -> None:
    env, rng = mpenv.rllib_env(HUNT), np.random.default_rng(0)
    seen, _ = env.reset(seed=3)
    over = False
    while not over:
        assert [*seen] == [env.possible_agents[env.game.seat]]
        seen, rewards, terminateds, _, infos = env.step(answered(env, seen, rng))
        assert rewards.keys() == seen.keys()
        assert all(env.observation_spaces[agent].contains(look) for agent, look in seen.items())
        over = terminateds["__all__"]
    assert [*seen] == env.possible_agents
    assert all(info["team_return"] == info["result"] == env.outcome.worth for info in infos.values())


def test_the_ply_cap_is_a_truncation_to_rllib_and_no_termination() -> None:
    env, rng = mpenv.rllib_env({**HUNT, "max_plies": 3}), np.random.default_rng(0)
    episode = MultiAgentEpisode(agent_to_module_mapping_fn=ours.team)
    seen, infos = env.reset(seed=3)
    episode.add_env_reset(observations=seen, infos=infos)
    while not episode.is_done:
        action = answered(env, seen, rng)
        seen, rewards, terminateds, truncateds, infos = env.step(action)
        episode.add_env_step(seen, action, rewards, infos, terminateds=terminateds, truncateds=truncateds)
    assert (len(episode), episode.is_truncated, episode.is_terminated) == (3, True, False)


def test_workers_play_other_games_of_the_same_seed_and_the_first_process_the_seed_itself() -> None:
    envs = [mpenv.rllib_env(EnvContext(HUNT, worker_index=worker)) for worker in range(4)]
    seeds = []
    for env in envs:
        env.reset(seed=7)
        seeds.append(env.seed)
    assert seeds[0] == 7
    assert len(set(seeds)) == 4


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"scenario": "nowhere"}, "no scenario 'nowhere'"),
        ({"rewards": "team"}, "no option 'rewards'"),
        ({"seed": 3}, "debugging"),
    ],
)
def test_a_wrong_option_is_told_before_rllib_starts_anything(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        mpenv.rllib_env(options)
    with pytest.raises(ValueError, match=why):
        mpenv.rllib_config(**options)


def test_an_illegal_action_or_one_of_another_agent_is_refused_and_nothing_has_moved() -> None:
    env = mpenv.rllib_env(HUNT)
    seen, _ = env.reset(seed=3)
    [(agent, look)] = seen.items()
    before = env.snapshot()
    with pytest.raises(IllegalAction):
        env.step({agent: int(np.flatnonzero(look["action_mask"] == 0)[0])})
    for wrong in ({}, {"alchemist_1": 0}, {agent: 0, "alchemist_1": 0}, 0):
        with pytest.raises(ValueError, match=f"that of {agent}"):
            env.step(wrong)
    assert env.snapshot() == before


def test_the_check_of_rllib_passes_where_illegal_actions_do() -> None:
    checks.check_multiagent_environments(mpenv.rllib_env({**HUNT, "on_illegal": "pass"}))


def test_an_environment_may_be_closed_twice() -> None:
    env = mpenv.rllib_env(HUNT)
    env.reset(seed=3)
    env.close()
    env.close()


# --- with RLlib -------------------------------------------------------------------------------------


def test_ppo_trains_and_what_the_team_got_is_told_once(algo: Any) -> None:
    before = {name: one.clone() for name, one in algo.get_module(ours.TEAM).state_dict().items()}
    for _ in range(2):
        told = algo.train()["env_runners"]
    after = algo.get_module(ours.TEAM).state_dict()
    assert any(not one.equal(after[name]) for name, one in before.items())
    assert 0 < told["team_result"] <= 1
    assert told["episode_return_mean"] == pytest.approx(2 * told["team_result"])
    assert told["team_return"] == pytest.approx(told["team_result"])


def test_every_agent_is_booked_what_the_team_got_wherever_rllib_cuts_its_episodes(algo: Any) -> None:
    algo.env_runner.sample(num_episodes=1)  # what comes now begins anew
    booked, results = defaultdict[str, dict[str, float]](lambda: defaultdict(float)), dict[str, float]()
    for _ in range(80):
        for chunk in algo.env_runner.sample(num_timesteps=7):
            for agent, part in chunk.agent_episodes.items():
                booked[chunk.id_][agent] += part.get_return()
            if chunk.is_done:
                results[chunk.id_] = chunk.get_infos(-1)["alchemist_0"]["result"]
    assert set(results.values()) == {0.0, 1.0}
    assert all([*booked[one].values()] == [result] * 2 for one, result in results.items())


def test_actions_without_a_mask_end_in_an_error_that_says_which(algo: Any) -> None:
    with pytest.raises(RuntimeError) as fault:
        algo.env_runner.sample(num_timesteps=200, random_actions=True)
    assert isinstance(fault.value.__cause__, IllegalAction)


def test_two_workers_play_different_games_and_training_outlives_one_of_them(cluster: None) -> None:
    algo = small(2).build_algo()
    algo.train()
    runners = algo.env_runner_group
    told = runners.foreach_env_runner(
        lambda runner: (os.getpid(), [one.unwrapped.seed for one in runner.env.envs]), local_env_runner=False
    )
    seeds = [seed for _, own in told for seed in own]
    assert len(seeds) == len(set(seeds)) == 4
    os.kill(told[0][0], signal.SIGKILL)
    before, start, steps = algo.iteration, time.monotonic(), []
    while len(steps) < 2 and time.monotonic() - start < PATIENCE:
        steps.append(algo.train()["num_env_steps_sampled_lifetime"])
    assert algo.iteration == before + 2
    assert steps[1] > steps[0]
    algo.stop()
