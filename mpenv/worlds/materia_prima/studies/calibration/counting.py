"""Shares, differences on equal seeds, and what a day more gives, each with its 95 % interval."""

import math
from typing import Any

import numpy as np

from mpenv.evaluation.statistics import SURE, wilson

DRAWN = 1000  # resamplings of a bootstrap
HALF = 0.5


def rounded(value: float) -> float:
    """Short enough to read, long enough to compare."""
    return round(float(value), 6) + 0.0


def share(met: np.ndarray) -> dict[str, Any]:
    """How many games met the mission, their share, and its interval by Wilson."""
    return {
        "met": int(met.sum()),
        "games": len(met),
        **dict(zip(("share", "low", "high"), map(rounded, wilson(int(met.sum()), len(met))), strict=True)),
    }


def difference(met: np.ndarray, other: np.ndarray) -> dict[str, float]:
    """By how much one is ahead of another on the same seeds."""
    apart = met.astype(float) - other
    return between(float(apart.mean()), float(apart.var(ddof=1)) / len(apart))


def between(mean: float, variance: float) -> dict[str, float]:
    half = SURE * math.sqrt(variance)
    return {"ahead": rounded(mean), "low": rounded(mean - half), "high": rounded(mean + half)}


def pooled(pairs: list[tuple[np.ndarray, np.ndarray]]) -> dict[str, float]:
    """The same over cells that count alike, each on its own seeds."""
    apart = [one.astype(float) - other for one, other in pairs]
    mean = float(np.mean([one.mean() for one in apart]))
    return between(mean, sum(float(one.var(ddof=1)) / len(one) for one in apart) / len(apart) ** 2)


def correlation(met: np.ndarray, other: np.ndarray) -> float | None:
    """How alike two teams fare on the same seeds; None where one of them always fares the same."""
    if met.std() == 0 or other.std() == 0:
        return None
    return rounded(np.corrcoef(met, other)[0, 1])


# --- what a day more gives -----------------------------------------------------------------------------


def rising(shares: np.ndarray) -> np.ndarray:
    """The nearest row that never falls: neighbours that do are made one (isotonic regression)."""
    blocks: list[tuple[float, int]] = []
    for one in shares.tolist():
        blocks.append((one, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (high, many), (low, few) = blocks[-2], blocks[-1]
            blocks[-2:] = [((high * many + low * few) / (many + few), many + few)]
    return np.concatenate([np.full(count, value) for value, count in blocks])


def half_day(shares: np.ndarray, days: range) -> float:
    """The days at which half succeed, on straight lines between; -inf or inf where that lies outside."""
    fit = rising(shares)
    if fit[0] >= HALF:
        return -math.inf if fit[0] > HALF else float(days[0])
    if fit[-1] < HALF:
        return math.inf
    above = int(np.argmax(fit >= HALF))
    low, high = fit[above - 1], fit[above]
    return float(days[above - 1] + (HALF - low) / (high - low) * days.step)


def half_days(met: np.ndarray, days: range) -> list[float]:
    """Where half succeed, with its interval from games drawn again; a row for each game, a column for each length."""
    rng, games = np.random.default_rng(len(met)), len(met)
    draws = rng.multinomial(games, np.full(games, 1 / games), DRAWN)
    found = sorted(half_day(row, days) for row in draws @ met / games)
    return [half_day(met.mean(0), days), found[DRAWN // 40], found[-1 - DRAWN // 40]]


def day_told(value: float, days: range) -> str:
    """`17.4`, or on which side of the ladder it lies."""
    if math.isinf(value):
        return f"above {days[-1]}" if value > 0 else f"below {days[0]}"
    return f"{value:.1f}"
