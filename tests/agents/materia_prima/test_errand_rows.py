"""The encoder `errands` tells which errands are open, and the one of the expert's plan, also in games of steps."""

import numpy as np
import pytest

from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand.agents import Planned
from mpenv.agents.materia_prima.by_errand.game import ErrandView
from mpenv.agents.materia_prima.by_errand.observed import ERRANDS as ENCODER
from mpenv.agents.materia_prima.by_errand.world import ERRANDS
from mpenv.engine.batch import BatchGame
from mpenv.world import World
from mpenv.worlds.materia_prima import WORLD, Game, observe
from mpenv.worlds.materia_prima import catalogue as c
from tests.agents.materia_prima.by_errand_games import CELLS
from tests.agents.materia_prima.moves import EXPERT, team_of

OPEN = slice(ENCODER.size - e.ACTIONS - e.ERRANDS, ENCODER.size - e.ACTIONS)
ANSWER = slice(ENCODER.size - e.ACTIONS, ENCODER.size)
SUMMARY, FULL, DEDUCED = (observe.encoder(name) for name in ("flat", "full", "deduced"))
cells = pytest.mark.parametrize(("scenario", "seats"), CELLS)


def test_the_row_ends_with_the_open_errands_and_an_answer_for_each_action() -> None:
    assert [(one.name, one.size) for one in ENCODER.fields[-2:]] == [("open", e.ERRANDS), ("answer", e.ACTIONS)]
    assert ENCODER.fields[:-2] == (*SUMMARY.fields, *DEDUCED.fields[len(FULL.fields) : -1])


@cells
def test_where_errands_are_chosen_it_tells_what_is_open_and_what_the_plan_goes_on_with(
    scenario: str, seats: int
) -> None:
    game, planned, turns = ERRANDS.game(scenario=scenario, seats=seats, seed=4), Planned(), 0
    while game.seat is not None:
        row, mask = game.observe("errands"), game.mask()
        planned.reset(game.seat, 0)
        answer = planned.act(game.view(game.seat))
        assert (row[ANSWER].argmax(), row[ANSWER].sum()) == (answer, 1)
        assert mask[answer]
        assert row[OPEN].tolist() == mask[c.ACTIONS :].tolist()
        turns += bool(row[OPEN].any())
        for seat in set(range(seats)) - {game.seat}:
            other = game.observe("errands", seat)
            assert not other[OPEN].any()
            assert not other[ANSWER].any(), "who waits is told no answer"
        game.apply(answer)
    assert turns > 10


@cells
def test_in_games_of_steps_it_tells_the_same_and_changes_nothing(scenario: str, seats: int) -> None:
    game, team, planned = Game(scenario, seats, 4), team_of(EXPERT, seats), Planned()
    while game.seat is not None:
        before = game.fingerprint(), game.legal()
        row, view = game.observe("errands"), ErrandView.of(game.view(game.seat))
        planned.reset(game.seat, 0)
        assert (row[ANSWER].argmax(), row[ANSWER].sum()) == (planned.act(view), 1)
        assert row[OPEN].tolist() == view.mask[c.ACTIONS :].tolist()
        assert (game.view(game.seat).encode("errands") == row).all()
        assert (game.fingerprint(), game.legal()) == before
        game.apply(team[game.seat].act(game.view(game.seat)))


def test_a_game_of_errands_and_the_same_moment_in_steps_have_the_same_row() -> None:
    game, planned = ERRANDS.game(scenario="vault", seats=3, seed=2), Planned()
    while game.seat is not None:
        assert (game.observe("errands") == game.by_steps().observe("errands")).all()
        planned.reset(game.seat, 0)
        game.apply(planned.act(game.view(game.seat)))


@pytest.mark.parametrize("world", [ERRANDS, WORLD], ids=["errands", "steps"])
def test_a_batch_writes_the_rows_of_single_games(world: World) -> None:
    games = BatchGame(world, 6, seed=3, encoder="errands", scenario="alms", seats=2)
    rng = np.random.default_rng(1)
    for _ in range(25):
        rows = games.observation
        assert isinstance(rows, np.ndarray)
        for row in range(6):
            assert (rows[row] == games.game(row).observe("errands")).all()
        assert (rows[:, ANSWER].sum(1) == 1).all()
        drawn = (rng.random(games.mask.shape) * games.mask).argmax(1)
        told = rows[:, ANSWER].argmax(1) if world is ERRANDS else drawn
        games.step(np.where(rng.random(6) < 0.7, told, drawn))


def test_its_first_numbers_are_those_of_flat_and_then_the_plan_of_deduced() -> None:
    game, team = Game("licences", 2, 3), team_of(EXPERT, 2)
    while game.seat is not None:
        row, deduced = game.observe("errands"), game.observe("deduced")
        assert (row[: SUMMARY.size] == game.observe("flat", game.seat)).all()
        assert (row[SUMMARY.size : OPEN.start] == deduced[FULL.size : DEDUCED.size - c.ACTIONS]).all()
        game.apply(team[game.seat].act(game.view(game.seat)))
