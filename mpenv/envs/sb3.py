"""Many games at once as a vector environment of Stable-Baselines3; importing it needs stable-baselines3."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from mpenv.envs.single import outcome_info
from mpenv.envs.vector import VectorGame
from mpenv.world import World

Stepped = tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]


class Row:
    """A single game of the batch, as SB3 asks for it; other attributes are those of the batch."""

    def __init__(self, games: VectorGame, row: int) -> None:
        self._games, self._row = games, row

    def action_masks(self) -> np.ndarray:
        return np.asarray(self._games.action_masks()[self._row] > 0)

    def render(self) -> Any:
        return self._games.rendered(self._row)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._games, name)


class SB3Game(VecEnv):  # type: ignore[misc]
    """N games, each as in `TeamEnv`: one stream over all seats. Made for `MaskablePPO` of sb3-contrib.

    - `env_method("action_masks")` gives the masks, `infos[i]["seat"]` the seat asked in game i.
    - Auto-reset as SB3 does: at `dones[i]` the reward is of the game that ended, the observation and mask are of the
      next one; `infos[i]` has `terminal_observation`, `TimeLimit.truncated` and the result.
    - `infos[i]["episode"]` at `dones[i]` has the statistics of SB3's `Monitor`: `r`, the sum of rewards, `l`, the
      decisions, and `t`, the seconds since the environment was made. No wrapper is needed for `rollout/ep_rew_mean`.
    - Reward, seeds, `on_illegal`, `max_plies`, render modes and copies as in `VectorGame`.
    """

    MASKS = (
        'env.env_method("action_masks") marks them with True; MaskablePPO of sb3-contrib reads them by itself, '
        "and its predict takes them as action_masks="
    )

    def __init__(self, world: World, num_envs: int | Sequence[dict[str, Any]] = 1, **options: Any) -> None:
        self.games = VectorGame(world, num_envs, **options)
        self.games.batch.masks = self.MASKS
        self._created = time.time()
        self._actions = np.zeros(self.games.num_envs, np.int64)
        super().__init__(self.games.num_envs, self.games.single_observation_space, self.games.single_action_space)

    def reset(self) -> np.ndarray:
        options = next((given for given in self._options if given), None)
        observation, infos = self.games.reset(seed=self._seeds, options=options)
        self.reset_infos = [{"seat": int(seat)} for seat in infos["seat"]]
        self._reset_seeds()
        self._reset_options()
        return observation

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = actions

    def step_wait(self) -> Stepped:
        observation, rewards, terminated, truncated, after = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{"TimeLimit.truncated": False, "seat": int(seat)} for seat in after["seat"]]
        dones = terminated | truncated
        for i in np.flatnonzero(dones).tolist():
            infos[i]["TimeLimit.truncated"] = bool(truncated[i])
            infos[i]["terminal_observation"] = after["final_obs"][i]
            infos[i].update(outcome_info(self.games.batch.ending(i)))
            infos[i]["episode"] = self._episode(i, infos[i]["result"])
        return observation, rewards.astype(np.float32), dones, infos

    def _episode(self, row: int, result: float) -> dict[str, float]:
        """Statistics of a finished game, as `Monitor` has them; shaping terms sum to 0, so the return is the result."""
        return {"r": result, "l": int(self.games.batch.plies(row)), "t": round(time.time() - self._created, 6)}

    def close(self) -> None:
        self.games.close()

    def __repr__(self) -> str:
        return repr(self.games).replace(type(self.games).__name__, type(self).__name__, 1)

    # --- methods of single games --------------------------------------------------------------

    def _chosen(self, indices: int | Iterable[int] | None) -> list[Row]:
        return [Row(self.games, i) for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        return [getattr(row, attr_name) for row in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise ValueError(f"{attr_name!r} cannot be set: all games share their options")

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        if method_name == "action_masks" and not (method_args or method_kwargs):  # asked for in every step
            masks = self.games.action_masks() > 0
            return [masks[i] for i in self._get_indices(indices)]
        return [getattr(row, method_name)(*method_args, **method_kwargs) for row in self._chosen(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: int | Iterable[int] | None = None) -> list[bool]:
        return [wrapper_class is Monitor for _ in self._chosen(indices)]  # its statistics are provided already

    def get_images(self) -> Sequence[np.ndarray | None]:
        return self.games.render() or [None] * self.num_envs

    # --- copies ---------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, np.ndarray]:
        """The state of all games as plain arrays, for `restore`."""
        return self.games.snapshot()

    def restore(self, snapshot: dict[str, np.ndarray]) -> None:
        """Go back to a snapshot of an environment with the same options."""
        self.games.restore(snapshot)
