"""The solver says what a perfect team reaches: against hand-made sums, and against counting without memory."""

import math
from collections import Counter

import numpy as np
import pytest

from mpenv.evaluation.exact_values import Solver, TooLarge
from mpenv.worlds.materia_prima import WORLD, Game
from tests.worlds import toy

FIGHT = """
scenario = "drill-hunt"
day = 6
turn = 1
[alarm]
active = "alarm.03"
[inquisition]
slots = [{{ cards = ["B1"], figures = ["5,-2"] }}]
[[seat]]
alchemist = "yellow"
defeated = {defeated}
[[seat.figure]]
name = "alchemist"
at = "4,-2"
actions = {actions}
[[seat]]
alchemist = "brown"
[[prompt]]
kind = "turn"
seat = "yellow"
"""


def fight(actions: int = 1, defeated: int = 0) -> Game:
    """Yellow with two dice stands beside an inquisitor of defence 1: two of three rolls are above it."""
    return Game.from_position(FIGHT.format(actions=actions, defeated=defeated))


def counted(game: toy.Game) -> float:
    """The same without memory and without cuts."""
    if game.outcome:
        return game.outcome.worth
    return max(sum(likely * counted(after) for likely, after in game.futures(answer)) for answer in game.legal())


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(WORLD, 1 << 14)


@pytest.mark.parametrize("actions", [1, 2, 3])
def test_a_fight_may_be_tried_as_often_as_there_are_actions(solver: Solver, actions: int) -> None:
    game = fight(actions)
    truth = solver.solve(game)
    assert truth.moves[game.read("yellow fight B1")] == pytest.approx(1 - 3**-actions)
    assert truth.value == truth.moves[game.read("yellow fight B1")]


def test_who_ends_the_last_turn_without_a_fight_has_lost(solver: Solver) -> None:
    game = fight(3)
    truth = solver.solve(game)
    assert truth.moves[game.read("yellow end")] == 0
    assert truth.regret(game.read("yellow end")) == truth.value


def test_who_steps_aside_has_a_try_less(solver: Solver) -> None:
    game = fight(2)
    assert solver.solve(game).moves[game.read("yellow move NE")] == pytest.approx(2 / 3)


def test_a_mission_that_is_met_is_sure_whatever_is_played(solver: Solver) -> None:
    assert set(solver.solve(fight(1, defeated=1)).moves.values()) == {1.0}


def test_the_futures_of_a_fight_are_a_miss_and_the_loot_of_each_face() -> None:
    game = fight(3)
    ways = game.futures("yellow fight B1")
    assert sorted(likely for likely, _ in ways) == pytest.approx([2 / 9, 2 / 9, 2 / 9, 1 / 3])
    assert all(after.plies == game.plies + 1 for _, after in ways)


def test_probabilities_of_all_answers_of_a_game_add_up_to_one() -> None:
    game = Game("drill-hunt", 3, seed=5)
    while game.outcome is None:
        for answer in game.legal():
            if "research" not in game.words(answer):
                assert math.isclose(sum(likely for likely, _ in game.futures(answer)), 1.0, abs_tol=1e-9)
        game.apply(game.legal()[game.plies % len(game.legal())])


def test_futures_come_as_often_as_they_say() -> None:
    game, answer = fight(1), "yellow fight B1"
    said = Counter[str]()
    for likely, after in game.futures(answer):
        said[told(after)] += likely  # type: ignore[assignment]
    found, tries = Counter[str](), 2000
    for seed in range(tries):
        one = game.clone()
        one._state.seed = np.uint64(seed)
        one.apply(answer)
        found[told(one)] += 1
    assert found.keys() <= said.keys()
    for words, likely in said.items():
        assert abs(found[words] - tries * likely) < 5 * math.sqrt(tries * likely * (1 - likely)) + 1


def told(game: Game) -> str:
    """The end, and what can be seen on the table."""
    return game.text()


def test_a_situation_that_is_too_large_is_refused_with_the_number() -> None:
    with pytest.raises(TooLarge, match="more than 64 situations"):
        Solver(WORLD, 64).solve(Game(seats=2, seed=1))


def test_an_ended_game_has_nothing_to_solve(solver: Solver) -> None:
    game = fight(1, defeated=1)
    while game.seat is not None:
        game.apply(game.legal()[0])
    with pytest.raises(ValueError, match="has ended"):
        solver.solve(game)


def test_the_ferry_is_solved_as_counting_solves_it() -> None:
    solver = Solver(toy.WORLD, 1 << 14)
    for seed in range(4):
        game = toy.Game(goal=1, seed=seed)
        while game.outcome is None and game._state.cards > 4:
            game.apply(toy.PASS if game.legal()[0] == toy.PASS else toy.NO)
        while game.outcome is None:
            truth = solver.solve(game)
            assert truth.value == pytest.approx(counted(game), abs=1e-12)
            game.apply(game.legal()[-1])


def test_a_ferry_that_was_solved_once_is_solved_again_the_same() -> None:
    solver, game = Solver(toy.WORLD), toy.Game(goal=1, seed=1)
    assert solver.solve(game) == solver.solve(game)
