"""Errands as actions: each can be begun and ends, and underneath lies an ordinary game."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mpenv import agents
from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand import steps
from mpenv.agents.materia_prima.by_errand.agents import ByErrands, ExpertByErrands, Planned
from mpenv.agents.materia_prima.by_errand.game import ErrandGame
from mpenv.agents.materia_prima.by_errand.world import ERRANDS
from mpenv.play import begin_team, play
from mpenv.record.replay import Recorder, resimulate
from mpenv.world import IllegalAction, View
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima import catalogue as c
from tests.agents.materia_prima.by_errand_games import CELLS, SHORT, fingerprints, played
from tests.places import ROOT

cells = pytest.mark.parametrize(("scenario", "seats"), CELLS)


def begun(scenario: str, seats: int, decisions: int, seed: int = 3) -> ErrandGame:
    """A game some random errands on, at a turn."""
    game = ERRANDS.game(scenario=scenario, seats=seats, seed=seed)
    played(game, seed, decisions)
    while game.legal()[-1] < c.ACTIONS:
        game.apply(game.legal()[0])
    return game


def test_the_catalogue_lies_behind_the_steps_and_has_no_gaps() -> None:
    assert [e.kind_of(action).name for action in range(c.ACTIONS, e.ACTIONS)] == [
        one.name for one in e.KINDS for _ in range(one.size)
    ]
    assert ERRANDS.actions == e.ACTIONS == c.ACTIONS + 116
    with pytest.raises(ValueError, match="no errand, their ids go from 234 to 349"):
        e.kind_of(c.ACTIONS - 1)


@cells
@pytest.mark.parametrize("decisions", [0, 20, 40])
def test_every_open_errand_plays_something_and_ends_by_itself(scenario: str, seats: int, decisions: int) -> None:
    game = begun(scenario, seats, decisions)
    assert e.ACTIONS - 1 in game.legal(), "rest is always open"
    for action in game.legal():
        there, found = game.clone(), game.unfold(action)
        assert 1 <= len(found) < steps.MOST_STEPS // 4
        there.apply(action)
        assert there.fingerprint() != game.fingerprint()
        table = game.by_steps()
        for step in found:
            assert table.seat == game.seat, "an errand plays for nobody else"
            assert table.outcome is None
            table.apply(step)
        assert table == there.by_steps()


@cells
def test_games_by_errands_end_and_are_ordinary_replays(scenario: str, seats: int, tmp_path: Path) -> None:
    game = ERRANDS.game(scenario=scenario, seats=seats, seed=9)
    rng = np.random.default_rng(9)
    with Recorder(tmp_path / "game.jsonl", ERRANDS, game) as record:
        while game.seat is not None:
            record.apply(int(rng.choice(game.legal())))
    again = resimulate(tmp_path / "game.jsonl", WORLD)
    assert type(again) is Game
    assert again.outcome == game.outcome is not None
    assert again.fingerprint() == game.fingerprint()
    assert again.plies > 1.5 * game.plies


@cells
def test_agents_that_choose_errands_play_the_same_game_step_by_step(scenario: str, seats: int) -> None:
    for seed in range(2):
        game, plain = (world.game(scenario=scenario, seats=seats, seed=seed) for world in (ERRANDS, WORLD))
        choosing, walking = [Planned() for _ in range(seats)], [ExpertByErrands() for _ in range(seats)]
        begin_team(game, choosing)
        begin_team(plain, walking)
        play(game, choosing)
        play(plain, walking)
        assert plain.fingerprint() == game.fingerprint()
        assert sum(one.choices for one in walking) == game.plies < 0.7 * plain.plies


def test_open_errands_hang_on_what_the_seat_knows_alone() -> None:
    for scenario, seats in CELLS:
        game = begun(scenario, seats, 30)
        assert game.seat is not None
        view = game.view(game.seat)
        other = view.determinize(np.random.default_rng(1))
        assert isinstance(other, ErrandGame)
        assert other.mask().tolist() == view.mask.tolist() == game.mask().tolist()
        for seat in set(range(seats)) - {game.seat}:
            assert not game.view(seat).mask.any()
            assert not game.view(seat).record["legal"].any(), "nobody sees what another could set out to do"


@cells
def test_copies_and_snapshots_go_on_as_the_game_does(scenario: str, seats: int) -> None:
    game = begun(scenario, seats, 20)
    fresh = ERRANDS.game(scenario=scenario, seats=seats, seed=1)
    fresh.restore(game.snapshot())
    copies = [game.clone(), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), fresh]
    assert all(one.legal() == game.legal() for one in copies)
    ends = [(played(one, 5), one.fingerprint(), one.plies) for one in [game, *copies]]
    assert all(one == ends[0] for one in ends)
    assert ERRANDS.game(position=begun(scenario, seats, 20).to_position()).legal() == begun(scenario, seats, 20).legal()


def test_errands_read_back_from_their_words() -> None:
    for scenario, seats in CELLS:
        game = begun(scenario, seats, 40)
        for action in game.legal():
            words = game.words(action)
            assert game.read(words) == game.read(words.partition(" ")[2]) == action
            assert game.view(game.seat or 0).words(action) == words
            assert "not now" not in game.meaning(action)
    with pytest.raises(ValueError, match="did you mean 'will rest'"):
        game.read("will rst")


def test_a_single_step_is_refused_at_a_turn_and_an_errand_elsewhere() -> None:
    game = begun("vault", 3, 0)
    before = game.fingerprint()
    with pytest.raises(IllegalAction, match="at its turn a seat chooses an errand here, and no single step"):
        game.apply(c.MOVE)
    shut = next(action for action in range(c.ACTIONS, e.ACTIONS) if not game.mask()[action])
    with pytest.raises(IllegalAction, match="nothing can be done for that errand now"):
        game.apply(shut)
    with pytest.raises(IllegalAction, match="nothing can be done"):
        game.unfold(shut)
    assert game.fingerprint() == before
    rng = np.random.default_rng(0)
    while game.legal()[-1] >= c.ACTIONS:
        game.apply(int(rng.choice(game.legal())))
    with pytest.raises(IllegalAction, match="is asked something else than what to do in its turn"):
        game.apply(e.ACTIONS - 1)


def test_agents_that_answer_by_steps_cannot_sit_where_errands_are_chosen() -> None:
    with pytest.raises(ValueError, match="no agent 'expert'"):
        agents.make("expert", world=ERRANDS)
    game, expert = begun("vault", 3, 0), agents.make("expert", world=WORLD)
    assert game.seat is not None
    expert.reset(game.seat, 0)
    with pytest.raises(IllegalAction, match="no single step"):
        game.apply(expert.act(game.view(game.seat)))


class First:
    """Always chooses the first errand."""

    def reset(self, seat: int, seed: int) -> None:
        pass

    def act(self, view: View) -> int:
        return view.legal[-1] if view.legal[-1] < c.ACTIONS else view.legal[1]


def test_a_stubborn_seat_ends_its_turns_all_the_same() -> None:
    game = Game("vault", seats=3, seed=4)
    team = [ByErrands(First()) for _ in range(3)]
    begin_team(game, team)
    assert play(game, team).outcome is not None


def test_without_the_compiler_the_games_are_the_same() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.agents.materia_prima.by_errand_games"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_BOUNDSCHECK": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.splitlines() == fingerprints(SHORT, 3)
