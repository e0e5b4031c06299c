"""Games played one after another inside compiled code are the single games of their seeds."""

import numpy as np
import pytest

from mpenv.engine.rollouts import Playing
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima import WORLD
from tests.worlds import toy

ALL = np.ones(2, np.int8)


def test_a_game_taken_out_of_many_stands_where_it_stood_and_leads_back_to_none() -> None:
    playing = Playing(WORLD, {"scenario": "drill-errand", "layout": "random"}, [3, 4])
    assert playing.game(1).options == WORLD.game(scenario="drill-errand", layout="random", seed=4).options
    assert playing.play_on(1, np.array([1, 0], np.int8))
    game, single = playing.game(1), WORLD.game(**playing.game(1).options)
    for action in playing.rows(1).action:
        single.apply(int(action))
    assert (game.fingerprint(), game.plies, game.seat) == (single.fingerprint(), single.plies, 1)
    assert np.array_equal(game.view(1).encode(), playing.page.observation[game.plies])
    before = playing.game(1).fingerprint()
    game.apply(game.legal()[0])
    assert playing.game(1).fingerprint() == before
    playing.play_on(1, np.array([1, 0], np.int8), int(playing.page.mask[single.plies].argmax()))
    assert playing.game(1).plies > single.plies
    assert playing.game(0).plies == 0


def test_drawn_answers_hang_on_the_seed_of_the_game_and_on_nothing_else() -> None:
    together, alone = Playing(WORLD, {}, [5, 6, 7], max_plies=30), Playing(WORLD, {}, [7], max_plies=30)
    for i in (1, 2):
        together.play_on(i, ALL)
    alone.play_on(0, ALL)
    assert [one.tobytes() for one in together.rows(2)] == [one.tobytes() for one in alone.rows(0)]
    assert alone.plies[0] == 30


def test_a_drawn_answer_is_any_legal_action_each_as_likely() -> None:
    seeds = range(6000 if not PLAIN else 300)
    playing = Playing(toy.WORLD, {"goal": 2}, seeds)
    counts = np.zeros((3, 3))
    for i in range(len(seeds)):
        playing.play_on(i, np.ones(2, np.int8))
        rows = playing.rows(i)
        for ply in range(min(3, len(rows.action))):
            if rows.mask[ply].sum() == 3:  # pass, load, ask
                counts[ply, rows.action[ply]] += 1
    for ply in (1, 2):
        expected = counts[ply].sum() / 3
        assert expected > 0
        assert ((counts[ply] - expected) ** 2 / expected).sum() < 18.4  # of 2 degrees, one time in ten thousand


def test_a_game_longer_than_its_page_gets_a_longer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    played = []
    for rows in (256, 2):
        monkeypatch.setattr("mpenv.engine.rollouts.SHORT", rows)
        playing = Playing(WORLD, {"scenario": "drill-errand"}, [3, 4])
        given = -1
        while playing.play_on(1, np.array([1, 0], np.int8), given):
            given = int(playing.page.mask[playing.plies[1]].argmax())
        played.append([one.tobytes() for one in playing.rows(1)])
        assert playing.game(1).plies == playing.plies[1] > 2
    assert played[0] == played[1]
