"""The game that BenchMARL gets from the task of our example: TorchRL's wrapper over our Parallel environment."""

from typing import Any

import numpy as np
import torch

from scripts.examples.with_benchmarl import MateriaPrima
from scripts.maintain.libraries.credit import Played, Player


def player(table: dict[str, Any]) -> Player:
    env = MateriaPrima("credit", table).get_env_fun(num_envs=1, continuous_actions=False, seed=0, device="cpu")()

    def play(seed: int, actions: list[int]) -> Played:
        shown = env.reset(seed=seed)
        masks, paid = [], np.zeros(table["seats"])
        for action in actions:
            assert not shown["done"].item()
            legal = shown["alchemist", "action_mask"]
            asked = env.game.seat  # a mask does not say it when waiting is all that is legal
            waits = torch.arange(table["seats"]) != asked
            assert bool((legal[waits].sum(-1) == 1).all() and legal[waits, 0].all())  # whoever waits can only wait
            masks.append(legal[asked].numpy())
            answers = torch.zeros(table["seats"], dtype=torch.int64)
            answers[asked] = action
            shown["alchemist", "action"] = answers
            shown = env.step(shown)["next"]
            paid += shown["alchemist", "reward"].squeeze(-1).numpy()
        assert shown["done"].item()
        return paid.tolist(), masks

    return play
