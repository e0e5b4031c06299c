"""Train a team of two with MaskablePPO over many games at once, and compare it with random play."""

import sys

import torch
from sb3_contrib import MaskablePPO

import mpenv
from mpenv.evaluation import library_check


def train(clock):
    torch.set_num_threads(1)  # small networks: more threads wait for each other
    games = mpenv.sb3_env(64, "drill-errand", seats=2, reward="shaped")  # plays the games of seed 1, 2, 3, ...
    how = {"n_steps": 64, "batch_size": 512, "n_epochs": 4, "gamma": 0.99, "learning_rate": 1e-3, "ent_coef": 0.01}
    model = MaskablePPO("MlpPolicy", games, **how, seed=1)
    model.learn(clock.most, callback=lambda *_: not clock.over(model.num_timesteps))

    def act(seen, mask, seat):
        return int(model.predict(seen, action_masks=mask)[0])

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("sb3_contrib", train, mpenv.team_env("drill-errand", seats=2), decisions=300_000))
