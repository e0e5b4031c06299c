"""A game in words and pictures, unless a world has better ones: notations, meanings, and its text as a picture."""

from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from mpenv.world import Outcome

LETTER, LINE = 8, 20  # width and height of text in a picture
INK = {"light": ("#ffffff", "#000000"), "dark": ("#000000", "#ffffff")}


class Described:
    """The part of a game that is for people."""

    if TYPE_CHECKING:  # the part that plays, `mpenv.base.game`
        world: ClassVar[Any]

        @property
        def seat(self) -> int | None: ...
        @property
        def outcome(self) -> Outcome | None: ...
        @property
        def _state(self) -> Any: ...
        @property
        def _states(self) -> np.ndarray: ...
        def legal(self) -> list[int]: ...
        def words(self, action: int) -> str: ...
        def view(self, seat: int) -> Any: ...
        def _number(self, action: int | str) -> int: ...
        def _asked(self) -> str: ...
        def _looking(self) -> Any: ...

    def chance(self) -> list[list[int]]:
        """The events of the last step, as numbers for replays."""
        s = self._state
        return s.event[: s.logged].tolist() if "event" in (self._states.dtype.names or ()) else []

    def happened(self, seat: int | None = None) -> list[str]:
        """The events of the last step in words; for a seat as far as it may know them."""
        return [self.world.events[kind].format(*numbers) for kind, *numbers in self.chance()]

    def text(self) -> str:
        """The table as text, as the seat that is asked sees it."""
        return str(self._looking().text())

    def meaning(self, action: int | str) -> str:
        """The effect of an answer in plain words."""
        number = self._number(action)
        return str(self._looking().meaning(number)) if number in self.legal() else "not legal now"

    def asks(self) -> str:
        """Describe the open prompt: the seat that must answer, the question, and its cause."""
        return "The game has ended." if self.seat is None else f"{self._asked()} is asked"

    def describe(self) -> str:
        """The situation, the question, and the meaning of each legal answer."""
        answers = [f"{action} {self.words(action)}: {self.meaning(action)}" for action in self.legal()]
        return "\n".join([self.text(), self.asks(), *answers])

    def opening(self) -> list[str]:
        """The story before the first question, in paragraphs; none unless the world tells one."""
        return []

    def closing(self) -> list[str]:
        """The story after the end, in paragraphs; none unless the world tells one."""
        return []

    def verdict(self) -> Outcome | None:
        """The outcome in the language that is spoken; the same as `outcome` unless the world has others."""
        return self.outcome

    def frame(self, theme: str = "light") -> str:
        """The beginning of a picture before its pieces; `</svg>` closes it."""
        return _frame(self.text().split("\n"), theme)

    def pieces(self) -> list[tuple[str, str]]:
        """The picture in pieces, key and markup; `frame` opens it."""
        return _pieces(self.text().split("\n"))

    def parts(self, theme: str = "light") -> list[tuple[tuple[float, float, float, float], str]]:
        """The picture as pictures side by side, each with its x, y, width and height."""
        return [((0, 0, *_size(self.text().split("\n"))), self.svg(theme))]

    def svg(self, theme: str = "light", seat: int | None = None) -> str:
        """The table as a picture, as a seat sees it: by default its text."""
        lines = (self._looking() if seat is None else self.view(seat)).text().split("\n")
        return _frame(lines, theme) + "".join(markup for _, markup in _pieces(lines)) + "</svg>"


# --- text as a picture --------------------------------------------------------------------------


def _size(lines: list[str]) -> tuple[int, int]:
    return 2 * LETTER + LETTER * max(map(len, lines)), LINE // 2 + LINE * len(lines)


def _frame(lines: list[str], theme: str) -> str:
    (width, height), (paper, ink) = _size(lines), INK.get(theme, INK["light"])
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    back = f'<rect width="{width}" height="{height}" fill="{paper}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} fill="{ink}">{back}'


def _pieces(lines: list[str]) -> list[tuple[str, str]]:
    return [
        (f"line {k}", f'<text x="{LETTER}" y="{LINE * (k + 1)}">{escape(line)}</text>') for k, line in enumerate(lines)
    ]
