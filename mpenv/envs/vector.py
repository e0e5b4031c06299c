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
from mpenv.envs.single import NO_RENDER_MODE, drawn, outcome_info
from mpenv.world import World, brief

Infos = dict[str, Any]
Stepped = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, Infos]


class VectorGame(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """N games, each as in `TeamEnv`: one learner for all seats.

    - Row i of the observation is that of `infos["seat"][i]`, the seat asked in game i; its mask is row i of
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
            raise ValueError(f"num_envs={num_envs!r} must be the number of games, or a list with the options of each")
        first = int(np.random.default_rng().integers(1 << 62)) if seed is None else seed
        self.batch = BatchGame(world, num_envs, seed=first, on_illegal=on_illegal, **options)
        self.batch.masks = self.MASKS
        self._repr_options = {"encoder": self.batch.encoder, **options, "reward": reward, "render_mode": render_mode}
        self.num_envs, self.reward, self.render_mode = self.batch.games, reward, render_mode
        self._painter = picture.Painter()
        self.metadata = {
            "name": f"{world.name}_v{world.version}",
            "render_modes": list(option_checks.RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": AutoresetMode.SAME_STEP,
        }
        self.single_observation_space = spaces.of_encoder(world, self.batch.encoder)
        self.single_action_space = Discrete(world.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._start_potential = self.batch.potential.astype(float)
        self._started = False
        self._page = Page()

    # --- playing --------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, Infos]:
        """Begin new games: with these seeds (a single number counts up over the games), or with the next ones."""
        for name in ("position", "reset_mask"):
            if name in option_checks.options_checked(options):
                raise ValueError(f"options: {name!r} is not supported for many games, which begin by seeds alone")
        self.batch.reset(self._seeds(seed))
        super().reset(seed=int(seed) if isinstance(seed, int | np.integer) else None)
        self._start_potential = self.batch.potential.astype(float)
        self._started = True
        self._show()
        return spaces.copied(self.batch.observation), self._infos()

    def _seeds(self, seed: Any) -> np.ndarray:
        """Seed of each game."""
        following = self.batch.seeds + np.uint64(self.num_envs if self._started else 0)
        if seed is None or checks.is_whole(seed):
            checks.seed_checked(seed)
            given: list[Any] = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            if not isinstance(seed, Sequence | np.ndarray):
                raise ValueError(f"seed={brief(seed)} must be a whole number, or one for each game")
            given = list(seed)
        if len(given) != self.num_envs:
            raise ValueError(f"seed has {len(given)} seeds for {self.num_envs} games")
        for i, game_seed in enumerate(given):
            checks.seed_checked(game_seed, f" of game {i}")
        return np.array(
            [int(following[i]) if game_seed is None else int(game_seed) for i, game_seed in enumerate(given)], np.uint64
        )

    def step(self, actions: Any) -> Stepped:
        """Play an action in every game; a wrong action is refused before any game moves."""
        self._need_game()
        before, seats = self.batch.potential.astype(float), self.batch.seat.copy()
        step = self.batch.step(actions)
        truncated = step.info.truncated
        rewards = step.reward.astype(float)
        if self.reward == "shaped":
            rewards += np.where(step.done, self._start_potential, step.potential) - before
        self._start_potential[step.done] = step.potential[step.done]
        self._show()
        infos = self._finals(step.done, seats) | self._infos()
        return spaces.copied(step.observation), rewards, step.done & ~truncated, truncated, infos

    def _need_game(self) -> None:
        """Refuse a call before the first reset."""
        if not self._started:
            raise option_checks.NoGame(option_checks.NOT_BEGUN)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """Games begin again in the step in which they end."""
        return AutoresetMode.SAME_STEP

    def _infos(self) -> Infos:
        """Seat asked in each game, and its mask."""
        present = np.ones(self.num_envs, bool)
        seats, masks = self.batch.seat.copy(), self.batch.mask.copy()
        return {"seat": seats, "_seat": present, spaces.ACTION_MASK: masks, f"_{spaces.ACTION_MASK}": present.copy()}

    def _finals(self, done: np.ndarray, seats: np.ndarray) -> Infos:
        """Last observation and info of each game that ended, in gymnasium's format."""
        infos: Infos = {}
        for i in np.flatnonzero(done).tolist():
            mask = np.zeros(self.batch.world.actions, np.int8)
            info = {"seat": int(seats[i]), spaces.ACTION_MASK: mask, **outcome_info(self.batch.ending(i))}
            infos = self._add_info(infos, {"final_obs": spaces.copied(self.batch.last(i)), "final_info": info}, i)
        return infos

    def action_masks(self) -> np.ndarray:
        """Masks of all games."""
        self._need_game()
        return self.batch.mask.copy()

    # --- rendering --------------------------------------------------------------

    def render(self) -> tuple[Any, ...] | None:
        """Every game as text, SVG or pixels; None for `human`, where the first is shown on its page."""
        if self.render_mode is None:
            logger.warn(NO_RENDER_MODE)
            return None
        self._need_game()
        frames = tuple(map(self.rendered, range(1 if self.render_mode == "human" else self.num_envs)))
        return None if self.render_mode == "human" else frames

    def rendered(self, row: int) -> str | np.ndarray | None:
        """Render a game as `render_mode` says."""
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
        return spaces.described(self, self.metadata["name"], {"num_envs": self.num_envs, **self._repr_options})

    # --- copies ---------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, np.ndarray]:
        """The state of all games as plain arrays, for `restore`."""
        return {**self.batch.snapshot(), "start": self._start_potential.copy(), "started": np.array([self._started])}

    def restore(self, snapshot: Mapping[str, np.ndarray]) -> None:
        """Go back to a snapshot of an environment with the same options."""
        games: dict[str, Any] = dict(snapshot) if isinstance(snapshot, Mapping) else {}
        start, started = games.pop("start", None), games.pop("started", None)
        for name, array, like in (("start", start, self._start_potential), ("started", started, np.array([False]))):
            if not isinstance(array, np.ndarray) or (array.shape, array.dtype) != (like.shape, like.dtype):
                raise ValueError(f"this is no snapshot of a VectorGame of {self.num_envs} games: {name} differs")
        if not np.isfinite(start).all():
            raise ValueError("this is no snapshot of a VectorGame: start holds numbers that are not finite")
        with interrupts.held_back():
            self.batch.restore(games)
            self._start_potential, self._started = np.array(start), bool(started[0])
