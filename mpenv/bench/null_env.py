"""Speed of training with Stable-Baselines3: with the engine, and with a null environment that costs nothing."""

import time
from collections.abc import Iterable
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from mpenv.bench.interleave import Side
from mpenv.envs.sb3 import SB3Game, Stepped
from mpenv.world import World

GAMES, STEPS = 64, 64


class NullVecEnv(VecEnv):  # type: ignore[misc]
    """Returns the arrays of the first step again and again, without any game behind them."""

    def __init__(self, like: SB3Game) -> None:
        super().__init__(like.num_envs, like.observation_space, like.action_space)
        self._seen, self._masks = like.reset(), like.env_method("action_masks")
        self._rewards, self._dones = np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, bool)
        self._infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]

    def reset(self) -> np.ndarray:
        return self._seen

    def step_async(self, actions: np.ndarray) -> None:
        pass

    def step_wait(self) -> Stepped:
        return self._seen, self._rewards, self._dones, self._infos

    def close(self) -> None:
        pass

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        if attr_name == "render_mode":
            return [None] * self.num_envs
        if attr_name != "action_masks":
            raise AttributeError(attr_name)
        return self._masks

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise AttributeError(attr_name)

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        return self.get_attr(method_name)

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        return [False] * self.num_envs


def sb3(world: World, name: str, *, null: bool) -> Side:
    """Measure decisions a second of `MaskablePPO` on one thread: rollouts and gradient steps."""
    games: Any = SB3Game(world, GAMES, seed=1, reward="shaped")
    how: dict[str, Any] = {
        "n_steps": STEPS,
        "batch_size": 512,
        "n_epochs": 4,
        "gamma": 0.99,
        "learning_rate": 1e-3,
        "ent_coef": 0.01,
    }
    model = MaskablePPO("MlpPolicy", NullVecEnv(games) if null else games, **how, seed=1)

    def run(seconds: float) -> dict[str, float]:
        torch.set_num_threads(1)
        decisions, start = 0, time.perf_counter()
        while time.perf_counter() < start + seconds:
            model.learn(GAMES * STEPS, reset_num_timesteps=False)
            decisions += GAMES * STEPS
        return {name: decisions / (time.perf_counter() - start)}

    return run
