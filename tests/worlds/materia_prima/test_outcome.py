"""Every game that ended says why: who lacked what, when soul stones fell and to what, which events were lost."""

import json
import random
from typing import Any

import pytest

import mpenv
from mpenv.engine.batch import BatchGame
from mpenv.world import Outcome
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw.account import outcome_of

GAMES = [(scenario, seats, seed) for seed, scenario in enumerate(mpenv.scenarios()) for seats in (2, 3, 4)]


class Watched:
    """A random game, with what its log told of stones and events on the way."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.game = Game(seed=seed, **options)
        self.stones, self.events, self.day = list[dict[str, Any]](), list[dict[str, Any]](), 0
        self._hear()
        rng = random.Random(seed)
        while self.game.seat is not None:
            self.game.apply(rng.choice(self.game.legal()))
            self._hear()

    def _hear(self) -> None:
        for words in self.game.happened():
            if words.startswith("day "):
                self.day = int(words.split()[1])
            if " loses the soul stone to " in words:
                self.stones.append({"who": words.split()[0], "day": self.day, "to": words.split()[-1]})
            if words.startswith("the event of day "):
                self.events.append({"day": self.day, "paid": " is paid: " in words, "effect": words.split(": ")[1]})

    @property
    def outcome(self) -> Outcome:
        assert self.game.outcome is not None
        return self.game.outcome


@pytest.mark.parametrize(("scenario", "seats", "seed"), GAMES)
def test_the_account_is_what_the_log_told_on_the_way(scenario: str, seats: int, seed: int) -> None:
    watched = Watched(seed, scenario=scenario, seats=seats)
    details = watched.outcome.details
    assert details["stones"] == watched.stones
    assert details["events"] == watched.events
    assert json.loads(json.dumps(details)) == details


@pytest.mark.parametrize(("scenario", "seats", "seed"), GAMES)
def test_what_was_missing_is_what_the_table_shows_as_not_reached(scenario: str, seats: int, seed: int) -> None:
    game = Watched(seed, scenario=scenario, seats=seats).game
    assert game.outcome is not None
    view, goals = game.view(0), game.pack.entries["scenario"][game._state.scenario]["mission"]
    wrong = {(number, seat) for number in range(len(goals)) for seat in range(seats) if not view.reached(number, seat)}
    team = {number for number, _ in wrong if goals[number]["who"] == v.WHO.index("team")}
    each = {(number, seat) for number, seat in wrong if number not in team}
    assert len(game.outcome.details["missing"]) == len(team) + len(each)
    assert all(one["has"] < one["wants"] for one in game.outcome.details["missing"])
    assert bool(wrong) == (not game.outcome.success) or game.outcome.result == "abort"


def test_the_reasons_of_a_failure_name_who_lacked_what_and_how_much_there_was() -> None:
    outcome = Watched(3, scenario="prologue", seats=2).outcome
    assert outcome.result == "failure"
    for one, words in zip(outcome.details["missing"], outcome.reasons, strict=True):
        assert words.startswith(f"{one['who']} did not {one['goal']}")


def test_the_reasons_of_an_abort_name_each_stone_with_its_day_and_the_inquisitor() -> None:
    outcome = next(one for seed in range(50) if (one := Watched(seed, seats=3).outcome).result == "abort")
    assert outcome.reasons[0] == "the last soul stone was lost"
    assert len(outcome.reasons) == len(outcome.details["stones"]) + 1 == 4
    last = outcome.details["stones"][-1]
    assert outcome.reasons[-1] == f"{last['who']}'s fell on day {last['day']} to {last['to']}"
    assert last["day"] == outcome.day


def test_a_success_lacks_nothing_and_still_tells_of_stones_and_events() -> None:
    from mpenv.agents import make

    for seed in range(30):
        game, team = Game("tithe", 2, seed), [make("expert"), make("expert")]
        for seat, agent in enumerate(team):
            agent.reset(seat, seed)
        while game.seat is not None:
            game.apply(team[game.seat].act(game.view(game.seat)))
        assert game.outcome is not None
        if game.outcome.success and game.outcome.details["stones"]:
            assert game.outcome.details["missing"] == []
            assert [one["day"] for one in game.outcome.details["events"]] == [4, 8, 12, 16]
            return
    raise AssertionError("no success with a lost stone in 30 games")


def test_a_running_game_has_no_account() -> None:
    game = Game(seed=1)
    assert game.outcome is None
    assert outcome_of(game.view(0)) is None


def test_stones_lost_before_a_position_have_no_day_and_the_situation_is_the_same() -> None:
    game, rng = Game("hunt", 3, seed=2), random.Random(2)
    while game.outcome is None and sum(bool(game._state.seat[seat].stone) for seat in range(3)) == 3:
        game.apply(rng.choice(game.legal()))
    again = Game.from_position(game.to_position())
    assert again == game
    while game.seat is not None:
        action = rng.choice(game.legal())
        game.apply(action)
        again.apply(action)
    assert game.outcome is not None
    assert again.outcome is not None
    assert {"who": game.outcome.details["stones"][0]["who"], "day": None, "to": ""} in again.outcome.details["stones"]
    assert game.outcome.details["stones"][0]["day"] is not None


def test_copies_and_snapshots_keep_when_a_stone_fell() -> None:
    watched = Watched(3, scenario="hunt", seats=2)
    game = watched.game
    other = Game("hunt", 2, seed=9)
    other.restore(game.snapshot())
    assert other.outcome == game.clone().outcome == game.outcome


@pytest.mark.parametrize("scenario", ["hunt", "tithe", "generated:17", "generated:18"])
def test_a_batch_tells_the_same_of_its_games_as_single_games(scenario: str) -> None:
    games = BatchGame(WORLD, [{"scenario": one} for one in ("prologue", "generated:3", scenario)], seed=5, seats=3)
    assert [games.ending(row) for row in range(3)] == [None, None, None]
    single = Game(scenario, 3, seed=7)
    rng = random.Random(1)
    step = games.reset()
    while not step.done[2]:
        actions = [rng.choice(mask.nonzero()[0]) for mask in step.mask]
        single.apply(int(actions[2]))
        step = games.step(actions)
    assert games.ending(2) == single.outcome
    kept = games.snapshot()
    games.reset()
    games.restore(kept)
    assert games.ending(2) == single.outcome


def test_a_game_that_was_cut_has_no_ending() -> None:
    games = BatchGame(WORLD, 2, max_plies=3)
    step = games.reset()
    for _ in range(3):
        step = games.step(step.mask.argmax(1))
    assert step.info.truncated.all()
    assert games.ending(0) is None


def test_the_environment_tells_every_agent_why_the_game_ended() -> None:
    env = mpenv.env("hunt", seats=2)
    env.reset(seed=4)
    rng = random.Random(4)
    while not any(env.terminations.values()):
        env.step(rng.choice(env.action_masks().nonzero()[0]))
    outcome = env.game.outcome
    assert outcome is not None
    for info in env.infos.values():
        assert (info["outcome"], info["day"], info["reasons"]) == (outcome.result, outcome.day, outcome.reasons)
        assert info["details"] == outcome.details
