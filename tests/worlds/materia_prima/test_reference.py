"""The game and the reference engine, which was written from the rules alone, agree step by step.

They start from the same options or the same position; then the legal answers, the whole position and the outcome
are compared after every answer.
"""

import random
from typing import Any

import pytest

from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.content.pack import PACKS, load
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.position import writing
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.reference import Reference

CHUNKS = 20  # so that they spread over the processes of a test run
EACH = 2 if PLAIN else 30  # of games from their start, and as many from the middle of one
pytestmark = pytest.mark.slow
INQUISITION = str(PACKS / "inquisition")


def position(game: Game) -> dict[str, Any]:
    return writing.table(game.pack, game._state, game._options)


def differences(mine: Any, theirs: Any, where: str = "") -> list[str]:
    """Where two positions differ."""
    if mine == theirs:
        return []
    if isinstance(mine, dict) and isinstance(theirs, dict):
        keys = sorted({*mine, *theirs}, key=str)
        return [one for key in keys for one in differences(mine.get(key), theirs.get(key), f"{where}.{key}")]
    if isinstance(mine, list) and isinstance(theirs, list) and len(mine) == len(theirs):
        pairs = enumerate(zip(mine, theirs, strict=True))
        return [one for k, (a, b) in pairs for one in differences(a, b, f"{where}[{k}]")]
    return [f"{where}: the game has {mine!r}, the reference {theirs!r}"]


def parting(game: Game, reference: Reference, rng: random.Random) -> str:
    """Plays both to the end with random answers; tells where they part, or nothing."""
    played: list[str] = []
    while True:
        found = differences(position(game), reference.position())
        legal = game.legal()
        if set(legal) != reference.legal():
            found.append(f"legal: {sorted(game.words(one) for one in set(legal) ^ reference.legal())}")
        if (game.outcome.result if game.outcome else None) != reference.outcome:
            found.append(f"outcome: {game.outcome}, {reference.outcome}")
        if found:
            return f"after {played[-3:]} ({len(played)} answers): {found[:5]}"
        if game.seat is None:
            return ""
        action = rng.choice(legal)
        played.append(game.words(action))
        game.apply(action)
        reference.apply(action)


def options(rng: random.Random) -> dict[str, Any]:
    """Any scenario of the two packs that have everything, any team, layout, placement, switches, a campaign or none."""
    pack = rng.choice([INQUISITION, rich.WHOLE, rich.WHOLE])
    entry = rng.choice(load(pack).entries["scenario"])
    layout = rng.choice(["standard", "standard", "random"])
    chosen = {
        "scenario": entry["id"],
        "seats": rng.randint(2, 4),
        "seed": rng.getrandbits(60),
        "difficulty": None if entry["days"][0] else rng.choice(["easy", "normal", "hard"]),
        "layout": layout,
        "placement": rng.choice(["random", "players"] if layout == "random" else ["standard", "random", "players"]),
        "rules": rich.switches(rng) if rng.random() < 0.5 else {},
        "extend": rng.choice(["never", "ask"]),
        "pack": pack,
    }
    return chosen | ({"campaign": rich.chronicle(rng, pack, chosen["seats"])} if rng.random() < 0.3 else {})


def both(given: dict[str, Any]) -> tuple[Game, Reference]:
    """The same new game in both engines."""
    game = Game(**given)
    folder = given["pack"]
    told = {name: value for name, value in given.items() if name != "pack"}
    if load(folder).entries["scenario"][game._state.scenario]["days"][0]:
        told["difficulty"] = "none"
    reference = Reference.new(folder, told.pop("scenario"), told.pop("seats"), told.pop("seed"), **told)
    reference.game.pack_name = folder
    return game, reference


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_they_agree_on_whole_games_from_the_setup(chunk: int) -> None:
    for number in range(EACH):
        rng = random.Random(chunk * EACH + number)
        given = options(rng)
        assert not (parted := parting(*both(given), rng)), (given, parted)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_they_agree_on_games_from_rich_situations(chunk: int) -> None:
    for number in range(EACH):
        seed = chunk * EACH + number
        game = rich.any_game(seed)
        reference = Reference.load(position(game), rich.WHOLE)
        assert not (parted := parting(game, reference, random.Random(seed))), (seed, parted)
