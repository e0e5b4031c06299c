"""The PettingZoo Parallel environment of any world: everybody steps at once, one answer counts."""

import operator
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from mpenv.envs import snapshot_head, spaces
from mpenv.envs.aec import Observation, Seated
from mpenv.envs.single import told
from mpenv.world import Game, IllegalAction, World

WAIT = 0  # what a waiting seat plays


class ParallelGame(Seated, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All agents give an action in every step; the game hears the one of the seat that is asked.

    - The same games as AEC, prompt by prompt: the same observations, rewards and ends. It wastes steps: of N agents
      N - 1 wait. Use it for learners that know nothing else.
    - Observation: as in AEC, for everybody in every step. The mask of a waiting seat has exactly id 0, and so have all
      masks of the last observation. The same mask stands in `infos[agent]["action_mask"]`.
    - Action: an id of the world's catalogue. Another one than 0 from a waiting seat is illegal; `on_illegal` says what
      comes of it, as for the seat that is asked.
    - Reward, termination, truncation, render modes and copies: as in AEC; `agents` is empty after the end.
    """

    MASKS = (
        'observations[agent]["action_mask"] marks them with 1, and id 0 for every agent that waits; '
        'env.action_space(agent).sample(observations[agent]["action_mask"]) draws one'
    )

    def __init__(self, world: World, **options: Any) -> None:
        super().__init__(world, **options)
        self._waits = np.zeros(world.actions, np.int8)
        self._waits[WAIT] = 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game, as in AEC."""
        self._begin(seed, options)
        self.agents = self.possible_agents[:]
        self._show()
        return self._everybody()

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Answer for everybody; a wrong action is refused before the game moves."""
        self._need_game()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        paid = self._play(self._heard(actions))
        seen, infos = self._everybody()
        agents, self.agents = self.agents, [] if self.over else self.agents
        self._show()
        rewards, terminations, truncations = (
            dict.fromkeys(agents, one) for one in (paid, self.terminated, self.truncated)
        )
        return seen, rewards, terminations, truncations, infos

    def _heard(self, actions: dict[str, Any]) -> Any:
        """The answer of the agent that is asked."""
        if not isinstance(actions, dict) or actions.keys() != set(self.agents):
            given = ", ".join(map(str, actions)) if isinstance(actions, dict) else repr(actions)
            raise ValueError(f"a step takes an action of each of {', '.join(self.agents)}, not {given or 'of nobody'}")
        for agent in self.agents:
            if self._seat[agent] != self.game.seat and self.on_illegal == "raise" and not _is_wait(actions[agent]):
                why = f"another one is asked, and a waiting seat plays {WAIT}"
                raise self._taught(IllegalAction(agent, actions[agent], str(actions[agent]), why))
        return actions[self.possible_agents[self.game.seat or 0]]

    def _everybody(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """What all agents see and are told."""
        end = told(self.outcome) if self.over else {}
        seen, infos = dict[str, Observation](), dict[str, dict[str, Any]]()
        for agent in self.agents:
            asked = not self.over and self._seat[agent] == self.game.seat
            mask = self.game.mask() if asked else self._waits.copy()
            seen[agent], infos[agent] = self._seen(agent, mask), {spaces.ACTION_MASK: mask, **end}
        return seen, infos

    def action_masks(self) -> dict[str, np.ndarray]:
        """The masks of all agents."""
        self._need_game()
        return {agent: info[spaces.ACTION_MASK] for agent, info in self._everybody()[1].items()}

    def _kept(self) -> dict[str, Any]:
        return {"agents": self.agents}

    def _checked(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        return {"agents": self._agents_of(head, over)}

    def _put_back(self, kept: dict[str, Any]) -> None:
        self.agents = kept["agents"]


def _is_wait(action: Any) -> bool:
    try:
        return operator.index(action) == WAIT
    except TypeError:
        return False
