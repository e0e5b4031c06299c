"""Plays some games and prints one hash of every state, mask, observation, word and event on the way.

Run as a module in processes that differ in what must not matter: the compiler, the hash seed, the
state of global randomness.
"""

import hashlib
import random
import sys

import numpy as np

from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules.state import GAME_BYTES
from mpenv.worlds.materia_prima.switches import WITHOUT
from tests.places import TESTS
from tests.worlds.materia_prima import rich

SMALL = str(TESTS / "packs" / "small")


def digest(games: int, noise: int | None = None) -> str:
    found = hashlib.sha256()
    for seed in range(games):
        starts = [
            lambda seed=seed: Game(seats=2 + seed % 3, seed=seed, layout="random", placement="standard"),
            lambda seed=seed: Game("trial", 4 - seed % 3, seed, pack=SMALL, difficulty="hard"),
            lambda seed=seed: rich.game(seed),
            lambda seed=seed: rich.game(seed, SMALL, "trial"),
            lambda seed=seed: Game("vault", 2 + seed % 3, seed, rules={"days": 5, "without": ["sail", WITHOUT[-seed]]}),
        ]
        for start in starts:
            _play(start(), random.Random(seed), found, noise)
    return found.hexdigest()


def _play(game: Game, rng: random.Random, found: "hashlib._Hash", noise: int | None) -> None:
    while game.seat is not None:
        if noise is not None:
            random.seed(noise)
            np.random.seed(noise)  # noqa: NPY002 - the noise of somebody else's code
        found.update(game._bytes[:GAME_BYTES].tobytes() + game.mask().tobytes())
        for seat in range(game.seats):
            found.update(game.observe("flat", seat).tobytes())
        found.update("\n".join(game.happened()).encode())
        action = rng.choice(game.legal())
        found.update(game.words(action).encode())
        game.apply(action)
    found.update(game.fingerprint().encode() + game.text().encode())


if __name__ == "__main__":
    print(digest(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else None))
