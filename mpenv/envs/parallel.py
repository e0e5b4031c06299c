"""The PettingZoo Parallel environment of any world: all agents act in each step, only the action of the one asked
counts.
"""

import operator
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from mpenv.envs import snapshot_head, spaces
from mpenv.envs.named_agents import NamedAgents, Observation
from mpenv.envs.single import outcome_info
from mpenv.world import Game, IllegalAction, World

WAIT = 0  # the action of a waiting seat


class ParallelGame(NamedAgents, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All agents give an action in every step; only that of the seat that is asked is played.

    - The same games as AEC, prompt by prompt: the same observations, rewards and ends. It wastes steps: of N agents
      N - 1 wait. Use it for learners that need this interface.
    - Observation: as in AEC, for everybody in every step. The mask of a waiting seat has exactly id 0, and so have all
      masks of the last observation. The same mask stands in `infos[agent]["action_mask"]`.
    - Action: an id of the world's catalogue. Any but 0 from a waiting seat is illegal; `on_illegal` applies to it
      as to the seat that is asked.
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
        """Begin a game, as in AEC."""
        self._begin_game(seed, options)
        self.agents = self.possible_agents[:]
        self._show()
        return self._observe_all()

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play a step; a wrong action is refused before the game moves."""
        self._need_game()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        paid = self._play(self._action_asked(actions))
        observations, infos = self._observe_all()
        agents, self.agents = self.agents, [] if self.over else self.agents
        self._show()
        rewards, terminations, truncations = (
            dict.fromkeys(agents, value) for value in (paid, self.terminated, self.truncated)
        )
        return observations, rewards, terminations, truncations, infos

    def _action_asked(self, actions: dict[str, Any]) -> Any:
        """The action of the agent that is asked."""
        if not isinstance(actions, dict) or actions.keys() != set(self.agents):
            given = ", ".join(map(str, actions)) if isinstance(actions, dict) else repr(actions)
            raise ValueError(f"a step takes an action of each of {', '.join(self.agents)}, not {given or 'of nobody'}")
        for agent in self.agents:
            if self._seat[agent] != self.game.seat and self.on_illegal == "raise" and not _is_wait(actions[agent]):
                why = f"another agent is asked; a waiting agent plays {WAIT}"
                raise self._with_hint(IllegalAction(agent, actions[agent], str(actions[agent]), why))
        return actions[self.possible_agents[self.game.seat or 0]]

    def _observe_all(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Observations and infos of all agents."""
        end = outcome_info(self.outcome) if self.over else {}
        observations, infos = dict[str, Observation](), dict[str, dict[str, Any]]()
        for agent in self.agents:
            asked = not self.over and self._seat[agent] == self.game.seat
            mask = self.game.mask() if asked else self._waits.copy()
            observations[agent], infos[agent] = self._observation(agent, mask), {spaces.ACTION_MASK: mask, **end}
        return observations, infos

    def action_masks(self) -> dict[str, np.ndarray]:
        """Masks of all agents."""
        self._need_game()
        return {agent: info[spaces.ACTION_MASK] for agent, info in self._observe_all()[1].items()}

    def _interface_state(self) -> dict[str, Any]:
        return {"agents": self.agents}

    def _parsed_interface_state(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        return {"agents": self._agents_of(head, over)}

    def _set_interface_state(self, state: dict[str, Any]) -> None:
        self.agents = state["agents"]


def _is_wait(action: Any) -> bool:
    try:
        return operator.index(action) == WAIT
    except TypeError:
        return False
