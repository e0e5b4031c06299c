"""The scenarios of the published pack need alchemists who do more than their own errands."""

import pytest

from mpenv.worlds.materia_prima.studies import pack_stats

GAMES = 40


def met(team: str, scenario: str) -> float:
    cells = pack_stats.cells("inquisition", [scenario], [3])
    (found,) = pack_stats.measure(cells, [team], GAMES, lambda words: None, jobs=1)
    return float(found["mission met"][0])


@pytest.mark.parametrize("scenario", ["licences", "tithe", "watch"])
@pytest.mark.rule("MP-BASE-SCEN-6")
def test_a_team_that_hands_over_and_shares_out_the_work_meets_what_loners_do_not(scenario: str) -> None:
    together, alone = met("expert", scenario), met("hermit", scenario)
    assert together >= 0.4
    assert alone <= together - 0.3


@pytest.mark.rule("MP-BASE-SCEN-6")
def test_where_nobody_may_mine_all_that_he_needs_no_loner_ever_gets_it() -> None:
    assert met("hermit", "licences") == 0
