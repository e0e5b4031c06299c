"""The AEC wrapper of tianshou."""

from typing import Any

import numpy as np
from tianshou.env import PettingZooEnv

import mpenv
from scripts.maintain.libraries.credit import Played, Player


def player(table: dict[str, Any]) -> Player:
    env = PettingZooEnv(mpenv.env(**table))

    def play(seed: int, actions: list[int]) -> Played:
        seen, _ = env.reset(seed=seed)
        masks, paid, done = [], np.zeros(table["seats"]), False
        for action in actions:
            assert not done
            masks.append(seen["mask"])
            seen, rewards, terminated, truncated, _ = env.step(action)
            paid += rewards  # at once: the next step writes into the same list
            done = terminated or truncated
        assert done
        return paid, masks

    return play
