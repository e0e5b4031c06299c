"""An answer tried on a copy of a view, so that its numbers come from the rules themselves."""

from typing import Any

import numpy as np

from mpenv.engine.records import readable
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.catalogue import END
from mpenv.worlds.materia_prima.draw import questions, where, words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules import entries
from mpenv.worlds.materia_prima.rules.prompts import TURN
from mpenv.worlds.materia_prima.rules.state import STATE
from mpenv.worlds.materia_prima.view import View


class Attempt:
    """An answer: the state before it, and after it and all forced answers; chance is not the game's own."""

    def __init__(self, view: View, action: int) -> None:
        block = c.block_of(action)
        self.view, self.pack, self.block, self.k = view, view.pack, block.name, action - block.start
        self._record = view.record.copy()
        self.before: Any = view.state
        self.after: Any = self._record.view(readable(STATE))[0]
        self.asked = self.before.prompt[self.before.prompts - 1]
        self.kind: int = self.asked.kind
        self.seat: int = self.asked.seat
        self.followed: list[str] = []
        entries.attempt(self.pack.tables, self._record, 0, action)
        self._follow()

    def _follow(self) -> None:
        """Play forced answers, as long as no other part of the turn or day begins."""
        s = self.after
        while s.prompts and s.prompt[s.prompts - 1].kind != TURN:
            entries.mark(self.pack.tables, self._record, 0)
            if s.legals != 1:
                return
            (only,) = self.next_answers()
            if only != END:
                self.followed.append(notation.write(self.pack, s, s.asker, only))
            entries.attempt(self.pack.tables, self._record, 0, only)

    @property
    def opened(self) -> Any:
        """The question that the answer opened, if it did."""
        s = self.after
        return s.prompt[s.prompts - 1] if s.prompts > self.before.prompts else None

    def next_answers(self) -> list[int]:
        """Legal answers to the next question."""
        return [int(action) for action in np.flatnonzero(self._record["legal"][0])]

    # --- figures and places -----------------------------------------------------------------------

    def me(self, number: int) -> Any:
        """A figure of the asked seat before the answer."""
        return self.before.seat[self.seat].figure[number]

    def then(self, number: int) -> Any:
        """A figure of the asked seat after the answer."""
        return self.after.seat[self.seat].figure[number]

    def name(self, number: int, seat: int | None = None) -> str:
        return words.figure(self.pack, self.before, self.seat if seat is None else seat, number)

    def colour(self, seat: int | None = None) -> str:
        return self.name(0, seat)

    def place(self, hex: int) -> str:
        """A hex with its contents, before the answer."""
        return where.place(self.pack, self.before, hex)

    def recipe(self, card: int) -> str:
        return words.called(self.pack, card)

    def element(self, index: int) -> str:
        return words.element(self.pack, index)

    # --- amounts --------------------------------------------------------------------------------

    def elements(self, counts: Any) -> str:
        return words.elements(self.pack, counts)

    def fewer(self, before: np.ndarray, after: np.ndarray) -> np.ndarray:
        """Amount lost of each element."""
        gone: np.ndarray = np.maximum(before - after, 0)
        return gone

    def load(self, number: int) -> str:
        """`it then carries 2 iron (2 of 3)`."""
        carried = self.then(number).load
        room = self.view.stat(self.seat, number, "capacity")
        what, count = self.elements(carried), carried.sum()
        return phrase("meaning.load", who=self.name(number), what=what, count=count, room=room)

    def stock(self) -> str:
        return phrase("meaning.stock", what=self.elements(self.after.seat[self.seat].stock))

    def left(self, number: int) -> str:
        """`1 action left`."""
        return questions.actions_left(self.then(number)) or phrase("meaning.no_action")

    def paid(self) -> str:
        """Elements spent: `1 fire from the load and 2 iron from the tower`."""
        parts = []
        load = self.fewer(self.me(0).load, self.then(0).load)
        stock = self.fewer(self.before.seat[self.seat].stock, self.after.seat[self.seat].stock)
        if load.any():
            parts.append(phrase("meaning.from_load", what=self.elements(load)))
        if stock.any():
            parts.append(phrase("meaning.from_tower", what=self.elements(stock)))
        return words.joined(parts) or phrase("words.nothing")
