"""Train a team of two with our own PPO, its critic seeing the whole table (MAPPO), and compare it with random play."""

import sys

import torch

import mpenv
from mpenv.agents.learned.config import LearnerConfig, TrainConfig
from mpenv.agents.learned.game_config import game_config
from mpenv.agents.learned.ppo import Learner
from mpenv.evaluation import library_check
from mpenv.worlds.materia_prima import WORLD

HOW = LearnerConfig(games=256, rollout=16, epochs=3, minibatch=1024, hidden=128, critic="state")


def train(clock):
    config = TrainConfig(game=game_config(WORLD)("drill-errand", seats=2), learner=HOW, threads=1)
    learner, played = Learner(WORLD, config, updates=clock.most // (HOW.games * HOW.rollout)), 0
    clock.begin()
    while not clock.over(played):
        played += learner.update().decisions

    def act(seen, mask, seat):  # the critic is of no use any more: who plays sees what a seat may see
        logs, _ = learner.network(torch.from_numpy(seen)[None], torch.from_numpy(mask)[None])
        return int(logs.argmax())

    return act


if __name__ == "__main__":
    sys.exit(library_check.run("mpenv", train, mpenv.team_env("drill-errand", seats=2), decisions=400_000))
