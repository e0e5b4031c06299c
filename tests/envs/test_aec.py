"""The PettingZoo environment keeps PettingZoo's promises and ours."""

import random
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import mpenv
from mpenv import materia_prima_v1
from tests.places import TESTS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_passes_the_api_test(seats: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo's own games with a mask have a Dict space too.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(mpenv.env(seats=seats), num_cycles=400)


def test_it_passes_the_seed_test() -> None:
    seed_test(lambda: mpenv.env(seats=2), num_cycles=300)


def test_it_passes_the_render_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPENV_RENDER", str(tmp_path))
    monkeypatch.setattr("webbrowser.open", lambda page: True)
    render_test(lambda render_mode=None: mpenv.env(seats=2, render_mode=render_mode))


def play(env: Any, seed: int) -> dict[str, Any]:
    """Random legal play; what each agent was told last."""
    env.reset(seed=seed)
    rng, last = random.Random(seed), {}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            last[agent] = (reward, terminated, truncated, info)
            env.step(None)
            continue
        assert (observation["action_mask"] == info["action_mask"]).all()
        assert observation["action_mask"] is info["action_mask"]
        assert (env.action_masks() == info["action_mask"]).all()
        waiting = [other for other in env.agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in waiting)
        assert env.observation_space(agent).contains(observation)
        assert reward == 0
        env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return last


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_seats_end_together_with_the_same_reward_and_the_outcome_in_the_info(seats: int) -> None:
    for seed in range(10):
        last = play(mpenv.env(seats=seats), seed)
        assert len(last) == seats
        assert {terminated for _, terminated, _, _ in last.values()} == {True}
        assert {truncated for _, _, truncated, _ in last.values()} == {False}
        assert (
            len({(reward, info["result"], info["outcome"], info["day"]) for reward, _, _, info in last.values()}) == 1
        )
        reward, _, _, info = last["alchemist_0"]
        assert reward == info["result"] == float(info["outcome"] == "success")


def test_a_success_is_worth_one_to_every_seat() -> None:
    env = mpenv.env(seats=2)
    env.reset(seed=1)
    position = env.game.to_position().replace("homunculus = [0, 0, 0]", "homunculus = [1, 0, 0]")
    position = position.replace("stone = [0, 0, 0]", "stone = [1, 0, 0]").replace("\nday = 1\n", "\nday = 12\n")
    deck = [f"alarm.{number:02}" for number in range(1, 25)]
    start, end = position.index("[alarm]"), position.index("[inquisition]")
    alarm = f"[alarm]\nrevealed = {deck[:12]}\ndeck = {deck[12:]}\n\n"
    position = position[:start] + alarm + position[end:].partition("[[prompt]]")[0]
    env.reset(options={"position": position})
    while not any(env.terminations.values()):
        env.step(0)
    assert env.rewards == {"alchemist_0": 1.0, "alchemist_1": 1.0}
    assert env.infos["alchemist_0"]["outcome"] == "success"


def test_the_ply_cap_truncates_all_seats_and_pays_nothing() -> None:
    last = play(mpenv.env(seats=3, max_plies=5), 3)
    assert {(reward, terminated, truncated) for reward, terminated, truncated, _ in last.values()} == {
        (0.0, False, True)
    }
    env = mpenv.env(seats=3, max_plies=5)
    env.reset(seed=3)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert all(env.truncations.values())


def test_a_reset_without_a_seed_goes_on_from_the_seed_before() -> None:
    def seeds(first: int) -> list[int]:
        env = mpenv.env(seats=2)
        env.reset(seed=first)
        found = [env.game.options["seed"]]
        for _ in range(3):
            env.reset()
            found.append(env.game.options["seed"])
        return found

    assert seeds(4) == seeds(4)
    assert seeds(4)[0] == 4
    assert len(set(seeds(4))) == 4
    assert seeds(4) != seeds(5)


def test_spaces_are_the_same_for_every_team_size_scenario_and_pack() -> None:
    small = str(TESTS / "packs" / "small")
    envs = [
        mpenv.env(seats=2),
        mpenv.env(seats=4, layout="random", placement="random"),
        mpenv.env("trial", seats=3, difficulty="easy", pack=small),
    ]
    assert len({str(env.observation_space("alchemist_0")) for env in envs}) == 1
    assert len({str(env.action_space("alchemist_1")) for env in envs}) == 1
    assert envs[0].action_space("alchemist_0") is envs[0].action_space("alchemist_0")


def test_it_is_known_under_its_pettingzoo_name() -> None:
    assert materia_prima_v1.env(seats=2).metadata["name"] == "materia_prima_v1"
    import pettingzoo

    if hasattr(pettingzoo, "make"):
        env = pettingzoo.make("aec", "mpenv/materia_prima_v1", seats=3)
        assert env.possible_agents == ["alchemist_0", "alchemist_1", "alchemist_2"]
