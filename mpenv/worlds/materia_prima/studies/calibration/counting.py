"""Shares, paired differences and the effect of another day, each with its 95 % interval."""

import math
from typing import Any

import numpy as np

from mpenv.intervals import SURE, wilson

RESAMPLES = 1000  # of the bootstrap
HALF = 0.5


def rounded(value: float) -> float:
    """Round for reading and comparison."""
    return round(float(value), 6) + 0.0


def share(met: np.ndarray) -> dict[str, Any]:
    """Games that met the mission, their share, and its Wilson interval."""
    return {
        "met": int(met.sum()),
        "games": len(met),
        **dict(zip(("share", "low", "high"), map(rounded, wilson(int(met.sum()), len(met))), strict=True)),
    }


def difference(met: np.ndarray, other: np.ndarray) -> dict[str, float]:
    """Paired difference of two teams on the same seeds."""
    apart = met.astype(float) - other
    return between(float(apart.mean()), float(apart.var(ddof=1)) / len(apart))


def between(mean: float, variance: float) -> dict[str, float]:
    half = SURE * math.sqrt(variance)
    return {"ahead": rounded(mean), "low": rounded(mean - half), "high": rounded(mean + half)}


def pooled(pairs: list[tuple[np.ndarray, np.ndarray]]) -> dict[str, float]:
    """Mean paired difference over cells of equal weight, each on its own seeds."""
    apart = [one.astype(float) - other for one, other in pairs]
    mean = float(np.mean([one.mean() for one in apart]))
    return between(mean, sum(float(one.var(ddof=1)) / len(one) for one in apart) / len(apart) ** 2)


def correlation(met: np.ndarray, other: np.ndarray) -> float | None:
    """Correlation of two teams' outcomes on the same seeds; None where one is constant."""
    if met.std() == 0 or other.std() == 0:
        return None
    return rounded(np.corrcoef(met, other)[0, 1])


# --- what a day more gives -----------------------------------------------------------------------------


def rising(shares: np.ndarray) -> np.ndarray:
    """Isotonic regression: the nearest row that never falls, by pooling adjacent violators."""
    blocks: list[tuple[float, int]] = []
    for one in shares.tolist():
        blocks.append((one, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (high, many), (low, few) = blocks[-2], blocks[-1]
            blocks[-2:] = [((high * many + low * few) / (many + few), many + few)]
    return np.concatenate([np.full(count, value) for value, count in blocks])


def half_day(shares: np.ndarray, days: range) -> float:
    """Days at which half of the games succeed, by linear interpolation; -inf or inf where that is outside."""
    fit = rising(shares)
    if fit[0] >= HALF:
        return -math.inf if fit[0] > HALF else float(days[0])
    if fit[-1] < HALF:
        return math.inf
    above = int(np.argmax(fit >= HALF))
    low, high = fit[above - 1], fit[above]
    return float(days[above - 1] + (HALF - low) / (high - low) * days.step)


def half_days(met: np.ndarray, days: range) -> list[float]:
    """`half_day` with its bootstrap interval; a row per game, a column per length."""
    rng, games = np.random.default_rng(len(met)), len(met)
    draws = rng.multinomial(games, np.full(games, 1 / games), RESAMPLES)
    found = sorted(half_day(row, days) for row in draws @ met / games)
    return [half_day(met.mean(0), days), found[RESAMPLES // 40], found[-1 - RESAMPLES // 40]]


def day_told(value: float, days: range) -> str:
    """`17.4`, or the side of the ladder on which it lies."""
    if math.isinf(value):
        return f"above {days[-1]}" if value > 0 else f"below {days[0]}"
    return f"{value:.1f}"
