"""The expert inside compiled code: playouts, and a potential for shaped rewards."""

import numpy as np
import pytest

from mpenv import agents
from mpenv.agents.learned.config import read
from mpenv.agents.learned.ppo import Learner
from mpenv.engine.batch import BatchGame
from mpenv.engine.playouts import Playouts
from mpenv.worlds.materia_prima import WORLD, Game
from tests.agents.materia_prima.moves import EXPERT, team_of

PROMISE = "mpenv.agents.materia_prima.policy:promise"


@pytest.fixture(scope="module")
def playouts() -> Playouts:
    return Playouts(WORLD, "mpenv.agents.materia_prima.policy:expert")


def test_playouts_of_the_expert_succeed_where_random_ones_do_not(playouts: Playouts) -> None:
    game = Game(seats=2, seed=1)
    clever, blind = playouts.play(game, 40, seed=1), Playouts(WORLD).play(game, 40, seed=1)
    assert clever.worth.mean() > 0.8
    assert blind.worth.mean() < 0.1


@pytest.mark.parametrize("seed", range(5))
def test_a_playout_plays_as_the_agents_do(playouts: Playouts, seed: int) -> None:
    """In the drill no die is thrown: whatever chance a playout draws, it is the game that the agents play."""
    game, team = Game("drill-errand", seats=3, seed=seed), team_of(EXPERT, 3)
    ends = playouts.play(game, 4, seed=seed)
    while game.seat is not None:
        game.apply(team[game.seat].act(game.view(game.seat)))
    assert game.outcome is not None
    assert ends.plies.tolist() == [game.plies] * 4
    assert ends.worth.tolist() == [game.outcome.worth] * 4


def test_what_the_expert_promises_grows_while_he_plays_and_is_nothing_after_the_end() -> None:
    game, team = Game(seats=2, seed=1), team_of(EXPERT, 2)
    batch = BatchGame(WORLD, 1, seed=1, potential=PROMISE, seats=2)
    told = [float(batch.potential[0])]
    while game.seat is not None:
        answer = team[game.seat].act(game.view(game.seat))
        game.apply(answer)
        step = batch.step(np.array([answer]))
        if not step.done[0]:
            told.append(float(step.potential[0]))
    assert game.outcome is not None
    assert game.outcome.success
    assert all(0 <= one <= 1 for one in told)
    assert told[-1] > told[0] + 0.2


def test_a_learner_is_paid_for_what_the_expert_thinks_of_it() -> None:
    how = {"games": 8, "rollout": 6, "minibatch": 16, "epochs": 1, "hidden": 8, "potential": PROMISE}
    learner = Learner(WORLD, read({"threads": 1, "game": {"seats": 2}, "learner": how}, "test"), updates=4)
    assert learner.games.potential.tolist() != BatchGame(WORLD, 8, seed=1_000_003, seats=2).potential.tolist()
    learner.update()


@pytest.mark.parametrize("code", ["nothing", "math:pi", "mpenv.nowhere:promise"])
def test_a_potential_that_is_no_rule_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match=r"potential"):
        BatchGame(WORLD, 1, potential=code)


def test_the_expert_can_be_asked_for_scores_and_answers_by_name() -> None:
    assert type(agents.make("expert")).__name__ == "Expert"
