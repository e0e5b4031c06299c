"""Masked PPO for cooperative teams, to be read in one sitting.

One network plays all seats. The decisions of a game, whoever makes them, are one stream with one team reward:
what a seat does is good if the team ends well. Illegal actions get no probability. The shaped reward pays the
growth of the world's potential; it bends what is best, so it fades away during the run. The value is judged from
what the seat sees, or, with `critic = "state"`, from everything (MAPPO): only while learning, never while playing.
With `mates` one seat of each game learns; the answers of the others belong to the stream, and teach nothing.
"""

import itertools
import math
import os
import time
from dataclasses import dataclass
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # waiting threads leave the cores to the games

import numpy as np
import torch
from torch import Tensor, nn

from mpenv.agents.codes import team
from mpenv.agents.learned.config import LearnerConfig, TrainConfig, game_config
from mpenv.agents.learned.critic_state import Overview
from mpenv.agents.learned.mates import Mates
from mpenv.engine.batch import BatchGame
from mpenv.world import World

FORBIDDEN = -1e9
SEEDS_APART = 1_000_003  # so that runs of neighbouring seeds do not play the same games


class Network(nn.Module):
    """Observation -> one trunk -> log probabilities of all actions, and the value; a critic of more has a trunk too."""

    def __init__(self, inputs: int, actions: int, hidden: int, layers: int, overview: int = 0) -> None:
        super().__init__()
        self.inputs = inputs
        self.trunk = _trunk(inputs, hidden, layers)
        self.policy = _layer(hidden, actions, 0.01)
        self.critic = _trunk(inputs + overview, hidden, layers) if overview else None
        self.value = _layer(hidden, 1, 1.0)

    def forward(self, observation: Tensor, mask: Tensor, overview: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Log probabilities, in which illegal actions are ruled out, and values."""
        seen = self.trunk(observation)
        logits = self.policy(seen).masked_fill(mask == 0, FORBIDDEN)
        if self.critic is not None and overview is not None:
            seen = self.critic(torch.cat([observation, overview], -1))
        return torch.log_softmax(logits, -1), self.value(seen).squeeze(-1)


def draw(logs: Tensor) -> Tensor:
    """An action each, as likely as its log probability says (the Gumbel way)."""
    noise = torch.empty_like(logs).exponential_().log_()
    return (logs - noise).argmax(-1)


def chosen(logs: Tensor, actions: Tensor) -> Tensor:
    """The log probability of the actions taken."""
    return logs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)


def _trunk(inputs: int, hidden: int, layers: int) -> nn.Sequential:
    sizes = [inputs, *[hidden] * layers]
    parts: list[nn.Module] = []
    for a, b in itertools.pairwise(sizes):
        parts += [_layer(a, b, math.sqrt(2)), nn.Tanh()]
    return nn.Sequential(*parts)


def _layer(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


@dataclass
class Report:
    """What one update brought."""

    update: int
    decisions: int
    games: int
    success: float
    ends: dict[str, float]  # the share of each other outcome that is shown
    shape: float
    entropy: float
    kl: float
    policy_loss: float
    value_loss: float
    explained: float


class Learner:
    """Plays a batch of games and learns from it, one `update()` after another.

    Learning rate, entropy and shaped reward follow the progress through `updates`; without them through the time, of
    which `time_used` is the share.
    """

    def __init__(self, world: World, config: TrainConfig, updates: int | None, games: Any = None) -> None:
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        self.world, self.config, self.updates, self.update_number = world, config, updates, 0
        self.time_used = 0.0
        how = config.learner
        played = {"seed": config.seed * SEEDS_APART, "threads": config.threads, **config.game.options()}
        self.games = games or BatchGame(world, how.games, potential=how.potential, **played)
        self._overview = Overview(self.games, config.seed) if how.critic == "state" else None
        more = len(self._overview) if self._overview else 0
        self.network = Network(self.games.observation.shape[1], world.actions, how.hidden, how.layers, more)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=how.rate, eps=1e-5)
        self._memory = Memory(how, self.network.inputs, world.actions, more)
        seats = self.games.game(0).seats if how.mates else 0
        self._mates = Mates(self.games, team(how.mates), seats, config.seed) if how.mates else None
        shown = [name for name in world.terms.columns if name not in world.terms.rare]
        self._ends = {name: world.outcomes.index(name) for name in shown}
        self._won = self._ends.pop(world.terms.success)

    @property
    def progress(self) -> float:
        """How much of the run is done, from 0 to 1."""
        return min(1.0, self.time_used if self.updates is None else self.update_number / self.updates)

    @property
    def shape(self) -> float:
        """The weight of the shaped reward, which fades to 0."""
        how = self.config.learner
        return how.shape * max(0.0, 1 - self.progress / how.shaped_until) if how.shaped_until else 0.0

    def update(self) -> Report:
        """One rollout of all games, then some epochs of PPO on it."""
        how, progress = self.config.learner, self.progress
        for group in self.optimizer.param_groups:
            group["lr"] = how.rate * (1 - progress)
        ends, shape = self._roll_out(), self.shape
        advantages, returns = self._memory.judge(how.gamma, how.lam)
        losses = self._learn(advantages, returns, how.entropy + (how.entropy_end - how.entropy) * progress)
        self.update_number += 1
        count = len(ends)
        return Report(
            update=self.update_number,
            decisions=how.games * how.rollout,
            games=count,
            success=float((ends == self._won).mean()) if count else math.nan,
            ends={name: float((ends == end).mean()) if count else math.nan for name, end in self._ends.items()},
            shape=shape,
            explained=1 - float((returns - self._memory.values[:-1]).var() / (returns.var() + 1e-8)),
            **losses,
        )

    @torch.no_grad()
    def _roll_out(self) -> np.ndarray:
        """Play `rollout` decisions in every game; the outcomes of those that ended."""
        memory, games, shape, ends = self._memory, self.games, self.shape, []
        for k in range(self.config.learner.rollout):
            memory.see(k, games.observation, games.mask)
            memory.overviews[k] = over = self._look()
            logs, values = self.network(memory.observations[k], memory.masks[k], over)
            actions = draw(logs)
            before = games.potential.copy()
            if self._mates:
                memory.own[k] = torch.from_numpy(self._mates.answer(actions.numpy()))
            step = games.step(actions.numpy())
            if self._mates:
                self._mates.begin(step.done)
            # At the end nothing is taken back: a critic would learn the telescoping sum by heart and teach nothing.
            gained = np.where(step.done, 0.0, step.potential - before)
            memory.reward[k] = torch.from_numpy(step.reward + shape * gained)
            memory.actions[k], memory.logs[k], memory.values[k] = actions, chosen(logs, actions), values
            memory.done[k] = torch.from_numpy(step.done)
            ends.append(step.info.outcome[step.done].copy())
        seen, masks = torch.from_numpy(games.observation), torch.from_numpy(games.mask)
        memory.values[-1] = self.network(seen, masks, self._look())[1]
        return np.concatenate(ends)

    def _look(self) -> Tensor:
        """What the critic sees beside the observations, a row a game."""
        return self._overview.of(self.games) if self._overview else self._memory.overviews[0]

    def _learn(self, advantages: Tensor, returns: Tensor, entropy_weight: float) -> dict[str, float]:
        how, memory = self.config.learner, self._memory
        observations, masks = memory.observations.flatten(0, 1), memory.masks.flatten(0, 1)
        overviews = memory.overviews.flatten(0, 1)
        actions, logs = memory.actions.flatten(), memory.logs.flatten()
        good, wanted = advantages.flatten(), returns.flatten()
        own = memory.own.flatten().nonzero().squeeze(-1)
        good = (good - good[own].mean()) / (good[own].std() + 1e-8)
        sums: dict[str, list[float]] = {"entropy": [], "kl": [], "policy_loss": [], "value_loss": []}
        for _ in range(how.epochs):
            for rows in torch.split(own[torch.randperm(len(own))], how.minibatch):
                now, values = self.network(observations[rows], masks[rows], overviews[rows])
                ratio = (log_ratio := chosen(now, actions[rows]) - logs[rows]).exp()
                kept = ratio.clamp(1 - how.clip, 1 + how.clip)
                policy_loss = -torch.min(good[rows] * ratio, good[rows] * kept).mean()
                value_loss = (values - wanted[rows]).square().mean()
                entropy = -(now.exp() * now).sum(-1).mean()
                self.optimizer.zero_grad()
                (policy_loss + how.value * value_loss - entropy_weight * entropy).backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), how.norm)
                self.optimizer.step()
                kl = (ratio - 1 - log_ratio).mean()
                for name, one in zip(sums, (entropy, kl, policy_loss, value_loss), strict=True):
                    sums[name].append(one.item())
        return {name: float(np.mean(values)) for name, values in sums.items()}


class Memory:
    """What one rollout saw, did and got."""

    def __init__(self, how: LearnerConfig, inputs: int, actions: int, overview: int = 0) -> None:
        steps, games = how.rollout, how.games
        self.observations = torch.zeros(steps, games, inputs)
        self.overviews = torch.zeros(steps, games, overview)
        self.masks = torch.zeros(steps, games, actions, dtype=torch.int8)
        self.actions = torch.zeros(steps, games, dtype=torch.int64)
        self.own = torch.ones(steps, games, dtype=torch.bool)
        self.logs, self.reward, self.done = (torch.zeros(steps, games) for _ in range(3))
        self.values = torch.zeros(steps + 1, games)

    def see(self, k: int, observation: np.ndarray, mask: np.ndarray) -> None:
        self.observations[k] = torch.from_numpy(observation)
        self.masks[k] = torch.from_numpy(mask)

    def judge(self, gamma: float, lam: float) -> tuple[Tensor, Tensor]:
        """Advantages by GAE over the team stream, and the returns that the values should have told."""
        advantages, ahead = torch.zeros_like(self.reward), torch.zeros_like(self.reward[0])
        for k in reversed(range(len(self.reward))):
            goes_on = 1 - self.done[k]
            surprise = self.reward[k] + gamma * goes_on * self.values[k + 1] - self.values[k]
            ahead = surprise + gamma * lam * goes_on * ahead
            advantages[k] = ahead
        return advantages, advantages + self.values[:-1]


class FreeGames:
    """The same arrays without any game behind them: what the learner alone costs."""

    def __init__(self, like: BatchGame) -> None:
        self.observation, self.mask, self.potential = like.observation, like.mask, like.potential
        self._step = like.reset()

    def step(self, actions: np.ndarray) -> Any:
        return self._step


def rate(world: World, seconds: float, free: bool) -> float:
    """Decisions a second of the whole loop, with the engine or with a free environment."""
    config = TrainConfig(world=world.name, game=game_config(world)())
    learner = Learner(world, config, updates=1000)
    if free:
        learner.games = FreeGames(learner.games)
    learner.update()
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        count += learner.update().decisions
    return count / (time.perf_counter() - start)
