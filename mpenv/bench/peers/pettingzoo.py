"""PettingZoo: Connect Four and Hanabi through the AEC interface, with their default wrappers."""

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

PACKAGES = ("pettingzoo", "shimmy", "open_spiel")


def turns(env: Any) -> Callable[[float], float]:
    """Measure random legal play of an AEC environment: `last` and `step`, whole games with their resets."""
    rng = random.Random(1)
    env.reset(seed=1)

    def run(seconds: float) -> float:
        decisions, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            for _ in range(20):
                if not env.agents:
                    env.reset()
                observation, _reward, terminated, truncated, _info = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                env.step(int(legal[int(rng.random() * len(legal))]))
                decisions += 1
        return decisions / (time.perf_counter() - start)

    return run


def connect_four() -> Callable[[float], float]:
    from pettingzoo.classic.connect_four.connect_four import env

    return turns(env())


def hanabi() -> Callable[[float], float]:
    from pettingzoo.classic.hanabi.hanabi import env

    return turns(env(players=4))


GAMES = {"connect_four": connect_four, "pettingzoo_hanabi": hanabi}
