"""The pulse: its arithmetic, its targets, its sheet, and the command that prints it."""

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest

from mpenv.cli import main
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.studies import full_table, overview_table, pack_stats
from mpenv.worlds.materia_prima.studies.counts import figures
from mpenv.worlds.materia_prima.studies.game_stats import GameStats, play_and_count
from mpenv.worlds.materia_prima.studies.target_ranges import TARGETS, is_outside, target
from tests.worlds.materia_prima import rich

BUSY = "tests.worlds.materia_prima.studies.teams:Busy"


def silent(words: str) -> None: ...


def told(outcome: str, day: int, length: int, plies: int = 10, **days: list[int]) -> GameStats:
    """Statistics as if a game had gone like that."""
    one = GameStats()
    one.outcome, one.day, one.length, one.plies = outcome, day, length, plies
    one.days = {what.replace("_", " "): list(when) for what, when in days.items()}
    return one


def test_figures_are_counted_by_hand_here() -> None:
    found = figures(
        [
            told("success", 12, 12, 100, alarm=[2, 7, 8], inquisitor=[7, 8], mission=[3, 5], level_1=[4], level_2=[11]),
            told("abort", 4, 12, 20, alarm=[1], inquisitor=[1], attack=[2, 3], stone_lost=[3, 4], level_1=[2]),
            told("failure", 12, 12, 60),
        ]
    )
    assert found["mission met"][0] == pytest.approx(1 / 3)
    assert found["aborted"] == pytest.approx(1 / 3)
    assert found["decisions"] == 60
    assert found["days played"] == pytest.approx(28 / 3)
    assert found["alarms a day"] == pytest.approx(4 / 28)
    assert found["alarms a day, first half"] == pytest.approx(2 / 16)
    assert found["alarms a day, second half"] == pytest.approx(2 / 12)
    assert found["first inquisitor"] == 7
    assert found["attacks on alchemists"] == pytest.approx(2 / 3)
    assert found["stones lost"] == pytest.approx(2 / 3)
    assert found["missions"] == {4: pytest.approx(1 / 3), 8: pytest.approx(2 / 3), 12: pytest.approx(2 / 3)}
    assert found["first level 1"] == 4
    assert found["games with level 1"] == pytest.approx(2 / 3)
    assert found["first level 2"] is None
    assert found["games with level 2"] == pytest.approx(1 / 3)


def test_figures_of_played_games_keep_their_arithmetic() -> None:
    options = {"scenario": "losses", "seats": 4, "pack": rich.WHOLE}
    counted_games = [play_and_count(BUSY, seed, options) for seed in range(1, 13)]
    found = figures(counted_games)
    assert sum(found["actions"].values()) == pytest.approx(1)
    assert found["alarms a day"] * found["days played"] * 12 == pytest.approx(
        sum(len(one.days.get("alarm", [])) for one in counted_games)
    )
    halves = sorted([found["alarms a day, first half"], found["alarms a day, second half"]])
    assert halves[0] <= found["alarms a day"] <= halves[1]
    assert found["stones lost"] <= 4
    assert 0 < found["blocked"] < 1
    assert list(found["missions"].values()) == sorted(found["missions"].values())
    assert (
        found["events paid"] + found["events unpaid"]
        == sum(one.day >= day for one in counted_games for day in (4, 8, 12, 16)) / 12
    )


def test_two_processes_find_what_one_finds() -> None:
    cells = pack_stats.cells("inquisition", ["prologue", "generated:17"], [2, 3])
    one = pack_stats.measure(cells, ["random"], 12, silent, jobs=1)
    two = pack_stats.measure(cells, ["random"], 12, silent, jobs=2)
    assert one == two
    assert [(row["scenario"], row["seats"]) for row in one] == [
        ("prologue", 2), ("prologue", 3), ("generated:17", 2), ("generated:17", 3),
    ]  # fmt: skip


def test_all_but_drills_and_the_tutorial_are_looked_at_and_a_difficulty_is_for_those_that_have_one() -> None:
    cells = pack_stats.cells("inquisition", None, [2], "hard")
    drills = {"drill-errand", "drill-hunt", "watch-in-fog", "first-days"}
    assert [cell.scenario for cell in cells] == [
        name for name in load("inquisition").ids["scenario"] if name not in drills
    ]
    assert {cell.difficulty for cell in cells if cell.scenario == "prologue"} == {None}
    assert {cell.difficulty for cell in cells if cell.scenario != "prologue"} <= {"hard"}


def test_targets_of_a_game_grow_with_its_days_and_others_do_not() -> None:
    assert target("decisions", 2, 20) == (250, 300)
    assert target("decisions", 4, 12) == (300, 360)
    assert target("alarms a day", 3, 12) == TARGETS["alarms a day"].three
    assert target("town missions", 2, 20) is None
    assert is_outside("aborted", 0.21, 2, 20)
    assert not is_outside("aborted", 0.2, 2, 20)
    assert not is_outside("first inquisitor", None, 2, 20)


def row(team: str, **changes: Any) -> dict[str, Any]:
    found = figures([told("success", 20, 20, 270, alarm=[5] * 10, inquisitor=[4])])
    return {"scenario": "alms", "seats": 2, "team": team, **found, **changes}


def test_the_sheet_sets_teams_side_by_side_and_marks_what_lies_outside_but_not_for_a_random_team() -> None:
    text = full_table.sheet([row("random", decisions=90.0), row("mine:Own", decisions=400.0)])
    lines = {line[:34].strip(): line[34:] for line in text.splitlines()}
    assert lines["decisions"].split() == ["90", "400!", "250", "-", "300"]
    assert lines["alarms a day"].split() == ["0.50", "0.50", "0.40", "-", "0.60"]
    assert lines["first level 1"].split() == ["-", "-", "3", "-", "6"]
    assert lines["mission met"].split() == ["100.0%", "100.0%"]
    assert "alms, 2 seats, 20 days, 1 games a team" in text
    assert "Own" in text


def test_targets_are_for_the_busy_team_where_it_plays() -> None:
    text = full_table.sheet([row("busy", decisions=400.0), row("expert", decisions=400.0)])
    assert next(line for line in text.splitlines() if line.startswith("decisions")).split()[1:3] == ["400!", "400"]
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in overview_table.glance(
        [row("random"), row("busy", decisions=400.0), row("expert", decisions=400.0), row("mine:Own", seats=4)]
    ).splitlines() if line.startswith("|")]  # fmt: skip
    head, _, two, four, idle, busy, expert, own = (dict(zip(lines[0], line, strict=True)) for line in lines)
    assert set(head) == set(head.values())
    assert [two["seats"], two["team"], two["decisions"]] == ["2", "busy", "250 to 300"]
    assert [four["seats"], four["alarms"]] == ["4", "1.00 to 1.40"]
    assert [one["decisions"] for one in (idle, busy, expert)] == ["270", "400!", "400"]
    assert [one["met"] for one in (busy, own)] == ["100%", "100%"]
    assert [one["team"] for one in (idle, busy, expert, own)] == ["random", "busy", "expert", "Own"]


def test_the_table_tells_the_inquisitors_of_the_eighth_day_of_real_games() -> None:
    (found,) = pack_stats.measure(pack_stats.cells("inquisition", ["alms"], [2]), ["busy"], 4, silent, jobs=1)
    cells = [cell.strip() for cell in overview_table.glance([found]).splitlines()[3].split("|")]
    head = [cell.strip() for cell in overview_table.glance([found]).splitlines()[0].split("|")]
    assert cells[head.index("day 8")].rstrip("!") == f"{found['inquisitors'][8]:.1f}"
    assert cells[head.index("day 16")] != "-"


def test_the_command_prints_the_sheet_and_writes_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pulse.json"
    words = [
        "pack",
        "pulse",
        "--scenario",
        "prologue",
        "--seats",
        "2,4",
        "--games",
        "3",
        "--team",
        f"random,{BUSY}",
        "--full",
    ]
    assert main([*words, "--jobs", "1", "--json", str(file)]) == 0
    said = capsys.readouterr()
    assert said.out.count("mission met") == 2
    assert "4 of 4" in said.err
    rows = json.loads(file.read_text())
    assert [(one["seats"], one["team"], one["games"]) for one in rows] == [
        (2, "random", 3), (2, BUSY, 3), (4, "random", 3), (4, BUSY, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--scenario", "epilogue"], "there is no scenario 'epilogue'"),
        (["--scenario", "generated:x"], "behind 'generated:' stands a whole number"),
        (["--seats", "5"], "there are games of 2, 3 and 4 seats"),
        (["--seats", "two"], "'two' is no list of numbers, like 2,3,4"),
        (["--team", "genius"], "there is no agent 'genius'"),
        (["--games", "0"], "games=0 must be 1 or more"),
        (["--difficulty", "absurd"], "there is no difficulty 'absurd'"),
        (["nowhere"], "there is no pack 'nowhere'"),
    ],
)
def test_a_wrong_word_is_told_before_anything_is_played(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with contextlib.suppress(SystemExit):
        assert main(["pack", "pulse", *words]) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert said.out == ""
