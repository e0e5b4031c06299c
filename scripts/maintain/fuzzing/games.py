"""Games to break files of: any scenario, team, difficulty, switches, from the start or in the middle."""

import random
from pathlib import Path
from typing import Any

from mpenv.worlds.materia_prima.content.generated import with_generated
from mpenv.worlds.materia_prima.content.pack import PACKS, load
from mpenv.worlds.materia_prima.game import Game
from tests.worlds.materia_prima import rich

GENERATED = 0.3  # of the games are of a generated scenario
RICH = 10  # one game in so many starts in the middle
PACK_FILES = [PACKS / "inquisition", Path(rich.WHOLE)]


def options(rng: random.Random, pack: str | None = None) -> dict[str, Any]:
    """Any scenario, team, difficulty, layout, placement, switches, extension and campaign."""
    pack = pack or str(rng.choice(PACK_FILES))
    known = load(pack)
    if rng.random() < GENERATED:
        known = with_generated(known, [f"generated:{rng.randrange(100_000)}"])
        scenario = known.entries["scenario"][-1]
    else:
        scenario = rng.choice(known.entries["scenario"])
    return {
        "scenario": scenario["id"],
        "seats": rng.randint(2, 4),
        "difficulty": None if scenario["days"][0] else rng.choice(["easy", "normal", "hard"]),
        "layout": rng.choice(["standard", "random"]),
        "placement": rng.choice(["standard", "random", "players"]),
        "rules": rich.switches(rng) if rng.random() < 0.7 else {},
        "extend": rng.choice(["never", "ask"]),
        "campaign": rng.choice([None, {}]),
        "pack": pack,
    }


def a_game(seed: int) -> Game:
    """The game of a seed."""
    rng = random.Random(seed)
    if seed % RICH == 0:
        return rich.any_game(seed)
    given = options(rng)
    if seed % RICH == 1 and given["campaign"] is not None:
        given["campaign"] = rich.chronicle(rng, given["pack"], given["seats"])
    return Game(seed=seed, **given)


def played_on(game: Game, rng: random.Random, most: int) -> Game:
    """The game after up to so many random answers."""
    for _ in range(rng.randrange(most)):
        if game.seat is not None:
            game.apply(rng.choice(game.legal()))
    return game
