"""Shares with confidence intervals."""

import math

SURE = 1.96  # standard deviations of a normal distribution: 95 %


def wilson(hits: int, count: int) -> tuple[float, float, float]:
    """Return a share and its 95 % confidence interval (Wilson)."""
    share, z = hits / count, SURE
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return share, max(0.0, middle - half), min(1.0, middle + half)
