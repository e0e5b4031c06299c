"""Train one seat with MaskablePPO beside a scripted teammate, in single environments, and compare with random play."""

import sys

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

import mpenv
from mpenv.evaluation import library_check

TABLE = {"scenario": "drill-errand", "seats": 2, "mates": "expert"}


def train(clock):
    torch.set_num_threads(1)
    games = make_vec_env(lambda: mpenv.seat_env(**TABLE, seat="random", reward="shaped"), 16, seed=1)
    how = {"n_steps": 128, "batch_size": 512, "n_epochs": 4, "gamma": 0.99, "learning_rate": 1e-3, "ent_coef": 0.01}
    model = MaskablePPO("MlpPolicy", games, **how, seed=1)  # asks each environment for its action_masks()
    model.learn(clock.most, callback=lambda *_: not clock.over(model.num_timesteps))

    def act(seen, mask, seat):
        return int(model.predict(seen, action_masks=mask)[0])

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("sb3_contrib", train, mpenv.seat_env(**TABLE, seat="random"), decisions=200_000))
