"""Games on seeds that no run trains on: how a network ends them, beside scripted and random players."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from mpenv.agents import codes, registry
from mpenv.agents.learned.checkpoint import LIKELIEST
from mpenv.agents.learned.config import TrainConfig
from mpenv.agents.learned.drawing import draw
from mpenv.agents.learned.mates import Mates
from mpenv.agents.learned.network import Network
from mpenv.engine.batch import BatchGame
from mpenv.engine.batch_steps import Step
from mpenv.world import World

FIRST_SEED = 3_000_000_000  # far above the seeds of any run
RANDOM = "random"  # the team that draws among its legal actions
Answers = Callable[[BatchGame], np.ndarray]  # an action for each game


def batch(world: World, config: TrainConfig, games: int, encoder: str | None = None) -> BatchGame:
    """Return the games of a configuration on held-out seeds, its tasks in turns."""
    tasks, options = config.all_tasks(), config.game.options()
    each = [tasks[i % len(tasks)] for i in range(games)]
    options |= {} if encoder is None else {"encoder": encoder}
    return BatchGame(world, each, seed=FIRST_SEED, threads=config.threads, **options)


def outcomes(games: BatchGame, answers: Answers, count: int, mates: Mates | None = None) -> np.ndarray:
    """Play so many games, in each row one after another; return how each ended, as numbers of `world.outcomes`."""
    found, number = np.zeros(count, np.int8), np.arange(games.games)

    def note(over: np.ndarray, step: Step) -> None:
        wanted = over[number[over] < count]
        found[number[wanted]] = step.info.outcome[wanted]
        number[over] += games.games  # the next game of a row plays the seed that lies so far ahead

    games.reset()
    if mates:
        mates.play(note)
    while (number < count).any():
        step = games.step(answers(games))
        over = np.flatnonzero(step.done)
        note(over, step)
        if mates:
            mates.begin(over)
            mates.play(note)
    return found


def successes(games: BatchGame, answers: Answers) -> np.ndarray:
    """Play the first game of every row to its end; return 1 for each success, else 0."""
    world = games.world
    won: np.ndarray = outcomes(games, answers, games.games) == world.outcomes.index(world.terms.success)
    return won.astype(np.float32)


def answers_of(network: Network, *, greedy: bool, seed: int, bf16: bool = False) -> Answers:
    """Return the answers of a network: its likeliest action, or one drawn by its probability."""
    rng = np.random.default_rng(seed)

    @torch.no_grad()
    def answer(games: Any) -> np.ndarray:
        observation, mask = torch.from_numpy(games.observation), torch.from_numpy(games.mask)
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            logits = network.logits(network.features(observation), observation, mask).numpy()
        return logits.argmax(1) if greedy else _drawn(logits, games.mask, rng)

    return answer


def random_answers(seed: int) -> Answers:
    """Return legal actions, each with the same chance."""
    rng = np.random.default_rng(seed)
    return lambda games: _drawn(np.zeros(games.mask.shape, np.float32), games.mask, rng)


def _drawn(logits: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    actions, log_probs = np.zeros(len(mask), np.int64), np.zeros(len(mask), np.float32)
    draw(logits, mask, rng.integers(1 << 64, dtype=np.uint64), actions, log_probs)
    return actions


def plays_batches(world: World, code: str) -> bool:
    """Check that a player answers in many games at once, as scripted players do."""
    return code == RANDOM or hasattr(registry.make(code, world=world), "answer_batch")


class HeldOut:
    """The held-out games of a run, for its network and for the players that it is compared with.

    Everybody plays the same seeds, beside the same mates if the run has some. Nothing here touches the run: the games
    are others, and draws come from generators that begin anew with each call.
    """

    def __init__(self, world: World, config: TrainConfig) -> None:
        self._world, self._config, self._games = world, config, dict[str, BatchGame]()

    def by_network(self, network: Network, count: int) -> np.ndarray:
        """Return how games end that the network plays as `policy:RUN` does."""
        how = self._config.learner
        answers = answers_of(network, greedy=how.plays == LIKELIEST, seed=FIRST_SEED, bf16=how.bf16)
        return self._played(self._world, None, answers, count)

    def by_player(self, code: str, count: int) -> np.ndarray:
        """Return how games end that a player answers by steps, also where a run learns longer actions."""
        world: World = getattr(self._world, "steps", self._world)
        player: Any = None if code == RANDOM else registry.make(code, world=world)
        answers = random_answers(FIRST_SEED) if player is None else player.answer_batch
        return self._played(world, world.terms.encoder, answers, count)

    def _played(self, world: World, encoder: str | None, answers: Answers, count: int) -> np.ndarray:
        asked = codes.team(self._config.learner.mates) if self._config.learner.mates else []
        rows = count if asked else min(count, self._config.held_out)  # with mates: game k has the same ones for all
        key = f"{world.name} {encoder} {rows}"
        if key not in self._games:
            self._games[key] = batch(world, self._config, rows, encoder)
        games = self._games[key]
        mates = Mates(games, asked, games.game(0).seats, FIRST_SEED) if asked else None
        return outcomes(games, answers, count, mates)
