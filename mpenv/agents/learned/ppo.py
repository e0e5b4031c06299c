"""PPO for cooperative teams, top to bottom: rollout, GAE, imitation, clipped objective, schedules.

One network plays all seats. The decisions of a game, of whichever seat, form one stream with one team reward. What
differs from textbook PPO, each with a setting of its own in `config.py`:

- Illegal actions are masked: their probability is 0.
- The reward is shaped: the change of the world's potential is added with a weight that fades to 0 during the run.
- The critic may have a trunk of its own, and may see the state of the whole game (as in MAPPO); the policy never does.
- A run may begin by imitating a teacher on the states that the network itself visits (DAgger), then fit the critic
  alone, then learn by PPO beside a loss to the teacher that fades. A planner as teacher labels a few states (`labels`).
- The network may begin as a scripted player: `prior` is added to the logit of the answer that the encoder names.
- With `mates` one seat of each game learns; what its teammates decide is part of what happens in between.
"""

import math
import os
from dataclasses import dataclass
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # waiting threads leave the cores to the games

import numpy as np
import torch
from torch import Tensor, nn

from mpenv.agents.codes import team
from mpenv.agents.learned.answers import answer_columns, columns_seen
from mpenv.agents.learned.config import LearnerConfig, TrainConfig
from mpenv.agents.learned.critic_state import CriticState
from mpenv.agents.learned.curriculum import Shelf, Tasks
from mpenv.agents.learned.drawing import draw
from mpenv.agents.learned.labelled import Labelled
from mpenv.agents.learned.mates import Mates
from mpenv.agents.learned.network import Network, log_prob_of
from mpenv.agents.learned.teacher import Teacher, planner
from mpenv.engine.batch import BatchGame
from mpenv.engine.batch_steps import Step
from mpenv.world import World

SEED_STRIDE = 1_000_003  # between the games of neighbouring run seeds, so that they do not play the same ones
MASK64 = (1 << 64) - 1
MIX = 0x9E3779B97F4A7C15


# --- rollout and advantages -----------------------------------------------------------------------


class Rollout:
    """Storage of a rollout: `rollout` decisions of each game; time is the first axis, the game the second."""

    def __init__(self, how: LearnerConfig, inputs: int, actions: int, critic_inputs: int = 0) -> None:
        steps, games = how.rollout, how.games
        self.observations = torch.zeros(steps, games, inputs, dtype=torch.bfloat16 if how.bf16 else torch.float32)
        self.critic_states = torch.zeros(steps, games, critic_inputs)
        self.masks = torch.zeros(steps, games, actions, dtype=torch.int8)
        self.actions = torch.zeros(steps, games, dtype=torch.int64)
        self.labels = torch.zeros(steps, games, dtype=torch.int64)  # what the teacher would have answered
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
    teacher_loss: float  # cross-entropy to the answers of the teacher
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
        how, options, tasks = config.learner, config.game.options(), config.all_tasks()
        self.games: Any = BatchGame(
            world,
            [tasks[i % len(tasks)] for i in range(how.games)],
            potential=how.potential,
            seed=config.seed * SEED_STRIDE,
            threads=config.threads,
            **options,
        )
        self.tasks = Tasks(len(tasks), evenly=how.draws == "any") if len(tasks) > 1 else None
        self.shelf = Shelf(self.games) if how.starts else None
        self._critic_state = CriticState(self.games, config.seed) if how.critic == "state" else None
        critic_inputs = len(self._critic_state) if self._critic_state else 0
        inputs = columns_seen(world, self.games.encoder, how.prior)
        self.network = Network(
            inputs,
            world.actions,
            how.hidden,
            how.layers,
            own_critic=how.critic != "shared",
            critic_inputs=critic_inputs,
            prior=how.prior,
            answer=answer_columns(world, self.games.encoder) if how.prior else None,
        )
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=how.rate, eps=1e-5)
        self._rollout = Rollout(how, inputs, world.actions, critic_inputs)
        self.mates = Mates(self.games, team(how.mates), self.games.game(0).seats, config.seed) if how.mates else None
        if self.mates:
            self.mates.play()
        self._teacher = Teacher(self.games, how.teacher) if how.teacher and not how.labels else None
        self.labelled: Labelled | None = None
        if how.labels:
            self.labelled = Labelled(self.games, planner(world, how.teacher), inputs, how.labels, config.seed)
        self._drawn = np.zeros(how.games, np.int64), np.zeros(how.games, np.float32)

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

    @property
    def imitates(self) -> bool:
        """Check that the run still imitates its teacher only."""
        return self.progress < self.config.learner.imitation

    @property
    def values_only(self) -> bool:
        """Check that only the critic learns, right after the imitation."""
        how = self.config.learner
        return how.imitation <= self.progress < how.imitation + how.value_start

    @property
    def teacher_weight(self) -> float:
        """Return the weight of the loss to the teacher: 1 in imitation, then linear to 0 at `teacher_until`."""
        how = self.config.learner
        return 1.0 if self.imitates else how.teacher_weight * max(0.0, 1 - self.progress / how.teacher_until)

    def update(self) -> Report:
        """Play one rollout of all games, then take some epochs of gradient steps on it."""
        how, rollout, shape = self.config.learner, self._rollout, self.shape
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate
        ends = self._play()
        if self.labelled is not None and self.teacher_weight:
            self.labelled.think()
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

    # Playing.

    @torch.no_grad()
    def _play(self) -> np.ndarray:
        """Fill the rollout; return the outcomes of the games that ended meanwhile."""
        rollout, games, shape, ends = self._rollout, self.games, self.shape, []
        if self.shelf:
            self.shelf.keep(np.random.default_rng([self.config.seed, self.update_number]))
        for t in range(self.config.learner.rollout):
            rollout.observations[t] = torch.from_numpy(games.observation[:, : self.network.inputs])
            rollout.masks[t] = torch.from_numpy(games.mask)
            rollout.critic_states[t] = self._look()
            logits, values = self._think(rollout.observations[t], rollout.masks[t], rollout.critic_states[t])
            actions, log_probs = self._draw(logits, t)
            if self._teacher and self.teacher_weight:
                labels = self._teacher.answers()
                rollout.labels[t] = torch.from_numpy(labels)
                if self.imitates:  # at first the teacher plays, then the network in more and more games
                    taught = round(len(actions) * (1 - self.progress / self.config.learner.imitation))
                    actions[:taught] = labels[:taught]
            potential = games.potential.copy()
            done, rewards, outcomes = self._step(actions, t)
            rollout.rewards[t] = torch.from_numpy(rewards + shape * self._growth(potential, done))
            rollout.actions[t], rollout.values[t] = torch.from_numpy(actions), values
            rollout.log_probs[t] = torch.from_numpy(log_probs)
            rollout.dones[t] = torch.from_numpy(done)
            ends.append(outcomes[done])
        observation, mask = torch.from_numpy(games.observation), torch.from_numpy(games.mask)
        rollout.values[-1] = self._think(observation, mask, self._look())[1]
        return np.concatenate(ends)

    def _growth(self, before: np.ndarray, done: np.ndarray) -> np.ndarray:
        """Return the growth of the potential; the exact one takes it back at the end (Ng et al. 1999)."""
        how, after = self.config.learner, self.games.potential
        if how.shaping == "exact":
            found: np.ndarray = how.gamma * np.where(done, 0.0, after) - before
            return found
        # Not taken back, or the critic would learn the telescoping sum by heart.
        return np.where(done, 0.0, after - before)

    def _step(self, actions: np.ndarray, t: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Play the answers, and those of teammates until a learning seat is asked; return ends, rewards, outcomes."""
        step = self.games.step(actions)
        done, rewards, outcomes = step.done.copy(), step.reward.copy(), step.info.outcome.copy()
        if self.mates:
            self.mates.begin(np.flatnonzero(done))
        self._begin_others(done, rewards, t)
        if self.mates:

            def note(over: np.ndarray, step: Step) -> None:
                over = over[~done[over]]  # one without a decision of the learner counts for nothing
                rewards[over], outcomes[over], done[over] = step.reward[over], step.info.outcome[over], True

            self.mates.play(note)
        return done, rewards, outcomes

    def _begin_others(self, done: np.ndarray, rewards: np.ndarray, t: int) -> None:
        """Let games of other tasks, and moments of earlier games, follow those that ended."""
        rows = np.flatnonzero(done)
        if len(rows) == 0 or not (self.tasks or self.shelf):
            return
        rng = np.random.default_rng([self.config.seed, self.update_number, t])
        if self.tasks:
            self.tasks.report(self.games.like[rows] % len(self.tasks.success), rewards[rows])
            self.games.begin(rows, self.tasks.draw(len(rows), rng))
        if self.shelf:
            self.shelf.put(rows[rng.random(len(rows)) < self.config.learner.starts], rng)

    def _think(self, observation: Tensor, mask: Tensor, critic_state: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits and values; a critic that predicts success gives a probability."""
        how = self.config.learner
        with torch.autocast("cpu", torch.bfloat16, enabled=how.bf16):
            logits, values = self.network(observation, mask, critic_state)
        return logits, values.sigmoid() if how.predicts == "success" else values

    def _draw(self, logits: Tensor, t: int) -> tuple[np.ndarray, np.ndarray]:
        """Draw an answer in each game; the same run draws the same ones, also after a resume."""
        actions, log_probs = self._drawn
        decision = self.update_number * self.config.learner.rollout + t
        bits = np.uint64(((self.config.seed + 1) * MIX ^ decision * MIX * MIX) & MASK64)
        draw(logits.numpy(), self.games.mask, bits, actions, log_probs)
        return actions, log_probs

    def _look(self) -> Tensor:
        """Return the critic's own input, a row for each game; without columns where it sees what the seat sees."""
        return self._critic_state.of(self.games) if self._critic_state else self._rollout.critic_states[0]

    # Learning.

    def _optimise(self, advantages: Tensor, returns: Tensor) -> dict[str, float]:
        """Take the gradient steps of one update over shuffled minibatches; return the means of their losses."""
        how = self.config.learner
        advantages, returns = advantages.flatten(), returns.flatten()
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        losses: dict[str, list[float]] = {}
        for _ in range(how.epochs):
            for rows in torch.split(torch.randperm(len(returns)), how.minibatch):
                found = self._losses(rows, advantages[rows], returns[rows])
                self.optimizer.zero_grad()
                found.pop("total").backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self.network.parameters(), how.norm)
                self.optimizer.step()
                for name, loss in found.items():
                    losses.setdefault(name, []).append(loss.item())
        return {name: float(np.mean(values)) for name, values in losses.items()}

    def _losses(self, rows: Tensor, advantages: Tensor, returns: Tensor) -> dict[str, Tensor]:
        """Compute the losses of a minibatch, and their sum that is minimised at this stage of the run."""
        how, rollout = self.config.learner, self._rollout
        observations, masks, critic_states = (
            one.flatten(0, 1).index_select(0, rows)
            for one in (rollout.observations, rollout.masks, rollout.critic_states)
        )
        with torch.autocast("cpu", torch.bfloat16, enabled=how.bf16):
            logits, values = self.network(observations, masks, critic_states)
        log_probs = torch.log_softmax(logits, -1)
        value_loss = value_error(values, returns, how.predicts)
        log_ratio = log_prob_of(log_probs, rollout.actions.flatten()[rows]) - rollout.log_probs.flatten()[rows]
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - how.clip, 1 + how.clip)
        policy_loss = -torch.min(advantages * ratio, advantages * clipped).mean()
        entropy = -(logits.softmax(-1) * log_probs).sum(-1).mean()
        teacher_loss = torch.full((), math.nan)
        total = how.value * value_loss
        if not (self.imitates or self.values_only):
            total = total + policy_loss - self.entropy_weight * entropy
        if self._teacher and self.teacher_weight:
            teacher_loss = -log_prob_of(log_probs, rollout.labels.flatten()[rows]).mean()
        elif self.labelled is not None and self.teacher_weight:
            teacher_loss = self._labelled_loss(self.labelled)
        if self.teacher_weight and (self._teacher or self.labelled is not None) and not self.values_only:
            total = total + self.teacher_weight * teacher_loss
        return {
            "total": total,
            "entropy": entropy,
            "kl": (ratio - 1 - log_ratio).mean(),
            "policy_loss": policy_loss,
            "value_loss": value_loss,
            "teacher_loss": teacher_loss,
        }

    def _labelled_loss(self, labelled: Labelled) -> Tensor:
        """Compute the cross-entropy to the answers of a planner in some of the states that are kept."""
        observations, masks, answers = labelled.draw()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.config.learner.bf16):
            logits = self.network.logits(self.network.features(observations), observations, masks)
        return nn.functional.cross_entropy(logits, answers)


def value_error(values: Tensor, returns: Tensor, predicts: str) -> Tensor:
    """Return the loss of a critic: the squared error, or the cross-entropy of a chance of success."""
    if predicts == "success":
        return nn.functional.binary_cross_entropy_with_logits(values, returns.clamp(0, 1))
    return (values - returns).square().mean()


def _share(found: np.ndarray) -> float:
    return float(found.mean()) if len(found) else math.nan
