"""Macros: every errand a seat could set out to do, and who is told to does it."""

from collections import Counter

import numpy as np
import pytest

from mpenv.agents.materia_prima import order_execution
from mpenv.agents.materia_prima.errand_list import COLUMNS, Macro, macros
from mpenv.agents.materia_prima.planners import MODEL, Errands
from mpenv.agents.search.horizon import Intent
from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.studies.pack_stats import usual_scenarios

FAR_ON = 6  # days that an errand may take here


def midway(scenario: str, seats: int, plies: int, seed: int = 3) -> Game:
    """A game some answers on, at a turn."""
    game, guide = Game(scenario, seats=seats, seed=seed), Errands()
    none = np.zeros(MODEL.orders, np.int64)
    while game.seat is not None and (game.plies < plies or 0 not in game.legal()):
        game.apply(guide.follow(game.view(game.seat), none)[0])
    assert game.seat is not None
    return game


def told(game: Game, macro: Macro) -> np.ndarray:
    orders = np.zeros(MODEL.orders, np.int64)
    assert game.seat is not None
    orders[game.seat * COLUMNS : (game.seat + 1) * COLUMNS] = *macro.order, game.day + FAR_ON
    return orders


def done(game: Game, macro: Macro) -> tuple[Game, bool]:
    """The seat does as it is told and the others as they would; was it done, or given up?"""
    guide, seat, orders = Errands(), game.seat, told(game, macro)
    game, last = game.clone(), game.day + FAR_ON
    none = np.zeros(MODEL.orders, np.int64)
    while game.seat is not None and game.day <= last:
        action, left = guide.follow(game.view(game.seat), orders if game.seat == seat else none)
        assert action in game.legal()
        if game.seat == seat:
            orders = left
            if not orders.any():
                return game, True
        game.apply(action)
    return game, False


@pytest.mark.parametrize("scenario", usual_scenarios(load("inquisition")))
def test_there_is_always_something_to_set_out_on_and_it_can_be_told_in_words(scenario: str) -> None:
    for plies in (0, 40, 90):
        found = macros((game := midway(scenario, 3, plies)).view(game.seat or 0))
        assert found[-1].kind == "rest"
        assert len(found) > 5
        assert len({one.order for one in found}) == len({one.words for one in found}) == len(found)
        assert [one.effort for one in found[:-1]] == sorted(one.effort for one in found[:-1])


def test_every_kind_of_errand_occurs_and_most_of_them_get_done() -> None:
    met, tried = Counter[str](), Counter[str]()
    for scenario, plies in (("vault", 20), ("hunt", 30), ("great-work", 40), ("alms", 60)):
        game = midway(scenario, 3, plies)
        for macro in macros(game.view(game.seat or 0)):
            tried[macro.kind] += 1
            met[macro.kind] += done(game, macro)[1]
    assert {*tried} == {*order_execution.KINDS} - {"nothing"}
    assert sum(met.values()) > 0.6 * (sum(tried.values()) - tried["rest"])


def test_who_is_told_to_make_something_has_it_then() -> None:
    game = midway("great-work", 2, 30)
    seat = game.seat or 0
    for macro in [one for one in macros(game.view(seat)) if one.kind == "make"][:4]:
        after, finished = done(game, macro)
        made = after._state.seat[seat]
        if finished:
            cards = [*made.items.tolist(), *made.fragment.tolist(), *made.figure["card"].tolist()]
            assert macro.order[1] in cards or macro.order[1] not in after._state.pool.tolist()


def test_who_is_told_nothing_does_as_the_expert() -> None:
    from mpenv.agents import make

    game, guide = Game("tithe", seats=3, seed=8), Errands()
    expert, none = make("expert"), np.zeros(MODEL.orders, np.int64)
    while game.seat is not None:
        view = game.view(game.seat)
        expert.reset(game.seat, 0)
        action, _ = guide.follow(view, none)
        assert action == expert.act(view)
        game.apply(action)


def test_orders_change_what_is_done() -> None:
    game = midway("vault", 3, 20)
    guide, view = Errands(), game.view(game.seat or 0)
    answers = {guide.follow(view, one.orders)[0] for one in guide.intents(view) if isinstance(one, Intent)}
    assert len(answers) > 3
