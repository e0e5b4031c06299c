"""Check of an RL library: train in one of our environments, then play clearly better than at random."""

import argparse
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import Any

import numpy as np

from mpenv.intervals import wilson
from mpenv.seeds import EVALUATION_SEED

Act = Callable[[Any, np.ndarray, int], int]  # observation, mask and number of the seat to move -> its action


class Clock:
    """The budget of training: ends after so many decisions or minutes, whichever comes first."""

    def __init__(self, decisions: int, minutes: float) -> None:
        self.most, self.minutes, self.decisions, self.seconds = decisions, minutes, 0, 0.0
        self.begin()

    def begin(self) -> None:
        """Start the clock; examples call this after a slow setup of their library."""
        self._start = time.perf_counter()

    def over(self, decisions: int) -> bool:
        """Whether the budget is used up after so many decisions in all."""
        self.decisions, self.seconds = int(decisions), time.perf_counter() - self._start
        return self.decisions >= self.most or self.seconds >= 60 * self.minutes


def run(
    library: str, train: Callable[[Clock], Act], env: Any, decisions: int, words: Sequence[str] | None = None
) -> int:
    """Train, evaluate on unseen games of a `TeamEnv` and print one line; return 1 unless clearly better than random."""
    options = _options(library, decisions, words)
    env.reset(seed=0)  # compile before the clock runs
    clock = Clock(options.decisions, options.minutes)
    act = train(clock)
    seeds = range(EVALUATION_SEED, EVALUATION_SEED + options.games)
    rng = np.random.default_rng(0)
    met = {"random": play(env, lambda seen, mask, seat: int(rng.choice(np.flatnonzero(mask))), seeds)}
    met["learned"] = play(env, act, seeds)
    apart = wilson(met["random"], len(seeds))[2] < wilson(met["learned"], len(seeds))[1]
    rate = clock.decisions / max(clock.seconds, 1e-9)
    shares = "; ".join(f"{team} {_share(count, len(seeds))}" for team, count in met.items())
    verdict = "" if apart else "; FAILED: the intervals touch"
    name = f"{library} {metadata.version(library)}"
    print(f"{name:26} {clock.decisions:>10,} decisions, {rate:>7,.0f} a second; mission met: {shares}{verdict}")
    return 0 if apart else 1


def play(env: Any, act: Act, seeds: range) -> int:
    """Count the games with a full reward."""
    met = 0
    for seed in seeds:
        seen, info = env.reset(seed=seed)
        while "result" not in info:
            seen, _, _, _, info = env.step(act(seen, info["action_mask"], info["seat"]))
        met += info["result"] == 1
    return met


def _share(met: int, games: int) -> str:
    share, low, high = wilson(met, games)
    return f"{share:.1%} ({low:.1%} to {high:.1%})"


def _options(library: str, decisions: int, words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=f"Train a team with {library} and compare it with random play.")
    parser.add_argument("--decisions", type=int, default=decisions, metavar="N", help="decisions of training, at most")
    parser.add_argument("--minutes", type=float, default=2.0, metavar="M", help="minutes of training, at most")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games of each team in the evaluation")
    return parser.parse_args(words)
