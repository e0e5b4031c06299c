"""A calibration counts right, judges by its bands, keeps what was played, and draws the same picture twice."""

import copy
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv.evaluation.tournament_games import Plan as Seeds
from mpenv.evaluation.tournament_games import Played, Team
from mpenv.seeds import CALIBRATION_SEED
from mpenv.workers import OnProgress
from mpenv.worlds.materia_prima import WORLD, switches
from mpenv.worlds.materia_prima.studies.calibration import bands, charts, counting, measuring, playing, report
from mpenv.worlds.materia_prima.studies.calibration.checkpoint import Checkpoint, left, searcher, version
from mpenv.worlds.materia_prima.studies.calibration.plan import (
    EXPERT,
    RANDOM,
    RUNGS,
    SEARCH,
    Cell,
    Chunk,
    Plan,
    public,
)

VAULT = Cell("vault", 2, "hard")
TINY = Plan(games=6, only=("vault",), search="courier:0.8", search_games=2)


def silent(name: str, chunks: Sequence[Chunk], before: int) -> OnProgress:
    return lambda games, decisions: None


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All parts, a few games of one scenario."""
    return measuring.calibrate(WORLD, TINY, tmp_path_factory.mktemp("kept"), 1, silent)


# --- what is played ------------------------------------------------------------------------------------


def test_every_scenario_but_drills_is_played_at_every_table_it_has() -> None:
    cells = Plan().cells()
    assert len(cells) == 7 * 3 * 3 + 3
    assert Cell("prologue", 2, None) in cells
    assert not any(one.scenario.startswith("drill") for one in cells)
    assert {one.name for one in Plan(search="expert").searched()} == {
        f"{name}/{level}" for name in ("alms/2", "vault/3", "great-work/4") for level in ("easy", "normal", "hard")
    }


def test_teams_are_ours_that_are_not_held_out_and_nobody_plays_under_two_names() -> None:
    assert {"expert", "busy", "hermit", "courier"} <= {*public()}
    assert not {"helper", "scholar", "coward", "erratic", "random", "expert@1", "expert@2"} & {*public()}


def test_no_game_is_played_twice_and_every_part_has_its_own() -> None:
    chunks = Plan().compiled()
    assert len({*chunks}) == len(chunks)
    assert Chunk(Cell("hunt", 3, "normal", 0, "sail"), EXPERT, CALIBRATION_SEED, 500) in chunks
    assert Chunk(Cell("vault", 3, "normal", 24), RANDOM, CALIBRATION_SEED, 500) in chunks
    assert {one.first for one in chunks} == {CALIBRATION_SEED}
    alone = Plan(parts=("ladder",), only=("vault",)).compiled()
    assert {(one.cell.scenario, one.cell.days) for one in alone} == {("vault", days) for days in RUNGS}


def test_a_scripted_team_fares_in_compiled_code_as_it_does_decision_by_decision() -> None:
    seeds, slow = range(CALIBRATION_SEED, CALIBRATION_SEED + 20), list[Played]()
    table = Team(WORLD, EXPERT, [EXPERT] * 2, Seeds(VAULT.options, CALIBRATION_SEED, len(seeds)))
    table.play(seeds, slow.append)
    letters = "".join(playing.LETTERS[playing.NAMES.index(one.outcome)] for one in slow)
    assert playing.played(WORLD, "inquisition", Chunk(VAULT, EXPERT, CALIBRATION_SEED, len(seeds))) == letters
    assert {*letters} > {playing.MET}


def test_pieces_side_by_side_are_the_games_of_one_piece() -> None:
    for team in (RANDOM, EXPERT):
        whole = playing.played(WORLD, "inquisition", Chunk(VAULT, team, CALIBRATION_SEED, 10))
        parts = [
            playing.played(WORLD, "inquisition", Chunk(VAULT, team, CALIBRATION_SEED + start, 5)) for start in (0, 5)
        ]
        assert whole == "".join(parts)
        assert len(whole) == 10


def test_only_a_success_within_the_chosen_length_counts() -> None:
    assert [name for name, letter in zip(playing.NAMES, playing.LETTERS, strict=True) if letter == playing.MET] == [
        "success"
    ]
    plan = Plan(("difficulty",), games=5, mates=("expert",), only=("vault/2/hard",))
    ended = dict.fromkeys(plan.compiled(), "SLFAB")
    row = measuring.count(plan, ended)["difficulty"][0]
    assert (row["teams"][EXPERT]["met"], row["teams"][EXPERT]["share"]) == (1, 0.2)


# --- counting ------------------------------------------------------------------------------------------


def test_a_difference_on_the_same_seeds_has_the_interval_of_the_pairs() -> None:
    met, other = np.array([1, 1, 0, 1, 0, 0]) > 0, np.array([1, 0, 0, 0, 0, 1]) > 0
    half = 1.96 * math.sqrt((3 - 6 * (1 / 6) ** 2) / 5 / 6)
    assert counting.difference(met, other) == {
        "ahead": round(1 / 6, 6),
        "low": round(1 / 6 - half, 6),
        "high": round(1 / 6 + half, 6),
    }
    assert counting.difference(met, met) == {"ahead": 0.0, "low": 0.0, "high": 0.0}


def test_cells_count_alike_when_they_are_pooled() -> None:
    one, none = np.ones(4) > 0, np.zeros(4) > 0
    found = counting.pooled([(one, none), (np.ones(40) > 0, np.ones(40) > 0)])
    assert found["ahead"] == 0.5


def test_two_teams_of_which_one_always_fares_the_same_are_not_compared() -> None:
    assert counting.correlation(np.array([1, 0, 1]) > 0, np.ones(3) > 0) is None
    assert counting.correlation(np.array([1, 0, 1, 0]) > 0, np.array([1, 0, 1, 0]) > 0) == 1.0


@pytest.mark.parametrize(
    ("shares", "risen"),
    [([0.1, 0.3, 0.2, 0.6], [0.1, 0.25, 0.25, 0.6]), ([0.9, 0.5, 0.1], [0.5] * 3), ([0, 0.5, 1], [0, 0.5, 1])],
)
def test_what_falls_is_made_one(shares: list[float], risen: list[float]) -> None:
    assert counting.rising(np.array(shares)) == pytest.approx(risen)


@pytest.mark.parametrize(
    ("shares", "day"),
    [([0.1, 0.4, 0.6], 11.5), ([0.0, 0.0, 0.5], 12.0), ([0.5, 0.5, 0.9], 10.0), ([0.6, 0.7, 0.8], -math.inf),
     ([0.1, 0.2, 0.4], math.inf), ([0.4, 0.2, 0.9], 10 + 1 + 0.2 / 0.6)],
)  # fmt: skip
def test_half_succeed_between_the_days_below_and_above(shares: list[float], day: float) -> None:
    assert counting.half_day(np.array(shares), range(10, 13)) == pytest.approx(day)


def test_where_half_succeed_is_told_with_its_side_of_the_ladder() -> None:
    days = range(10, 25)
    assert [counting.day_told(one, days) for one in (-math.inf, 17.04, math.inf)] == ["below 10", "17.0", "above 24"]
    met = np.arange(15)[None, :] >= np.arange(40)[:, None] % 15
    middle, low, high = counting.half_days(met.astype(float), days)
    assert low < middle < high
    assert counting.half_days(met.astype(float), days) == [middle, low, high]


# --- bands ---------------------------------------------------------------------------------------------


def fair() -> dict[str, Any]:
    """A calibration in which all that is wanted is so."""
    shares = {"easy": 0.7, "normal": 0.4, "hard": 0.2}
    cells = [
        cell(f"{name}/{seats}", level, {RANDOM: 0.0, EXPERT: share}, EXPERT)
        for name in ("alms", "vault")
        for seats in (2, 3)
        for level, share in shares.items()
    ]
    searched = [
        {**cell(name, level, {SEARCH: share + 0.1, EXPERT: share}, SEARCH), "correlation": 0.4, "broke": 0}
        for name in ("alms/2", "vault/3", "great-work/4")
        for level, share in shares.items()
    ]
    worse, better = {"ahead": -0.2, "low": -0.3, "high": -0.1}, {"ahead": 0.2, "low": 0.1, "high": 0.3}
    without = {word: better if word == bands.PEACE else worse for word in switches.WITHOUT}
    ablations = [{"cell": f"{name}/3/normal", "without": dict(without)} for name in "abcd"]
    over = {SEARCH: 0.53, EXPERT: 0.43, "ahead": 0.1, "low": 0.02, "high": 0.18}
    return {
        "about": {"only": []},
        "difficulty": cells,
        "search": {"cells": searched, "over_all": over},
        "ablations": ablations,
        "ladder": [{"cell": "vault/3/normal", "teams": {EXPERT: {"falls": []}}}],
    }


def cell(table: str, level: str, shares: dict[str, float], who: str) -> dict[str, Any]:
    step = {"ahead": -0.3, "low": -0.4, "high": -0.2}
    teams = {team: {"share": share} for team, share in shares.items()}
    return {"cell": f"{table}/{level}", "difficulty": level, "teams": teams, "harder": {who: dict(step)}}


def missed(found: dict[str, Any]) -> list[str]:
    return [words for one in bands.verdicts(found) if one.state == bands.MISSED for words in one.missed]


def test_what_is_wanted_is_met_where_all_of_it_is_so() -> None:
    assert {one.state for one in bands.verdicts(fair())} == {bands.MET}


def test_what_was_not_measured_is_said_to_be_so_and_not_to_be_met() -> None:
    assert {one.state for one in bands.verdicts({"about": {"only": []}})} == {bands.UNKNOWN}
    without = {**fair(), "search": None}
    states = {one.wanted: one.state for one in bands.verdicts(without)}
    assert states["search is ahead of the expert over its cells"] == bands.UNKNOWN
    few = fair()
    few["search"]["cells"].pop()
    assert [one.state for one in bands.verdicts(few)].count(bands.UNKNOWN) == 2


def test_a_fifth_of_the_cells_may_miss_and_no_more_does() -> None:
    found = fair()
    for k in range(2):
        found["difficulty"][3 * k]["teams"][EXPERT]["share"] = 0.9
    assert missed(found) == []
    found["difficulty"][1]["teams"][RANDOM]["share"] = 0.013
    assert missed(found) == [
        "alms/2/easy: expert 90.0 %, 5.0 points above 50.0 % to 85.0 %",
        "alms/2/normal: random 1.3 %, 0.3 points above 0.0 % to 1.0 %",
        "alms/3/easy: expert 90.0 %, 5.0 points above 50.0 % to 85.0 %",
    ]


def without_levels() -> dict[str, Any]:
    row = cell("prologue/2", "easy", {RANDOM: 0.4, EXPERT: 1.0}, EXPERT)
    return {**row, "difficulty": None}


def test_a_scenario_without_levels_has_no_bands() -> None:
    found = fair()
    found["difficulty"] = [without_levels()] * 9
    assert bands.in_bands(found["difficulty"]).state == bands.UNKNOWN
    assert bands.outside(without_levels(), RANDOM) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda f: f["difficulty"][1]["harder"][EXPERT].update(ahead=0.05, low=0.01, high=0.09),
         "alms/2/normal: expert is 5.0 points better than at the easier level (1.0 points to 9.0 points)"),
        (lambda f: f["search"]["cells"][2]["harder"][SEARCH].update(ahead=0.1, low=0.001),
         "alms/2/hard: search is 10.0 points better"),
        (lambda f: f["search"]["over_all"].update(low=-0.01),
         "over 9 cells: 10.0 points ahead (-1.0 points to 18.0 points)"),
        (lambda f: f["search"]["over_all"].update({SEARCH: 0.8}), "16.2 points short: 43.0 % against 80.0 %: 53.8 %"),
        (lambda f: f["search"]["cells"][4].update(correlation=0.85), "vault/3/normal: 0.85, 0.05 too much"),
        (lambda f: f["search"]["cells"][4].update(broke=3), "vault/3/normal: 3 games broke"),
        (lambda f: [row["without"].update(sail={"ahead": -0.02, "low": -0.05, "high": 0.01}) for row in f["ablations"]],
         "without sail: nowhere surely worse, 2.0 points at most (at least -1.0 points)"),
        (lambda f: f["ablations"][3]["without"].update(inquisitors={"ahead": 0.1, "low": 0, "high": 0.2}),
         "d/3/normal: 10.0 points, 5.0 points short"),
        (lambda f: f["ladder"][0]["teams"][EXPERT]["falls"].append(17),
         "vault/3/normal: expert at 17 days lies outside of what rises"),
    ],
)  # fmt: skip
def test_each_thing_that_is_missed_is_told_with_by_how_much(change: Any, words: str) -> None:
    found = fair()
    change(found)
    assert [one.startswith(words) for one in missed(found)] == [True]


def test_a_part_of_the_scenarios_cannot_deny_what_is_wanted_of_all() -> None:
    found = {**fair(), "about": {"only": ["vault"]}}
    found["ablations"] = found["ablations"][:1]
    found["ablations"][0]["without"]["sail"] = {"ahead": 0.0, "low": 0.0, "high": 0.0}
    assert missed(found) == []


# --- kept ----------------------------------------------------------------------------------------------


def test_what_was_played_is_read_back_and_a_torn_or_changed_line_is_not(tmp_path: Path) -> None:
    kept, chunks = Checkpoint(tmp_path / "a" / "b", "own"), [Chunk(VAULT, EXPERT, seed, 3) for seed in range(4)]
    assert kept.open() == []
    for chunk in chunks:
        kept.add(chunk, "SFA")
    assert kept.read(playing.LETTERS) == dict.fromkeys(chunks, "SFA")
    text = kept.path.read_text()
    kept.path.write_text(text.replace("SFA", "SSS", 1)[:-9])
    kept.open()
    kept.add(chunks[0], "FFF")
    assert kept.read(playing.LETTERS) == {chunks[0]: "FFF", chunks[1]: "SFA", chunks[2]: "SFA"}
    assert left(chunks, kept.read(playing.LETTERS)) == [chunks[3]]


def test_a_folder_of_another_version_stays_aside_and_is_told(tmp_path: Path) -> None:
    plan, said = Plan(("difficulty",), games=2, mates=("expert",), only=("vault/2/hard",)), list[str]()
    (tmp_path / "0123456789abcdef.jsonl").write_text("not ours\n")
    (tmp_path / f"{version(plan)}-search.jsonl").write_text("")
    measuring.calibrate(WORLD, plan, tmp_path, 1, silent, said.append)
    assert said == [f"{tmp_path}: what other versions played stays aside: 0123456789abcdef.jsonl"]
    assert (tmp_path / "0123456789abcdef.jsonl").read_text() == "not ours\n"


def test_what_a_search_team_is_made_of_is_part_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "weights").write_text("1")
    before = searcher(f"policy:{tmp_path}")
    (tmp_path / "weights").write_text("2")
    assert len({before, searcher(f"policy:{tmp_path}"), searcher("expert")}) == 3


def test_a_second_run_plays_nothing_and_finds_the_same(tmp_path: Path) -> None:
    plan, begun = Plan(("difficulty", "ladder"), games=3, mates=("expert",), only=("vault/3",)), list[int]()

    def begin(name: str, chunks: Sequence[Chunk], before: int) -> OnProgress:
        begun.append(len(chunks))
        return silent(name, chunks, before)

    first = measuring.calibrate(WORLD, plan, tmp_path, 1, begin)
    assert measuring.calibrate(WORLD, plan, tmp_path, 1, begin) == first
    assert begun == [len(plan.compiled())]


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(ValueError, match="is a file; name a folder"):
        measuring.calibrate(WORLD, TINY, tmp_path / "file", 1, silent)
    with pytest.raises(OSError, match="file"):
        measuring.calibrate(WORLD, TINY, tmp_path / "file" / "below", 1, silent)
    assert (tmp_path / "file").read_text() == "mine"


# --- told ----------------------------------------------------------------------------------------------


def test_all_parts_are_plain_data_and_told_in_every_form(tiny: dict[str, Any]) -> None:
    assert json.loads(json.dumps(tiny, allow_nan=False)) == tiny == json.loads(report.dump(tiny))
    text, page = report.summary(tiny), report.markdown(tiny)
    assert all(word in text for word in (*switches.WITHOUT, "vault/4/hard", "half succeed at", "courier:0.8"))
    assert page.count("\n## ") == len(report.LINES) - 1
    assert not any(name in text for name in ("second", "hour"))


def test_a_calibration_of_one_part_tells_only_that(tiny: dict[str, Any]) -> None:
    for part in ("difficulty", "ablations", "ladder"):
        alone = {"about": tiny["about"], "verdicts": tiny["verdicts"], part: tiny[part]}
        assert report.summary(alone)
        assert f"## {part.title()}" in report.markdown(alone) or part == "difficulty"
        assert all(make(alone) for make in report.LINES.values())


def test_ablations_compare_with_the_full_game_on_the_same_seeds(tiny: dict[str, Any]) -> None:
    row = tiny["ablations"][0]
    assert row["cell"] == "vault/3/normal"
    assert row["without"]["move"]["share"] == 0
    assert row["without"]["move"]["ahead"] == pytest.approx(-row["full"]["share"], abs=1e-5)
    full = next(one for one in tiny["difficulty"] if one["cell"] == row["cell"])
    assert row["full"] == full["teams"][EXPERT]


def test_pictures_are_the_same_bytes_each_time_and_show_every_cell(tiny: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    twice = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        drawn = charts.draw(copy.deepcopy(tiny), tmp_path / name)
        assert [one.name for one in drawn] == [charts.HEAT, charts.LADDER]
        twice.append([one.read_bytes() for one in drawn])
    assert twice[0] == twice[1]
    assert charts.draw({"about": {}, "verdicts": []}, tmp_path) == []
