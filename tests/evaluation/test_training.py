"""`mpenv train` from its words to its table."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mpenv import cli, recipes
from mpenv.agents.learned import checkpoint, config
from mpenv.evaluation import training
from mpenv.worlds.materia_prima import WORLD
from tests.places import ROOT

SMALL = """
name = "small"
updates = 3
threads = 1
held_out = 4
evaluation_seeds = 10
[game]
scenario = "drill-errand"
[learner]
games = 8
rollout = 8
epochs = 1
minibatch = 64
hidden = 8
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def test_without_torch_the_missing_extra_is_named(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [one for one in sys.modules if one.startswith("mpenv.agents.learned")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("mpenv.agents.learned", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ValueError, match=r"pip install 'mpenv\[train\]'.*missing: torch"):
        training.train(WORLD, small, None, {}, tmp_path, print)
    assert not (tmp_path / "small-1").exists()


def test_a_run_ends_with_a_table_and_what_to_try_next(small: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    said: list[str] = []
    found = training.train(WORLD, small, None, {"updates": 2}, tmp_path, said.append)
    assert (found["reached"]["games"], found["players"].keys()) == (10, {"random", "expert"})
    assert (found["cost"]["decisions"], found["cost"]["updates"], found["machine"]["threads"]) == (128, 2, 1)
    assert found == json.loads((tmp_path / "small-1" / "report.json").read_text())
    told = "\n".join(said)
    for words in (
        "the run folder is",
        "beside expert",
        "of 10 held-out games (95 % interval",
        "cost: 128 decisions in ",
        "1 thread of ",
        "curve.svg",
        "first.jsonl",
        "What to try next",
    ):
        assert words in told
    commands = [line.strip().partition("   ")[0] for line in told.splitlines() if line.startswith("  mpenv ")]
    assert len(commands) == 6
    assert (tmp_path / "small-1" / "report.txt").read_text().startswith("reached: ")
    for command in commands:
        cli._parser().parse_args(shlex.split(command)[1:])
        assert "small-1" in command
    assert f"train --resume {tmp_path / 'small-1'} --set decisions=256" in told
    assert f"train {tmp_path / 'small-1' / 'config.json'} --set game.seats=3" in told
    about, _ = checkpoint.load(tmp_path / "small-1" / "policy")
    assert about["updates"] == 2
    training.train(WORLD, small, None, {}, tmp_path, said.append)
    assert (tmp_path / "small-2").is_dir()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["quickstrt"], "there is no configuration 'quickstrt', there are: adhoc, all"),
        (["standard", "--scenario", "epilogue"], "there is no scenario 'epilogue'"),
        (["standard", "--seats", "7"], "game: seats=7: there are games of 2, 3 and 4 seats"),
        (
            ["SMALL", "--set", "learner.teacher=coward", "--set", "learner.prior=5", "--set", "tasks.seats=3"],
            "learner.prior: the encoder 'flat' has no field 'answer'",
        ),
        (["nowhere.toml"], "there is no configuration 'nowhere.toml'"),
        (["SMALL", "--set", "learner.rate"], "must be NAME=VALUE"),
        (["SMALL", "--set", "game.scenario=epilogue"], "there is no scenario 'epilogue'"),
        (["SMALL", "--set", "game.encoder=round"], "there is no encoder 'round'"),
        (["SMALL", "--set", "game.encoder=planes"], "'planes' gives a dict of arrays"),
        (["SMALL", "--set", "minutes=1", "--set", "updates=2"], "updates, minutes: a run has one budget"),
        (["SMALL", "--set", "learner.mates=no_such_module:Agent"], "agent 'no_such_module:Agent' cannot be loaded"),
        (["SMALL", "--trust", "no_such_module"], "--trust no_such_module: the module cannot be imported"),
        (["--resume", "nowhere"], "is no run folder"),
    ],
)
def test_wrong_words_are_told_before_anything_is_written(
    words: list[str], told: str, small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    given = [str(small) if word == "SMALL" else word for word in words]
    assert cli.main(["train", *given, "--out", str(tmp_path / "runs")]) == 2
    printed: Any = capsys.readouterr()
    assert told in printed.err
    assert not (tmp_path / "runs").exists()


def test_without_a_configuration_those_that_come_along_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["train"]) == 0
    told = capsys.readouterr().out
    for name, path in recipes.named().items():
        assert f"{name} " in told
        assert recipes.sentence(path) in told
    assert "mpenv train NAME begins a run" in told


def test_a_configuration_is_named_and_flags_choose_its_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    small = [
        word for one in ("games=8", "rollout=8", "minibatch=64", "hidden=8") for word in ("--set", f"learner.{one}")
    ]
    words = ["train", "errand", "--scenario", "drill-hunt", "--seats", "3", "--set", "updates=1", "--set", "threads=1"]
    assert cli.main([*words, "--set", "evaluation_seeds=2", *small, "--out", str(tmp_path)]) == 0
    chosen = config.load(tmp_path / "errand-1" / "config.json")
    assert (chosen.name, chosen.game.scenario, chosen.game.seats) == ("errand", "drill-hunt", 3)
    assert "drill-hunt" in capsys.readouterr().out


def test_a_run_folder_whose_name_would_be_two_agents_is_refused(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    assert cli.main(["train", str(small), "--out", str(tmp_path / "one,two")]) == 2
    assert "has a comma, which separates the agents of a team; change --out" in capsys.readouterr().err
    assert not (tmp_path / "one,two").exists()


def test_a_run_goes_on_with_what_is_typed_and_refuses_what_may_not_change(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    folder = tmp_path / "runs" / "small-1"
    assert cli.main(["train", str(small), "--out", str(tmp_path / "runs")]) == 0
    other = tmp_path / "other.toml"
    other.write_text("updates = 4\n[learner]\nhidden = 16\n")
    assert cli.main(["train", str(other), "--resume", str(folder)]) == 2
    assert "learner.hidden is 8, asked for is 16" in capsys.readouterr().err
    other.write_text("updates = 4\nevaluation_seeds = 3\n")
    assert cli.main(["train", str(other), "--resume", str(folder), "--set", "decisions=320"]) == 0
    assert "resuming" in capsys.readouterr().out
    assert len((folder / "metrics.jsonl").read_text().splitlines()) == 5
    assert cli.main(["train", "--resume", str(folder)]) == 0
    assert "its budget is used up; --set decisions=640 extends it" in capsys.readouterr().out


def test_the_script_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/train.py", "nowhere.toml"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "there is no configuration 'nowhere.toml'" in done.stderr
