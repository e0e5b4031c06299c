"""The vector environment of AgileRL, one worker and one game at a time."""

from typing import Any

import numpy as np
from agilerl.vector import AsyncPettingZooVecEnv

import mpenv
from scripts.maintain.libraries.credit import Played, Player


def player(table: dict[str, Any]) -> Player:
    env = AsyncPettingZooVecEnv([lambda: mpenv.parallel_env(**table)])

    def play(seed: int, actions: list[int]) -> Played:
        _, infos = env.reset(seed=seed)
        masks, paid, done = [], np.zeros(table["seats"]), False
        for action in actions:
            assert not done
            shown = {agent: infos[agent]["action_mask"][0] for agent in env.agents}
            asked = max(shown, key=lambda agent: shown[agent].sum())  # all others may only wait
            masks.append(shown[asked])
            answers = {agent: np.array([action if agent == asked else 0]) for agent in env.agents}
            _, rewards, terminated, truncated, infos = env.step(answers)
            paid += [rewards[agent][0] for agent in env.agents]
            done = all(terminated[agent][0] or truncated[agent][0] for agent in env.agents)
        assert done
        return paid, masks

    return play
