"""The laws of the table for tests: every step of thousands of games is checked."""

from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.states import check
from mpenv.worlds.materia_prima.states.laws import broken
from mpenv.worlds.materia_prima.states.names import LAWS

__all__ = ["LAWS", "broken", "hold"]


def hold(game: Game) -> None:
    """Fails on the first law that is broken."""
    if found := check.fault(game.pack.tables, game._states):
        raise AssertionError(found[1])
