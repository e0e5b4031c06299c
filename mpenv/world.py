"""How shared rooms see a world: its games, its action space, its encoders. Nothing here is about one game."""

from typing import Any, NamedTuple, Protocol

import numpy as np


class Outcome(NamedTuple):
    """How a game ended: success, failure or abort, on which day, and why."""

    result: str
    day: int
    reasons: tuple[str, ...]

    @property
    def success(self) -> bool:
        return self.result == "success"


class IllegalAction(ValueError):
    """An action that is no answer now; nothing was changed."""

    def __init__(self, seat: str, action: object, words: str, why: str) -> None:
        self.seat, self.action, self.words, self.why = seat, action, words, why
        super().__init__(f"{seat} may not play {words!r} (action {action}): {why}")


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

    seats: int
    plies: int

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None after the end."""

    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def options(self) -> dict[str, Any]: ...
    def legal(self) -> list[int]: ...
    def mask(self) -> np.ndarray: ...
    def apply(self, action: int | str) -> None: ...
    def observe(self, encoder: str, seat: int) -> np.ndarray: ...
    def view(self, seat: int) -> View: ...
    def clone(self) -> "Game": ...
    def snapshot(self) -> bytes: ...
    def restore(self, snapshot: bytes) -> None: ...
    def fingerprint(self) -> str: ...
    def words(self, action: int) -> str: ...
    def happened(self) -> list[str]: ...
    def text(self) -> str: ...


class EncoderInfo(Protocol):
    """What an adapter needs to know of an encoder."""

    size: int
    low: float
    high: float


class World(Protocol):
    """One board game: how to start it, and the spaces that are the same in all its games."""

    name: str
    version: int
    actions: int

    def agents(self, seats: int) -> list[str]: ...
    def encoder(self, name: str) -> EncoderInfo: ...
    def game(self, **options: Any) -> Game: ...
