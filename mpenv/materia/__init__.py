"""The world of Materia Prima - The Inquisition."""

from typing import Any

from mpenv.materia import observe
from mpenv.materia.catalogue import ACTIONS
from mpenv.materia.game import Game


class MateriaPrima:
    """This world as the shared rooms see it."""

    name = "materia_prima"
    version = 0
    actions = ACTIONS

    def agents(self, seats: int) -> list[str]:
        return [f"alchemist_{seat}" for seat in range(seats)]

    def encoder(self, name: str) -> observe.Encoder:
        return observe.encoder(name)

    def game(self, position: str | None = None, **options: Any) -> Game:
        """A new game, or the one that a position file describes."""
        return Game(**options) if position is None else Game.from_position(position)


WORLD = MateriaPrima()

__all__ = ["ACTIONS", "WORLD", "Game", "MateriaPrima"]
