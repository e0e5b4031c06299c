"""Teachers label the states of a batch; a run imitates them first, and leaves them later."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mpenv.agents.learned import config  # noqa: E402
from mpenv.agents.learned.answers import answer_columns  # noqa: E402
from mpenv.agents.learned.ppo import Learner  # noqa: E402
from mpenv.agents.learned.teacher import Teacher  # noqa: E402
from mpenv.engine.batch import BatchGame  # noqa: E402
from mpenv.worlds.materia_prima import WORLD  # noqa: E402

SMALL: dict[str, Any] = {
    "threads": 1,
    "game": {"scenario": "drill-errand"},
    "learner": {"games": 32, "rollout": 16, "epochs": 1, "minibatch": 1024, "hidden": 16},
}


def learner(updates: int = 4, **how: Any) -> Learner:
    given = {**SMALL, "learner": {**SMALL["learner"], **how}}
    return Learner(WORLD, config.read(given, "small", WORLD), updates)


def weights(one: Learner, *parts: str) -> dict[str, Any]:
    return {name: held.clone() for name, held in one.network.state_dict().items() if name.startswith(parts)}


def test_the_expert_by_its_code_and_the_answer_of_the_encoder_are_the_same_teacher() -> None:
    games, rng = BatchGame(WORLD, 12, seed=3, encoder="deduced", scenario="alms", seats=3), np.random.default_rng(1)
    by_code, by_column = Teacher(games, "expert"), Teacher(games, "answer")
    for _ in range(60):
        labels = by_code.answers()
        assert labels.tolist() == by_column.answers().tolist()
        assert games.mask[np.arange(12), labels].all()
        drawn = (rng.random(games.mask.shape) * games.mask).argmax(1)
        games.step(np.where(rng.random(12) < 0.7, labels, drawn))


@pytest.mark.parametrize("code", ["coward", "erratic", "helper", "scholar", "coward:0.5"])
def test_who_is_kept_for_judging_is_no_teacher(code: str) -> None:
    words = rf"learner\.teacher: '{code}' is held out: reserved for evaluation, not allowed as a teacher"
    with pytest.raises(ValueError, match=words):
        learner(teacher=code)
    with pytest.raises(ValueError, match="is held out"):
        Teacher(BatchGame(WORLD, 1), code)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("random", r"'random' cannot be a teacher: it has no `answer_batch\(games\)`"),
        ("answer", "the encoder 'flat' has no field 'answer' with a number for each action"),
        ("nobody", "there is no agent 'nobody'"),
        ("stdio:true", "'stdio:true' is a program, and labels come from compiled code"),
    ],
)
def test_who_cannot_label_a_batch_is_refused_with_the_reason(code: str, words: str) -> None:
    with pytest.raises(ValueError, match=rf"learner\.teacher: {words}"):
        learner(teacher=code)


def test_of_errands_only_the_answer_of_the_encoder_is_a_teacher() -> None:
    given = {"game": {"actions": "errands", "encoder": "errands"}, "learner": {"teacher": "expert"}}
    with pytest.raises(ValueError, match=r"learner\.teacher: there is no agent 'expert'"):
        config.read(given, "given", WORLD)
    given["learner"]["teacher"] = "answer"
    assert config.read(given, "given", WORLD).learner.teacher == "answer"


def test_in_imitation_the_teacher_plays_first_and_the_network_in_more_and_more_games() -> None:
    one = learner(teacher="expert", imitation=1.0)
    shares = list[float]()
    for _ in range(4):
        one.update()
        same = (one._rollout.actions == one._rollout.labels).all(0).numpy()
        taught = 32 - 8 * len(shares)
        assert same[:taught].all()
        shares.append(same[taught:].mean() if taught < 32 else 0.0)
    assert max(shares) < 0.2, "a network that has learned so little agrees with nobody for sixteen decisions"


def test_a_network_comes_nearer_to_its_teacher_by_imitation_alone() -> None:
    one = learner(24, teacher="expert", imitation=1.0, epochs=4, minibatch=128, hidden=64, rate=0.01)
    losses = [one.update().teacher_loss for _ in range(24)]
    assert np.mean(losses[-8:]) < 0.75 * np.mean(losses[:4])


def test_before_the_critic_is_fitted_nothing_else_learns() -> None:
    one = learner(value_start=0.5, critic="own")
    before, critic = weights(one, "trunk", "policy"), weights(one, "critic", "value")
    for _ in range(2):
        one.update()
    assert all(torch.equal(held, before[name]) for name, held in weights(one, "trunk", "policy").items())
    assert not any(torch.equal(held, critic[name]) for name, held in weights(one, "critic", "value").items())
    one.update()
    assert not any(torch.equal(held, before[name]) for name, held in weights(one, "trunk", "policy").items())


@pytest.mark.parametrize(("critic", "moves"), [("own", False), ("state", False), ("shared", True)])
def test_fitting_the_value_moves_the_policy_only_where_the_critic_is_shared(critic: str, moves: bool) -> None:
    one = learner(critic=critic)
    rows = torch.from_numpy(one.games.observation.copy())
    loss: Any = one.network.evaluate(one.network.features(rows), rows, one._look()).square().mean()
    loss.backward()
    pulled = [held.grad is not None and bool(held.grad.any()) for held in one.network.trunk.parameters()]
    assert pulled == [moves] * len(pulled)


def test_the_weight_of_the_teacher_is_one_in_imitation_and_falls_to_nothing() -> None:
    one = learner(10, teacher="expert", imitation=0.2, teacher_weight=0.8, teacher_until=0.6)
    found = []
    for one.update_number in range(11):
        found.append(one.teacher_weight)
    assert found[:2] == [1.0, 1.0]
    assert found[2:6] == pytest.approx([0.8 * (1 - share / 0.6) for share in (0.2, 0.3, 0.4, 0.5)])
    assert found[6:] == [0.0] * 5


def test_after_its_time_the_teacher_is_not_asked_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    one, asked = learner(4, teacher="expert", teacher_weight=1.0, teacher_until=0.5), list[int]()
    assert one._teacher is not None
    answers = one._teacher.answers

    def noted() -> np.ndarray:
        asked.append(one.update_number)
        return answers()

    monkeypatch.setattr(one._teacher, "answers", noted)
    losses = [one.update().teacher_loss for _ in range(4)]
    assert set(asked) == {0, 1}
    assert np.isnan(losses).tolist() == [False, False, True, True]


def test_without_a_prior_a_network_imitates_an_answer_that_it_does_not_see() -> None:
    given = {**SMALL, "game": {"scenario": "drill-errand", "encoder": "deduced"}}
    given["learner"] = {**SMALL["learner"], "teacher": "answer", "imitation": 1.0}
    one = Learner(WORLD, config.read(given, "small", WORLD), 4)
    one.update()
    assert one._rollout.observations.shape[-1] == one.network.inputs == answer_columns(WORLD, "deduced").start
    assert (one._rollout.actions == one._rollout.labels).all()
