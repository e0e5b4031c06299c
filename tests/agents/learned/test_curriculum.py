"""What is played next: tasks drawn by how much there is to learn, and games that begin in moments of earlier ones."""

from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from mpenv.agents.learned import config, curriculum
from mpenv.agents.learned.curriculum import Shelf, Tasks
from mpenv.agents.learned.ppo import Learner
from mpenv.engine.batch import BatchGame
from mpenv.engine.batch_steps import Moments
from mpenv.worlds.materia_prima import WORLD

SMALL: dict[str, Any] = {
    "threads": 1,
    "game": {"scenario": "drill-errand"},
    "learner": {"games": 32, "rollout": 32, "epochs": 1, "minibatch": 1024, "hidden": 8},
}


def learner(**changes: Any) -> Learner:
    given = {**SMALL, **changes, "learner": {**SMALL["learner"], **changes.get("learner", {})}}
    return Learner(WORLD, config.read(given, "small", WORLD), updates=8)


def play(games: BatchGame, steps: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        games.step((rng.random(games.mask.shape) * games.mask).argmax(1))


# --- tasks ----------------------------------------------------------------------------------------


def test_tasks_are_drawn_by_how_uncertain_their_success_is() -> None:
    tasks = Tasks(4)
    tasks.success[:] = [0.5, 0.1, 0.0, 1.0]
    drawn = np.bincount(tasks.draw(40_000, np.random.default_rng(1)), minlength=4) / 40_000
    weights = np.array([0.25, 0.09, 0.0, 0.0]) + curriculum.LEAST
    assert np.allclose(drawn, weights / weights.sum(), atol=0.01)
    assert (drawn > 0).all(), "a task that always or never succeeds is drawn now and then"


def test_tasks_may_be_drawn_evenly() -> None:
    tasks = Tasks(3, evenly=True)
    tasks.success[:] = [0.5, 0.0, 1.0]
    assert np.bincount(tasks.draw(30_000, np.random.default_rng(1))) / 30_000 == pytest.approx([1 / 3] * 3, abs=0.01)
    for draws in ("any", "uncertain"):
        one = learner(tasks={"seats": [2, 3]}, learner={"draws": draws})
        assert one.tasks is not None
        one.tasks.success[:] = [1.0, 0.5]
        drawn = one.tasks.draw(10_000, np.random.default_rng(1)).mean()
        assert (drawn > 0.9) == (draws == "uncertain")


def test_the_success_of_a_task_follows_its_latest_games() -> None:
    tasks = Tasks(3)
    for _ in range(300):
        tasks.report(np.array([0, 2]), np.array([1.0, 0.0]))
    assert tasks.success == pytest.approx([1.0, 0.5, 0.0], abs=0.01)
    for _ in range(100):
        tasks.report(np.array([0]), np.array([0.0]))
    assert tasks.success[0] < 0.1


def test_a_run_plays_the_harder_of_two_tasks_oftener(monkeypatch: pytest.MonkeyPatch) -> None:
    one = learner(tasks={"seats": [2, 3]})
    assert one.tasks is not None
    assert sorted(one.games.like % 2) == [0] * 16 + [1] * 16
    monkeypatch.setattr(one.tasks, "report", lambda *_: None)
    one.tasks.success[:] = [1.0, 0.5]
    for _ in range(4):
        one.update()
    played = one.games.like % 2
    assert played.mean() > 0.75
    assert {int(one.games.game(row).seats) for row in np.flatnonzero(played)} == {3}


def test_each_task_is_told_how_its_own_games_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    one, told = learner(tasks={"seats": [2, 3]}), list[tuple[np.ndarray, np.ndarray]]()
    assert one.tasks is not None
    monkeypatch.setattr(one.tasks, "report", lambda tasks, rewards: told.append((tasks, rewards)))
    step = one.games.step

    def noted(actions: np.ndarray) -> Any:
        before.append((one.games.like % 2).copy())
        return step(actions)

    before: list[np.ndarray] = []
    monkeypatch.setattr(one.games, "step", noted)
    report = one.update()
    done, rewards = one._rollout.dones.numpy() > 0, one._rollout.rewards.numpy()
    assert report.games == done.sum() > 0
    expected = [(like[row], rewards[t, row]) for t, like in enumerate(before) for row in np.flatnonzero(done[t])]
    found = [pair for tasks, worth in told for pair in zip(tasks.tolist(), worth.tolist(), strict=True)]
    assert found == expected


def test_every_combination_of_the_lists_is_a_task() -> None:
    given = {**SMALL, "tasks": {"scenario": ["drill-errand", "drill-hunt"], "seats": [2, 3, 4]}}
    found = config.read(given, "small", WORLD).all_tasks()
    assert len(found) == 6
    assert {"scenario": "drill-hunt", "seats": 4} in found


# --- moments --------------------------------------------------------------------------------------


def test_a_game_begins_in_a_moment_that_was_kept_and_goes_on_legally_with_new_chance() -> None:
    games, rng = BatchGame(WORLD, 64, seed=3, scenario="prologue"), np.random.default_rng(1)
    play(games, 40, 1)
    shelf = Shelf(games)
    shelf.keep(rng)
    count = int(shelf.kept[0])
    assert count > 0
    kept = {situation(games, shelf.moments, nth) for nth in range(count)}
    play(games, 40, 2)
    rows = np.arange(0, 64, 2)
    others = [games.game(row).fingerprint() for row in range(1, 64, 2)]
    shelf.put(rows, rng)
    assert {situation(games, games.moments(rows), nth) for nth in range(len(rows))} <= kept
    assert [games.game(row).fingerprint() for row in range(1, 64, 2)] == others
    assert len(set(games.seeds[rows].tolist())) == len(rows)
    for row in rows:
        game = games.game(int(row))
        assert game.legal() == np.flatnonzero(games.mask[row]).tolist() != []
        assert game.plies == 40
    play(games, 60, 3)


def situation(games: BatchGame, moments: Moments, nth: int) -> bytes:
    """A moment without its seed, as bytes."""
    state = moments.states[nth : nth + 1].copy()
    state["seed"] = 0
    return bytes(state.tobytes())


def test_a_full_shelf_keeps_the_newest_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curriculum, "SHELF", 4)
    monkeypatch.setattr(curriculum, "SHARE_KEPT", 1.1)
    games, rng = BatchGame(WORLD, 6, seed=3, scenario="drill-errand"), np.random.default_rng(1)
    shelf = Shelf(games)
    for _ in range(2):
        play(games, 5, 1)
        shelf.keep(rng)
    assert shelf.kept[0] == 8
    assert (shelf.moments.plies == 10).all()
    assert (shelf.moments.states == games.moments(np.arange(4)).states).all()


def test_nothing_is_put_from_an_empty_shelf() -> None:
    games = BatchGame(WORLD, 4, seed=3, scenario="drill-errand")
    before = [games.game(row).fingerprint() for row in range(4)]
    Shelf(games).put(np.arange(4), np.random.default_rng(1))
    assert [games.game(row).fingerprint() for row in range(4)] == before


@pytest.mark.parametrize(("share", "low", "high"), [(1.0, 1.0, 1.0), (0.5, 0.2, 0.8)])
def test_the_share_of_games_that_is_asked_for_begins_in_moments(
    share: float, low: float, high: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, begun = learner(learner={"starts": share}), list[int]()
    put = one.games.put

    def noted(rows: np.ndarray, moments: Moments, seeds: np.ndarray) -> Any:
        begun.extend(moments.plies.tolist())
        return put(rows, moments, seeds)

    one.update()
    monkeypatch.setattr(one.games, "put", noted)
    ended = sum(one.update().games for _ in range(4))
    assert max(begun) > 0
    assert low <= len(begun) / ended <= high
    assert learner().shelf is None


def test_moments_of_tasks_go_on_as_games_of_their_task() -> None:
    one = learner(tasks={"seats": [2, 3]}, learner={"starts": 1.0})
    for _ in range(4):
        one.update()
    for row, like in enumerate(one.games.like.tolist()):
        game = one.games.game(row)
        assert game.seats == game._state.seats == (2, 3)[like % 2]
