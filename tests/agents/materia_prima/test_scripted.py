"""The expert team answers everything, the same way each time, and plays sensibly."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from mpenv import agents
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules import prompts
from tests.agents.materia_prima.moves import BUSY, EXPERT, HERMIT, moves, team_of
from tests.places import ROOT
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.test_decisions import DECISIONS, asked

PLACES = 200
PLIES = 40  # played at random from each place
SEEDS = 20
ASKED_IN_SETUP = {"place_tower", "place_alchemist"}


def kind_of(game: Game) -> str:
    return prompts.KINDS[game._state.prompt[game._state.prompts - 1].kind]


def legal_again_and_again(game: Game, one: agents.Agent, other: agents.Agent) -> int:
    """The answer of a player, that of another one of his kind being the same."""
    assert game.seat is not None
    for agent in (one, other):
        agent.reset(game.seat, 0)
    answer = one.act(game.view(game.seat))
    assert answer in game.legal()
    assert other.act(game.view(game.seat)) == answer
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("code", [EXPERT, HERMIT])
def test_wherever_it_is_asked_the_answer_is_legal_and_the_same_again(code: str) -> None:
    one, other = agents.make(code), agents.make(code)
    for seed in range(PLACES):
        game, rng = rich.any_game(seed), random.Random(seed)
        for _ in range(PLIES):
            if game.seat is None:
                break
            answer = legal_again_and_again(game, one, other)
            game.apply(answer if rng.random() < 0.3 else rng.choice(game.legal()))


@pytest.mark.parametrize("code", [EXPERT, HERMIT])
def test_every_kind_of_decision_gets_a_legal_answer(code: str) -> None:
    one, other = agents.make(code), agents.make(code)
    for decision in DECISIONS:
        legal_again_and_again(asked(decision), one, other)
    assert {decision.prompt for decision in DECISIONS} == set(prompts.KINDS) - {"nothing"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_find_places_for_their_towers_apart_from_each_other(seats: int) -> None:
    game = Game(seats=seats, seed=1, placement="players", layout="random")
    team = team_of(EXPERT, seats)
    found = set()
    while game.seat is not None and kind_of(game) in ASKED_IN_SETUP:
        found.add(kind_of(game))
        game.apply(team[game.seat].act(game.view(game.seat)))
    towers = [game._state.seat[seat].tower for seat in range(seats)]
    assert found == ASKED_IN_SETUP
    assert towers == [game._state.seat[seat].figure[0].hex for seat in range(seats)]
    assert len(set(towers)) == seats


def test_the_answer_hangs_on_the_view_alone_and_leaves_it_as_it_is() -> None:
    game = rich.any_game(3)
    assert game.seat is not None
    agent = agents.make(EXPERT)
    agent.reset(game.seat, 0)
    first = agent.act(game.view(game.seat))
    for seed in range(5):  # other positions, other seats: nothing is remembered
        elsewhere = rich.any_game(seed)
        if elsewhere.seat is None:
            continue
        agent.reset(elsewhere.seat, seed)
        agent.act(elsewhere.view(elsewhere.seat))
    agent.reset(game.seat, 9)
    before = game.fingerprint()
    assert agent.act(game.view(game.seat)) == first
    assert game.fingerprint() == before


def test_hidden_cards_and_the_seed_change_no_answer() -> None:
    """Games that look the same to a seat, but go on in another way, get the same move."""
    for seed in range(SEEDS):
        game = rich.any_game(seed)
        if game.seat is None:
            continue
        agent = agents.make(EXPERT)
        agent.reset(game.seat, 0)
        other = game.view(game.seat).determinize(np.random.default_rng(seed))
        assert agent.act(other.view(game.seat)) == agent.act(game.view(game.seat))


def test_without_the_compiler_the_moves_are_the_same() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.agents.materia_prima.moves"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "NUMBA_BOUNDSCHECK": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stdout.splitlines() == moves(Game("drill-hunt", seed=3), EXPERT)


def won(code: str, seed: int) -> bool:
    game = Game(seed=seed)
    moves(game, code)
    assert game.outcome is not None
    return game.outcome.success


def test_the_greedy_team_meets_most_prologues_and_the_random_team_none() -> None:
    assert sum(won(EXPERT, seed) for seed in range(SEEDS)) >= SEEDS * 3 // 4
    assert sum(won("random", seed) for seed in range(SEEDS)) == 0


def test_a_loner_never_exchanges_with_another_colour() -> None:
    for seed in range(PLACES // 4):
        game, agent = rich.any_game(seed), agents.make(HERMIT)
        for _ in range(PLIES):
            if game.seat is None:
                break
            agent.reset(game.seat, seed)
            words = game.words(answer := agent.act(game.view(game.seat)))
            assert "exchange" not in words, words
            game.apply(answer)


def test_whose_mission_is_met_makes_things_for_the_next_scenario_unless_something_must_be_held() -> None:
    def made(scenario: str, code: str) -> int:
        game = Game(scenario, seed=5, difficulty=None if scenario == "prologue" else "easy")
        moves(game, code)
        seats = game.view(0).state.seat
        return int(seats["made"].sum() - seats["missions"].sum())  # without what towns may have got

    assert made("prologue", EXPERT) > 4  # the mission asks two things of each of two
    assert made("watch", EXPERT) <= 4


def test_a_busy_team_makes_helpers_and_more_noise() -> None:
    def course(code: str) -> tuple[int, int]:
        helpers = inquisitors = 0
        for seed in range(10):
            game = Game("tithe", seed=seed, difficulty="easy")
            moves(game, code)
            state = game.view(0).state
            helpers += int(state.seat["made"][:, 0].sum())
            inquisitors += sum(int(slot.cards) for slot in state.slot) + int(state.defeated.cards)
        return helpers, inquisitors

    (few, quiet), (many, loud) = course(EXPERT), course(BUSY)
    assert many > few
    assert loud > quiet
