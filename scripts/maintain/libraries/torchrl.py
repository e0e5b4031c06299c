"""TorchRL's wrapper over our AEC environment, every agent a row of one group."""

from typing import Any

import numpy as np
import torch
from torchrl.envs import MarlGroupMapType, PettingZooWrapper

import mpenv
from scripts.maintain.libraries.credit import Played, Player


def player(table: dict[str, Any]) -> Player:
    env = PettingZooWrapper(mpenv.env(**table), use_mask=True, group_map=MarlGroupMapType.ALL_IN_ONE_GROUP)

    def play(seed: int, actions: list[int]) -> Played:
        shown = env.reset(seed=seed)
        masks, paid = [], np.zeros(table["seats"])
        for action in actions:
            assert not shown["done"].item()
            rows = shown["agents"]
            assert int(rows["mask"].sum()) == 1  # who acts; whoever waits may seem to do anything
            assert bool(rows["action_mask"][~rows["mask"]].all())
            masks.append(rows["action_mask"][rows["mask"]].numpy())
            shown["agents", "action"] = torch.full((table["seats"],), action)
            shown = env.step(shown)["next"]
            paid += shown["agents", "reward"].squeeze(-1).numpy()
        assert shown["done"].item()
        return paid.tolist(), masks

    return play
