"""The PettingZoo AEC environment of any world."""

from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from mpenv.envs import option_checks, snapshot_head, spaces
from mpenv.envs.named_agents import NamedAgents, Observation
from mpenv.envs.single import outcome_info
from mpenv.world import Game, World


class FromReset:
    """An attribute set by reset(); reading it before raises NoGame."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, env: object, owner: type) -> Any:
        if env is None:
            return self
        raise option_checks.NoGame(f"{self._name}: {option_checks.NOT_BEGUN}")


class AECGame(NamedAgents, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One decision per step: the seat that is asked acts, all others wait.

    - Observation: `{"observation": what the encoder shows, "action_mask": int8[actions]}`; the mask of
      a waiting seat is all zero. The same mask stands in `infos[agent]["action_mask"]`. `entities` and `planes` show a
      dict of arrays.
    - `state()`: the full state except future chance, hidden information included, as int16 for critics.
    - Action: an id of the world's catalogue, the same for every seat, team size and scenario.
    - Reward `team`: the same number for every seat, only at the end: the worth of the outcome, 1 for a success.
      Reward `shaped`: adds the change in potential each step, the same for every seat; the terminal potential (also at
      the ply cap) equals the initial one, so that these terms sum to 0 over a game.
      `infos[agent]["result"]` is the unshaped result at the end.
    - Termination: the rules ended the game, for all seats together. Truncation: `max_plies` only.
    - Render modes: `ansi` (the table as text), `svg` (a picture as text), `rgb_array` (uint8[height, width, 3]; needs
      `pip install 'mpenv[play]'`) and `human` (a page in a file, redrawn at every step; MPENV_RENDER sets its path).
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
        """Begin a game with this seed, or with the next one drawn from the seed given before.

        `options={"position": ...}` starts from a position file instead; other options are
        ignored, as PettingZoo does.
        """
        self._begin_game(seed, options)
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._update_agents(0.0)
        self._show()

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; None for an agent whose game has ended."""
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
        self._update_agents(paid)
        self._accumulate_rewards()
        self._show()

    def _update_agents(self, paid: float) -> None:
        """Select the agent that is asked, and set rewards, terminations and truncations."""
        self._update_infos()
        seat = self.game.seat
        self.agent_selection = self.agents[0] if self.over or seat is None else self.possible_agents[seat]
        self.rewards = dict.fromkeys(self.agents, paid)
        self.terminations = dict.fromkeys(self.agents, self.terminated)
        self.truncations = dict.fromkeys(self.agents, self.truncated)

    def _update_infos(self) -> None:
        """Set infos: the masks, and at the end the outcome."""
        self.infos = {agent: {spaces.ACTION_MASK: np.zeros(self.world.actions, np.int8)} for agent in self.agents}
        if self.over:
            for info in self.infos.values():
                info.update(outcome_info(self.outcome))
        elif self.game.seat is not None:
            self.infos[self.possible_agents[self.game.seat]][spaces.ACTION_MASK] = self.game.mask()

    def observe(self, agent: str) -> Observation:
        """Observation and mask of an agent."""
        info = self.infos.get(agent)
        if info is None:
            self._need_game()
            return self._observation(self._known(agent), np.zeros(self.world.actions, np.int8))
        return self._observation(agent, info[spaces.ACTION_MASK])

    def action_masks(self) -> np.ndarray:
        """Mask of the selected agent; all zero after the end."""
        info = self.infos.get(self.agent_selection)
        return np.zeros(self.world.actions, np.int8) if info is None else np.asarray(info[spaces.ACTION_MASK])

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Observation and reward of the selected agent since it last acted, and whether its game is over."""
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
        """Iterate over the agents to act, until the game is over for all."""
        self._need_game()
        return super().agent_iter(max_iter)

    # --- copies ---------------------------------------------------------------------------------

    def _interface_state(self) -> dict[str, Any]:
        return {
            "agents": self.agents,
            "agent_selection": self.agent_selection,
            "rewards": self.rewards,
            "cumulative": self._cumulative_rewards,
            "skipped": getattr(self, "_skip_agent_selection", None),
        }

    def _parsed_interface_state(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        agents = self._agents_of(head, over)
        asked = self.possible_agents if game.seat is None else [self.possible_agents[game.seat]]
        return {
            "agents": agents,
            "agent_selection": head.one_of("agent_selection", (agents or self.possible_agents) if over else asked),
            "rewards": head.numbers("rewards", agents),
            "cumulative": head.numbers("cumulative", agents),
            "skipped": head.one_of("skipped", [None, *self.possible_agents]),
        }

    def _set_interface_state(self, state: dict[str, Any]) -> None:
        self.agents = state["agents"]
        self._update_infos()
        self.agent_selection = state["agent_selection"]
        self.rewards, self._cumulative_rewards = state["rewards"], state["cumulative"]
        self.terminations = dict.fromkeys(self.agents, self.terminated)
        self.truncations = dict.fromkeys(self.agents, self.truncated)
        self._skip_agent_selection = state["skipped"]
