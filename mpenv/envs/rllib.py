"""The multi-agent environment of RLlib's new API stack; importing it needs ray[rllib]."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Dict
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module import MultiRLModuleSpec, RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune import register_env

from mpenv.envs import option_checks, snapshot_head, spaces
from mpenv.envs.named_agents import NamedAgents, Observation
from mpenv.envs.single import outcome_info
from mpenv.world import Game, World

OBSERVATIONS = "observations"  # the key that RLlib's masking module reads
TEAM = "team"  # the policy shared by all seats

Infos = dict[str, dict[str, Any]]
Stepped = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]


class RLlibGame(NamedAgents, MultiAgentEnv):  # type: ignore[misc]
    """One decision per step: only the agent that is asked is in the observations, and only its action is taken.

    - Observation: `{"observations": output of the encoder, "action_mask": int8[actions]}`.
    - Reward: the team's, as in AEC. An agent gets with each observation what was paid since the one before. At the end
      everybody sees once more, with a mask of zeros, and gets the rest. RLlib leaves out what was paid before the first
      decision of an agent, and adds up the agents in `episode_return_mean`; what the team got once is
      `infos[agent]["team_return"]` at the end, beside the unshaped `result`.
    - Terminated: the rules ended the game. Truncated: `max_plies` only. Both are set for `__all__` alone: RLlib takes
      a truncation of every single agent for a termination.
    - Seeds: `reset(seed=)` as in AEC; in a worker process the number of the worker is stirred in.
    """

    MASKS = 'observations[agent]["action_mask"] marks them with 1; ActionMaskingTorchRLModule of RLlib heeds it'

    def __init__(self, world: World, *, worker_index: int = 0, **options: Any) -> None:
        if options.get("seed") is not None:
            raise ValueError(
                "RLlib seeds every game itself: use PPOConfig.debugging(seed=...) or reset(seed=...), no option"
            )
        super().__init__(world, **options)
        masked = spaces.masked(self._encoder_space, world.actions)
        space = Dict({OBSERVATIONS: self._encoder_space, spaces.ACTION_MASK: masked[spaces.ACTION_MASK]})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.worker_index = worker_index

    # --- playing --------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Begin a game, as in AEC."""
        self._begin_game(self._worker_seed(seed), options)
        self.agents = self.possible_agents[:]
        self.team_return, self._owed = 0.0, dict.fromkeys(self.agents, 0.0)
        self._show()
        return self._observations(), {}

    def _worker_seed(self, seed: int | None) -> int | None:
        """Seed of this worker: RLlib seeds game i of worker w with w + i, so neighbours would play the same games."""
        if seed is None or not self.worker_index:
            return seed
        return int(np.random.SeedSequence([seed, self.worker_index]).generate_state(1, np.uint64)[0] >> np.uint64(1))

    def step(self, action_dict: Mapping[str, Any]) -> Stepped:
        """Play the action of the agent that is asked."""
        self._need_game()
        if self.over:
            raise option_checks.NoGame(option_checks.OVER)
        paid = self._play(self._action_asked(action_dict))
        self.team_return += paid
        self._owed = {agent: owed + paid for agent, owed in self._owed.items()}
        observations = self._observations()
        rewards = {agent: self._owed[agent] for agent in observations}
        self._owed |= dict.fromkeys(observations, 0.0)
        self._show()
        end: dict[str, Any] = {**outcome_info(self.outcome), "team_return": self.team_return} if self.over else {}
        infos = {agent: dict(end) for agent in observations}
        return observations, rewards, {"__all__": self.terminated}, {"__all__": self.truncated}, infos

    def _asked(self) -> list[str]:
        """Agents that get an observation: the one asked, all at the end."""
        return self.agents if self.over or self.game.seat is None else [self.possible_agents[self.game.seat]]

    def _action_asked(self, action_dict: Mapping[str, Any]) -> Any:
        asked = self._asked()
        if not isinstance(action_dict, Mapping) or [*action_dict] != asked:
            raise ValueError(f"a step takes the action of {asked[0]} alone, not {action_dict!r}")
        return action_dict[asked[0]]

    def _observations(self) -> dict[str, Observation]:
        mask = self._mask()
        return {
            agent: {OBSERVATIONS: spaces.observe(self.game, self.encoder, self._seat[agent]), spaces.ACTION_MASK: mask}
            for agent in self._asked()
        }

    def __str__(self) -> str:
        return repr(self)

    # --- copies ---------------------------------------------------------------------------------

    def _interface_state(self) -> dict[str, Any]:
        return {"agents": self.agents, "owed": self._owed, "team_return": self.team_return}

    def _parsed_interface_state(self, head: snapshot_head.Head, game: Game, over: bool) -> dict[str, Any]:
        agents = head.some_of("agents", self.possible_agents)
        owed = head.numbers("owed", self.possible_agents)
        return {"agents": agents, "owed": owed, "team_return": head.number("team_return")}

    def _set_interface_state(self, state: dict[str, Any]) -> None:
        self.agents, self._owed, self.team_return = state["agents"], state["owed"], state["team_return"]


def ppo(name: str, make: Callable[[dict[str, Any]], RLlibGame], options: dict[str, Any]) -> PPOConfig:
    """PPO settings for one policy that plays all seats with action masks; change any of them afterwards."""
    register_env(name, make)
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule)
    return (
        PPOConfig()
        # RLlib's check would play illegal actions, and leave all games of all workers at one seed.
        .environment(name, env_config=options, disable_env_checking=True)
        # Else each step makes arrays, again, of all games that have ended since sampling began.
        .env_runners(episodes_to_numpy=False)
        .multi_agent(policies={TEAM}, policy_mapping_fn=team)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={TEAM: module}))
        .callbacks(on_episode_end=log_team_return)
    )


def team(agent: str, episode: Any, **_: Any) -> str:
    """Policy of an agent: the shared one."""
    return TEAM


def log_team_return(episode: Any, metrics_logger: Any, **_: Any) -> None:
    """Log the team's return once: `env_runners/team_return` and, unshaped, `env_runners/team_result`."""
    end = next(iter(episode.get_infos(-1).values()))
    metrics_logger.log_value("team_return", end["team_return"], window=100)
    metrics_logger.log_value("team_result", end["result"], window=100)
