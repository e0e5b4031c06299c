"""Cards as a printed box may have them and our pack has not: the pack `box` has one of each kind.

Both engines play it to the end, from the setup and from the middle of games.
"""

import random
from typing import Any

import pytest

from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.game import Game
from tests.places import TESTS
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.reference import Reference
from tests.worlds.materia_prima.test_reference import parting, position

BOX = str(TESTS / "packs" / "box")
GAMES = 3 if PLAIN else 40
SISTERS = {"alchemists": ["yellow", "alchemist.sister"], "colours": ["grey", "green"]}


def options(rng: random.Random) -> dict[str, Any]:
    """Any scenario, layout, temple and colours of the pack."""
    scenario = rng.choice(["robbers", "two thieves"])
    seats = rng.randint(2, 4)
    alchemists = rng.sample(["yellow", "brown", "grey", "green", "alchemist.sister"], seats)
    return {
        "scenario": scenario,
        "seats": seats,
        "seed": rng.getrandbits(60),
        "difficulty": None if scenario == "two thieves" else rng.choice(["easy", "normal", "hard"]),
        "alchemists": alchemists,
        "colours": rng.sample(v.COLOURS, seats),
        "layout": rng.choice(["standard", "winter"]),
        "temple": rng.choice([None, "temple.1", "temple.moon"]),
        "rules": rng.choice([{}, {"ask_payment": True}, {"supply": 9}, {"private_research": True}]),
    }


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(4))
def test_both_engines_agree_on_games_from_the_setup(chunk: int) -> None:
    for number in range(GAMES):
        rng = random.Random(chunk * GAMES + number)
        given = options(rng)
        told = {**given, "difficulty": given["difficulty"] or "none"}
        reference = Reference.new(BOX, *(told.pop(name) for name in ("scenario", "seats", "seed")), **told)
        assert not (parted := parting(Game(**given, pack=BOX), reference, rng)), (given, parted)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(4))
def test_both_engines_agree_on_games_from_the_middle(chunk: int) -> None:
    for number in range(GAMES):
        rng = random.Random(chunk * GAMES + number)
        given = rich.position(
            rng, load(BOX), BOX, rng.choice(["robbers", "two thieves"]), rng.choice([{}, {"supply": 9}])
        )
        game = Game.from_position(given)
        assert not (parted := parting(game, Reference.load(position(game), BOX), rng)), (number, parted)
