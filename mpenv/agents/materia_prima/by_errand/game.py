"""Games in which a seat chooses an errand at its turn. Underneath lies an ordinary game of steps."""

import functools
from typing import Any, ClassVar, cast

import numpy as np

from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand import entries, steps, words
from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.options import Options
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.view import Revive, View

NOT_OPEN = "nothing can be done for that errand now"
NO_STEP = "at its turn a seat chooses an errand here, and no single step; ids of errands go from {} to {}"
NOW_OTHER = "{} is asked something else than what to do in its turn"


def spread_mask(state: Any, marks: np.ndarray) -> np.ndarray:
    """The mask over steps and errands, by what a state marks."""
    mask = np.zeros(e.ACTIONS, np.int8)
    if in_turn(state):
        mask[c.END] = 1
        mask[c.ACTIONS :] = marks[e.MARKS : e.MARKS + e.ERRANDS]
    else:
        mask[: c.ACTIONS] = marks
    return mask


def in_turn(state: Any) -> bool:
    """Is a seat asked for an errand?"""
    return bool(state.prompts and state.prompt[state.prompts - 1].kind == prompts.TURN)


class ErrandView(View):
    """What a seat may know of a game of errands."""

    @classmethod
    def of(cls, view: View, marked: bool = False) -> "ErrandView":
        """A view with the errands that are open to its seat; `marked`: it is of a game of errands already."""
        found = object.__new__(cls)
        found.__setstate__(view.__getstate__())
        found._revive = functools.partial(revive_errands, view._revive)
        if found.asked == found.seat and not marked:
            entries.offer(found.pack.tables, found.record, 0)
        return found

    def by_steps(self) -> View:
        """What the seat may know of this moment as an ordinary game."""
        found = object.__new__(View)
        found.__setstate__(self.__getstate__())
        found._revive = cast(functools.partial[Any], self._revive).args[0]
        entries.forget(found.record, 0)
        return found

    @property
    def mask(self) -> np.ndarray:
        """1 for every open errand, or legal answer to another prompt; all zero while another seat is asked."""
        if self.asked != self.seat:
            return np.zeros(e.ACTIONS, np.int8)
        return spread_mask(self.state, self.record["legal"][0])

    def words(self, action: int) -> str:
        """The notation of an errand or a step of this seat."""
        if action >= c.ACTIONS:
            return words.write(self.pack, self.state, self.seat, action)
        return super().words(action)

    def beyond_steps(self, action: int) -> str:
        return words.meaning(action) if action >= c.ACTIONS else ""


def revive_errands(back: Revive, pack: Pack, states: np.ndarray) -> "ErrandGame":
    """A game of errands in place of the ordinary one that a view leads to."""
    game = object.__new__(ErrandGame)
    game._take_over(back(pack, states))
    return game


class ErrandGame(Game):
    """A game of Materia Prima in which a seat chooses an errand at its turn.

    `apply` plays a whole errand, `unfold` tells its steps, `by_steps` is the same moment as an ordinary game, and
    `follow` goes on from where such a game stands. `plies` counts decisions.
    """

    entries: ClassVar[Any] = entries
    actions = e.ACTIONS

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._offer()

    def _offer(self) -> None:
        entries.offer(self.pack.tables, self._states, 0)

    def _take_over(self, game: Game) -> None:
        """Stand where an ordinary game stands."""
        self.pack, self._options, self.plies = game.pack, game._options, game.plies
        self._bytes = game._bytes.copy()
        self._offer()

    # --- errands and steps ------------------------------------------------------------------------

    def unfold(self, action: int | str) -> list[int]:
        """The steps that an answer would play now, as action ids of the ordinary game."""
        number, copy, trace = self._number(action), self.clone(), np.zeros(steps.MOST_STEPS, np.int64)
        if not self.mask()[number]:
            self._refuse(number, action)
        count = entries.unfold(copy.pack.tables, copy._states, 0, number, trace)
        found: list[int] = trace[:count].tolist()
        return found

    def by_steps(self) -> Game:
        """This moment as an ordinary game, which goes its own way."""
        game = object.__new__(Game)
        game.pack, game._options, game.plies = self.pack, self._options, self.plies
        game._bytes = self._bytes.copy()
        entries.forget(game._states, 0)
        return game

    def follow(self, game: Game) -> None:
        """Go on from where an ordinary game stands, after a step of it."""
        self._bytes[:] = game._bytes
        self.plies += 1
        self._offer()

    # --- asking -----------------------------------------------------------------------------------

    def mask(self) -> np.ndarray:
        """1 for every open errand of the seat that is asked, or legal answer to another prompt."""
        return spread_mask(self._state, self._mask)

    def legal(self) -> list[int]:
        """The legal action ids, ascending."""
        found: list[int] = self.mask().nonzero()[0].tolist()
        return found

    def words(self, action: int) -> str:
        """The notation of an errand or a step of the seat that is asked, like `green will fetch iron`."""
        if action >= c.ACTIONS:
            return words.write(self.pack, self._state, self.seat or 0, action)
        return super().words(action)

    def heard(self, action: int, seat: int) -> str:
        """The notation of an action; errands are said aloud."""
        return self.words(action) if action >= c.ACTIONS else super().heard(action, seat)

    def read(self, words_: str) -> int:
        """The action id of a notation."""
        if isinstance(words_, str) and len(words_) <= self.longest and words.is_errand(words_):
            return words.read(self.pack, self._state, self.seat or 0, words_)
        return super().read(words_)

    def view(self, seat: int) -> ErrandView:
        """What a seat may know now; it does not follow the game."""
        return ErrandView.of(super().view(seat), marked=True)

    def _why_not(self, action: int) -> tuple[str, bool]:
        if action >= c.ACTIONS:
            return (NOT_OPEN if in_turn(self._state) else NOW_OTHER.format(self._asked())), True
        if in_turn(self._state):
            return NO_STEP.format(c.ACTIONS, e.ACTIONS - 1), True
        return super()._why_not(action)

    def futures(self, action: int | str) -> list[tuple[float, Any]]:
        """Every situation an answer can lead to; of errands they are not listed, they roll dice on the way."""
        raise ValueError("a game of errands lists no futures; by_steps() gives the game that does")

    # --- copies -----------------------------------------------------------------------------------

    def snapshot(self) -> bytes:
        """This moment as bytes, for `restore`; those of the ordinary game."""
        return self.by_steps().snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Go back to a snapshot of a game with the same options, the seed excepted."""
        game = self.by_steps()
        game.restore(snapshot)
        self.plies, self._bytes[:] = game.plies, game._bytes
        self._offer()

    def __setstate__(self, kept: tuple[Options, bytes]) -> None:
        super().__setstate__(kept)
        self._offer()

    @classmethod
    def from_position(cls, position: str | dict[str, Any]) -> "ErrandGame":
        """The game of a position file or its parsed text."""
        game = object.__new__(cls)
        game._take_over(Game.from_position(position))
        return game
