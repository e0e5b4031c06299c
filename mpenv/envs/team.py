"""The gymnasium environment in which one learner plays all seats."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete

from mpenv.encoders import Seen
from mpenv.envs import option_checks, snapshot_head, spaces
from mpenv.envs.single import SingleGame, outcome_info
from mpenv.world import Game, World

ResetResult = tuple[Seen, dict[str, Any]]
StepResult = tuple[Seen, float, bool, bool, dict[str, Any]]


class TeamEnv(SingleGame, gymnasium.Env[np.ndarray, Any]):
    """One learner for all seats: each step plays the action of the seat that is asked.

    Two hooks tell which seats learn: `_begin_episode` (called by `reset`) and `_advance_to_learner` (called after the
    beginning of a game and after every action).

    - Observation: output of the encoder for `info["seat"]`, the seat that is asked; the last one of a game is of the
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
        self.observation_space, self.action_space = self._encoder_space, Discrete(world.actions)
        self.seat = -1  # the seat observed

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> ResetResult:
        """Begin a game with this seed, or with the next one drawn from the seed given before.

        `options={"position": ...}` starts from a position file instead; other options are ignored.
        """
        self._begin_episode(seed, options)
        super().reset(seed=None if seed is None else int(seed))  # gymnasium's own generator; no game draws from it
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> StepResult:
        """Play the action of the seat that is asked."""
        self._need_game()
        if self.over or self.game.seat != self.seat:
            raise option_checks.NoGame(option_checks.OVER)
        paid = self._play(action) + self._advance_to_learner()
        self._show()
        return self._observation(), paid, self.terminated, self.truncated, self._info()

    def _begin_episode(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin a game and advance to the first decision of the learner; called by `reset`."""
        self._begin_game(seed, options)
        self._advance_to_learner()

    def _advance_to_learner(self) -> float:
        """Advance to the learner's next decision; return the reward earned meanwhile. Here every seat is the
        learner's.
        """
        self.seat = self.seat if self.game.seat is None or self.over else self.game.seat
        return 0.0

    def _observation(self) -> Seen:
        return spaces.observe(self.game, self.encoder, self.seat)

    def _info(self) -> dict[str, Any]:
        end = outcome_info(self.outcome) if self.over else {}
        return {"seat": self.seat, spaces.ACTION_MASK: self._mask(), **end}

    def __str__(self) -> str:
        return repr(self)

    def action_masks(self) -> np.ndarray:
        """Mask of the seat that is asked; all zero after the end."""
        self._need_game()
        return self._mask()

    def _interface_state(self) -> dict[str, Any]:
        return {"who": self.seat}

    def _parsed_interface_state(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        return {"who": head.whole("who", 0, self.seats - 1) if over else head.one_of("who", [game.seat])}

    def _set_interface_state(self, state: dict[str, Any]) -> None:
        self.seat = state["who"]
