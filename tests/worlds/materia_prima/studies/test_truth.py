"""The truth of the endings against plain counting over `game.futures`: no cuts, no certain ends, no memory of it."""

import itertools
import json
import math
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from mpenv.evaluation.exact_values import Solver
from mpenv.evaluation.regret import Ending
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.studies import endings

PATIENCE = 60  # answers that are tried by plain counting before an ending is given up
MOST = 20  # situations that are counted by looking up
# Certain ends spare the solver far more than its number of situations tells, so the counting gives up by itself.
SITUATIONS = {
    name: one["situations"]
    for name, one in tomllib.loads((endings.HOME / endings.TRUTH).read_text(encoding="utf-8")).items()
}
ALL = endings.shipped()


def scenario_of(one: Ending) -> str:
    return one.name.rsplit("-", 2)[0]


def taking(most: int, of_each: int) -> list[Ending]:
    """The first endings of each scenario that took no more than so many situations."""
    found, scenarios = list[Ending](), Counter[str]()
    for one in ALL:
        scenario = scenario_of(one)
        if SITUATIONS[one.name] <= most and scenarios[scenario] < of_each:
            scenarios[scenario] += 1
            found.append(one)
    return found


class TooMany(Exception):
    """More than anybody wants to count."""


def counted(game: Game, left: Iterator[int]) -> float:
    """The success probability of a perfect team, by trying everything."""
    if game.outcome:
        return game.outcome.worth
    return max(after_answer(game, answer, lambda after: counted(after, left), left) for answer in game.legal())


def remembered(game: Game, known: dict[str, float]) -> float:
    """The same for larger ones: what was counted once is looked up."""
    if game.outcome:
        return game.outcome.worth
    key = game.fingerprint()
    if key not in known:
        if len(known) == MOST:
            raise TooMany
        known[key] = math.nan
        known[key] = max(after_answer(game, answer, lambda after: remembered(after, known)) for answer in game.legal())
    return known[key]


def after_answer(
    game: Game,
    answer: int,
    worth: Callable[[Game], float],
    left: Iterator[int] = itertools.repeat(0),  # noqa: B008
) -> float:
    """What is reached on average over all that chance can bring."""
    if next(left, None) is None:
        raise TooMany
    return sum(likely * worth(after) for likely, after in game.futures(answer))


def agrees(one: Ending, value_of: Callable[[Game, int], float]) -> bool:
    """Compare every answer of an ending; False when it was given up."""
    game = Game.from_position(one.position)
    try:
        for answer in game.legal():
            assert value_of(game, answer) == pytest.approx(one.moves[game.words(answer)], abs=1e-8), one.name
    except TooMany:
        return False
    return True


def test_trying_everything_finds_the_same_truth() -> None:
    done = Counter[str]()
    for one in ALL:
        left = iter(range(PATIENCE))
        done[scenario_of(one)] += agrees(
            one,
            lambda game, answer: after_answer(game, answer, lambda after: counted(after, left), left),  # noqa: B023
        )
    assert done.total() >= 30
    assert len(+done) >= 6


def test_counting_that_looks_up_what_it_counted_finds_the_same_truth() -> None:
    done = Counter[str]()
    for one in ALL:
        known = dict[str, float]()
        done[scenario_of(one)] += agrees(
            one,
            lambda game, answer: after_answer(game, answer, lambda after: remembered(after, known)),  # noqa: B023
        )
    assert done.total() >= 40
    assert len(+done) >= 8


def test_the_order_of_hidden_cards_does_not_change_the_truth() -> None:
    solver = Solver(WORLD, 1 << 16)
    for one in taking(200, 2):
        game = Game.from_position(one.position)
        hidden = game.view(game.seat or 0).determinize(np.random.default_rng(1))
        if any(seat.private >= 0 for seat in game._state.seat) or not all(game.view(game.seat or 0).sight):
            continue  # a determinized view deals what it does not see anew
        assert {
            hidden.words(answer): round(value, 9) for answer, value in solver.solve(hidden).moves.items()
        } == one.moves


RESEARCH = """
scenario = "prologue"
day = 12
turn = 1
[alarm]
active = "alarm.01"
[recipes]
gone = {gone}
homunculus = {{ deck = {deck} }}
[[seat]]
alchemist = "yellow"
made = {{ homunculus = [1, 0, 0], stone = [1, 0, 0] }}
[[seat]]
alchemist = "alchemist.brown2"
made = {{ stone = [1, 0, 0] }}
stock = {{ air = 2 }}
[[seat.figure]]
actions = 2
[[prompt]]
kind = "turn"
seat = "brown"
"""


LEFT = [f"homunculus.{name}" for name in ("1a", "1b", "1c", "2a", "2b", "3a")]


def researching(deck: list[str]) -> Game:
    """In his tower brown can research anywhere; of the six cards left he can make just the one for two air."""
    gone = [name for name in Game().pack.ids["recipe"] if name not in LEFT]
    return Game.from_position(RESEARCH.format(gone=json.dumps(gone), deck=json.dumps(deck)))


def test_a_card_that_may_lie_anywhere_in_a_deck_comes_as_often_as_its_share() -> None:
    game = researching(LEFT)
    truth = Solver(WORLD, 1 << 14).solve(game)
    assert truth.moves[game.read("brown research homunculus")] == pytest.approx(2 / 6)
    assert truth.value == truth.moves[game.read("brown research homunculus")]


def test_who_knows_the_order_of_the_deck_is_told_the_same_average() -> None:
    solver = Solver(WORLD, 1 << 14)
    assert solver.solve(researching(LEFT)) == solver.solve(researching(LEFT[::-1]))


def test_drawn_recipes_come_as_often_as_the_futures_say() -> None:
    game, answer, tries, made = researching(LEFT), "brown research homunculus", 300, 0
    wanted = game.pack.index("recipe", "homunculus.1a")
    said = [likely for likely, after in game.futures(answer) if wanted in after._state.drawn]
    assert (len(game.futures(answer)), len(said), sum(said)) == (math.comb(6, 2), 5, pytest.approx(2 / 6))
    for seed in range(tries):
        one = game.view(1).determinize(np.random.default_rng(seed))
        one.apply(answer)
        made += wanted in one._state.drawn
    assert abs(made - tries / 3) < 5 * math.sqrt(tries * 2 / 9)


DANGER = """
scenario = "drill-hunt"
day = 6
turn = 1
[alarm]
active = "alarm.03"
[inquisition]
slots = [{ cards = ["B1"], figures = ["5,-2"] }]
[[seat]]
alchemist = "yellow"
defeated = 1
[[seat.figure]]
at = "4,-2"
actions = 1
[[seat]]
alchemist = "brown"
stone = false
[[prompt]]
kind = "turn"
seat = "yellow"
"""


def test_the_last_stone_holds_as_long_as_every_defence_does() -> None:
    """Three attacks of 1 against two dice: each fells him when both show nothing, and a fight may end them."""
    game = Game.from_position(DANGER)
    truth, holds = Solver(WORLD, 1 << 14).solve(game), (1 - 1 / 9) ** 3
    assert truth.moves[game.read("yellow end")] == pytest.approx(holds)
    assert truth.moves[game.read("yellow fight B1")] == pytest.approx(2 / 3 + holds / 3)


def test_the_faces_of_an_inquisition_come_as_often_as_the_futures_say() -> None:
    game, answer, tries = Game.from_position(DANGER), "yellow end", 400
    said = sum(likely for likely, after in game.futures(answer) if after.outcome and after.outcome.success)
    won = 0
    for seed in range(tries):
        one = game.view(0).determinize(np.random.default_rng(seed))
        one.apply(answer)
        won += bool(one.outcome and one.outcome.success)
    assert abs(won - tries * said) < 5 * math.sqrt(tries * said * (1 - said))


def test_what_is_certain_on_the_last_day_is_what_playing_on_brings() -> None:
    """Each answer of an ending by its worth alone, and by all that it leads to."""
    solver = Solver(WORLD, 1 << 16)
    for one in taking(200, 1):
        game = Game.from_position(one.position)
        for answer in game.legal():
            ways = [
                (likely, after.outcome.worth if after.outcome else solver.solve(after).value)
                for likely, after in game.futures(answer)
            ]
            assert sum(likely * value for likely, value in ways) == pytest.approx(
                one.moves[game.words(answer)], abs=1e-8
            )
