"""One seat of each game learns beside teammates by code."""

from pathlib import Path

import numpy as np
import pytest

from mpenv import worlds
from mpenv.agents import registry
from mpenv.agents.learned.config import read
from mpenv.agents.learned.mates import Mates
from mpenv.agents.learned.policy import Policy
from mpenv.agents.learned.ppo import Learner
from mpenv.agents.learned.run import Run
from mpenv.agents.materia_prima.by_errand.world import ERRANDS
from mpenv.engine.batch import BatchGame
from mpenv.worlds.materia_prima import WORLD

SMALL = {"games": 8, "rollout": 12, "minibatch": 32, "epochs": 1, "hidden": 16, "mates": "expert,random"}


def learner(actions: str = "steps", **changes: object) -> Learner:
    game = {"scenario": "drill-errand", "seats": 3, "actions": actions}
    given = {"threads": 1, "game": game, "learner": {**SMALL, **changes}}
    return Learner(worlds.by_actions(WORLD, actions), read(given, "test"), updates=4)


@pytest.mark.parametrize("actions", ["steps", "errands"])
def test_the_learner_is_asked_in_every_game_and_its_mates_play_in_between(actions: str) -> None:
    one = learner(actions)
    seats = set()
    for _ in range(3):
        assert (one.games.seat == one.mates.learning_seat).all()
        assert one.update().decisions == SMALL["games"] * SMALL["rollout"]
        seats |= set(one.mates.learning_seat.tolist())
    assert seats == {0, 1, 2}


def test_without_mates_every_seat_learns() -> None:
    one = learner(mates="")
    seats = set()
    for _ in range(12):
        one.games.step(one.games.mask.argmax(1))
        seats |= set(one.games.seat.tolist())
    assert one.mates is None
    assert seats == {0, 1, 2}


@pytest.mark.parametrize("code", ["expert", "busy:0.5"])
def test_mates_answer_as_they_do_at_any_table_and_sit_down_anew_when_a_game_begins(code: str) -> None:
    games = BatchGame(WORLD, 6, scenario="drill-errand", seats=3)
    mates = Mates(games, [code], 3, seed=1)
    expert, seen = registry.make("expert"), set()
    for _ in range(100):
        waiting = np.flatnonzero(games.seat != mates.learning_seat)
        for row, answer in zip(waiting.tolist(), mates.answers(waiting).tolist(), strict=True):
            assert games.mask[row, answer]
            if code == "expert":
                expert.reset(seat := int(games.seat[row]), 0)
                assert answer == expert.act(games.game(row).view(seat))
        mates.play()
        done = games.step(games.mask.argmax(1)).done
        mates.begin(np.flatnonzero(done))
        seen.add(tuple(mates.learning_seat))
    assert len(seen) > 1


def test_beside_errands_mates_answer_by_steps_as_they_do_without_them() -> None:
    games = BatchGame(ERRANDS, 6, scenario="vault", seats=3)
    mates = Mates(games, ["expert"], 3, seed=1)
    expert, looked = registry.make("expert"), 0
    for _ in range(40):
        waiting = np.flatnonzero(games.seat != mates.learning_seat)
        for row, answer in zip(waiting.tolist(), mates.answers(waiting).tolist(), strict=True):
            expert.reset(seat := int(games.seat[row]), 0)
            assert answer == expert.act(games.game(row).by_steps().view(seat))
            looked += 1
        games.answer(waiting, mates.answers(waiting))
        mine = np.flatnonzero(games.seat == mates.learning_seat)
        games.answer(mine, games.mask[mine].argmax(1))
    assert looked > 100


def test_in_some_games_only_the_others_stand_still_and_wrong_answers_are_refused() -> None:
    games = BatchGame(WORLD, 4, scenario="vault", seats=3)
    before = games.moments(np.arange(4))
    games.answer(np.array([1, 3]), games.mask[[1, 3]].argmax(1))
    assert games.moments(np.arange(4)).plies.tolist() == [0, 1, 0, 1]
    assert (games.moments(np.array([0, 2])).states == before.states[[0, 2]]).all()
    for wrong in (-1, -3, WORLD.actions):
        with pytest.raises(ValueError, match="no game moved"):
            games.answer(np.array([2]), np.array([wrong]))
        with pytest.raises(ValueError, match="no game moved"):
            games.step(np.array([0, 0, wrong, 0]))


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


def test_a_policy_of_the_same_errands_answers_for_many_games_at_once_as_it_would_alone(tmp_path: Path) -> None:
    game = {"scenario": "drill-errand", "seats": 3, "actions": "errands", "encoder": "errands"}
    how = {"games": 8, "rollout": 4, "minibatch": 32, "epochs": 1, "hidden": 8, "plays": "likeliest"}
    given = {"threads": 1, "updates": 1, "held_out": 0, "evaluation_seeds": 1, "game": game, "learner": how}
    Run.start(WORLD, tmp_path / "run", read(given, "test")).go(lambda run, report: None)
    games = BatchGame(ERRANDS, 6, encoder="errands", scenario="drill-errand", seats=3)
    mates, alone = Mates(games, [f"policy:{tmp_path / 'run'}"], 3, seed=1), Policy(tmp_path / "run")
    for _ in range(20):
        rows = np.flatnonzero(games.seat != mates.learning_seat)
        for row, answer in zip(rows.tolist(), mates.answers(rows).tolist(), strict=True):
            assert answer == alone.act(games.game(row).view(int(games.seat[row])))
        mates.begin(np.flatnonzero(games.step(games.mask.argmax(1)).done))
