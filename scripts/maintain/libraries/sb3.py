"""The vector environment of Stable-Baselines3, one game at a time."""

from typing import Any

import numpy as np

import mpenv
from scripts.maintain.libraries.credit import Played, Player


def player(table: dict[str, Any]) -> Player:
    return through(mpenv.sb3_env(1, **table), table["seats"])


def through(env: Any, seats: int) -> Player:
    """Games through a `VecEnv` of one row."""

    def play(seed: int, actions: list[int]) -> Played:
        env.seed(seed)
        env.reset()
        masks, paid, done = [], 0.0, False
        for action in actions:
            assert not done
            masks.append(env.env_method("action_masks")[0])
            _, rewards, dones, _ = env.step(np.array([action]))
            paid, done = paid + float(rewards[0]), bool(dones[0])
        assert done
        return [paid] * seats, masks

    return play
