"""Speed of training with our own PPO: with the engine, and with a null environment that costs nothing."""

import time
from typing import Any

import numpy as np

from mpenv.agents.learned.config import LearnerConfig, TrainConfig
from mpenv.agents.learned.game_config import game_config
from mpenv.agents.learned.ppo import Learner
from mpenv.bench.interleave import Side
from mpenv.engine.batch import BatchGame
from mpenv.world import World

HOW = LearnerConfig(games=1024, hidden=128, critic="own", bf16=True)


class NullBatch:
    """Returns the arrays of the first step again and again, without any game behind them."""

    def __init__(self, like: BatchGame) -> None:
        self.observation, self.mask, self.potential = like.observation, like.mask, like.potential
        self._step = like.reset()

    def step(self, actions: np.ndarray) -> Any:
        """Return the first step again."""
        return self._step


def ppo(world: World, name: str, *, null: bool) -> Side:
    """Measure decisions a second of `Learner.update`: rollouts and gradient steps of a network of 128 x 2."""

    def run(seconds: float) -> dict[str, float]:
        config = TrainConfig(world=world.name, game=game_config(world)(), learner=HOW)
        learner = Learner(world, config, updates=1000)
        if null:
            learner.games = NullBatch(learner.games)
        learner.update()
        decisions, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            decisions += learner.update().decisions
        return {name: decisions / (time.perf_counter() - start)}

    return run
