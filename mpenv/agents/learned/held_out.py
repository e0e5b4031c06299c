"""Games on seeds that no run trains on: how often a network succeeds there, beside a scripted player."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from mpenv.agents.learned.config import TrainConfig
from mpenv.agents.learned.network import Network
from mpenv.engine.batch import BatchGame
from mpenv.world import World

FIRST_SEED = 3_000_000_000  # far above the seeds of any run
Answers = Callable[[BatchGame], np.ndarray]  # an action for each game


def batch(world: World, config: TrainConfig, games: int) -> BatchGame:
    """Return the games of a configuration on held-out seeds, its tasks in turns."""
    tasks, options = config.all_tasks(), config.game.options()
    each = [tasks[i % len(tasks)] for i in range(games)]
    return BatchGame(world, each, seed=FIRST_SEED, threads=config.threads, **options)


def successes(games: BatchGame, answers: Answers) -> np.ndarray:
    """Play the first game of every row to its end; return what each was worth to the team."""
    step, waiting = games.reset(), np.ones(games.games, bool)
    worth = np.zeros(games.games, np.float32)
    while waiting.any():
        step = games.step(answers(games))
        ended = waiting & step.done
        worth[ended] = step.reward[ended]
        waiting &= ~step.done
    return worth


def answers_of(network: Network, *, greedy: bool, seed: int, bf16: bool = False) -> Answers:
    """Return the answers of a network: its likeliest action, or one drawn by its probability."""
    rng = np.random.default_rng(seed)

    @torch.no_grad()
    def answer(games: Any) -> np.ndarray:
        observation, mask = torch.from_numpy(games.observation), torch.from_numpy(games.mask)
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            logits = network.logits(network.features(observation), observation, mask).numpy()
        noise = 0.0 if greedy else rng.gumbel(size=logits.shape)
        chosen: np.ndarray = (logits + noise).argmax(1)
        return chosen

    return answer
