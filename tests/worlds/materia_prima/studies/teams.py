"""A team for tests that does a bit of everything, and games in which there is something to do."""

import random
import tomllib
from typing import Any

from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.studies.watchers import Watcher, watch
from mpenv.worlds.materia_prima.view import View
from tests.places import TESTS

POSITIONS = TESTS / "worlds" / "materia_prima" / "positions"


class Busy:
    """Any legal answer, but rather no move and no end of a turn."""

    def __init__(self) -> None:
        self._rng = random.Random(0)

    def reset(self, seat: int, seed: int) -> None:
        self._rng = random.Random(seed * 4 + seat)

    def act(self, view: View) -> int:
        idle = (*range(c.MOVE, c.MINE), c.END)
        busy = [action for action in view.legal if action not in idle]
        return self._rng.choice(busy if busy and self._rng.random() < 0.8 else view.legal)


class Reader:
    """Plays the lines that it was given, then the first legal answer."""

    def __init__(self, lines: list[str]) -> None:
        self.lines, self.game = lines, Game(seed=0)

    def reset(self, seat: int, seed: int) -> None: ...

    def act(self, view: View) -> int:
        line = self.lines.pop(0) if self.lines else ""
        return next(action for action in view.legal if view.words(action).startswith(line))


def situation(name: str, **changes: Any) -> tuple[Game, list[str]]:
    """A position file of the rule tests, and what is played there."""
    given = tomllib.loads((POSITIONS / f"{name}.toml").read_text(encoding="utf-8")) | changes
    test = given.pop("test")
    given["pack"] = str(TESTS / "packs" / given["pack"])
    return Game.from_position(given), test.get("play", [])


def watched(name: str, watcher: Watcher, play: list[str] | None = None) -> Game:
    """A watcher that saw a position file played to the end of the game."""
    game, lines = situation(name)
    reader = Reader(lines if play is None else play)
    watch(game, [reader] * game.seats, watcher)
    return game
