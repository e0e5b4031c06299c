"""Train a team of two with tianshou's PPO, and compare it with random play."""

import sys

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.torch_utils import policy_within_training_step
from torch import nn

import mpenv
from mpenv.evaluation import library_check


class WithMask(gymnasium.Wrapper):
    """One stream over all seats, since all share one reward; tianshou looks for the mask beside the observation."""

    def reset(self, **options):
        seen, info = self.env.reset(**options)
        return {"obs": seen, "mask": info["action_mask"]}, {}

    def step(self, action):
        seen, paid, terminated, truncated, info = self.env.step(action)
        return {"obs": seen, "mask": info["action_mask"]}, paid, terminated, truncated, {}


class Net(nn.Module):
    """A network for actor and critic; PPO of tianshou hands the mask on, but leaves it to the actor to obey."""

    def __init__(self, inputs, outputs, masked):
        super().__init__()
        layers = [nn.Linear(inputs, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, outputs)]
        self.layers, self.masked = nn.Sequential(*layers), masked

    def forward(self, seen, state=None, info=None):
        worth = self.layers(torch.as_tensor(seen.obs))
        if not self.masked:
            return worth
        return worth.masked_fill(~torch.as_tensor(seen.mask).bool(), -1e9), state


def train(clock):
    torch.set_num_threads(1)  # small networks: more threads wait for each other
    torch.manual_seed(1)
    np.random.seed(1)  # noqa: NPY002 - tianshou shuffles with it
    games = DummyVectorEnv([lambda: WithMask(mpenv.team_env("drill-errand", seats=2, reward="shaped"))] * 64)
    games.seed(1)  # game i begins with seed i + 1
    size, actions = games.observation_space[0].shape[0], games.action_space[0]
    actor = Net(size, int(actions.n), masked=True)
    policy = DiscreteActorPolicy(actor=actor, action_space=actions, deterministic_eval=True)  # samples while it learns
    how = {"gamma": 0.99, "ent_coef": 0.01, "max_grad_norm": 0.5, "optim": AdamOptimizerFactory(lr=1e-3)}
    ppo = PPO(policy=policy, critic=Net(size, 1, masked=False), **how)
    rollouts = Collector(policy, games, VectorReplayBuffer(4096, 64))
    rollouts.collect(n_step=64, reset_before_collect=True)  # compiles the rules
    rollouts.reset()
    clock.begin()
    with policy_within_training_step(policy):
        while not clock.over(rollouts.collect_step):
            rollouts.collect(n_step=4096)
            ppo.update(rollouts.buffer, batch_size=512, repeat=4)
            rollouts.reset_buffer(keep_statistics=True)

    def act(seen, mask, seat):
        return int(policy(Batch(obs=Batch(obs=seen[None], mask=mask[None]), info={})).act[0])

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("tianshou", train, mpenv.team_env("drill-errand", seats=2), decisions=300_000))
