"""One seat of each game learns beside teammates by code."""

import numpy as np
import pytest

from mpenv.agents.learned.config import read
from mpenv.agents.learned.mates import Mates
from mpenv.agents.learned.ppo import Learner
from mpenv.engine.batch import BatchGame
from mpenv.worlds.materia_prima import WORLD

SMALL = {"games": 8, "rollout": 12, "minibatch": 32, "epochs": 1, "hidden": 16, "mates": "expert,random"}


def learner(**changes: object) -> Learner:
    given = {"threads": 1, "game": {"scenario": "drill-errand", "seats": 3}, "learner": {**SMALL, **changes}}
    return Learner(WORLD, read(given, "test"), updates=4)


def test_only_the_answers_of_the_learning_seat_are_learned_from() -> None:
    one = learner()
    one.update()
    own = one._rollout.learned_from.numpy()
    assert 0 < own.mean() < 1
    assert own.mean() == pytest.approx(1 / 3, abs=0.2)


def test_without_mates_every_seat_learns() -> None:
    one = learner(mates="")
    one.update()
    assert one._rollout.learned_from.all()


def test_mates_answer_as_they_do_at_any_table_and_sit_down_anew_when_a_game_begins() -> None:
    games = BatchGame(WORLD, 6, scenario="drill-errand", seats=3)
    mates = Mates(games, ["expert"], 3, seed=1)
    seen = set()
    for _ in range(300):
        own = mates.answer(actions := games.mask.argmax(1))
        for row in np.flatnonzero(~own):
            assert games.mask[row, actions[row]]
        assert (own == (games.seat == mates.learning_seat)).all()
        mates.begin(games.step(actions).done)
        seen.add(tuple(mates.learning_seat))
    assert len(seen) > 1


@pytest.mark.parametrize(
    "code",
    [
        "coward",
        "erratic",
        "helper",
        "scholar",
        "coward:0.5",
        "mcts:mates=helper",
        "mpenv.agents.materia_prima.scripted:Coward",
    ],
)
def test_who_is_kept_for_judging_is_no_mate_in_training(code: str) -> None:
    with pytest.raises(ValueError, match=f"learner.mates: '{code}' is held out"):
        learner(mates=f"expert,{code}")


def test_an_unknown_mate_is_told_with_what_there_is() -> None:
    with pytest.raises(ValueError, match="there is no agent 'nobody'"):
        learner(mates="nobody")


def test_a_program_is_no_mate_in_training() -> None:
    with pytest.raises(ValueError, match=r"'stdio:true' is a program"):
        learner(mates="stdio:true")
