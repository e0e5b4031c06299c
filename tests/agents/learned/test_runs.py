"""Runs: what a folder keeps, that it goes on exactly, and what is safe when it is stopped."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from mpenv.agents import make
from mpenv.agents.learned import checkpoint, config, run
from mpenv.agents.learned.policy import Policy
from mpenv.record.replay import read, resimulate
from mpenv.worlds.materia_prima import WORLD
from tests.places import ROOT

SMALL: dict[str, Any] = {
    "name": "small",
    "updates": 6,
    "threads": 1,
    "checkpoint_seconds": 1e9,
    "held_out": 4,
    "evaluation_seeds": 4,
    "game": {"scenario": "drill-errand"},
    "learner": {"games": 16, "rollout": 8, "epochs": 2, "minibatch": 64, "hidden": 16},
}


def begun(folder: Path, **changes: Any) -> run.Run:
    return run.Run.start(WORLD, folder, config.read({**SMALL, **changes}, "small"))


def weights(folder: Path) -> dict[str, np.ndarray]:
    return checkpoint.load(folder / "policy")[1]


def nothing(*_: object) -> None:
    pass


def test_a_run_keeps_all_that_is_promised(tmp_path: Path) -> None:
    one = begun(tmp_path / "run")
    one.go(nothing)
    folder = tmp_path / "run"
    kept = {path.name for path in folder.iterdir()}
    assert kept == {
        "config.json", "metrics.jsonl", "evaluations.jsonl", "tensorboard", "curve.svg", "checkpoints", "policy",
        "first.jsonl", "last.jsonl", ".lock",
    }  # fmt: skip
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    assert [line["update"] for line in lines] == [1, 2, 3, 4, 5, 6]
    assert lines[-1]["total"] == 6 * 16 * 8
    assert "<svg" in (folder / "curve.svg").read_text()
    for name in ("first.jsonl", "last.jsonl"):
        assert resimulate(folder / name, WORLD).outcome is not None
        assert read(folder / name)[2] is not None
    assert not [path for path in folder.rglob("*") if path.suffix in (".pkl", ".pickle", ".pt", ".pth")]


@pytest.mark.parametrize("critic", ["shared", "own", "state"])
def test_a_run_taken_up_again_ends_just_as_one_that_never_stopped(critic: str, tmp_path: Path) -> None:
    how = {**SMALL["learner"], "critic": critic}
    begun(tmp_path / "whole", learner=how).go(nothing)

    def stop(one: run.Run, report: object) -> None:
        if one.learner.update_number == 4:
            raise KeyboardInterrupt

    with pytest.raises(run.Stopped, match="stopped after update 4"):
        begun(tmp_path / "half", learner=how).go(stop)
    again = run.Run.resume(WORLD, tmp_path / "half")
    assert again.learner.update_number == 4
    again.go(nothing)
    whole, half = weights(tmp_path / "whole"), weights(tmp_path / "half")
    assert whole.keys() == half.keys()
    assert all((whole[name] == half[name]).all() for name in whole)
    assert not any("critic" in name for name in whole)
    told = [
        [
            {k: v for k, v in json.loads(line).items() if k != "seconds"}
            for line in (tmp_path / n / "metrics.jsonl").open()
        ]
        for n in ("whole", "half")
    ]
    assert json.dumps(told[0]) == json.dumps(told[1])


def test_a_kill_loses_only_what_came_after_the_last_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    words = (
        'name = "small"\nupdates = 100000\nthreads = 1\ncheckpoint_seconds = 0.2\n[game]\nscenario = "drill-errand"\n'
    )
    path.write_text(words + "[learner]\ngames = 16\nrollout = 8\nepochs = 1\nminibatch = 64\nhidden = 16\n")
    command = [sys.executable, "-m", "mpenv.cli", "train", str(path), "--out", str(tmp_path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    folder = tmp_path / "small-1"
    try:
        until = time.monotonic() + 90
        while time.monotonic() < until:
            if any(int(one.name) > 0 for one in (folder / "checkpoints").glob("[0-9]*") if one.name.isdigit()):
                break
            time.sleep(0.05)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    again = run.Run.resume(WORLD, folder)
    number = again.learner.update_number
    assert number > 0
    assert len((folder / "metrics.jsonl").read_text().splitlines()) == number
    again.learner.updates = number + 2
    again.go(nothing)
    assert len((folder / "metrics.jsonl").read_text().splitlines()) == number + 2


def test_a_checkpoint_that_does_not_fit_is_refused_with_what_differs(tmp_path: Path) -> None:
    begun(tmp_path / "run")
    (place,) = (tmp_path / "run" / "checkpoints").iterdir()
    about = json.loads((place / "about.json").read_text())
    about["stamp"] |= {"inputs": 7, "version": 99, "pack": "another"}
    (place / "about.json").write_text(json.dumps(about))
    with pytest.raises(ValueError, match="does not fit") as caught:
        run.Run.resume(WORLD, tmp_path / "run")
    for words in ("inputs is 7 there", "version is 99 there", "pack is 'another' there"):
        assert words in str(caught.value)


def test_what_is_no_run_or_checkpoint_is_told_plainly(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no run folder"):
        run.Run.resume(WORLD, tmp_path)
    with pytest.raises(ValueError, match="is no checkpoint"):
        make(f"policy:{tmp_path}")
    begun(tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "checkpoints")
    with pytest.raises(ValueError, match="has no checkpoint"):
        run.Run.resume(WORLD, tmp_path / "run")


def test_a_folder_that_cannot_be_written_is_told_before_anything_starts(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="cannot be written"):
        begun(tmp_path / "file" / "run")


def test_a_disk_that_fills_up_says_what_is_safe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = begun(tmp_path / "run", checkpoint_seconds=0.0001)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    def show(one: run.Run, report: object) -> None:
        if one.learner.update_number == 3:
            monkeypatch.setattr(checkpoint, "save", full)

    with pytest.raises(ValueError, match=r"No space left on device\); the last checkpoint is .*000002"):
        one.go(show)


def test_a_policy_plays_legal_actions_and_the_same_from_the_same_seed(tmp_path: Path) -> None:
    begun(tmp_path / "run")
    game = WORLD.game(seed=4, scenario="prologue", seats=3)
    players = [make(f"policy:{tmp_path / 'run'}") for _ in range(3)]
    for seat, player in enumerate(players):
        player.reset(seat, 9)
    while game.seat is not None:
        game.apply(players[game.seat].act(game.view(game.seat)))
    twins = [Policy(tmp_path / "run") for _ in range(2)]
    view = WORLD.game(seed=1).view(WORLD.game(seed=1).seat or 0)
    for twin in twins:
        twin.reset(0, 5)
    assert [twins[0].act(view) for _ in range(20)] == [twins[1].act(view) for _ in range(20)]
    views = [(game := WORLD.game(seed=seed)).view(game.seat or 0) for seed in range(30)]
    answers = twins[0].act_many(views)
    assert all(answer in view.legal for answer, view in zip(answers, views, strict=True))
    assert re.fullmatch(r"plays this with probability \d+%, one of \d+ legal answers", twins[0].explain())
