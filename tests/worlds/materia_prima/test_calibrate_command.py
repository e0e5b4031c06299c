"""`mpenv calibrate` tells what cannot be before anything is played, and a killed run goes on to the same end."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.progress import clock
from mpenv.worlds.materia_prima.commands.calibrate import Bars
from mpenv.worlds.materia_prima.studies.calibration.plan import Cell, Chunk

FEW = ["difficulty", "--only", "vault/2", "--mates", "expert,courier"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["difficlty"], "there is no part 'difficlty', there are: difficulty, ablations, ladder"),
        (["--mates", "nobody"], "there is no scripted player 'nobody', there are: busy, courier"),
        (["--mates", "random"], "there is no scripted player 'random'"),
        (["--mates", "expert,scholar,coward"], "scholar, coward: held out for judging"),
        (["--mates", "expert,expert"], "expert: named more than once"),
        (["--only", "vaullt"], "there is no scenario 'vaullt' to calibrate, there are: prologue, alms"),
        (["--only", "drill-hunt"], "there is no scenario 'drill-hunt' to calibrate"),
        (["--only", "vault/5"], "there is no cell 'vault/5', there are: vault/SEATS/LEVEL with 2, 3, 4 seats"),
        (["--only", "vault/3/hell"], "there is no cell 'vault/3/hell'"),
        (["--only", "prologue/3/easy"], "with 2, 3, 4 seats and no levels"),
        (["--games", "0"], "0 games: there are 2 to 100,000"),
        (["--games", "1"], "1 games: there are 2 to 100,000"),
        (["--games", "-5"], "-5 games: there are 2 to 100,000"),
        (["--games", "1000000000"], "1000000000 games: there are 2 to 100,000"),
        (["--search", "expert", "--search-games", "0"], "0 search games: there are 2 to 100,000"),
        (["--search", "nobody"], "there is no agent 'nobody'"),
        (["--search", "coward"], "coward: held out for judging"),
        (["--seed", "-1"], "seed -1: it is a whole number from 0"),
        (["--jobs", "0"], "'0' is no number of processes: 1 or more"),
        (["--pack", "nowhere"], "there is no pack 'nowhere'"),
        (["--json", "no/such/place.json"], "no/such/place.json"),
        (["--pictures", "no/folder"], "no/folder is no folder for pictures"),
        (["--folder", "file"], "file is a file; name a folder"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_begun(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    with contextlib.suppress(SystemExit):
        assert cli.main(["calibrate", *words]) == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.err.startswith("mpenv calibrate: ")
    assert printed.out == ""
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_the_exit_code_says_whether_something_was_missed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["calibrate", "difficulty", "--games", "2", "--jobs", "1", "--folder", str(tmp_path / "kept")]
    assert cli.main([*words, "--only", "prologue/2", "--mates", "expert"]) == 0
    assert "not measured 80% of the cells" in capsys.readouterr().out
    words += ["--only", "great-work/4/easy", "--mates", "loafer,expert"]
    code = cli.main([*words, "--markdown", str(tmp_path / "m")])
    assert (tmp_path / "m").read_text().startswith("## About")
    assert ("MISSED" in capsys.readouterr().out) == (code == 1)


def test_a_run_that_is_killed_goes_on_to_the_same_bytes_with_any_number_of_processes(tmp_path: Path) -> None:
    def words(folder: str, *more: str) -> list[str]:
        told = ["--games", "300", "--folder", str(tmp_path / folder), "--json", str(tmp_path / f"{folder}.json")]
        return [sys.executable, "-m", "mpenv.cli", "calibrate", *FEW, *told, *more]

    env = {**os.environ, "MPENV_QUIET": "1"}
    killed = subprocess.Popen(
        words("killed", "--jobs", "1"), env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 120
    while _lines(tmp_path / "killed") < 2 and time.monotonic() < end:
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    assert killed.wait() == -signal.SIGKILL
    (file,) = (tmp_path / "killed").glob("*.jsonl")
    there = _lines(tmp_path / "killed")
    assert 2 <= there < 9
    file.write_bytes(file.read_bytes()[:-20])  # as if it had been killed within a line
    ends = [subprocess.run(one, env=env, capture_output=True, text=True, check=False, timeout=300)
            for one in (words("killed", "--jobs", "2"), words("whole", "--jobs", "1"))]  # fmt: skip
    assert f"{300 * (there - 1):,} are there" in ends[0].stderr
    assert ends[0].returncode == ends[1].returncode
    assert ends[0].stdout == ends[1].stdout
    assert (tmp_path / "killed.json").read_bytes() == (tmp_path / "whole.json").read_bytes()
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".")] == []


def _lines(folder: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in folder.glob("*.jsonl"))


def test_the_bar_tells_what_is_played_and_how_long_that_takes(capsys: pytest.CaptureFixture[str]) -> None:
    bar = Bars()
    chunks = [
        Chunk(Cell("vault", 3, "hard"), "expert", 1, 50),
        Chunk(Cell("hunt", 3, "normal", 12, "sail"), "random", 1, 50),
    ]
    tell = bar.begin("scripted teams", chunks, before=100)
    assert "scripted teams: 200 games, 100 are there" in capsys.readouterr().err
    tell(20, 0)
    assert bar.bar is not None
    assert "60%" in bar.bar.line()
    assert bar.bar.line().endswith("left, expert in vault/3/hard")
    tell(30, 0)
    assert bar.bar.line().endswith("left, random in hunt/3/normal without sail, 12 days")
    assert clock(125.9) == "2:05"
