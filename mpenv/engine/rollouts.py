"""Play games one after another to their ends; every decision is recorded as a row of a page."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mpenv.encoders import EncoderInfo
from mpenv.engine import loops
from mpenv.engine.binding import drivers
from mpenv.world import Game, World

SHORT = 256  # rows of a page at first; it grows with the longest game


class Page(NamedTuple):
    """The rows of the game in play, row k before its answer k; `observation` as rules write it."""

    observation: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    seat: np.ndarray

    @classmethod
    def blank(cls, rows: int, encoder: EncoderInfo, actions: int) -> "Page":
        return cls(
            encoder.rows(rows), np.zeros((rows, actions), np.int8), np.zeros(rows, np.int64), np.zeros(rows, np.int64)
        )

    def longer(self) -> "Page":
        """The same rows, with as many again behind them."""
        return Page(*(np.concatenate([one, np.zeros_like(one)]) for one in self))


class Playing:
    """Games of the same options by their seeds; `play_on` one until somebody is asked whose answers are not drawn.

    Drawn answers are any legal action, each as likely as the others; they hang on the seed of the game and the ply.
    """

    def __init__(
        self,
        world: World,
        options: dict[str, Any],
        seeds: Sequence[int],
        encoder: str | None = None,
        max_plies: int = 0,
    ) -> None:
        self.world, self.options, self.max_plies = world, options, max_plies
        self._like = world.game(**options, seed=seeds[0])
        self._tables, self._setups = world.setups([{**options, "seed": seed} for seed in seeds])
        self._states, games = world.states(len(seeds)), len(seeds)
        encoder = world.terms.encoder if encoder is None else encoder
        self._loops = drivers(world, encoder)
        self.encoder, actions = world.encoder(encoder), world.actions
        self.page = Page.blank(SHORT, self.encoder, actions)
        self.plies, self.reward = np.zeros(games, np.int64), np.zeros(games, np.float32)
        self._outcome = np.zeros(games, np.int8)
        self._begin(world.states(1))

    def _begin(self, blank: np.ndarray) -> None:
        """Start all games by the batched stepper; its other outputs are dropped."""
        games, actions = len(self._states), self.world.actions
        orders = np.full(games, loops.BEGIN)
        seen, mask = self.encoder.rows(games), np.zeros((games, actions), np.int8)
        seat, hope, reward = np.zeros(games, np.int64), np.zeros(games, np.float32), np.zeros(games, np.float32)
        done, ended, length = np.zeros(games, np.int8), np.zeros(games, np.int8), np.zeros(games, np.int64)
        self._loops["step_games"](
            self._tables, self._states, 0, games, blank, self._setups, 0, 0, orders,
            seen, mask, seat, hope, self.plies,
            reward, done, ended, length, self.encoder.rows(games), self.world.accounts(games),
        )  # fmt: skip

    def play_on(self, i: int, drawn: np.ndarray, given: int = -1) -> bool:
        """Play game i on; False after its end. `drawn` marks seats, `given` is the answer to the row that waited."""
        while True:
            why = self._loops["play_on"](
                self._tables, self._states, i, self._setups, self.max_plies, drawn, given,
                self.plies, self.reward, self._outcome, *self.page,
            )  # fmt: skip
            if why != loops.FULL:
                return bool(why == loops.WAITS)
            self.page, given = self.page.longer(), -1

    def game(self, i: int) -> Game:
        """Game i as a handle that does not follow it."""
        game = self._like.at(self._states, i)
        game.plies = int(self.plies[i])
        return game

    def rows(self, i: int) -> Page:
        """The rows of game i, while it is the last that was played on; `encoder.seen` shows the observations."""
        return Page(*(one[: self.plies[i]] for one in self.page))
