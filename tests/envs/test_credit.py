"""The same random games through every view: the same observations, masks, rewards and ends, and the same sums."""

import functools
from typing import Any

import numpy as np
import pytest

from mpenv.engine.batch import BatchGame
from mpenv.envs.aec import AECGame
from mpenv.envs.parallel import ParallelGame
from mpenv.envs.seat import SeatEnv
from mpenv.envs.team import TeamEnv
from mpenv.envs.vector import VectorGame
from tests.envs.trails import CASES, Case, Scripted, Trail, checksum, play

cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
careful = pytest.mark.parametrize("case", [one for one in CASES if not one.clumsy], ids=lambda case: case.name)


@functools.cache
def trails(name: str) -> list[Trail]:
    case = next(one for one in CASES if one.name == name)
    env = case.make(AECGame)
    return [play(env, seed, case.clumsy) for seed in range(case.games)]


def test_there_are_a_thousand_games_of_every_kind() -> None:
    assert sum(case.games for case in CASES) == 1000
    every = [trail for case in CASES for trail in trails(case.name)]
    assert {(trail.terminated, trail.info["result"]) for trail in every} == {(True, 1.0), (True, 0.0), (False, 0.0)}
    assert any(min(trail.paid) < 0 < max(trail.paid) for trail in every)


@cases
def test_each_seat_is_paid_the_result_of_its_game_and_is_told_all_of_it(case: Case) -> None:
    for trail in trails(case.name):
        assert sum(trail.paid) == pytest.approx(trail.info["result"], abs=1e-9)
        assert trail.told == pytest.approx([sum(trail.paid)] * len(trail.told), abs=1e-9)


@cases
def test_parallel_plays_the_same_games_and_everybody_has_a_legal_action(case: Case) -> None:
    env = case.make(ParallelGame)
    for trail in trails(case.name):
        seen, infos = env.reset(seed=trail.seed)
        sums = dict.fromkeys(env.agents, 0.0)
        for k, action in enumerate(trail.actions):
            asked = env.possible_agents[trail.seats[k]]
            assert checksum(*seen[asked].values()) == trail.seen[k]
            assert all(seen[one]["action_mask"] is infos[one]["action_mask"] for one in env.agents)
            idle = [seen[one]["action_mask"] for one in env.agents if one != asked]
            assert all(np.flatnonzero(mask).tolist() == [0] for mask in idle)
            noise = 3 if case.clumsy else 0
            actions = {one: action if one == asked else noise for one in env.agents}
            seen, rewards, terminated, truncated, infos = env.step(actions)
            assert set(rewards.values()) == {trail.paid[k]}
            sums = {one: sums[one] + reward for one, reward in rewards.items()}
        assert (set(terminated.values()), set(truncated.values())) == ({trail.terminated}, {trail.truncated})
        assert env.agents == []
        assert checksum(seen[env.possible_agents[trail.seats[-1]]]["observation"]) == trail.last
        assert [*sums.values()] == pytest.approx(trail.told, abs=1e-9)
        assert infos[asked] | {"action_mask": 0} == trail.info | {"action_mask": 0}


@cases
def test_the_team_environment_plays_the_same_games(case: Case) -> None:
    env = case.make(TeamEnv)
    for trail in trails(case.name):
        seen, info = env.reset(seed=trail.seed)
        for k, action in enumerate(trail.actions):
            assert info["seat"] == trail.seats[k]
            assert checksum(seen, info["action_mask"]) == checksum(seen, env.action_masks()) == trail.seen[k]
            seen, reward, terminated, truncated, info = env.step(action)
            assert reward == trail.paid[k]
            assert (terminated or truncated) == (k + 1 == len(trail.actions))
        assert (terminated, truncated, checksum(seen)) == (trail.terminated, trail.truncated, trail.last)
        assert info["seat"] == trail.seats[-1]
        assert not info["action_mask"].any()
        assert {name: info[name] for name in trail.info if name != "action_mask"} == {
            name: value for name, value in trail.info.items() if name != "action_mask"
        }


@careful
def test_a_seat_that_learns_is_paid_for_what_happens_until_it_is_asked_again(case: Case) -> None:
    for number, trail in enumerate(trails(case.name)):
        learner = trail.seats[number % len(trail.seats)]
        mine = [k for k, seat in enumerate(trail.seats) if seat == learner]
        mates = [Scripted(trail) for _ in range(len(trail.told) - 1)]
        env = case.make(SeatEnv, seat=learner, mates=mates)
        seen, info = env.reset(seed=trail.seed)
        assert info["skipped"] == 0
        starts, total = [0, *mine[1:]], 0.0
        for n, k in enumerate(mine):
            assert checksum(seen, info["action_mask"]) == trail.seen[k]
            assert info["seat"] == learner
            seen, reward, terminated, truncated, info = env.step(trail.actions[k])
            until = starts[n + 1] if n + 1 < len(mine) else len(trail.paid)
            assert reward == pytest.approx(sum(trail.paid[starts[n] : until]), abs=1e-9)
            assert (terminated or truncated) == (n + 1 == len(mine))
            total += reward
        assert (terminated, truncated) == (trail.terminated, trail.truncated)
        assert total == pytest.approx(trail.told[learner], abs=1e-9)
        assert info["result"] == trail.info["result"]


class Rows:
    """Trails side by side in the rows of a batch; a row whose trail is over plays on with what is legal."""

    def __init__(self, case: Case) -> None:
        self.trails = trails(case.name)
        self.steps = max(len(trail.actions) for trail in self.trails)
        self.sums = np.zeros(len(self.trails))

    def actions(self, k: int, masks: np.ndarray) -> np.ndarray:
        chosen = masks.argmax(1)
        for i, trail in enumerate(self.trails):
            if k < len(trail.actions):
                chosen[i] = trail.actions[k]
        return np.asarray(chosen)

    def before(self, k: int, seen: np.ndarray, masks: np.ndarray, seats: np.ndarray) -> None:
        for i, trail in enumerate(self.trails):
            if k < len(trail.actions):
                assert checksum(seen[i], masks[i]) == trail.seen[k]
                assert seats[i] == trail.seats[k]

    def after(self, k: int, rewards: np.ndarray, ended: Any) -> None:
        """`ended(i)`: the last observation, terminated and truncated of a row whose game just ended, else None."""
        for i, trail in enumerate(self.trails):
            if k < len(trail.actions):
                self.sums[i] += rewards[i]
                assert rewards[i] == pytest.approx(trail.paid[k], abs=1e-6)
                end = ended(i)
                assert (end is not None) == (k + 1 == len(trail.actions))
                if end is not None:
                    assert (checksum(end[0]), *end[1:]) == (trail.last, trail.terminated, trail.truncated)

    def finish(self) -> None:
        assert self.sums == pytest.approx([trail.told[0] for trail in self.trails], abs=1e-5)


@cases
def test_the_vector_environment_plays_the_same_games(case: Case) -> None:
    rows, env = Rows(case), case.make(VectorGame, case.games, seed=0)
    seen, infos = env.reset()
    for k in range(rows.steps):
        rows.before(k, seen, infos["action_mask"], infos["seat"])
        assert infos["action_mask"].any(1).all()
        seen, rewards, terminated, truncated, infos = env.step(rows.actions(k, infos["action_mask"]))
        assert not (terminated & truncated).any()
        assert ("final_obs" in infos) == (terminated | truncated).any()
        ends = infos.get("final_obs", [None] * case.games)
        rows.after(k, rewards, lambda i: None if ends[i] is None else (ends[i], terminated[i], truncated[i]))  # noqa: B023
    rows.finish()


@cases
def test_the_environment_of_sb3_plays_the_same_games(case: Case) -> None:
    pytest.importorskip("stable_baselines3")
    from mpenv.envs.sb3 import SB3Game

    rows, env = Rows(case), case.make(SB3Game, case.games, seed=0)
    seen, seats = env.reset(), [info["seat"] for info in env.reset_infos]
    for k in range(rows.steps):
        masks = np.stack(env.env_method("action_masks")).astype(np.int8)
        rows.before(k, seen, masks, np.array(seats))
        seen, rewards, dones, infos = env.step(rows.actions(k, masks))
        seats = [info["seat"] for info in infos]

        def ended(i: int) -> Any:
            cut = infos[i]["TimeLimit.truncated"]  # noqa: B023
            return (infos[i]["terminal_observation"], not cut, cut) if dones[i] else None  # noqa: B023

        rows.after(k, rewards, ended)
    rows.finish()


@cases
def test_the_batch_plays_the_same_games_and_holds_what_a_shaped_reward_is_made_of(case: Case) -> None:
    options = {name: value for name, value in case.options.items() if name != "reward"}
    rows, batch = Rows(case), BatchGame(case.world, case.games, seed=0, **options)
    step = batch.reset()
    start = step.potential.astype(float)
    for k in range(rows.steps):
        rows.before(k, step.observation, step.mask, step.seat)
        before = step.potential.astype(float)
        step = batch.step(rows.actions(k, step.mask))
        rise = np.where(step.done, start, step.potential) - before
        start[step.done] = step.potential[step.done]
        rewards = step.reward + (rise if case.options.get("reward") == "shaped" else 0.0)

        def ended(i: int) -> Any:
            cut = bool(step.info.truncated[i])  # noqa: B023
            return (step.info.observation[i], not cut, cut) if step.done[i] else None  # noqa: B023

        rows.after(k, rewards, ended)
    rows.finish()
