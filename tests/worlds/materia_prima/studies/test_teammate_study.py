"""The scripted players differ, and the expert is ahead of all: what `make teammates` measured last holds together."""

from pathlib import Path

import numpy as np
import pytest

from mpenv.agents.materia_prima.scripted import scripted_players
from mpenv.seeds import TEAMMATE_STUDY_SEED
from mpenv.worlds.materia_prima.studies import teammate_study
from tests.places import ROOT

COMMITTED = teammate_study.read(ROOT / "docs" / "teammates.json")
NEED_EACH_OTHER = 0.15  # by how much hermits surely stay behind where a scenario asks for cooperation


def test_every_player_was_measured() -> None:
    assert COMMITTED.names == [name for name in scripted_players() if name != teammate_study.MEANT]
    assert COMMITTED.games >= 500


def test_the_experts_team_is_ahead_of_every_other_nearly_always_for_certain_and_nobody_is_better_in_his_place() -> None:
    assert all(cell.ahead >= 0 for row in COMMITTED.cells for cell in row)
    assert len(teammate_study.not_behind(COMMITTED)) <= 1
    assert teammate_study.better_beside(COMMITTED) == []


def test_hermits_stay_far_behind_in_five_scenarios() -> None:
    hermit = COMMITTED.cells[COMMITTED.names.index("hermit")]
    assert sum(cell.ahead - cell.half >= NEED_EACH_OTHER for cell in hermit) >= 5


def test_no_two_players_are_alike() -> None:
    agreement = np.array(COMMITTED.agreement)
    assert (agreement == agreement.T).all()
    assert (agreement.diagonal()[:-1] == 1).all()  # the last one has whims, but is asked only once
    others = agreement[~np.eye(len(agreement), dtype=bool)]
    assert others.max() < 0.95
    assert others.min() < 0.6


def test_a_fresh_measure_agrees_with_the_committed_one() -> None:
    """The first twelve games of a scenario, for two players: teams of three of a kind on the same seeds."""
    seeds = range(TEAMMATE_STUDY_SEED, TEAMMATE_STUDY_SEED + 12)
    arena = teammate_study.Arena(seeds, **teammate_study.options("vault"))
    for name in ("expert", "loafer"):
        share = (arena.play([scripted_players()[name].temperament] * teammate_study.SEATS).outcome == 1).mean()
        measured = COMMITTED.cells[COMMITTED.names.index(name)][teammate_study.SCENARIOS.index("vault")].success[0]
        assert share == pytest.approx(measured, abs=0.35)


def test_the_picture_is_drawn_of_the_committed_measure(tmp_path: Path) -> None:
    teammate_study.draw(COMMITTED, tmp_path / "one.svg")
    drawn = (tmp_path / "one.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<?xml")
    assert "<text" not in drawn  # letters are paths, so that it looks alike everywhere
    assert drawn.count("<use ") > len(COMMITTED.names) ** 2
