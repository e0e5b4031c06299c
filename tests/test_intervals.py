"""Confidence intervals of shares and of paired differences."""

import pytest

from mpenv import intervals


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"), [(0, 200, 0.0, 0.0188), (100, 200, 0.4314, 0.5686), (1, 1, 0.2065, 1.0)]
)
def test_a_share_is_told_with_its_wilson_interval(hits: int, count: int, low: float, high: float) -> None:
    share, below, above = intervals.wilson(hits, count)
    assert share == hits / count
    assert (round(below, 4), round(above, 4)) == (low, high)


def test_a_paired_difference_looks_at_the_games_that_only_one_team_wins() -> None:
    """By hand: ahead in 8, behind in 2 of 98 games; shares 9/100 and 3/100, deviation sqrt(0.12 - 0.0036) / 10."""
    one = [True] * 8 + [False] * 2 + [True] * 40 + [False] * 48
    other = [False] * 8 + [True] * 2 + [True] * 40 + [False] * 48
    found, low, high = intervals.paired(one, other)
    assert found == 6 / 98
    assert (low, high) == pytest.approx((0.06 - 1.96 * 0.1164**0.5 / 10, 0.06 + 1.96 * 0.1164**0.5 / 10))
    assert intervals.paired(other, one) == pytest.approx((-found, -high, -low))


def test_a_few_games_that_end_alike_do_not_make_a_difference_sure() -> None:
    found, low, high = intervals.paired([True] * 4, [True] * 4)
    assert found == 0
    assert low < -0.3
    assert high > 0.3


def test_teams_are_paired_only_when_they_played_as_many_games() -> None:
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        intervals.paired([True, False], [True])
