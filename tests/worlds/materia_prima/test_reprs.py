"""What `repr` says of a game and of a view, and what a view's must not say."""

import random

import numpy as np
import pytest

from mpenv.worlds.materia_prima import Game

SEED = 987654321987


def test_a_game_says_which_it_is_how_far_it_is_and_who_is_asked() -> None:
    game = Game("drill-errand", 3, seed=SEED)
    asked = game.words(0).split()[0]
    said = f"<Game drill-errand, 3 seats, seed {SEED}, day 1, {asked} to answer 'turn', 0 plies>"
    assert repr(game) == str(game) == repr(game.clone()) == said
    rng = random.Random(1)
    while game.seat is not None:
        game.apply(rng.choice(game.legal()))
        assert f"day {game.day}, " in repr(game)
        assert repr(game).endswith(f", {game.plies} plies>")
    assert game.outcome is not None
    assert f"ended in {game.outcome.result}" in repr(game)
    assert "from a position" in repr(Game.from_position(Game(seed=1).to_position()))


@pytest.mark.parametrize("rules", [{}, {"sight": 2, "private_research": True}])
def test_a_view_says_no_more_than_it_shows(rules: dict[str, object]) -> None:
    rng = random.Random(2)
    for seats in (2, 4):
        game = Game("watch", seats, seed=SEED, rules=rules)
        for _ in range(120):
            if game.seat is None:
                break
            game.apply(rng.choice(game.legal()))
            for seat in range(seats):
                view = game.view(seat)
                assert repr(view).startswith(f"<View of seat {seat} ({view.names[seat]}): watch, {seats} seats, day ")
                assert str(SEED) not in repr(view)
                guess = view.determinize(np.random.default_rng(rng.randrange(1 << 30)))
                assert repr(guess.view(seat)) == repr(view), "it is made of what the view shows"
                assert str(SEED) not in repr(guess)
    assert repr(game.overview()).startswith("<View of the whole table: watch, ")
