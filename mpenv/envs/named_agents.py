"""Agents by name, shared by the environments of PettingZoo and RLlib."""

from functools import cached_property
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete, Space

from mpenv.envs import snapshot_head, spaces
from mpenv.envs.single import SingleGame
from mpenv.world import World

Observation = dict[str, Any]


class NamedAgents(SingleGame):
    """A single game with agents by name and the spaces that PettingZoo asks for."""

    agents: list[str]

    def __init__(self, world: World, **options: Any) -> None:
        super().__init__(world, **options)
        self.possible_agents = world.agents(self.seats)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: spaces.masked(self._encoder_space, world.actions) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Space[Any]] = {agent: Discrete(world.actions) for agent in self.possible_agents}
        self.agents = []

    def observation_space(self, agent: str) -> Space[Any]:
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Space[Any]:
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._seat:
            raise ValueError(f"there is no agent {agent!r}, there are: {', '.join(self.possible_agents)}")
        return agent

    def _agent_asked(self) -> str:
        return "nobody" if self.game.seat is None else self.possible_agents[self.game.seat]

    @cached_property
    def state_space(self) -> Space[Any]:
        return Box(*self.world.oracle.bounds(), dtype=np.int16)

    def state(self) -> np.ndarray:
        """Observation for a centralised critic; agents must not see it."""
        self._need_game()
        return self.game.oracle()

    def _agents_of(self, head: snapshot_head.Head, over: bool) -> list[str]:
        """Agents still playing: all until the end."""
        agents = head.some_of("agents", self.possible_agents)
        if not over and agents != self.possible_agents:
            raise ValueError(f"this is no snapshot of a {head.of}: the game goes on, but only {', '.join(agents)} play")
        return agents

    def _observation(self, agent: str, mask: np.ndarray) -> Observation:
        """Observation and mask of an agent."""
        return {"observation": spaces.observe(self.game, self.encoder, self._seat[agent]), spaces.ACTION_MASK: mask}
