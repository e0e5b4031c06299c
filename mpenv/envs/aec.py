"""The PettingZoo AEC environment of any world."""

import json
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from mpenv import picture
from mpenv.envs.page import Page
from mpenv.world import EncoderInfo, Game, IllegalAction, World

Observation = dict[str, Any]
REWARDS = ("team", "shaped")
ON_ILLEGAL = ("raise", "pass", "random")
PIXELS = 1000  # across, of `rgb_array`
RENDER_MODES = ("ansi", "svg", "rgb_array", "human")


def _space(encoder: EncoderInfo) -> spaces.Space[Any]:
    """The space of one observation: a box of float32, or a box for each part."""
    if not encoder.parts:
        return spaces.Box(encoder.low, encoder.high, (encoder.size,), np.float32)
    return spaces.Dict({one.name: spaces.Box(*one.bounds, dtype=one.kind.type) for one in encoder.parts})


class AECGame(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One prompt a step: the seat that is asked acts, all others wait.

    - Observation: `{"observation": float32[size of the encoder], "action_mask": int8[actions]}`, with a dict of
      arrays for an encoder of parts (`entities`, `planes`); the mask of a waiting seat is all zero. The same mask
      stands in `infos[agent]["action_mask"]`.
    - `state()`: everything but the chance to come, also what no seat may know, as int16[world.state_size] for critics.
    - Action: an id of the world's catalogue, the same for every seat, team size and scenario.
    - Reward `team`: the same number for every seat, only at the end: what the end is worth, 1 for a success.
      Reward `shaped`: to that, each step adds by how much the potential of the game rose, the same for every seat;
      after the end and after the ply cap the potential is 0, so that all the terms of a game add up to minus the
      potential of its start. `infos[agent]["result"]` is the unshaped result at the end.
    - Termination: the rules ended the game, for all seats together. Truncation: `max_plies` only.
    - Render modes: `ansi` (the table as text), `svg` (a picture as text), `rgb_array` (uint8[height, width, 3]; needs
      `pip install 'mpenv[play]'`) and `human` (a page in a file, drawn anew at every step; MPENV_RENDER says where).
    - State: `snapshot()` and `restore()`; `pickle` and `deepcopy` work at every moment.
    """

    def __init__(
        self,
        world: World,
        *,
        encoder: str = "flat",
        reward: str = "team",
        on_illegal: str = "raise",
        max_plies: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        for name, value, there in (
            ("reward", reward, REWARDS),
            ("on_illegal", on_illegal, ON_ILLEGAL),
            ("render_mode", render_mode, (None, *RENDER_MODES)),
        ):
            if value not in there:
                raise ValueError(f"there is no {name} {value!r}, there are: {', '.join(map(str, there))}")
        if max_plies is not None and (not isinstance(max_plies, int) or isinstance(max_plies, bool) or max_plies < 1):
            raise ValueError(f"max_plies={max_plies!r} must be a whole number above 0, or None")
        self.world, self.encoder, self.on_illegal, self.max_plies = world, encoder, on_illegal, max_plies
        self.render_mode, self.reward = render_mode, reward
        self.metadata = {
            "name": f"{world.name}_v{world.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self._options = options
        self._encoder = world.encoder(encoder)
        # Made once to check the options and to know who plays; reset() makes the first real game.
        self.game: Game = world.game(**{**options, "seed": options.get("seed") or 0})
        self.possible_agents = world.agents(self.game.seats)
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict(
                {
                    "observation": _space(self._encoder),
                    "action_mask": spaces.Box(0, 1, (world.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(world.actions) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self._rng = np.random.default_rng(options.get("seed"))
        self._started = False
        self._page = Page()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # --- playing --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: of this seed, or of the next one drawn from the seed given before.

        `options={"position": ...}` starts from a position file instead; other options are passed over,
        as PettingZoo does.
        """
        if seed is not None and (not isinstance(seed, int | np.integer) or isinstance(seed, bool) or seed < 0):
            raise ValueError(f"seed={seed!r} must be a whole number, not below 0")
        rng = self._rng if seed is None else np.random.default_rng(seed)
        first = self._options.get("seed") if seed is None and not self._started else seed
        drawn = int(rng.integers(1 << 63)) if first is None else first
        position = (options or {}).get("position")
        chosen = {**self._options, "seed": drawn} if position is None else {"position": position}
        game = self.world.game(**chosen)
        if game.seats != len(self.possible_agents):
            raise ValueError(f"the position seats {game.seats}, this environment {len(self.possible_agents)}")
        self.game, self._rng = game, rng
        self._started = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()
        self._show()

    def step(self, action: int | None) -> None:
        """Answer for the agent that is selected; None for one whose game has ended."""
        if not self._started:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._potential()
        self._answer(action)
        self._cumulative_rewards[agent] = 0.0
        self._turn()
        self._shape(self._potential() - before)
        self._accumulate_rewards()
        self._show()

    def _answer(self, action: Any) -> None:
        try:
            self.game.apply(action)
        except IllegalAction:
            if self.on_illegal == "raise":
                raise
            legal = self.game.legal()
            self.game.apply(legal[0] if self.on_illegal == "pass" else int(self._rng.choice(legal)))

    def _turn(self) -> None:
        """Whose turn it is, and whether it is over."""
        self._inform()
        seat, outcome = self.game.seat, self.game.outcome
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        self.rewards = dict.fromkeys(self.agents, 0.0 if outcome is None else outcome.worth)
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._is_cut():
            self.truncations = dict.fromkeys(self.agents, True)
        if outcome is not None or self._is_cut():
            self.agent_selection = self.agents[0]

    def _is_cut(self) -> bool:
        """Did the ply cap end a game that the rules did not?"""
        return self.max_plies is not None and self.game.plies >= self.max_plies and self.game.outcome is None

    def _potential(self) -> float:
        """What the shaped reward is made of; 0 when it is over, however it ended."""
        return 0.0 if self.reward != "shaped" or self._is_cut() else self.game.potential()

    def _shape(self, rise: float) -> None:
        """Pay every seat by how much more promising the game became; a reward `team` never does."""
        if self.reward == "shaped":
            self.rewards = {agent: reward + rise for agent, reward in self.rewards.items()}

    def _inform(self) -> None:
        """The masks, and at the end how it ended."""
        self.infos = {agent: {"action_mask": np.zeros(self.world.actions, np.int8)} for agent in self.agents}
        seat, outcome = self.game.seat, self.game.outcome
        if seat is not None and self.possible_agents[seat] in self.infos:
            self.infos[self.possible_agents[seat]]["action_mask"] = self.game.mask()
        if outcome is not None:
            end = {name: getattr(outcome, name) for name in ("day", "reasons", "details")}
            for info in self.infos.values():
                info.update(end, outcome=outcome.result, result=outcome.worth)
        elif self._is_cut():
            for info in self.infos.values():
                info["result"] = 0.0

    def observe(self, agent: str) -> Observation:
        """What an agent may know now, and its mask."""
        info = self.infos.get(agent)
        mask = np.zeros(self.world.actions, np.int8) if info is None else info["action_mask"]
        return {"observation": self.game.observe(self.encoder, self._seat[agent]), "action_mask": mask}

    @cached_property
    def state_space(self) -> spaces.Space[Any]:
        return spaces.Box(*self.world.oracle.bounds(), dtype=np.int16)

    def state(self) -> np.ndarray:
        """What a centralised critic may see, and those who act may not."""
        return self.game.oracle()

    def action_masks(self) -> np.ndarray:
        """The mask of the agent that is selected."""
        return np.asarray(self.infos[self.agent_selection]["action_mask"])

    # --- looking --------------------------------------------------------------------------------

    def render(self) -> str | np.ndarray | None:
        """The table as text, as SVG or as pixels; None for `human`, where it is shown on its page."""
        if self.render_mode is None:
            logger.warn(f"render() needs a render_mode: {', '.join(RENDER_MODES)}")
            return None
        if self.render_mode == "human":
            self._show()
            return None
        if self.render_mode == "ansi":
            return self.game.text()
        return self.game.svg() if self.render_mode == "svg" else picture.rgb(self.game.svg(), PIXELS)

    def _show(self) -> None:
        """Draw the page of `human` anew; other modes show nothing by themselves."""
        if self.render_mode == "human":
            self._page.show(str(self.metadata["name"]), self.game.svg("auto"))

    def close(self) -> None:
        """Nothing is held open; the page of `human` stays."""

    # --- copies ---------------------------------------------------------------------------------

    def snapshot(self) -> bytes:
        """This moment of the environment as bytes, for `restore`."""
        kept = {
            "agents": self.agents,
            "agent_selection": self.agent_selection,
            "rewards": self.rewards,
            "cumulative": self._cumulative_rewards,
            "terminations": self.terminations,
            "truncations": self.truncations,
            "skipped": getattr(self, "_skip_agent_selection", None),
            "rng": self._rng.bit_generator.state,
        }
        return json.dumps(kept).encode() + b"\n" + self.game.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of an environment made with the same options."""
        head, _, game = snapshot.partition(b"\n")
        self.game.restore(game)
        kept = json.loads(head)
        self.agents = kept["agents"]
        self._started = True
        self._inform()
        self.agent_selection = kept["agent_selection"]
        self.rewards, self._cumulative_rewards = kept["rewards"], kept["cumulative"]
        self.terminations, self.truncations = kept["terminations"], kept["truncations"]
        self._skip_agent_selection = kept["skipped"]
        self._rng.bit_generator.state = kept["rng"]
