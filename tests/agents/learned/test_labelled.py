"""A planner as teacher: it labels some of the states that a team visits, and they are kept (expert iteration)."""

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from mpenv import worlds  # noqa: E402
from mpenv.agents.learned import config, labelled, learner_state  # noqa: E402
from mpenv.agents.learned.ppo import Learner  # noqa: E402
from mpenv.agents.learned.teacher import planner  # noqa: E402
from mpenv.worlds.materia_prima import WORLD  # noqa: E402

PLANNER = "horizon:simulations=12"
ERRANDS = worlds.by_actions(WORLD, "errands")
GIVEN: dict[str, Any] = {
    "threads": 1,
    "game": {"scenario": "alms", "seats": 2, "actions": "errands", "encoder": "errands"},
    "learner": {"games": 16, "rollout": 4, "epochs": 2, "minibatch": 32, "hidden": 16, "rate": 0.01, "prior": 5.0,
                "critic": "own", "teacher": PLANNER, "labels": 3, "imitation": 1.0},
}  # fmt: skip


def read(**how: Any) -> config.TrainConfig:
    return config.read({**GIVEN, "learner": {**GIVEN["learner"], **how}}, "small", WORLD)


def learner(updates: int = 4, **how: Any) -> Learner:
    return Learner(ERRANDS, read(**how), updates)


def test_a_planner_labels_open_errands_and_they_are_kept() -> None:
    one = learner()
    for _ in range(2):
        one.update()
    kept = one.labelled
    assert kept is not None
    assert len(kept) == 6
    assert kept.masks[np.arange(6), kept.answers[:6]].all(), "each label could be played in its state"
    assert not kept.masks[6:].any()


def test_a_network_comes_nearer_to_the_labels() -> None:
    one = learner(12)
    losses = [one.update().teacher_loss for _ in range(12)]
    assert losses[-1] < losses[0]
    rows, masks, answers = one.labelled.draw()  # type: ignore[union-attr]
    with torch.no_grad():
        chosen = one.network(rows, masks)[0].argmax(1)
    assert (chosen == answers).float().mean() > 0.9


def test_the_newest_labels_take_the_place_of_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(labelled, "KEPT", 4)
    one = learner(imitation=0.0, teacher_weight=1.0, teacher_until=1.0).labelled
    assert one is not None
    one.think()
    first = one.observations.copy()
    one.think()
    assert len(one) == 4
    assert one.count[0] == 6
    assert (one.observations[2] == first[2]).all()
    assert (one.observations[[0, 1, 3]] != first[[0, 1, 3]]).any(1).all()


def test_a_resumed_run_goes_on_with_its_labels() -> None:
    one, other = learner(), learner()
    for _ in range(2):
        one.update()
    kept = {name: held.copy() for name, held in learner_state.arrays_of(one).items()}
    one.update()
    ours = {name: held.copy() for name, held in learner_state.arrays_of(one).items()}
    learner_state.restore(other, kept)
    other.update_number = 2
    other.update()
    theirs = learner_state.arrays_of(other)
    assert [name for name, held in ours.items() if not np.array_equal(held, theirs[name])] == []


def test_the_planner_follows_the_plan_where_it_finds_nothing_better() -> None:
    game: Any = ERRANDS.game(scenario="alms", seats=2, seed=5)
    shy = planner(ERRANDS, "horizon:simulations=2:nerve=10")
    expert = ERRANDS.encoder("errands")
    start = sum(one.size for one in expert.fields[:-1])
    for _ in range(12):
        shy.reset(game.seat, 1)
        view = game.view(game.seat)
        assert shy.act(view) == int(np.asarray(view.encode("errands"))[start:].argmax())
        game.apply(shy.act(view))


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"labels": 0}, r"learner\.teacher: '.*' is a planner, .*: learner\.labels must say how many"),
        ({"teacher": "mcts"}, r"learner\.teacher: 'mcts' cannot label errands: it answers step by step"),
        ({"teacher": "expert"}, r"learner\.teacher: 'expert' is no planner"),
        ({"teacher": "horizon:mates=helper"}, r"learner\.teacher: .* plans with a held-out player"),
        ({"teacher": ""}, r"learner\.teacher: must name a planner for learner\.labels"),
        ({"labels": 17}, r"learner\.labels: must be at most learner\.games, which is 16"),
    ],
)
def test_what_cannot_label_is_refused_with_the_reason(how: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read(**how)
