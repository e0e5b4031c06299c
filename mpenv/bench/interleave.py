"""Interleaved measuring, fair on a busy machine: sides take turns in short rounds, ratios are taken within a round."""

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

import numpy as np

from mpenv.bench.compiled import CELLS, MARKS, ROWS, pick, toil
from mpenv.engine.batch import BatchGame
from mpenv.world import World

SHARE = "share_of_a_core"  # that the process got: 1 on a quiet machine
Rates = dict[str, list[float]]
Side = Callable[[float], dict[str, float]]  # plays for so many seconds and returns its rates by name


def interleave(sides: Iterable[Side], rounds: int, seconds: float) -> Rates:
    """Measure the rates of every side in every round; odd rounds run backwards, so that no side is always first."""
    sides = list(sides)
    for side in sides:
        side(seconds / 10)  # compile, and fill the caches of the processor
    rates: Rates = {}
    for number in range(rounds):
        for side in sides if number % 2 == 0 else reversed(sides):
            for name, rate in side(seconds).items():
                rates.setdefault(name, []).append(rate)
    return rates


def each(rates: Rates, ours: str, theirs: str) -> list[float]:
    """Return the ratio of two sides in every round; empty when one was not measured."""
    if ours not in rates or theirs not in rates:
        return []
    return [a / b for a, b in zip(rates[ours], rates[theirs], strict=True)]


def middle(rates: Rates, name: str) -> float:
    return median(rates[name])


def batch(
    world: World,
    games: int,
    *,
    threads: int = 1,
    clock: Callable[[], float] = time.perf_counter,
    name: str = "",
    critic: bool = False,
    **options: Any,
) -> Side:
    """Measure random legal play of many games at once: `step` alone, and with the random choice of actions.

    `critic`: with the state of the game for a critic, besides the observation.
    """
    name = name or f"batch_{games}"
    play = BatchGame(world, games, seed=1, threads=threads, **options)
    bits, answers = np.ones(1, np.uint64), np.zeros(games, np.int64)

    def run(seconds: float) -> dict[str, float]:
        steps, inside, start = 0, 0.0, clock()
        now = start
        while now < start + seconds:
            pick(play.mask, bits, answers)
            before = clock()
            play.step(answers)
            if critic:
                play.state()
            now = clock()
            inside += now - before
            steps += games
        return {name: steps / inside, f"{name}_with_pick": steps / (now - start)}

    return run


def work(name: str, *, threads: int = 1, clock: Callable[[], float] = time.perf_counter) -> Side:
    """Measure a fixed workload, independent of the engine: rows a second of all threads together."""

    def one(seconds: float) -> float:
        cells, marks = np.zeros((ROWS, CELLS), np.int16), np.zeros((ROWS, MARKS), np.int8)
        bits = np.ones(1, np.uint64)
        rows, start = 0, clock()
        now = start
        while now < start + seconds:
            toil(cells, marks, bits)
            now = clock()
            rows += ROWS
        return rows / (now - start)

    def run(seconds: float) -> dict[str, float]:
        if threads == 1:
            wall, inside = time.perf_counter(), time.thread_time()
            rate = one(seconds)
            return {name: rate, SHARE: (time.thread_time() - inside) / (time.perf_counter() - wall)}
        with ThreadPoolExecutor(threads) as pool:
            return {name: sum(pool.map(one, [seconds] * threads))}

    return run
