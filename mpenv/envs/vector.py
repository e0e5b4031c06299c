"""Many games at once as gymnasium's vector environment, over the batched stepper."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from mpenv import interrupts, picture
from mpenv.engine import checks
from mpenv.engine.batch import BatchGame
from mpenv.envs import option_checks, spaces
from mpenv.envs.live_page import Page
from mpenv.envs.single import BLIND, drawn, told
from mpenv.world import World, brief

Infos = dict[str, Any]
Stepped = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Infos]


class VectorGame(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """N games, each as in `TeamEnv`: one stream over all seats.

    - Row i of the observation is what `infos["seat"][i]` sees, the seat that is asked in game i; its mask is row i of
      `infos["action_mask"]` and of `action_masks()`. All arrays that are returned are yours.
    - Auto-reset in the same step (`SAME_STEP` of gymnasium): at an end the reward and `terminations` or `truncations`
      are of the game that ended; observation, mask and seat of the row already belong to the next one. The last
      observation is `infos["final_obs"][i]`, the last info, with the result, `infos["final_info"]`.
    - Game i plays the seed given for it, and after each end this seed plus N; so does `reset()` without a seed.
    - Reward, `on_illegal`, `max_plies` and render modes as in AEC; `human` shows the first game.
    - Copies: `snapshot()`, `restore()`, `pickle` and `deepcopy` are exact.
    """

    MASKS = (
        'row i of infos["action_mask"] and env.unwrapped.action_masks() marks those of game i with 1; '
        'env.action_space.sample(tuple(infos["action_mask"])) draws one for each game'
    )

    def __init__(
        self,
        world: World,
        num_envs: int | Sequence[dict[str, Any]] = 1,
        *,
        seed: int | None = None,
        reward: str = "team",
        on_illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        option_checks.checked(reward, on_illegal, render_mode)
        checks.seed_checked(seed)
        checks.plies_checked(options.get("max_plies"))
        if isinstance(num_envs, str):
            raise ValueError(f"num_envs={num_envs!r} must be how many games, or a list with the options of each")
        first = int(np.random.default_rng().integers(1 << 62)) if seed is None else seed
        self.batch = BatchGame(world, num_envs, seed=first, on_illegal=on_illegal, **options)
        self.batch.masks = self.MASKS
        self._said = {"encoder": self.batch.encoder, **options, "reward": reward, "render_mode": render_mode}
        self.num_envs, self.reward, self.render_mode = self.batch.games, reward, render_mode
        self._painter = picture.Painter()
        self.metadata = {
            "name": f"{world.name}_v{world.version}",
            "render_modes": list(option_checks.RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        self.single_observation_space = spaces.seen(world, self.batch.encoder)
        self.single_action_space = Discrete(world.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._start = self.batch.potential.astype(float)
        self._started = False
        self._page = Page()

    # --- playing --------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, Infos]:
        """New games: of these seeds (of one number: i more in game i), or the next ones."""
        for name in ("position", "reset_mask"):
            if name in option_checks.options_checked(options):
                raise ValueError(f"options: there is no {name!r} for many games; they begin and go on all by seeds")
        self.batch.reset(self._seeds(seed))
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        self._start = self.batch.potential.astype(float)
        self._started = True
        self._show()
        return spaces.kept(self.batch.observation), self._infos()

    def _seeds(self, seed: Any) -> np.ndarray:
        """The seed of each game."""
        following = self.batch.seeds + np.uint64(self.num_envs if self._started else 0)
        if seed is None or checks.is_whole(seed):
            checks.seed_checked(seed)
            given: list[Any] = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            if not isinstance(seed, Sequence | np.ndarray):
                raise ValueError(f"seed={brief(seed)} must be a whole number, or one for each game")
            given = list(seed)
        if len(given) != self.num_envs:
            raise ValueError(f"{len(given)} seeds: {self.num_envs} games take one each")
        for i, one in enumerate(given):
            checks.seed_checked(one, f" of game {i}")
        return np.array([int(following[i]) if one is None else int(one) for i, one in enumerate(given)], np.uint64)

    def step(self, actions: Any) -> Stepped:
        """Answer in every game; a wrong action is refused before any game moves."""
        self._need_game()
        before, seats = self.batch.potential.astype(float), self.batch.seat.copy()
        step = self.batch.step(actions)
        truncated = step.info.truncated
        rewards = step.reward.astype(float)
        if self.reward == "shaped":
            rewards += np.where(step.done, self._start, step.potential) - before
        self._start[step.done] = step.potential[step.done]
        self._show()
        infos = self._finals(step.done, seats) | self._infos()
        return spaces.kept(step.observation), rewards, step.done & ~truncated, truncated, infos

    def _need_game(self) -> None:
        """Refuse what makes no sense before the first reset."""
        if not self._started:
            raise option_checks.NoGame(option_checks.NOT_BEGUN)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """When games begin again: in the step in which they end."""
        return AutoresetMode.SAME_STEP

    def _infos(self) -> Infos:
        """Whose decision row i is, and its mask."""
        there = np.ones(self.num_envs, bool)
        seats, masks = self.batch.seat.copy(), self.batch.mask.copy()
        return {"seat": seats, "_seat": there, spaces.ACTION_MASK: masks, f"_{spaces.ACTION_MASK}": there.copy()}

    def _finals(self, done: np.ndarray, seats: np.ndarray) -> Infos:
        """The last observation and info of each game that ended, in gymnasium's shape."""
        infos: Infos = {}
        for i in np.flatnonzero(done).tolist():
            mask = np.zeros(self.batch.world.actions, np.int8)
            info = {"seat": int(seats[i]), spaces.ACTION_MASK: mask, **told(self.batch.ending(i))}
            infos = self._add_info(infos, {"final_obs": spaces.kept(self.batch.last(i)), "final_info": info}, i)
        return infos

    def action_masks(self) -> np.ndarray:
        """The masks of all games."""
        self._need_game()
        return self.batch.mask.copy()

    # --- looking --------------------------------------------------------------------------------

    def render(self) -> tuple[Any, ...] | None:
        """Each game as text, as SVG or as pixels; None for `human`, where the first is shown on its page."""
        if self.render_mode is None:
            logger.warn(BLIND)
            return None
        self._need_game()
        frames = tuple(map(self.rendered, range(1 if self.render_mode == "human" else self.num_envs)))
        return None if self.render_mode == "human" else frames

    def rendered(self, row: int) -> str | np.ndarray | None:
        """One game as `render_mode` says."""
        if self.render_mode == "human":
            self._show()
            return None
        return drawn(self.batch.game(row), str(self.render_mode), self._painter)

    def _show(self) -> None:
        if self.render_mode == "human":
            self._page.show(str(self.metadata["name"]), self.batch.game(0).svg("auto"))

    def close_extras(self, **kwargs: Any) -> None:
        self.batch.close()
        self._page.release()

    def __repr__(self) -> str:
        return spaces.described(self, self.metadata["name"], {"num_envs": self.num_envs, **self._said})

    # --- copies ---------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, np.ndarray]:
        """This moment of all games as plain arrays, for `restore`."""
        return {**self.batch.snapshot(), "start": self._start.copy(), "started": np.array([self._started])}

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Go back to a snapshot of an environment made with the same options."""
        games: dict[str, Any] = dict(snapshot) if isinstance(snapshot, Mapping) else {}
        start, started = games.pop("start", None), games.pop("started", None)
        for name, one, like in (("start", start, self._start), ("started", started, np.array([False]))):
            if not isinstance(one, np.ndarray) or (one.shape, one.dtype) != (like.shape, like.dtype):
                raise ValueError(f"this is no snapshot of a VectorGame of so many games: {name} differs")
        if not np.isfinite(start).all():
            raise ValueError("this is no snapshot of a VectorGame: start is no number")
        with interrupts.held_back():
            self.batch.restore(games)
            self._start, self._started = np.array(start), bool(started[0])
