"""The PettingZoo AEC environment of any world."""

from functools import cached_property
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from mpenv.envs import option_checks, snapshot_head, spaces
from mpenv.envs.single import Sitting, told
from mpenv.world import Game, World

Observation = dict[str, Any]


class FromReset:
    """An attribute that a reset makes; until then it is missed, with the reason."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: object, owner: type) -> Any:
        if env is None:
            return self
        raise option_checks.NoGame(f"{self._name}: {option_checks.NOT_BEGUN}")


class Seated(Sitting):
    """Agents by name, with the spaces that PettingZoo asks for."""

    agents: list[str]

    def __init__(self, world: World, **options: Any) -> None:
        super().__init__(world, **options)
        self.possible_agents = world.agents(self.seats)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: spaces.masked(self._shown, world.actions) for agent in self.possible_agents
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

    def _asked_name(self) -> str:
        return "nobody" if self.game.seat is None else self.possible_agents[self.game.seat]

    @cached_property
    def state_space(self) -> Space[Any]:
        return Box(*self.world.oracle.bounds(), dtype=np.int16)

    def state(self) -> np.ndarray:
        """What a centralised critic may see, and those who act may not."""
        self._need_game()
        return self.game.oracle()

    def _agents_of(self, head: snapshot_head.Head, over: bool) -> list[str]:
        """Who still plays: everybody until it is over."""
        agents = head.some_of("agents", self.possible_agents)
        if not over and agents != self.possible_agents:
            raise ValueError(
                f"this is no snapshot of a {head.of}: the game goes on, but {', '.join(agents)} play alone"
            )
        return agents

    def _seen(self, agent: str, mask: np.ndarray) -> Observation:
        """What an agent may know now, and its mask."""
        return {"observation": spaces.look(self.game, self.encoder, self._seat[agent]), spaces.ACTION_MASK: mask}


class AECGame(Seated, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One prompt a step: the seat that is asked acts, all others wait.

    - Observation: `{"observation": what the encoder shows, "action_mask": int8[actions]}`; the mask of
      a waiting seat is all zero. The same mask stands in `infos[agent]["action_mask"]`. `entities` and `planes` show a
      dict of arrays.
    - `state()`: everything but the chance to come, also what no seat may know, as int16 for critics.
    - Action: an id of the world's catalogue, the same for every seat, team size and scenario.
    - Reward `team`: the same number for every seat, only at the end: what the end is worth, 1 for a success.
      Reward `shaped`: to that, each step adds by how much the potential of the game rose, the same for every seat;
      after the end and after the ply cap the potential is what it was at the start, so that these terms add up to 0
      over a game. `infos[agent]["result"]` is the unshaped result at the end.
    - Termination: the rules ended the game, for all seats together. Truncation: `max_plies` only.
    - Render modes: `ansi` (the table as text), `svg` (a picture as text), `rgb_array` (uint8[height, width, 3]; needs
      `pip install 'mpenv[play]'`) and `human` (a page in a file, drawn anew at every step; MPENV_RENDER says where).
    - State: `snapshot()` and `restore()`; `pickle` and `deepcopy` work at every moment.
    """

    MASKS = (
        'observation["action_mask"] and info["action_mask"] mark them with 1; '
        'env.action_space(agent).sample(observation["action_mask"]) draws one'
    )

    agent_selection: Any = FromReset()
    rewards: Any = FromReset()
    terminations: Any = FromReset()
    truncations: Any = FromReset()
    _cumulative_rewards: Any = FromReset()

    def __init__(self, world: World, **options: Any) -> None:
        super().__init__(world, **options)
        self.metadata["is_parallelizable"] = False  # its own parallel view is mpenv.envs.parallel
        self.infos: dict[str, dict[str, Any]] = {}

    # --- playing --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: of this seed, or of the next one drawn from the seed given before.

        `options={"position": ...}` starts from a position file instead; other options are passed over,
        as PettingZoo does.
        """
        self._begin(seed, options)
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._turn(0.0)
        self._show()

    def step(self, action: int | None) -> None:
        """Answer for the agent that is selected; None for one whose game has ended."""
        if not self.agents:
            self._need_game()
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.over:
            self._was_dead_step(action)
            return
        paid = self._play(action)
        self._cumulative_rewards[agent] = 0.0
        self._turn(paid)
        self._accumulate_rewards()
        self._show()

    def _turn(self, paid: float) -> None:
        """Whose turn it is, and what everybody got."""
        self._inform()
        seat = self.game.seat
        self.agent_selection = self.agents[0] if self.over or seat is None else self.possible_agents[seat]
        self.rewards = dict.fromkeys(self.agents, paid)
        self.terminations = dict.fromkeys(self.agents, self.terminated)
        self.truncations = dict.fromkeys(self.agents, self.truncated)

    def _inform(self) -> None:
        """The masks, and at the end how it ended."""
        self.infos = {agent: {spaces.ACTION_MASK: np.zeros(self.world.actions, np.int8)} for agent in self.agents}
        if self.over:
            for info in self.infos.values():
                info.update(told(self.outcome))
        elif self.game.seat is not None:
            self.infos[self.possible_agents[self.game.seat]][spaces.ACTION_MASK] = self.game.mask()

    def observe(self, agent: str) -> Observation:
        """What an agent may know now, and its mask."""
        info = self.infos.get(agent)
        if info is None:
            self._need_game()
            return self._seen(self._known(agent), np.zeros(self.world.actions, np.int8))
        return self._seen(agent, info[spaces.ACTION_MASK])

    def action_masks(self) -> np.ndarray:
        """The mask of the agent that is selected; all zero after the end."""
        info = self.infos.get(self.agent_selection)
        return np.zeros(self.world.actions, np.int8) if info is None else np.asarray(info[spaces.ACTION_MASK])

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the agent that is selected sees and was paid since it acted, and whether the game is over for it."""
        if not self.agents:
            self._need_game()
            raise option_checks.NoGame(option_checks.OVER)
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Each agent that is to act, until the game is over for all."""
        self._need_game()
        return super().agent_iter(max_iter)

    # --- copies ---------------------------------------------------------------------------------

    def _kept(self) -> dict[str, Any]:
        return {
            "agents": self.agents,
            "agent_selection": self.agent_selection,
            "rewards": self.rewards,
            "cumulative": self._cumulative_rewards,
            "skipped": getattr(self, "_skip_agent_selection", None),
        }

    def _checked(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        agents = self._agents_of(head, over)
        asked = self.possible_agents if game.seat is None else [self.possible_agents[game.seat]]
        return {
            "agents": agents,
            "agent_selection": head.one_of("agent_selection", (agents or self.possible_agents) if over else asked),
            "rewards": head.numbers("rewards", agents),
            "cumulative": head.numbers("cumulative", agents),
            "skipped": head.one_of("skipped", [None, *self.possible_agents]),
        }

    def _put_back(self, kept: dict[str, Any]) -> None:
        self.agents = kept["agents"]
        self._inform()
        self.agent_selection = kept["agent_selection"]
        self.rewards, self._cumulative_rewards = kept["rewards"], kept["cumulative"]
        self.terminations = dict.fromkeys(self.agents, self.terminated)
        self.truncations = dict.fromkeys(self.agents, self.truncated)
        self._skip_agent_selection = kept["skipped"]
