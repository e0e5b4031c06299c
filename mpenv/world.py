"""How shared rooms see a world: its games, its action space, its encoders. Nothing here is about one game."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np


class Outcome(NamedTuple):
    """How a game ended: success, failure or abort, on which day, why, and what it is worth to the team.

    `details` says it again as plain data, in the words of the world: lists of tables that JSON can hold.
    """

    result: str
    day: int
    reasons: tuple[str, ...]
    worth: float
    details: dict[str, Any] = {}  # noqa: RUF012 - a tuple's default, never written

    @property
    def success(self) -> bool:
        return self.result == "success"


class IllegalAction(ValueError):
    """An action that is no answer now; nothing was changed."""

    def __init__(self, seat: str, action: object, words: str, why: str) -> None:
        self.seat, self.action, self.words, self.why = seat, action, words, why
        super().__init__(f"{seat} may not play {words!r}: {why}")


class View(Protocol):
    """What one seat may know of a game."""

    seat: int

    @property
    def legal(self) -> list[int]: ...
    @property
    def mask(self) -> np.ndarray: ...
    def encode(self, name: str = ...) -> np.ndarray: ...
    def words(self, action: int) -> str: ...


class Game(Protocol):
    """A game in progress; every step answers one prompt of one seat."""

    plies: int

    @property
    def seats(self) -> int: ...
    @property
    def seat(self) -> int | None:
        """The seat that is asked; None after the end."""

    @property
    def day(self) -> int:
        """The round that is played."""

    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def options(self) -> dict[str, Any]:
        """What it was made with, seed included; a world makes the same game of them again."""

    @property
    def identity(self) -> dict[str, str]:
        """Which printed game it is: the pack and its hash."""

    def legal(self) -> list[int]: ...
    def mask(self) -> np.ndarray: ...
    def apply(self, action: int | str) -> None: ...
    def observe(self, encoder: str, seat: int) -> np.ndarray: ...
    def potential(self) -> float:
        """How promising it looks to the team, for shaped rewards: 0 ... 1, and 0 after the end."""
        ...

    def view(self, seat: int) -> View: ...
    def clone(self) -> "Game": ...
    def at(self, states: np.ndarray, index: int) -> "Game":
        """A game with the options of this one but for the seed, that stands where one of many states stands."""
        ...

    def into(self, states: np.ndarray, index: int) -> np.ndarray:
        """Write this moment to a place among many states; the tables by which they are played."""
        ...

    def futures(self, action: int | str) -> Sequence[tuple[float, "Game"]]:
        """Every situation an answer can lead to, with its probability, before anybody knows chance and hidden cards."""
        ...

    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...
    def fingerprint(self) -> str: ...
    def checks(self) -> dict[str, str]:
        """A short check sum of each part of the situation; the parts are the same in all games of a world."""
        ...

    def words(self, action: int) -> str: ...
    def read(self, words: str) -> int: ...
    def chance(self) -> list[list[int]]: ...
    def happened(self) -> list[str]: ...
    def text(self) -> str: ...
    def parts(self, theme: str = ...) -> list[tuple[tuple[float, float, float, float], str]]:
        """The picture as pictures side by side, each with its x, y, width and height, for `mpenv.picture.Painter`."""
        ...

    def pieces(self) -> list[tuple[str, str]]:
        """The picture in pieces, key and markup; the keys stay the same in a game."""
        ...

    def frame(self, theme: str = ...) -> str:
        """What comes before the pieces of a picture; `</svg>` closes it."""
        ...

    def svg(self, theme: str = "light", seat: int | None = None) -> str:
        """The table as an SVG picture, as a seat sees it: the one that is asked, or another."""
        ...

    def meaning(self, action: int | str) -> str:
        """What an answer would do, in plain words."""
        ...

    def asks(self) -> str:
        """Whose answer is awaited, to what, and why."""
        ...

    def describe(self) -> str:
        """The situation, what is asked and why, and what each legal answer means."""
        ...

    def to_position(self) -> str:
        """This situation as a position file, for `World.game(position=...)`."""
        ...


class EncoderInfo(Protocol):
    """What an adapter needs to know of an encoder."""

    @property
    def size(self) -> int: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...
    @property
    def fields(self) -> tuple[tuple[str, int, str], ...]:
        """Name, size and meaning of each field, in order."""


class World(Protocol):
    """One board game: how to start it, and the spaces that are the same in all its games."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def outcomes(self) -> tuple[str, ...]:
        """How a game can stand: running first, then the ways it ends."""

    @property
    def home(self) -> Path:
        """The folder of its sources."""

    def agents(self, seats: int) -> list[str]: ...
    def encoder(self, name: str) -> EncoderInfo: ...
    def game(self, position: str | None = None, **options: Any) -> Game:
        """A new game by its options, or the one that a position file describes."""
        ...

    def rules(self, encoder: str) -> dict[str, Any]:
        """What the shared drivers are bound to (`mpenv/envs/driver.py` names it)."""
        ...

    def states(self, count: int) -> np.ndarray:
        """Zeroed states of this world."""
        ...

    def accounts(self, count: int) -> np.ndarray:
        """Zeroed records for what there is to say of ended games."""
        ...

    def told(self, options: dict[str, Any], account: np.ndarray) -> Outcome:
        """How a game of these options ended, by its account."""
        ...

    def setups(self, games: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:
        """The tables they share, and a setup record with a field `seed` for each game's options."""
        ...
