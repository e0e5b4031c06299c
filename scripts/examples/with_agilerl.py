"""Train a team of two with AgileRL's PPO over many games at once, and compare it with random play."""

import sys

import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts.on_policy import collect_rollouts

import mpenv
from mpenv.evaluation import library_check

TANH = {"hidden_size": [64], "activation": "Tanh", "layer_norm": False}
NET = {"latent_dim": 64, "encoder_config": TANH, "head_config": TANH}


def train(clock):
    torch.set_num_threads(1)  # small networks: more threads wait for each other
    torch.manual_seed(1)
    np.random.seed(1)  # noqa: NPY002 - AgileRL shuffles with it
    games = mpenv.vector_env(64, "drill-errand", seats=2, reward="shaped", seed=1)  # and 2, 3, ...
    games.step(games.reset()[1]["action_mask"].argmax(1))  # compiles the rules
    how = {"learn_step": 4096, "batch_size": 512, "update_epochs": 4, "gamma": 0.99, "lr": 1e-3, "ent_coef": 0.01}
    ppo = PPO(games.single_observation_space, games.single_action_space, net_config=NET, num_envs=64, **how)
    clock.begin()
    played, left = 0, {}
    while not clock.over(played):
        _, *left = collect_rollouts(ppo, games, **left)
        ppo.learn()
        played += ppo.learn_step
        left = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), left, strict=True))

    def act(seen, mask, seat):
        return int(ppo.get_action(seen[None], action_mask=mask[None])[0][0])

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("agilerl", train, mpenv.team_env("drill-errand", seats=2), decisions=300_000))
