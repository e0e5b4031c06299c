"""AgileRL: what it does with our environments, and with bad input."""

import os
import signal

import numpy as np
import pytest

pytest.importorskip("agilerl")

from agilerl.algorithms import IPPO, PPO
from agilerl.vector import AsyncPettingZooVecEnv
from agilerl.wrappers.pettingzoo_wrappers import PettingZooAutoResetParallelWrapper
from gymnasium.error import ClosedEnvironmentError

import mpenv
from mpenv.world import IllegalAction

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # it warns of every worker that it shuts down
DRILL = {"scenario": "drill-errand", "seats": 2}


def table(**options):
    return lambda: mpenv.parallel_env(**DRILL, **options)


def first(masks, legal=True):
    """The first answer of each agent that is legal, or the first that is not."""
    return {agent: np.array([np.flatnonzero(mask == legal)[0] for mask in rows]) for agent, rows in masks.items()}


def shown(infos, agents):
    return {agent: infos[agent]["action_mask"] for agent in agents}


def test_its_ppo_chooses_from_the_mask():
    games = mpenv.vector_env(4, **DRILL, seed=1)
    seen, infos = games.reset()
    ppo = PPO(games.single_observation_space, games.single_action_space, num_envs=4)
    for _ in range(20):
        actions = ppo.get_action(seen, action_mask=infos["action_mask"])[0]
        assert infos["action_mask"][np.arange(4), actions].all()
        seen, _, _, _, infos = games.step(actions)


def test_its_ippo_takes_no_mask_of_more_than_one_action():
    env = mpenv.parallel_env(**DRILL)
    _, infos = env.reset(seed=1)
    seen = [env.observation_space(agent)["observation"] for agent in env.agents]
    ippo = IPPO(seen, [env.action_space(agent) for agent in env.agents], agent_ids=list(env.agents))
    with pytest.raises(ValueError, match="truth value of an array"):  # when this fails, try it in with_agilerl.py
        ippo.extract_action_masks(infos)


def test_every_agent_always_may_answer():
    env, rng = table(max_plies=60)(), np.random.default_rng(0)
    for seed in range(20):
        _, infos = env.reset(seed=seed)
        while env.agents:
            masks = shown(infos, env.agents)
            assert all(mask.any() for mask in masks.values())
            _, _, _, _, infos = env.step({agent: int(rng.choice(np.flatnonzero(m))) for agent, m in masks.items()})


def test_a_wrong_option_is_told():
    with pytest.raises(ValueError, match="there is no option 'colour'"):
        AsyncPettingZooVecEnv([table(colour=1)])


def test_a_worker_with_a_wrong_option_is_told_at_the_first_word():
    games = AsyncPettingZooVecEnv([table(), table(colour=1)])
    with pytest.raises((ValueError, ConnectionError), match=r"there is no option 'colour'|Broken pipe|reset by peer"):
        games.reset()


def test_an_illegal_action_is_told():
    env = PettingZooAutoResetParallelWrapper(table()())
    _, infos = env.reset(seed=1)
    wrong = first({agent: [mask] for agent, mask in shown(infos, env.agents).items()}, legal=False)
    with pytest.raises(IllegalAction):
        env.step({agent: int(answers[0]) for agent, answers in wrong.items()})


def test_an_illegal_action_in_a_worker_is_an_error_here():
    games = AsyncPettingZooVecEnv([table()])
    _, infos = games.reset(seed=1)
    with pytest.raises(IllegalAction, match="may not play"):
        games.step(first(shown(infos, games.agents), legal=False))
    games.close(terminate=True)


def test_a_vector_environment_may_be_closed_twice_and_is_closed_then():
    games = AsyncPettingZooVecEnv([table()])
    games.close()
    games.close()
    with pytest.raises(ClosedEnvironmentError):
        games.reset()


def test_a_worker_that_dies_is_noticed_at_the_next_step_and_the_rest_can_be_closed():
    games = AsyncPettingZooVecEnv([table(), table()])
    _, infos = games.reset(seed=1)
    os.kill(games.processes[0].pid, signal.SIGKILL)
    games.processes[0].join()
    with pytest.raises((EOFError, ConnectionError)):
        games.step(first(shown(infos, games.agents)))
    games.close(terminate=True)
    assert not any(process.is_alive() for process in games.processes)
