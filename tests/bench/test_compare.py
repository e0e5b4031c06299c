"""`mpenv bench --compare`: what is a loss, what is noise, what cannot be compared."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from mpenv import cli
from mpenv.bench import compare, speed
from tests.bench.test_speed import some_report

NAME = "single_vs_openspiel_hanabi"


def with_ratio(value: float, around: float = 0.02, name: str = NAME) -> dict[str, Any]:
    """A report in which this ratio is so, its rounds so far apart."""
    report = some_report(**{name: value})
    report["rounds"][name] = [value * (1 - around), value * (1 + around)]
    return report


def verdict(old: dict[str, Any], new: dict[str, Any], name: str = NAME) -> str:
    return next(one.verdict for one in compare.changes(old, new) if one.name == name)


@pytest.mark.parametrize(
    ("now", "around", "told"),
    [
        (5.0, 0.02, ""),
        (4.55, 0.02, ""),
        (4.45, 0.02, "LOST"),
        (2.5, 0.02, "LOST"),
        (4.45, 0.12, "lower, but the rounds overlap"),
        (2.5, 0.1, "LOST"),
        (5.6, 0.02, "gained"),
    ],
)
def test_a_loss_is_over_a_tenth_and_beyond_the_spread_of_the_rounds(now: float, around: float, told: str) -> None:
    assert verdict(with_ratio(5.0), with_ratio(now, around)) == told


def test_faster_machines_lose_nothing_and_slower_ones_neither() -> None:
    old, new = some_report(), some_report()
    new["absolute"] = {name: value / 7 for name, value in new["absolute"].items()}
    assert compare.lost(old, new) == []


def test_a_peer_of_another_version_is_told_and_not_judged() -> None:
    old, new = with_ratio(5.0), with_ratio(1.0)
    new["run"]["peers"] = {"OpenSpiel": {"open_spiel": "3"}}
    assert verdict(old, new) == "another version of the peer, not judged"
    slow = with_ratio(0.1, name="single_vs_work")
    slow["run"]["peers"] = new["run"]["peers"]
    assert verdict(old, slow, "single_vs_work") == "LOST"


def test_what_was_measured_in_one_run_only_is_told() -> None:
    old, new = some_report(), some_report()
    del old["ratios"]["aec_vs_connect_four"], new["ratios"][NAME]
    assert verdict(old, new) == "not measured now"
    assert verdict(old, new, "aec_vs_connect_four") == "new"
    assert "not measured now" in compare.table(old, new)
    assert compare.lost(old, new) == []


def test_unlike_runs_are_told() -> None:
    old, new = some_report(), some_report()
    assert "differ" not in compare.table(old, new)
    new["run"]["cores"] = 64
    assert "the runs differ in cores, which changes ratios a little, too" in compare.table(old, new)


def test_a_busy_machine_is_told() -> None:
    old, new = some_report(), some_report()
    assert "busy" not in compare.table(old, new)
    new["absolute"]["machine_share_of_a_core"] = 0.31
    assert "the machine was busy in the new run, which got 31% of a core: measure on a quiet machine" in compare.table(
        old, new
    )


# --- the command --------------------------------------------------------------------------------


def write(folder: Path, report: Any) -> Path:
    path = folder / "old.json"
    path.write_text(report if isinstance(report, str) else json.dumps(report), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("now", "code", "end"), [(4.0, 1, "lost more than 10%"), (4.9, 0, "no ratio lost more than 10%")]
)
def test_the_command_tells_every_change_and_ends_with_a_code(
    now: float, code: int, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    doubts: list[list[str]] = []

    def measure(world: object, say: object, plan: object, doubted: Any) -> dict[str, Any]:
        doubts.append(doubted(with_ratio(now)))
        return with_ratio(now)

    monkeypatch.setattr(speed, "measure", measure)
    new = tmp_path / "new.json"
    assert cli.main(["bench", "--compare", str(write(tmp_path, with_ratio(5.0))), "--json", str(new)]) == code
    out = capsys.readouterr().out.splitlines()
    assert out[-1].endswith(end)
    line = next(line for line in out if line.startswith("single vs openspiel hanabi") and "%" in line)
    assert f"{now / 5 - 1:+.1%}" in line
    assert doubts == [[NAME] if code else []]
    assert compare.load(new)["ratios"][NAME] == now


def test_a_report_may_be_compared_with_the_file_it_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speed, "measure", lambda *_: with_ratio(4.0))
    path = write(tmp_path, with_ratio(5.0))
    assert cli.main(["bench", "--compare", str(path), "--json", str(path)]) == 1
    assert compare.load(path)["ratios"][NAME] == 4.0


def spoiled(**changed: Any) -> dict[str, Any]:
    report = copy.deepcopy(some_report())
    for name, value in changed.items():
        part, _, key = name.partition("__")
        if key:
            report[part][key] = value
        else:
            report[part] = value
    return report


@pytest.mark.parametrize(
    ("report", "told"),
    [
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("[1, 2]", "its format is 'none'"),
        ('{"ratios": {}}', "its format is 'none', not 'mpenv bench 2'"),
        (spoiled(format="mpenv bench 1"), "its format is 'mpenv bench 1'"),
        (spoiled(ratios=[]), "ratios, rounds, absolute and run must be tables"),
        (spoiled(ratios={}), "it has none of the ratios that are measured"),
        (spoiled(ratios__single_vs_work="fast"), "the ratio single_vs_work is 'fast', not a number above 0"),
        (spoiled(ratios__single_vs_work=-1), "the ratio single_vs_work is -1"),
        (spoiled(ratios__single_vs_work=True), "the ratio single_vs_work is True"),
        (spoiled(ratios__single_vs_work=99.0), "the ratio single_vs_work is 99.0, outside of its rounds"),
        (spoiled(rounds__single_vs_work=[3, "2"]), "not the lowest and the highest, numbers above 0"),
        (spoiled(rounds__single_vs_work=None), "not the lowest and the highest, numbers above 0"),
        (spoiled(absolute__machine_share_of_a_core="half"), "machine_share_of_a_core is 'half'"),
        (spoiled(run={}), "run must have the versions"),
    ],
)  # fmt: skip
def test_a_wrong_or_foreign_file_is_refused_before_anything_is_measured(
    report: Any, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(speed, "measure", lambda *_: pytest.fail("it measured"))
    path, new = write(tmp_path, report), tmp_path / "new.json"
    assert cli.main(["bench", "--compare", str(path), "--json", str(new)]) == 2
    err = capsys.readouterr().err
    assert f"mpenv bench: {path}: " in err
    assert told in err
    assert not new.exists()


def test_bytes_that_are_no_text_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "old.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert cli.main(["bench", "--compare", str(path)]) == 2
    assert "it is not UTF-8 text (byte 0)" in capsys.readouterr().err
