"""`mpenv bench --gate`: compare the rate of the engine with a fixed workload, to find a loss of speed without peers.

Both sides run on one thread and are timed by its processor time, so that other programs hardly count.
"""

import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

from mpenv import files
from mpenv.bench.interleave import Side, batch, each, interleave, middle, work
from mpenv.engine.switches import PLAIN
from mpenv.world import World

COMMITTED = Path("configs/bench/gate.toml")
GAMES, ROUNDS, SECONDS = 128, 25, 0.06
LOST = 1 / 3


class Verdict(NamedTuple):
    """The measured ratio, the least that passes, and a sentence with both."""

    ratio: float
    least: float
    words: str

    @property
    def passed(self) -> bool:
        return self.ratio >= self.least


def committed(path: Path) -> float:
    """Read the ratio that the gate compares with."""
    try:
        found = files.read_toml(path)
    except files.BadFile as fault:
        raise ValueError(f"{fault}; the gate runs in a checkout, or give --gate PATH") from None
    ratio = found.pop("ratio", None)
    if found or not isinstance(ratio, float) or not ratio > 0:
        raise ValueError(f"{path}: must hold one line, ratio = a number above 0")
    return ratio


def check(world: World, path: Path = COMMITTED, rounds: int = ROUNDS, seconds: float = SECONDS) -> Verdict:
    """Measure; a failure is measured once more, and the better result counts."""
    if PLAIN:
        raise ValueError("the gate measures compiled rules; unset NUMBA_DISABLE_JIT")
    known = committed(path)
    verdict = _judge(world, known, rounds, seconds)
    return verdict if verdict.passed else max(verdict, _judge(world, known, rounds, seconds))


def _judge(world: World, known: float, rounds: int, seconds: float) -> Verdict:
    rates = interleave([engine(world), work("work", clock=time.thread_time)], rounds, seconds)
    ratio, least = median(each(rates, "engine", "work")), known * (1 - LOST)
    words = (
        f"speed gate: {middle(rates, 'engine'):,.0f} steps/s of {GAMES} games, {ratio:.3f} of the fixed work; "
        f"committed {known:.3f}, at least {least:.3f}: "
    )
    return Verdict(ratio, least, words + ("ok" if ratio >= least else "FAILED, a third of the speed is lost"))


def engine(world: World) -> Side:
    """Measure the engine by the processor time of its thread."""
    return batch(world, GAMES, clock=time.thread_time, name="engine")
