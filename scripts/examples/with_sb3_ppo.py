"""What masks are worth: plain PPO, which knows of none, with the same network on the same games as with_sb3.py."""

import sys

import torch
from stable_baselines3 import PPO

import mpenv
from mpenv.evaluation import library_check

TABLE = {"scenario": "drill-errand", "seats": 2, "on_illegal": "random"}  # an illegal answer becomes any legal one


def train(clock):
    torch.set_num_threads(1)
    games = mpenv.sb3_env(64, **TABLE, reward="shaped")
    how = {"n_steps": 64, "batch_size": 512, "n_epochs": 4, "gamma": 0.99, "learning_rate": 1e-3, "ent_coef": 0.01}
    model = PPO("MlpPolicy", games, **how, seed=1)
    model.learn(clock.most, callback=lambda *_: not clock.over(model.num_timesteps))

    def act(seen, mask, seat):
        return int(model.predict(seen)[0])

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("stable_baselines3", train, mpenv.team_env(**TABLE), decisions=1_000_000))
