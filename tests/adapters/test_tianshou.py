"""tianshou: what it does with our environments, and with bad input."""

import os
import signal

import numpy as np
import pytest

pytest.importorskip("tianshou")

import torch
from tianshou.data import Batch
from tianshou.env import DummyVectorEnv, PettingZooEnv, SubprocVectorEnv

import mpenv
from mpenv.world import IllegalAction
from scripts.examples.with_tianshou import Net, WithMask

DRILL = {"scenario": "drill-errand", "seats": 2}


def team():
    return WithMask(mpenv.team_env(**DRILL, max_plies=60))


def illegal(mask):
    return int(np.flatnonzero(~np.asarray(mask, bool))[0])


def test_the_actor_of_the_example_never_chooses_what_is_not_legal():
    seen, _ = team().reset(seed=1)
    net = Net(len(seen["obs"]), len(seen["mask"]), masked=True)
    worth, _ = net(Batch(obs=seen["obs"][None], mask=seen["mask"][None]))
    chance = torch.softmax(worth, -1)[0].detach().numpy()
    assert (chance > 0).tolist() == seen["mask"].astype(bool).tolist()


def test_whoever_is_asked_always_may_answer():
    env, rng = PettingZooEnv(mpenv.env(**DRILL, max_plies=60)), np.random.default_rng(0)
    for seed in range(20):
        (seen, _), over = env.reset(seed=seed), False
        while not over:
            assert any(seen["mask"])
            seen, _, terminated, truncated, _ = env.step(int(rng.choice(np.flatnonzero(seen["mask"]))))
            over = terminated or truncated


def test_a_wrong_option_is_told():
    with pytest.raises(ValueError, match="there is no option 'colour'"):
        DummyVectorEnv([lambda: WithMask(mpenv.team_env(**DRILL, colour=1))])


def test_a_worker_with_a_wrong_option_is_gone_at_the_first_word():
    with pytest.raises((EOFError, ConnectionError)):
        SubprocVectorEnv([lambda: WithMask(mpenv.team_env(**DRILL, colour=1))]).reset()


def test_an_illegal_action_is_told():
    env = PettingZooEnv(mpenv.env(**DRILL))
    seen, _ = env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(illegal(seen["mask"]))


def test_an_illegal_action_ends_a_worker():
    games = SubprocVectorEnv([team])
    seen, _ = games.reset()
    with pytest.raises((EOFError, ConnectionError)):
        games.step(np.array([illegal(seen[0]["mask"])]))
    games.close()


def test_a_vector_environment_is_closed_once():
    games = DummyVectorEnv([team])
    games.close()
    with pytest.raises(AssertionError, match="cannot be called after close"):
        games.close()


def test_the_aec_wrapper_may_be_closed_twice():
    env = PettingZooEnv(mpenv.env(**DRILL))
    env.close()
    env.close()


def test_a_worker_that_dies_is_noticed_at_the_next_step_and_the_rest_can_be_closed():
    games = SubprocVectorEnv([team, team])
    seen, _ = games.reset()
    os.kill(games.workers[0].process.pid, signal.SIGKILL)
    games.workers[0].process.join()
    with pytest.raises((EOFError, ConnectionError)):
        games.step(np.array([np.flatnonzero(one["mask"])[0] for one in seen]))
    games.close()
    assert not any(worker.process.is_alive() for worker in games.workers if worker.process.join(10) is None)
