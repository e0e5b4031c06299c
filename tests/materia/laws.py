"""The laws of the table for tests: every step of thousands of games is checked."""

import numpy as np

from mpenv.materia.game import Game
from mpenv.materia.rules.state import new_states
from mpenv.materia.states.laws import LAWS, broken, first_broken

__all__ = ["LAWS", "broken", "hold"]
ROOM, BROKE = new_states(1), np.zeros(1, np.int64)


def hold(game: Game) -> None:
    """Fails on the first law that is broken."""
    if first_broken(game.pack.tables, game._states, ROOM, 0, 1, BROKE) >= 0:
        raise AssertionError(LAWS[BROKE[0]])
