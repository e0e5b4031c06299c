"""The tree search on a whole world that is not Materia Prima, against its exact solution."""

import numpy as np
import pytest

from mpenv.agents.search import world_model
from mpenv.evaluation.exact_values import Solver
from tests.worlds import toy
from tests.worlds.thinking import Ferryman


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(toy.WORLD, 1 << 14)


def regret(simulations: int, solver: Solver, games: int = 12) -> float:
    """The mean over all decisions of games that are played as the search says."""
    lost = []
    for seed in range(games):
        game, ferryman = toy.Game(seed=seed), Ferryman(simulations, nerve=0.0)
        while game.seat is not None:
            ferryman.reset(game.seat, seed)
            action = ferryman.act(game.view(game.seat))
            lost.append(solver.solve(game).regret(action))
            game.apply(action)
    return float(np.mean(lost))


def test_the_more_it_thinks_the_less_it_gives_away(solver: Solver) -> None:
    little, much = regret(8, solver), regret(1500, solver)
    assert much < 0.01
    assert much < little / 2


def test_equal_seeds_are_equal_searches() -> None:
    game, found = toy.Game(seed=4), []
    for seed in (1, 1, 2):
        ferryman = Ferryman(1000)
        ferryman.reset(0, seed)
        found.append((ferryman.act(game.view(0)), ferryman.found))
    assert found[0] == found[1]
    assert found[0][1] != found[2][1]


def test_one_thread_finds_what_two_find(monkeypatch: pytest.MonkeyPatch) -> None:
    game, found = toy.Game(seed=4), []
    for alone in (False, True):
        monkeypatch.setattr(world_model, "PLAIN", alone)
        ferryman = Ferryman(1000)
        ferryman.reset(0, 1)
        found.append((ferryman.act(game.view(0)), ferryman.found))
    assert found[0] == found[1]


def test_what_the_other_is_thought_to_play_changes_what_is_found(solver: Solver) -> None:
    game = toy.Game(seed=11)
    while game.plies < 8 or game.seat != 0:
        moves = solver.solve(game).moves
        game.apply(max(moves, key=lambda action: moves[action]))
    values = []
    for mates in ("", "random"):
        ferryman = Ferryman(8000, mates=mates)
        ferryman.reset(0, 1)
        ferryman.act(game.view(0))
        assert ferryman.found
        values.append(ferryman.found.value)
    assert values[0] > values[1] + 0.05  # a mate who thinks along is worth more


def test_it_says_what_it_expects_and_what_it_tried() -> None:
    ferryman = Ferryman(60)
    ferryman.reset(0, 1)
    assert ferryman.explain() == "no decision yet"
    ferryman.act(toy.Game(seed=3).view(0))
    assert ferryman.found
    assert sum(line.visits for line in ferryman.found.lines) == ferryman.found.simulations <= 60
    assert "simulations; north" in ferryman.explain()


def test_an_unknown_mate_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'nobody' cannot be thought ahead for"):
        Ferryman(10, mates="random+nobody")
