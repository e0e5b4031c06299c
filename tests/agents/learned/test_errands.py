"""Learning with errands as actions: a run in its folder, and its policy at any table."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

from mpenv import agents, worlds
from mpenv.agents.learned import checkpoint, config, run
from mpenv.play import begin_team, play
from mpenv.record.replay import resimulate
from mpenv.worlds.materia_prima import WORLD

SMALL: dict[str, Any] = {
    "updates": 3,
    "threads": 1,
    "checkpoint_seconds": 1e9,
    "held_out": 4,
    "evaluation_seeds": 4,
    "game": {"scenario": "drill-hunt", "actions": "errands"},
    "learner": {"games": 8, "rollout": 8, "epochs": 1, "minibatch": 64, "hidden": 16},
}


def test_a_team_learns_by_errands_and_plays_ordinary_games(tmp_path: Path) -> None:
    one = run.Run.start(WORLD, tmp_path / "run", config.read(SMALL, "small", WORLD))
    one.go(lambda *_: None)
    assert [line["team"] for line in one.evaluations.points[:3]] == ["random", "expert", "trained"]  # two by steps
    assert one.stamp["world"] == "materia_prima_errands"
    assert one.stamp["actions"] == worlds.by_actions(WORLD, "errands").actions
    for name in ("first.jsonl", "last.jsonl"):
        assert resimulate(tmp_path / "run" / name, WORLD).outcome is not None
    code = f"policy:{tmp_path / 'run'}"
    team, game = [agents.make(code, world=WORLD) for _ in range(2)], WORLD.game(scenario="drill-hunt", seed=5)
    begin_team(game, team)
    assert play(game, team).outcome is not None
    choosing, errands = agents.make(code, world=one.world), one.world.game(scenario="drill-hunt", seed=5)
    choosing.reset(errands.seat or 0, 5)
    assert choosing.act(errands.view(errands.seat or 0)) in errands.legal()


def test_a_run_of_errands_resumes_exactly(tmp_path: Path) -> None:
    whole = run.Run.start(WORLD, tmp_path / "whole", config.read(SMALL, "small", WORLD))
    whole.go(lambda *_: None)
    half = run.Run.start(WORLD, tmp_path / "half", config.read(SMALL, "small", WORLD))

    def stop(one: run.Run, report: object) -> None:
        if one.learner.update_number == 2:
            raise KeyboardInterrupt

    with pytest.raises(run.Stopped, match="stopped after update 2"):
        half.go(stop)
    again = run.Run.resume(WORLD, tmp_path / "half")
    again.go(lambda *_: None)
    one, other = (checkpoint.load(tmp_path / name / "policy")[1] for name in ("whole", "half"))
    assert one.keys() == other.keys()
    assert all((one[name] == other[name]).all() for name in one)


def test_unknown_actions_are_refused_before_anything_is_written() -> None:
    with pytest.raises(ValueError, match=r"game\.actions: there are no actions 'leaps', there are: steps, errands"):
        config.read({"game": {"actions": "leaps"}}, "given", WORLD)
