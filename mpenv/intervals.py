"""Shares of games, and differences between teams on the same games, with 95 % confidence intervals."""

import math
from collections.abc import Sequence
from typing import NamedTuple

SURE = 1.96  # standard deviations of a normal distribution: 95 %


class Interval(NamedTuple):
    """What was measured, and the ends of its 95 % interval."""

    found: float
    low: float
    high: float


def wilson(hits: int, count: int) -> Interval:
    """Return a share and its interval (Wilson)."""
    share, z = hits / count, SURE
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def paired(one: Sequence[bool], other: Sequence[bool]) -> Interval:
    """Return by how much one team succeeds more often than the other on the same games, and its interval.

    The interval is that of Bonett and Price (2012): as if one more game had gone to each of the two teams, so that few
    games, or teams that always end alike, give no interval without width.
    """
    ahead = sum(bool(a) and not b for a, b in zip(one, other, strict=True))
    behind = sum(bool(b) and not a for a, b in zip(one, other, strict=True))
    up, down = (ahead + 1) / (len(one) + 2), (behind + 1) / (len(one) + 2)
    half = SURE * math.sqrt((up + down - (up - down) ** 2) / (len(one) + 2))
    return Interval((ahead - behind) / len(one), max(-1.0, up - down - half), min(1.0, up - down + half))
