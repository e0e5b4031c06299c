"""The gymnasium environment of any world in which one learner answers for all seats."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from mpenv.encoders import Seen
from mpenv.envs import option_checks, snapshot_head, spaces
from mpenv.envs.single import Sitting, told
from mpenv.world import Game, World

Begun = tuple[Seen, dict[str, Any]]
Stepped = tuple[Seen, float, bool, bool, dict[str, Any]]


class TeamEnv(Sitting, gymnasium.Env[np.ndarray, Any]):
    """One stream over all seats: each step answers for the seat that is asked.

    - Observation: what the encoder shows to `info["seat"]`, the seat that is asked; the last one of a game is of the
      seat that acted. The mask stands in `info["action_mask"]` and `action_masks()`; after the end it is all zero.
    - Action: an id of the world's catalogue.
    - Reward: the team's, as in AEC. `info["result"]` is the unshaped result at the end.
    - Terminated: the rules ended the game. Truncated: `max_plies` only. Then call `reset()`.
    - Render modes and copies: as in AEC.
    """

    MASKS = (
        'info["action_mask"] and env.unwrapped.action_masks() mark them with 1; '
        'env.action_space.sample(info["action_mask"]) draws one'
    )

    def __init__(self, world: World, **options: Any) -> None:
        super().__init__(world, **options)
        self.observation_space, self.action_space = self._shown, Discrete(world.actions)
        self.seat = -1  # who sees

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Begun:
        """A new game: of this seed, or of the next one drawn from the seed given before.

        `options={"position": ...}` starts from a position file instead; other options are passed over.
        """
        self._deal(seed, options)
        super().reset(seed=None if seed is None else int(seed))  # gymnasium's own generator; no game draws from it
        self._show()
        return self._seen(), self._info()

    def step(self, action: Any) -> Stepped:
        """Answer for the seat that is asked."""
        self._need_game()
        if self.over or self.game.seat != self.seat:
            raise option_checks.NoGame(option_checks.OVER)
        paid = self._play(action) + self._others()
        self._show()
        return self._seen(), paid, self.terminated, self.truncated, self._info()

    def _deal(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a game and go on to the first decision."""
        self._begin(seed, options)
        self._others()

    def _others(self) -> float:
        """Go on until the learner is asked; what this pays. Here it is asked always."""
        self.seat = self.seat if self.game.seat is None or self.over else self.game.seat
        return 0.0

    def _seen(self) -> Seen:
        return spaces.look(self.game, self.encoder, self.seat)

    def _info(self) -> dict[str, Any]:
        end = told(self.outcome) if self.over else {}
        return {"seat": self.seat, spaces.ACTION_MASK: self._mask(), **end}

    def __str__(self) -> str:
        return repr(self)

    def action_masks(self) -> np.ndarray:
        """The mask of the seat that is asked; all zero after the end."""
        self._need_game()
        return self._mask()

    def _kept(self) -> dict[str, Any]:
        return {"who": self.seat}

    def _checked(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        return {"who": head.whole("who", 0, self.seats - 1) if over else head.one_of("who", [game.seat])}

    def _put_back(self, kept: dict[str, Any]) -> None:
        self.seat = kept["who"]
