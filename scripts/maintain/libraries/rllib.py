"""The multi-agent environment of RLlib, one game at a time."""

from typing import Any

import mpenv
from scripts.maintain.libraries.credit import Played, Player


def player(table: dict[str, Any]) -> Player:
    env = mpenv.rllib_env(table)

    def play(seed: int, actions: list[int]) -> Played:
        seen, _ = env.reset(seed=seed)
        paid, masks, over = dict.fromkeys(env.possible_agents, 0.0), [], False
        for action in actions:
            assert not over
            [(agent, look)] = seen.items()
            masks.append(look["action_mask"])
            seen, rewards, terminateds, truncateds, _ = env.step({agent: action})
            for one, reward in rewards.items():
                paid[one] += reward
            over = terminateds["__all__"] or truncateds["__all__"]
        assert over
        return [*paid.values()], masks

    return play
