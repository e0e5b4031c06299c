"""Confidence intervals of shares."""

import pytest

from mpenv.evaluation import statistics


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"), [(0, 200, 0.0, 0.0188), (100, 200, 0.4314, 0.5686), (1, 1, 0.2065, 1.0)]
)
def test_a_share_is_told_with_its_wilson_interval(hits: int, count: int, low: float, high: float) -> None:
    share, below, above = statistics.wilson(hits, count)
    assert share == hits / count
    assert (round(below, 4), round(above, 4)) == (low, high)
