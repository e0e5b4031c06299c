"""PPO for cooperative teams, top to bottom: network, rollout, GAE, clipped objective, schedules.

One network plays all seats. The decisions of a game, of whichever seat, form one stream with one team reward. Three
things differ from textbook PPO:

- Illegal actions are masked: their probability is 0.
- The reward is shaped: the change of the world's potential is added with a weight that fades to 0 during the run.
- The critic may see the state of the whole game (`critic = "state"`, as in MAPPO); the policy never does. With `mates`
  one seat of each game learns, and the decisions of its teammates only carry the rewards on.

`config.py` explains every setting.
"""

import itertools
import math
import os
from dataclasses import dataclass
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # waiting threads leave the cores to the games

import numpy as np
import torch
from torch import Tensor, nn

from mpenv.agents.codes import team
from mpenv.agents.learned.config import LearnerConfig, TrainConfig
from mpenv.agents.learned.critic_state import CriticState
from mpenv.agents.learned.mates import Mates
from mpenv.engine.batch import BatchGame
from mpenv.world import World

MASKED_LOGIT = -1e9
SEED_STRIDE = 1_000_003  # between the games of neighbouring run seeds, so that they do not play the same ones


# --- network --------------------------------------------------------------------------------------


class Network(nn.Module):
    """Actor and critic: one trunk for both, or a trunk of its own for a critic that sees the state of the game."""

    def __init__(self, inputs: int, actions: int, hidden: int, layers: int, critic_inputs: int = 0) -> None:
        super().__init__()
        self.inputs = inputs
        self.trunk = _trunk(inputs, hidden, layers)
        self.policy = _linear(hidden, actions, 0.01)
        self.critic = _trunk(inputs + critic_inputs, hidden, layers) if critic_inputs else None
        self.value = _linear(hidden, 1, 1.0)

    def forward(self, observation: Tensor, mask: Tensor, critic_state: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Return the log probabilities of all actions and the value, a row for each observation."""
        features = self.trunk(observation)
        logits = self.policy(features).masked_fill(mask == 0, MASKED_LOGIT)
        if self.critic is not None and critic_state is not None:
            features = self.critic(torch.cat([observation, critic_state], -1))
        return torch.log_softmax(logits, -1), self.value(features).squeeze(-1)


def _trunk(inputs: int, hidden: int, layers: int) -> nn.Sequential:
    modules: list[nn.Module] = []
    for width_in, width_out in itertools.pairwise([inputs, *[hidden] * layers]):
        modules += [_linear(width_in, width_out, math.sqrt(2)), nn.Tanh()]
    return nn.Sequential(*modules)


def _linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


def sample(log_probs: Tensor) -> Tensor:
    """Draw an action for each row (Gumbel-max trick)."""
    minus_gumbel = torch.empty_like(log_probs).exponential_().log_()
    return (log_probs - minus_gumbel).argmax(-1)


def log_prob_of(log_probs: Tensor, actions: Tensor) -> Tensor:
    """Pick the log probability of the action taken in each row."""
    return log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)


# --- rollout and advantages -----------------------------------------------------------------------


class Rollout:
    """Storage of a rollout: `rollout` decisions of each game; time is the first axis, the game the second."""

    def __init__(self, how: LearnerConfig, inputs: int, actions: int, critic_inputs: int = 0) -> None:
        steps, games = how.rollout, how.games
        self.observations = torch.zeros(steps, games, inputs)
        self.critic_states = torch.zeros(steps, games, critic_inputs)
        self.masks = torch.zeros(steps, games, actions, dtype=torch.int8)
        self.actions = torch.zeros(steps, games, dtype=torch.int64)
        self.learned_from = torch.ones(steps, games, dtype=torch.bool)  # False: the answer of a teammate
        self.log_probs, self.rewards, self.dones = (torch.zeros(steps, games) for _ in range(3))
        self.values = torch.zeros(steps + 1, games)  # the last row bootstraps the games that go on


def gae(rewards: Tensor, values: Tensor, dones: Tensor, gamma: float, lam: float) -> tuple[Tensor, Tensor]:
    """Generalised advantage estimation (Schulman et al. 2016); return advantages and returns."""
    advantages, advantage = torch.zeros_like(rewards), torch.zeros_like(rewards[0])
    for t in reversed(range(len(rewards))):
        goes_on = 1 - dones[t]
        delta = rewards[t] + gamma * goes_on * values[t + 1] - values[t]
        advantage = delta + gamma * lam * goes_on * advantage
        advantages[t] = advantage
    return advantages, advantages + values[:-1]


# --- the algorithm --------------------------------------------------------------------------------


@dataclass
class Report:
    """Metrics of one update; the means over games are NaN where none ended."""

    update: int
    decisions: int
    games: int  # that ended
    reward: float  # of the team at the end of a game, without shaping: mean
    outcomes: dict[str, float]  # share of each way to end, by the world's own names
    shape: float  # weight of the shaped reward
    entropy: float
    kl: float  # between the policies before and after, approximately
    policy_loss: float
    value_loss: float
    explained: float  # variance of the returns that the critic explains


class Learner:
    """Plays a batch of games and learns from it, one `update()` after another.

    The schedules of learning rate, entropy and shaping follow the progress through `updates`; without a number of
    updates they follow `time_used`, the share of the time that has passed.
    """

    def __init__(self, world: World, config: TrainConfig, updates: int | None) -> None:
        torch.manual_seed(config.seed)
        torch.set_num_threads(config.threads)
        self.world, self.config, self.updates, self.update_number = world, config, updates, 0
        self.time_used = 0.0
        how, options = config.learner, config.game.options()
        self.games: Any = BatchGame(
            world, how.games, potential=how.potential, seed=config.seed * SEED_STRIDE, threads=config.threads, **options
        )
        self._critic_state = CriticState(self.games, config.seed) if how.critic == "state" else None
        critic_inputs = len(self._critic_state) if self._critic_state else 0
        inputs = self.games.observation.shape[1]
        self.network = Network(inputs, world.actions, how.hidden, how.layers, critic_inputs)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=how.rate, eps=1e-5)
        self._rollout = Rollout(how, inputs, world.actions, critic_inputs)
        self._mates = Mates(self.games, team(how.mates), self.games.game(0).seats, config.seed) if how.mates else None

    # Schedules: all follow the progress of the run.

    @property
    def progress(self) -> float:
        """Return the share of the run that is done, from 0 to 1."""
        return min(1.0, self.time_used if self.updates is None else self.update_number / self.updates)

    @property
    def rate(self) -> float:
        """Return the learning rate: linear to 0."""
        return self.config.learner.rate * (1 - self.progress)

    @property
    def entropy_weight(self) -> float:
        """Return the weight of the entropy bonus: linear from `entropy` to `entropy_end`."""
        how = self.config.learner
        return how.entropy + (how.entropy_end - how.entropy) * self.progress

    @property
    def shape(self) -> float:
        """Return the weight of the shaped reward: linear from `shape` to 0 at the share `shaped_until`."""
        how = self.config.learner
        return how.shape * max(0.0, 1 - self.progress / how.shaped_until) if how.shaped_until else 0.0

    def update(self) -> Report:
        """Play one rollout of all games, then take some epochs of gradient steps on it."""
        how, rollout, shape = self.config.learner, self._rollout, self.shape
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate
        ends = self._play()
        advantages, returns = gae(rollout.rewards, rollout.values, rollout.dones, how.gamma, how.lam)
        losses = self._optimise(advantages, returns)
        self.update_number += 1
        rewards = rollout.rewards[rollout.dones > 0]  # the last reward of a game is not shaped
        return Report(
            update=self.update_number,
            decisions=how.games * how.rollout,
            games=len(ends),
            reward=rewards.mean().item(),
            outcomes={name: _share(ends == k) for k, name in enumerate(self.world.outcomes) if k},  # 0: still running
            shape=shape,
            explained=1 - float((returns - rollout.values[:-1]).var() / (returns.var() + 1e-8)),
            **losses,
        )

    @torch.no_grad()
    def _play(self) -> np.ndarray:
        """Fill the rollout; return the outcomes of the games that ended meanwhile."""
        rollout, games, shape, ends = self._rollout, self.games, self.shape, []
        for t in range(self.config.learner.rollout):
            rollout.observations[t] = torch.from_numpy(games.observation)
            rollout.masks[t] = torch.from_numpy(games.mask)
            rollout.critic_states[t] = critic_state = self._look()
            log_probs, values = self.network(rollout.observations[t], rollout.masks[t], critic_state)
            actions = sample(log_probs)
            potential = games.potential.copy()
            if self._mates:
                rollout.learned_from[t] = torch.from_numpy(self._mates.answer(actions.numpy()))
            step = games.step(actions.numpy())
            if self._mates:
                self._mates.begin(step.done)
            # At the end the potential is not taken back: the critic would learn the telescoping sum by heart.
            growth = np.where(step.done, 0.0, step.potential - potential)
            rollout.rewards[t] = torch.from_numpy(step.reward + shape * growth)
            rollout.actions[t], rollout.values[t] = actions, values
            rollout.log_probs[t] = log_prob_of(log_probs, actions)
            rollout.dones[t] = torch.from_numpy(step.done)
            ends.append(step.info.outcome[step.done].copy())
        observation, mask = torch.from_numpy(games.observation), torch.from_numpy(games.mask)
        rollout.values[-1] = self.network(observation, mask, self._look())[1]
        return np.concatenate(ends)

    def _look(self) -> Tensor:
        """Return the critic's own input, a row for each game; without columns where it sees what the seat sees."""
        return self._critic_state.of(self.games) if self._critic_state else self._rollout.critic_states[0]

    def _optimise(self, advantages: Tensor, returns: Tensor) -> dict[str, float]:
        """Take the gradient steps of one update over shuffled minibatches; return the means of their losses."""
        how, entropy_weight, rollout = self.config.learner, self.entropy_weight, self._rollout
        observations, masks = rollout.observations.flatten(0, 1), rollout.masks.flatten(0, 1)
        critic_states = rollout.critic_states.flatten(0, 1)
        actions, old_log_probs = rollout.actions.flatten(), rollout.log_probs.flatten()
        advantages, returns = advantages.flatten(), returns.flatten()
        learned_from = rollout.learned_from.flatten().nonzero().squeeze(-1)
        mean, deviation = advantages[learned_from].mean(), advantages[learned_from].std()
        advantages = (advantages - mean) / (deviation + 1e-8)
        losses: dict[str, list[float]] = {"entropy": [], "kl": [], "policy_loss": [], "value_loss": []}
        for _ in range(how.epochs):
            for rows in torch.split(learned_from[torch.randperm(len(learned_from))], how.minibatch):
                log_probs, values = self.network(observations[rows], masks[rows], critic_states[rows])
                log_ratio = log_prob_of(log_probs, actions[rows]) - old_log_probs[rows]
                ratio = log_ratio.exp()
                clipped = ratio.clamp(1 - how.clip, 1 + how.clip)
                policy_loss = -torch.min(advantages[rows] * ratio, advantages[rows] * clipped).mean()
                value_loss = (values - returns[rows]).square().mean()
                entropy = -(log_probs.exp() * log_probs).sum(-1).mean()
                self.optimizer.zero_grad()
                (policy_loss + how.value * value_loss - entropy_weight * entropy).backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), how.norm)
                self.optimizer.step()
                kl = (ratio - 1 - log_ratio).mean()
                for name, loss in zip(losses, (entropy, kl, policy_loss, value_loss), strict=True):
                    losses[name].append(loss.item())
        return {name: float(np.mean(values)) for name, values in losses.items()}


def _share(found: np.ndarray) -> float:
    return float(found.mean()) if len(found) else math.nan
