"""Runs that are killed, interrupted, resumed with changes, or wanted by two."""

import dataclasses
import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from mpenv.agents.learned import checkpoint, config, evaluations, held_out, ppo, run
from mpenv.engine.batch_snapshots import ABOUT
from mpenv.record.replay import resimulate
from mpenv.seeds import agent_seed
from mpenv.worlds.materia_prima import WORLD
from tests.agents.learned.compared import differences
from tests.places import ROOT

SMALL: dict[str, Any] = {
    "name": "small",
    "updates": 4,
    "threads": 1,
    "checkpoint_seconds": 1e9,
    "held_out": 4,
    "evaluation_seeds": 6,
    "game": {"scenario": "drill-errand"},
    "learner": {"games": 8, "rollout": 4, "epochs": 2, "minibatch": 16, "hidden": 8},
}
A_UPDATE = 8 * 4  # decisions


def begun(folder: Path, **changes: Any) -> run.Run:
    return run.Run.start(WORLD, folder, config.read({**SMALL, **changes}, "small"))


def nothing(*_: object) -> None:
    pass


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was never stopped."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    begun(folder).go(nothing)
    return folder


@pytest.fixture
def finished(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "finished"))


# --- interrupts and kills -------------------------------------------------------------------------


def interrupted(monkeypatch: pytest.MonkeyPatch, update: int, times: int) -> None:
    """Ctrl-C, so many times, in the middle of the learning of an update."""
    learn, count = ppo.Learner._optimise, [0]

    def broken(self: ppo.Learner, *given: Any) -> dict[str, float]:
        count[0] += 1
        if count[0] == update:
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
        return learn(self, *given)

    monkeypatch.setattr(ppo.Learner, "_optimise", broken)


@pytest.mark.parametrize(
    ("times", "words"), [(1, "stopped after update 2"), (2, "stopped at once; the last checkpoint is .*000000")]
)
def test_an_interrupt_inside_an_update_leaves_a_run_that_goes_on_as_if_never_stopped(
    times: int, words: str, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = begun(tmp_path / "half")
    with monkeypatch.context() as patched:
        interrupted(patched, 2, times)
        with pytest.raises(run.Stopped, match=words):
            one.go(nothing)
    run.Run.resume(WORLD, tmp_path / "half").go(nothing)
    assert differences(whole, tmp_path / "half") == []


def test_an_interrupt_inside_an_evaluation_leaves_it_to_the_run_that_goes_on(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, play = begun(tmp_path / "half"), held_out.HeldOut.by_network

    def broken(*given: Any) -> np.ndarray:
        if one.learner.update_number == 2:
            signal.raise_signal(signal.SIGINT)
        return play(*given)

    with monkeypatch.context() as patched:
        patched.setattr(held_out.HeldOut, "by_network", broken)
        with pytest.raises(run.Stopped, match="stopped after update 2"):
            one.go(nothing)
    assert [point["update"] for point in evaluations.read(tmp_path / "half")][-1] == 1
    run.Run.resume(WORLD, tmp_path / "half").go(nothing)
    assert differences(whole, tmp_path / "half") == []


def test_a_run_with_tasks_moments_a_teacher_and_a_prior_resumes_exactly(tmp_path: Path) -> None:
    how = {
        "games": 32, "rollout": 16, "epochs": 1, "minibatch": 256, "hidden": 8, "critic": "own", "value_start": 0.2,
        "starts": 0.5, "teacher": "answer", "imitation": 0.4, "teacher_weight": 0.5, "teacher_until": 0.9,
        "prior": 2.0, "bf16": True,
    }  # fmt: skip
    game = {"scenario": "drill-errand", "encoder": "deduced"}
    given = {"updates": 6, "game": game, "tasks": {"seats": [2, 3]}, "learner": how}
    begun(tmp_path / "whole", **given).go(nothing)

    def stop(one: run.Run, report: object) -> None:
        if one.learner.update_number in (2, 4):
            raise KeyboardInterrupt

    one = begun(tmp_path / "half", **given)
    for _ in range(2):
        with pytest.raises(run.Stopped, match="stopped after update"):
            one.go(stop)
        one = run.Run.resume(WORLD, tmp_path / "half")
    assert one.learner.tasks is not None
    assert one.learner.shelf is not None
    assert (one.learner.tasks.success != 0.5).all()
    assert one.learner.shelf.kept[0] > 0
    one.go(nothing)
    assert differences(tmp_path / "whole", tmp_path / "half") == []


def test_a_run_that_is_stopped_while_only_the_critic_learns_resumes_exactly(tmp_path: Path) -> None:
    how = {**SMALL["learner"], "critic": "own", "value_start": 0.5}
    begun(tmp_path / "whole", learner=how).go(nothing)

    def stop(one: run.Run, report: object) -> None:
        raise KeyboardInterrupt

    one = begun(tmp_path / "half", learner=how)
    with pytest.raises(run.Stopped, match="stopped after update 1"):
        one.go(stop)
    run.Run.resume(WORLD, tmp_path / "half").go(nothing)
    assert differences(tmp_path / "whole", tmp_path / "half") == []


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("curriculum.success", np.zeros(3), r"'curriculum\.success' is float64\[3\], must be float64\[2\]"),
        ("curriculum.kept", None, r"lacks 'curriculum\.kept'"),
    ],
)
def test_tasks_and_moments_of_another_run_are_refused(name: str, value: Any, words: str, tmp_path: Path) -> None:
    how = {**SMALL["learner"], "starts": 0.5}
    begun(tmp_path / "run", tasks={"seats": [2, 3]}, learner=how).close()
    path = tmp_path / "run" / "checkpoints" / "000000" / "arrays.npz"
    with np.load(path) as there:
        arrays: dict[str, Any] = {one: there[one] for one in there.files if one != name}
    np.savez(path, **arrays, **({} if value is None else {name: value}))
    with pytest.raises(ValueError, match=words):
        run.Run.resume(WORLD, tmp_path / "run")


def test_an_interrupt_while_a_checkpoint_is_written_leaves_the_one_before(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, save = begun(tmp_path / "half", checkpoint_seconds=1e-9), np.savez

    def broken(*given: Any, **arrays: Any) -> None:
        if one.learner.update_number == 3:
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
        save(*given, **arrays)

    with monkeypatch.context() as patched:
        patched.setattr(np, "savez", broken)
        with pytest.raises(run.Stopped, match=r"stopped at once; the last checkpoint is .*000002"):
            one.go(nothing)
    again = run.Run.resume(WORLD, tmp_path / "half", {"checkpoint_seconds": 1e9})
    assert again.learner.update_number == 2
    again.go(nothing)
    assert differences(whole, tmp_path / "half") == []


def test_a_run_that_is_killed_whenever_it_writes_is_resumed_to_the_run_never_stopped(tmp_path: Path) -> None:
    moments = ["9", "22", "63", "110"]
    command = [sys.executable, "-m", "tests.agents.learned.killing", str(tmp_path), *moments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 moments" in done.stdout


def test_a_run_killed_before_its_first_checkpoint_is_begun_by_a_resume(whole: Path, tmp_path: Path) -> None:
    begun(tmp_path / "run").close()
    for name in ("checkpoints/000000", "policy"):
        shutil.rmtree(tmp_path / "run" / name)
    (tmp_path / "run" / "first.jsonl").write_text("half a replay")
    (tmp_path / "run" / "first.jsonl").unlink()
    run.Run.resume(WORLD, tmp_path / "run").go(nothing)
    assert differences(whole, tmp_path / "run") == []


def test_a_run_without_its_checkpoints_says_how_to_start_anew(finished: Path) -> None:
    shutil.rmtree(finished / "checkpoints")
    with pytest.raises(ValueError, match=r"has no checkpoint any more .*mpenv train .*config\.json starts anew"):
        run.Run.resume(WORLD, finished)
    assert config.load(finished / "config.json").updates == 4


def test_only_one_process_writes_to_a_run(tmp_path: Path) -> None:
    one = begun(tmp_path / "run")
    with pytest.raises(ValueError, match="is held by another process, which trains in this run folder"):
        run.Run.resume(WORLD, tmp_path / "run")
    one.go(nothing)
    run.Run.resume(WORLD, tmp_path / "run").close()


def test_a_run_folder_of_links_is_refused_before_anything_is_written_through_them(finished: Path) -> None:
    target = finished.parent / "precious"
    target.write_text("mine")
    (finished / "metrics.jsonl").unlink()
    (finished / "metrics.jsonl").symlink_to(target)
    with pytest.raises(ValueError, match=r"metrics\.jsonl is a link to"):
        run.Run.resume(WORLD, finished)
    assert target.read_text() == "mine"


def test_a_damaged_last_checkpoint_is_refused_with_the_one_before(finished: Path) -> None:
    shutil.copytree(finished / "checkpoints" / "000004", finished / "checkpoints" / "000003", dirs_exist_ok=True)
    (finished / "checkpoints" / "000004" / "about.json").write_text("{")
    with pytest.raises(ValueError, match=r"000004 is no checkpoint.*delete that folder to resume from 000003"):
        run.Run.resume(WORLD, finished)


@pytest.mark.parametrize("name", ["games._states", "torch.rng", "adam.0.step", "net.value.bias"])
def test_a_checkpoint_that_the_learner_cannot_hold_is_refused_before_anything_is_loaded(
    name: str, finished: Path
) -> None:
    path = finished / "checkpoints" / "000004" / "arrays.npz"
    with np.load(path) as there:
        arrays: dict[str, Any] = {one: there[one] for one in there.files}
    arrays[name] = np.zeros((2, 2), arrays[name].dtype)
    np.savez(path, **arrays)
    with pytest.raises(ValueError, match=rf"000004.*'{name}' is .*\[2, 2\], must be"):
        run.Run.resume(WORLD, finished)


def test_learning_that_leaves_no_finite_numbers_ends_with_the_last_good_checkpoint(tmp_path: Path) -> None:
    one = begun(tmp_path / "run", learner={**SMALL["learner"], "rate": 1000.0, "shape": 1e6, "norm": 1e6})
    for weights in one.learner.network.parameters():
        weights.data *= float("inf")
    with pytest.raises(ValueError, match=r"learner\.rate may be too high; the last checkpoint is .*000000"):
        one.go(nothing)


# --- budgets and changes --------------------------------------------------------------------------


def test_decisions_are_rounded_up_to_whole_updates(tmp_path: Path) -> None:
    one = begun(tmp_path / "run", updates=None, decisions=2 * A_UPDATE + 1)
    one.go(nothing)
    assert (one.learner.update_number, one.decisions) == (3, 3 * A_UPDATE)


def test_minutes_end_when_the_clock_says_so_and_schedules_follow_the_time(tmp_path: Path) -> None:
    one = begun(tmp_path / "run", updates=None, minutes=0.03)
    shapes: list[float] = []
    one.go(lambda _, report: shapes.append(report.shape))
    assert 1.8 <= one.seconds < 30
    assert shapes == sorted(shapes, reverse=True)
    assert shapes[-1] < 0.3 * shapes[0]
    again = run.Run.resume(WORLD, tmp_path / "run", {"minutes": 0.06})
    again.go(nothing)
    assert again.seconds >= 3.6
    assert again.learner.update_number > one.learner.update_number


def test_a_finished_run_is_extended_and_its_schedules_stand_where_the_longer_run_has_them(finished: Path) -> None:
    again = run.Run.resume(WORLD, finished, {"decisions": 8 * A_UPDATE, "evaluation_seeds": 7, "held_out": 5})
    assert (again.progress, again.learner.updates) == (0.5, 8)
    again.go(nothing)
    assert len((finished / "metrics.jsonl").read_text().splitlines()) == 8
    stored = config.load(finished / "config.json")
    assert (stored.decisions, stored.updates, stored.evaluation_seeds) == (8 * A_UPDATE, None, 7)
    games = [(one["team"], one["update"], one["games"]) for one in evaluations.read(finished)]
    assert games[:2] == [("random", 0, 6), ("expert", 0, 6)]
    assert games[6:9] == [("trained", 4, 6), ("random", 5, 7), ("expert", 5, 7)]  # who played too few plays again
    assert games[9:] == [("trained", 5, 5), ("trained", 6, 5), ("trained", 7, 5), ("trained", 8, 7)]
    assert resimulate(finished / "last.jsonl", WORLD).outcome is not None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"learner.rate": 0.5},
            r"learner\.rate is 0\.001, asked for is 0\.5\n.*may change decisions, updates, minutes",
        ),
        ({"game.seats": 3, "seed": 2}, r"seed is 1, asked for is 2\n  game\.seats is 2, asked for is 3"),
        ({"updates": 3}, "updates=3 is less than the run has done already: 4 updates, 128 decisions"),
        ({"decisions": 5}, "decisions=5 is less than"),
        ({"minutes": 1e-6}, "minutes=1e-06 is less than the run has taken already"),
        ({"learner.prior": 1.0}, r"learner\.prior is 0\.0, asked for is 1\.0"),
        ({"tasks.seats": [2, 3]}, r"tasks\.seats is None, asked for is \[2, 3\]"),
        ({"learner.speed": 1}, r"learner\.speed: is unknown"),
        ({"updates": 9, "minutes": 1}, "a run has one budget"),
    ],
)
def test_what_may_not_change_when_a_run_goes_on_is_refused_with_the_reason(
    changes: dict[str, Any], words: str, finished: Path
) -> None:
    before = (finished / "config.json").read_bytes()
    with pytest.raises(ValueError, match=words):
        run.Run.resume(WORLD, finished, changes)
    assert (finished / "config.json").read_bytes() == before


def test_a_run_of_an_earlier_version_keeps_the_updates_that_its_minutes_became(whole: Path, finished: Path) -> None:
    given = json.loads((finished / "config.json").read_text())
    del given["decisions"]
    (finished / "config.json").write_text(json.dumps({**given, "minutes": 3.0, "updates": None}))
    lines = (finished / "metrics.jsonl").read_text().replace("null", "NaN")  # as it was written then
    (finished / "metrics.jsonl").write_text(lines)
    path = finished / "checkpoints" / "000004" / "arrays.npz"
    with np.load(path) as there:
        arrays: dict[str, Any] = {name: there[name] for name in there.files if name != f"games.{ABOUT}"}
    np.savez(path, **arrays)
    one = run.Run.resume(WORLD, finished)
    assert (one.config.updates, one.config.minutes, one.learner.updates) == (4, None, 4)
    one.close()
    assert config.load(finished / "config.json") == dataclasses.replace(one.config)


def test_the_agents_of_a_recorded_game_do_not_get_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: set[int] = set()
    monkeypatch.setattr(run.Policy, "reset", lambda self, seat, seed: seeds.add(seed))
    begun(tmp_path / "run", seed=5).close()
    assert seeds == {agent_seed(5)}


def test_metrics_are_json_that_every_reader_takes(whole: Path) -> None:
    def refuse(words: str) -> None:
        raise AssertionError(words)

    lines = (whole / "metrics.jsonl").read_text().splitlines()
    assert len([json.loads(line, parse_constant=refuse) for line in lines]) == 4


def test_a_checkpoint_tells_its_progress(whole: Path) -> None:
    about, _ = checkpoint.load(whole / "checkpoints" / "000004")
    assert (about["update"], about["updates"], about["decisions"]) == (4, 4, 4 * A_UPDATE)
