"""Evaluations on held-out games: when, by whom, and that they leave the training alone."""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from mpenv import agents
from mpenv.agents.learned import config, evaluations, held_out, run
from mpenv.agents.learned.network import Network
from mpenv.agents.learned.ppo import SEED_STRIDE
from mpenv.play import begin_team, play
from mpenv.worlds.materia_prima import WORLD
from tests.agents.learned.compared import differences

SMALL: dict[str, Any] = {
    "name": "small",
    "updates": 4,
    "threads": 1,
    "checkpoint_seconds": 1e9,
    "held_out": 4,
    "evaluations": 2,
    "evaluation_seeds": 6,
    "game": {"scenario": "drill-errand"},
    "learner": {"games": 8, "rollout": 4, "epochs": 1, "minibatch": 16, "hidden": 8},
}


def chosen(**changes: Any) -> config.TrainConfig:
    return config.read({**SMALL, **changes}, "small", WORLD)


def finished(folder: Path, **changes: Any) -> run.Run:
    one = run.Run.start(WORLD, folder, chosen(**changes))
    one.go(lambda *_: None)
    return one


# --- when -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("updates", "often", "when"),
    [(8, 4, [0, 2, 4, 6, 8]), (7, 3, [0, 3, 5, 7]), (2, 8, [0, 1, 2]), (5, 1, [0, 5]), (0, 3, [0])],
)
def test_a_run_evaluates_at_its_start_and_its_end_and_evenly_in_between(
    updates: int, often: int, when: list[int]
) -> None:
    assert [update for update in range(updates + 1) if evaluations.due(update, updates, often)] == when


def test_each_point_has_its_interval_and_stands_beside_the_expert_and_the_last_has_most_games(tmp_path: Path) -> None:
    points = finished(tmp_path / "run").evaluations.points
    assert points == evaluations.read(tmp_path / "run")
    assert [(one["team"], one["update"], one["games"]) for one in points] == [
        ("random", 0, 6), ("expert", 0, 6), ("trained", 0, 4), ("trained", 2, 4), ("trained", 4, 6),
    ]  # fmt: skip
    expert = evaluations.won_games(points[1])
    for one in points[2:]:
        won = evaluations.won_games(one)
        assert one["success"] == won.mean()
        assert one["low"] <= one["success"] <= one["high"]
        assert one["beside"] == pytest.approx(won.mean() - expert[: len(won)].mean())
        assert one["beside_low"] <= one["beside"] <= one["beside_high"]
        assert sum(one["outcomes"].values()) == pytest.approx(1)


def test_tensorboard_and_the_curve_have_the_points(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    finished(tmp_path / "run")
    board = EventAccumulator(str(tmp_path / "run" / "tensorboard"))
    board.Reload()
    for name in ("success", "low", "high", "beside"):
        assert [one.step for one in board.Scalars(f"held_out/{name}")] == [0, 64, 128]
    curve = (tmp_path / "run" / "curve.svg").read_text()
    assert "held-out games: success, 95 % interval" in curve
    assert "held-out games: expert, " in curve


def test_without_held_out_games_nothing_is_evaluated(tmp_path: Path) -> None:
    assert finished(tmp_path / "run", held_out=0).evaluations.points == []
    assert not (tmp_path / "run" / "evaluations.jsonl").exists()
    assert "held-out" not in (tmp_path / "run" / "curve.svg").read_text()


# --- they leave the training alone ----------------------------------------------------------------


@pytest.mark.parametrize("critic", ["shared", "state"])
def test_a_run_learns_the_same_with_evaluations_and_without(critic: str, tmp_path: Path) -> None:
    how = {**SMALL["learner"], "critic": critic, "starts": 0.5}
    finished(tmp_path / "some", learner=how)
    finished(tmp_path / "none", learner=how, held_out=0)
    (tmp_path / "none" / "evaluations.jsonl").write_text("")
    assert sorted(differences(tmp_path / "some", tmp_path / "none")) == ["config.json", "evaluations.jsonl"]


def test_the_time_of_evaluations_is_no_training_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = held_out.HeldOut.by_network

    def slow(*given: Any) -> np.ndarray:
        time.sleep(0.4)
        return played(*given)

    monkeypatch.setattr(held_out.HeldOut, "by_network", slow)
    one = run.Run.start(WORLD, tmp_path / "run", chosen(updates=None, minutes=0.01, evaluations=4))
    begun = time.perf_counter()
    one.go(lambda *_: None)
    spent = time.perf_counter() - begun
    points = [point for point in one.evaluations.points if point["team"] == "trained"]
    assert len(points) >= 2
    assert (points[0]["update"], points[-1]["update"]) == (0, one.learner.update_number)
    assert points[-1]["games"] == 6
    assert one.seconds <= spent - 0.4 * len(points)


def test_a_run_of_an_earlier_version_is_evaluated_from_where_it_goes_on(tmp_path: Path) -> None:
    finished(tmp_path / "run", held_out=0)
    stored = json.loads((tmp_path / "run" / "config.json").read_text())
    new = ("held_out", "evaluations", "reference")
    (tmp_path / "run" / "config.json").write_text(json.dumps({k: v for k, v in stored.items() if k not in new}))
    again = run.Run.resume(WORLD, tmp_path / "run", {"updates": 6, "held_out": 3, "evaluations": 1})
    again.go(lambda *_: None)
    assert [(one["team"], one["update"]) for one in again.evaluations.points] == [
        ("random", 6), ("expert", 6), ("trained", 6),
    ]  # fmt: skip


# --- the games ------------------------------------------------------------------------------------


def test_held_out_games_are_those_of_their_seeds_however_many_rows_play_them() -> None:
    how = chosen(game={"scenario": "drill-hunt"}, held_out=3)
    expert = agents.make("expert", world=WORLD)
    assert held_out.FIRST_SEED > 500 * SEED_STRIDE
    single = []
    for number in range(8):
        game, team = WORLD.game(scenario="drill-hunt", seed=held_out.FIRST_SEED + number), [expert, expert]
        begin_team(game, team, 0)
        play(game, team)
        assert game.outcome is not None
        single.append(game.outcome.result)
    ends = held_out.HeldOut(WORLD, how).by_player("expert", 8)
    assert [WORLD.outcomes[end] for end in ends] == single


def test_beside_mates_everybody_plays_the_same_seats_with_the_same_mates() -> None:
    how = chosen(learner={**SMALL["learner"], "mates": "random,expert"}, game={"scenario": "drill-errand", "seats": 3})
    players = held_out.HeldOut(WORLD, how)
    assert players.by_player("expert", 6).tolist() == players.by_player("expert", 6).tolist()
    assert (players.by_player("expert", 12) == WORLD.outcomes.index("success")).sum() > 0


def test_a_network_plays_the_same_games_each_time_and_draws_no_number_of_the_training() -> None:
    import torch

    how, network = chosen(), Network(WORLD.encoder("flat").size, WORLD.actions, 8, 1)
    players, before = held_out.HeldOut(WORLD, how), torch.get_rng_state()
    ends = [players.by_network(network, 6).tolist() for _ in range(2)]
    assert ends[0] == ends[1]
    assert torch.equal(before, torch.get_rng_state())


# --- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"reference": "nobody"}, "reference: .*nobody"),
        ({"reference": "horizon"}, r"reference: 'horizon' has no `answer_batch\(games\)`"),
        ({"reference": "somewhere:Agent"}, "reference: 'somewhere:Agent' must be the name of a scripted player"),
        ({"held_out": -1}, "held_out: must not be below 0"),
        ({"evaluations": 0}, "evaluations: must be above 0"),
        ({"tasks": {"seats": [2, 3, 4]}, "held_out": 2}, "held_out: must be 0, or a game for each of the 3 tasks"),
    ],
)
def test_wrong_settings_are_refused_with_what_would_be_right(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        chosen(**changes)


def test_another_reference_may_be_named(tmp_path: Path) -> None:
    points = finished(tmp_path / "run", updates=1, reference="courier").evaluations.points
    assert [one["team"] for one in points] == ["random", "courier", "trained", "trained"]


@pytest.mark.parametrize("line", ["{", "[]", '{"team": "trained"}', '{"won": "zz", "games": 1}'])
def test_a_broken_line_is_refused_and_a_line_that_a_kill_cut_is_not(line: str, tmp_path: Path) -> None:
    finished(tmp_path / "run")
    path = tmp_path / "run" / "evaluations.jsonl"
    whole = path.read_text()
    path.write_text(whole + line)
    evaluations.cut(tmp_path / "run", 4)
    assert path.read_text() == whole
    evaluations.cut(tmp_path / "run", 3)
    assert [one["update"] for one in evaluations.read(tmp_path / "run")] == [0, 0, 0, 2]
    path.write_text(f"{line}\n{whole}")
    with pytest.raises(ValueError, match=r"evaluations\.jsonl is broken in line 1"):
        run.Run.resume(WORLD, tmp_path / "run")
