"""Games by random errands, for tests and for a process without the compiler."""

import sys

import numpy as np

from mpenv.agents.materia_prima.by_errand.game import ErrandGame
from mpenv.agents.materia_prima.by_errand.world import ERRANDS

CELLS = (("vault", 3), ("licences", 2), ("alms", 4), ("watch-in-fog", 3))
SHORT = "drill-hunt"


def played(game: ErrandGame, seed: int, most: int = 10_000) -> list[int]:
    """Play random errands to the end or so many decisions on; the actions."""
    rng, actions = np.random.default_rng(seed), list[int]()
    while game.seat is not None and len(actions) < most:
        actions.append(int(rng.choice(game.legal())))
        game.apply(actions[-1])
    return actions


def fingerprints(scenario: str, seed: int) -> list[str]:
    """The situation and the open errands after each decision of a game by random errands."""
    game, rng, found = ERRANDS.game(scenario=scenario, seed=seed), np.random.default_rng(seed), list[str]()
    while game.seat is not None:
        found.append(f"{game.fingerprint()} {game.legal()}")
        game.apply(int(rng.choice(game.legal())))
    return [*found, game.fingerprint()]


if __name__ == "__main__":
    sys.stdout.write("\n".join(fingerprints(SHORT, 3)))
