"""An option that is not there is told with those that are."""

import re
from typing import Any

import numpy as np
import pytest

from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima.options import seed_of
from tests.worlds.materia_prima.position.broken_positions import SMALL


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"scenario": "epilogue"}, "there is no scenario 'epilogue', there are: trial, duel, prologue"),
        ({"scenario": 3}, "there is no scenario 3, there are: trial"),
        ({"scenario": ["trial"]}, "there is no scenario ['trial'], there are: trial"),
        ({"scenario": "trial", "difficulty": "hell"}, "there is no difficulty 'hell', there are: easy, normal, hard"),
        ({"scenario": "trial", "difficulty": "none"}, "there is no difficulty 'none', there are: easy, normal, hard"),
        ({"scenario": "duel", "difficulty": "easy"}, "there is no difficulty 'easy', scenario 'duel' has none"),
        ({"seats": 1}, "seats=1: one person plays two alchemists (MP-SOLO-1), so use seats=2"),
        ({"seats": 0}, "seats=0: there are games of 2, 3 and 4 seats"),
        ({"seats": 5}, "seats=5: there are games of 2, 3 and 4 seats"),
        ({"seats": "two"}, "seats='two': there are games of 2, 3 and 4 seats"),
        ({"seats": 2.0}, "seats=2.0: there are games of 2, 3 and 4 seats"),
        (
            {"alchemists": ["pink", "brown"]},
            "there is no alchemist 'pink', there are: green, grey, brown, yellow, alchemist.yellow, alchemist.brown",
        ),
        ({"alchemists": [3, "brown"]}, "there is no alchemist 3, there are: green"),
        ({"alchemists": ["yellow"]}, "alchemists=['yellow']: 2 seats take 2 alchemists"),
        ({"alchemists": ["yellow", "alchemist.yellow"]}, "each alchemist is played once"),
        ({"colours": ["grey", "grey"]}, "colours=['grey', 'grey']: each colour is played once"),
        ({"colours": ["grey"]}, "colours=['grey'] must be a list of 2 colours, one for each seat"),
        ({"colours": ["pink", "grey"]}, "there is no colour 'pink', there are: green, yellow, brown, grey"),
        ({"temple": "hut"}, "there is no temple 'hut', there are: none yet"),
        ({"layout": "hexagon"}, "there is no layout 'hexagon', there are: standard, random"),
        ({"placement": "agreed"}, "there is no placement 'agreed', there are: standard, random, players"),
        ({"alchemists": "yellow"}, "alchemists='yellow' must be a list of 2 alchemists"),
        ({"alchemists": 5}, "alchemists=5 must be a list of 2 alchemists"),
        ({"rules": {"solo": True}}, "there is no rule switch 'solo', there are: die_faces, event_attack"),
        ({"rules": {1: 1, "a": 2}}, "there is no rule switch 1, there are: die_faces"),
        ({"rules": "solo"}, "rules='solo' must be a table of rule switches"),
        ({"pack": "nowhere"}, "there is no pack 'nowhere': give one of inquisition, or a folder with a pack.toml"),
    ],
)
def test_an_unknown_option_is_told_what_there_is(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        Game(**{"scenario": "trial", "pack": SMALL, **options})


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, "7", True, [1]])
def test_a_seed_that_does_not_fit_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"must be a whole number from 0 to 2\*\*64 - 1"):
        seed_of(seed)


@pytest.mark.parametrize("seed", [0, (1 << 64) - 1, np.uint64(7), np.int32(7)])
def test_a_seed_of_64_bits_is_taken_whatever_counts_it(seed: Any) -> None:
    assert Game(seed=seed).seed == int(seed)


@pytest.mark.parametrize("name", ["yellow", "alchemist.yellow"])
def test_an_alchemist_goes_by_colour_or_id(name: str) -> None:
    assert Game(seats=2, alchemists=(name, "grey"), seed=1).words(0).split()[0] in ("yellow", "grey")


def test_without_a_difficulty_a_scenario_that_offers_some_is_played_as_normal() -> None:
    assert 'difficulty = "normal"' in Game("trial", pack=SMALL, seed=1).to_position()


def test_a_game_tells_the_options_that_start_it_again() -> None:
    game = Game("trial", 3, 11, difficulty="hard", alchemists=["green", "grey", "brown"], layout="random", pack=SMALL)
    assert Game(**game.options) == game
