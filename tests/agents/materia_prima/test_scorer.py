"""Every answer is worth the sum of its weighed features, and the best one is played."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from mpenv.agents.materia_prima import features as f
from mpenv.agents.materia_prima.compiled_matches import Arena
from mpenv.agents.materia_prima.scripted import ScriptedPlayer, scripted_players
from mpenv.agents.materia_prima.temperament import temperament_of
from mpenv.worlds.materia_prima.game import Game
from tests.agents.materia_prima.moves import team_of
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.test_decisions import DECISIONS, asked

SAME = {"expert", "hermit", "courier", "hothead", "guard", "loafer"}
TABLES = [("prologue", 2, None), ("licences", 3, "hard"), ("watch", 3, "easy"), ("hunt", 4, "normal")]


def situations() -> Iterator[Game]:
    for seed in range(150):
        game = rich.any_game(seed)
        if game.seat is not None:
            yield game
    for decision in DECISIONS:
        yield asked(decision)
        after = asked(decision)
        after.apply(after.legal()[-1])
        if after.seat is not None:
            yield after


def sat_down(kind: type[ScriptedPlayer], game: Game) -> ScriptedPlayer:
    assert game.seat is not None
    one = kind()
    one.reset(game.seat, 0)
    return one


def test_what_is_played_is_worth_most_to_the_player() -> None:
    for game in situations():
        assert game.seat is not None
        for name in SAME:
            one, view = sat_down(scripted_players()[name], game), game.view(game.seat)
            scores = one.scores(view)
            assert list(scores) == view.legal
            assert one.act(view) == max(scores, key=lambda action: scores[action])


def test_every_feature_tells_answers_apart_somewhere() -> None:
    found = Counter[str]()
    kind = scripted_players()["expert"]
    for game in situations():
        assert game.seat is not None
        view = game.view(game.seat)
        rows = sat_down(kind, game).features(view)
        assert not rows[[action for action in range(len(rows)) if action not in view.legal]].any()
        legal = rows[view.legal]
        assert (legal[:, f.PLAN] > 0).sum() == 1  # the plan goes on with one answer
        found.update(name for k, name in enumerate(f.FEATURES) if len(set(legal[:, k].tolist())) > 1)
    assert set(found) == set(f.FEATURES), set(f.FEATURES) - set(found)


def test_a_weight_alone_bends_what_is_done() -> None:
    """Who likes nothing but to stop, stops; who likes nothing but mines goes there."""
    game = Game(seats=2, seed=1)
    assert game.seat is not None
    view = game.view(game.seat)
    nothing = dict.fromkeys(f.FEATURES, 0.0)

    class Idler(ScriptedPlayer):
        temperament = temperament_of("expert").but(**{**nothing, "stop": 1})

    class Miner(ScriptedPlayer):
        temperament = temperament_of("expert").but(**{**nothing, "mine": 1})

    assert view.words(sat_down(Idler, game).act(view)).endswith("end")
    assert " move " in view.words(sat_down(Miner, game).act(view))


@pytest.mark.parametrize(("scenario", "seats", "difficulty"), TABLES)
def test_whole_compiled_games_are_those_that_agents_play(scenario: str, seats: int, difficulty: str | None) -> None:
    options = {"scenario": scenario, "seats": seats, "difficulty": difficulty}
    seeds = range(7, 10)
    ends = Arena(seeds, **options).play([temperament_of("expert")] * seats)
    for k, seed in enumerate(seeds):
        game, team = Game(**options, seed=seed), team_of("mpenv.agents.materia_prima.scripted:Expert", seats)
        while game.seat is not None:
            game.apply(team[game.seat].act(game.view(game.seat)))
        assert game.outcome is not None
        assert (ends.plies[k], ends.day[k]) == (game.plies, game.outcome.day)
        assert (ends.outcome[k] == 1) == (game.outcome.worth > 0)


def test_an_arena_plays_the_same_games_again_and_each_seat_by_its_own_temper() -> None:
    arena = Arena(range(20), scenario="alms", seats=3, difficulty="normal")
    expert, idle = temperament_of("expert"), temperament_of("expert").but(plan=0, stop=10)
    first, again = arena.play([expert] * 3), arena.play([expert] * 3)
    assert all((a == b).all() for a, b in zip(first, again, strict=True))
    assert arena.play([expert, expert, idle]).outcome.tolist() != first.outcome.tolist()
    assert not (arena.play([idle] * 3).outcome == 1).any()


def test_whims_are_drawn_from_the_seed_of_the_player_and_change_what_he_does() -> None:
    erratic = scripted_players()["erratic"]

    def answers(seed: int) -> list[int]:
        game, played = Game("alms", 2, seed=5, difficulty="normal"), []
        team = [erratic() for _ in range(2)]
        for seat, one in enumerate(team):
            one.reset(seat, seed)
        while game.seat is not None and len(played) < 60:
            played.append(team[game.seat].act(game.view(game.seat)))
            game.apply(played[-1])
        return played

    assert answers(1) == answers(1)
    assert len({tuple(answers(seed)) for seed in range(4)}) == 4


def test_the_reason_is_one_line_that_names_the_work() -> None:
    for game in situations():
        for name in ("expert", "courier", "scholar", "coward"):
            one = sat_down(scripted_players()[name], game)
            assert one.explain() == "no decision yet"
            assert game.seat is not None
            one.act(game.view(game.seat))
            words = one.explain()
            assert words
            assert "\n" not in words
            assert len(words) < 300


def test_the_reason_of_a_hunter_is_his_prey_and_of_a_bringer_who_lacks_it() -> None:
    told = set()
    for scenario in ("drill-hunt", "licences"):
        game = Game(scenario, 3, seed=3)
        team = team_of("mpenv.agents.materia_prima.scripted:Expert", 3)
        while game.seat is not None:
            answer = team[game.seat].act(game.view(game.seat))
            told.add(team[game.seat].explain())  # type: ignore[attr-defined]
            game.apply(answer)
    assert any(words.startswith("defeat B1 at ") for words in told)
    assert any(words.startswith("bring ") and "who lacks it" in words for words in told)
    assert any("for the mission" in words for words in told)


def test_features_are_whole_numbers_that_fit() -> None:
    game = rich.any_game(11)
    assert game.seat is not None
    rows = sat_down(scripted_players()["expert"], game).features(game.view(game.seat))
    assert rows.dtype == np.int64
    assert np.abs(rows).max() < 1 << 20
