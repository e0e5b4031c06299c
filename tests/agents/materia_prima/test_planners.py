"""The planners at the table of Materia Prima: legal, honest, repeatable, and better the more they think."""

from typing import Any

import numpy as np
import pytest

from mpenv.agents import make
from mpenv.agents.materia_prima.planners import Errands
from mpenv.evaluation.regret import score
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.studies.endings import shipped
from mpenv.worlds.materia_prima.studies.pack_stats import usual_scenarios
from tests.worlds.materia_prima.test_search import leaks, played, twin

CODES = ("mcts", "horizon")


def thought(code: str, game: Game, seed: int = 5) -> tuple[int, Any]:
    """Answer of a planner, and what it says it found."""
    agent: Any = make(code)
    seat = game.seat
    assert seat is not None
    agent.reset(seat, seed)
    return agent.act(game.view(seat)), agent.found


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("scenario", usual_scenarios(load("inquisition")))
def test_a_planner_plays_any_scenario_to_its_end(code: str, scenario: str) -> None:
    game = Game(scenario, seats=2, seed=4)
    team = [make(f"{code}:simulations=4") for _ in range(2)]
    for seat, one in enumerate(team):
        one.reset(seat, seat)
    while game.seat is not None:
        game.apply(team[game.seat].act(game.view(game.seat)))
    assert game.outcome


@pytest.mark.parametrize("code", CODES)
def test_equal_seeds_are_equal_searches_and_the_clock_has_no_say(code: str) -> None:
    game = played({"scenario": "vault", "seats": 3}, 25)
    first, again, other = (thought(f"{code}:simulations=60", game, seed) for seed in (1, 1, 2))
    assert first == again
    assert first[1].lines != other[1].lines


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("options", [{"scenario": "vault", "seats": 3}, {"scenario": "watch", "seats": 2}])
def test_worlds_that_differ_in_what_is_hidden_are_one_to_a_planner(code: str, options: dict[str, Any]) -> None:
    for plies in (4, 30):
        game = played(options, plies)
        seat = game.seat
        assert seat is not None
        other = twin(game, seat, np.random.default_rng(7))
        assert other.fingerprint() != game.fingerprint()
        assert other.view(seat).record.tobytes() == game.view(seat).record.tobytes()
        assert thought(f"{code}:simulations=40", game) == thought(f"{code}:simulations=40", other)


@pytest.mark.parametrize("code", CODES)
def test_from_a_planner_that_has_thought_no_game_seed_or_deck_can_be_reached(code: str) -> None:
    game = played({"scenario": "vault", "seats": 3}, 12)
    agent = make(f"{code}:simulations=20")
    agent.reset(game.seat or 0, 5)
    agent.act(game.view(game.seat or 0))
    assert leaks(agent, game) == []


def test_what_is_asked_in_the_turn_of_another_does_not_stand_for_the_own_turn_of_that_day() -> None:
    turn, between = Errands().turn, 0
    for seed in range(6):
        game, expert = Game("vault", seats=3, seed=seed), make("expert@1")
        own, asked = dict[tuple[int, int], int](), dict[tuple[int, int], int]()
        while game.seat is not None:
            view = game.view(game.seat)
            kinds = [(one.kind, one.seat) for one in view.state.prompt[: view.state.prompts]]
            mine = (prompts.TURN, game.seat) in kinds
            assert (own if mine else asked).setdefault((game.seat, view.day), turn(view)) == turn(view)
            game.apply(expert.act(view))
        between += len(own.keys() & asked.keys())
        assert all(own[key] != asked[key] for key in own.keys() & asked.keys())
    assert between > 0


@pytest.mark.parametrize("code", CODES)
def test_the_more_a_planner_thinks_the_less_it_gives_away(code: str) -> None:
    few = shipped("vault") + shipped("great-work-3")
    little, much = (score(WORLD, f"{code}:simulations={n}", few, 1) for n in (8, 400))
    assert much.regret[0] <= little.regret[0] + 1e-9
    assert much.regret[0] <= 0.03
    assert score(WORLD, "expert", few, 1).regret[0] > 0.05


def test_a_mate_who_does_not_help_is_thought_to_be_worth_less() -> None:
    game = played({"scenario": "licences", "seats": 2}, 0)
    values = []
    for mates in ("", ":mates=expert", ":mates=random"):
        _, found = thought(f"mcts:simulations=200{mates}", game)
        values.append(found.value)
    assert values[2] < values[0] - 0.2
    assert values[2] < values[1] - 0.2


def test_a_planner_says_what_it_expects_its_best_answers_and_how_often_it_tried_them() -> None:
    game = played({"scenario": "vault", "seats": 3}, 25)
    for code in CODES:
        agent: Any = make(f"{code}:simulations=64")
        agent.reset(game.seat, 1)
        action = agent.act(game.view(game.seat or 0))
        assert "simulations" in agent.explain()
        assert 0 < sum(line.visits for line in agent.found.lines) == agent.found.simulations <= 64
        if code == "mcts":
            assert agent.found.lines[0].words == game.words(action)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("mcts:simulations=0", "simulations=0 must be a whole number from 1 to 100,000"),
        ("horizon:simulations=-4", "simulations=-4 must be"),
        ("mcts:simulations=1000000000", "simulations=1000000000 must be"),
        ("mcts:milliseconds=0", "milliseconds=0 must be a number from 1 to 600,000"),
        ("mcts:milliseconds=nan", "milliseconds=nan must be"),
        ("mcts:simulations=5:milliseconds=5", "not both"),
        ("mcts:mates=expert+policy", "'policy' is no player a planner can simulate, there are: busy"),
        ("mcts:nerve=-1", "nerve=-1 must be a number from 0 to 10"),
        ("mcts:depth=3", "has no option 'depth', there are: simulations, milliseconds, mates, nerve"),
        ("expert:depth=3", "has no option 'depth', it takes none"),
        ("mcts:simulations=5:simulations=6", "says an option twice"),
        ("mcts:simulations=", "is no OPTION=VALUE"),
    ],
)
def test_options_that_make_no_sense_are_refused_by_name(code: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault.replace("(", r"\(").replace("+", r"\+")):
        make(code)
