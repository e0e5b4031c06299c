"""Beside others: one seat of each game learns, agents by code sit on the rest."""

from collections.abc import Sequence

import numpy as np

from mpenv.agents import registry
from mpenv.agents.protocol import Agent
from mpenv.engine.batch import BatchGame
from mpenv.world import World


def checked(world: World, asked: Sequence[str]) -> list[str]:
    """The same codes; those that are kept for judging are refused, and programs, of which it would take hundreds."""
    for code in asked:
        if registry.parse(code, world).form == "stdio":
            raise ValueError(f"learner.mates: {code!r} is a program, and each game would need one of its own")
        # A stranger says it of himself; of ours it is also who thinks ahead for one that is.
        if getattr(registry.make(code, world=world), "held_out", False) or registry.held_out([code], world):
            raise ValueError(
                f"learner.mates: {code!r} is held out: it judges those who never met it, so nobody trains beside it"
            )
    return list(asked)


class Mates:
    """Who sits where in every game of a batch; drawn anew when a game begins."""

    def __init__(self, games: BatchGame, asked: Sequence[str], seats: int, seed: int) -> None:
        self._games, self._codes, self._seats = games, checked(games.world, asked), seats
        self._rng = np.random.default_rng([seed, 2])
        self.learns = np.zeros(games.games, np.int64)  # the seat that learns
        self._who = np.zeros((games.games, seats), np.int64)  # which code sits there
        self._agents: dict[tuple[int, int, int], Agent] = {}
        for row in range(games.games):
            self._sit_down(row)

    def _sit_down(self, row: int) -> None:
        self.learns[row] = self._rng.integers(self._seats)
        self._who[row] = self._rng.integers(len(self._codes), size=self._seats)
        for seat in range(self._seats):
            if seat != self.learns[row]:
                self._agent(row, seat).reset(seat, int(self._rng.integers(1 << 31)))

    def _agent(self, row: int, seat: int) -> Agent:
        place = row, seat, int(self._who[row, seat])
        if place not in self._agents:
            self._agents[place] = registry.make(self._codes[place[2]], world=self._games.world)
        return self._agents[place]

    def answer(self, actions: np.ndarray) -> np.ndarray:
        """Put the answers of the others among those of the learner; which rows are the learner's own."""
        seats = self._games.seat
        own: np.ndarray = seats == self.learns
        for row in np.flatnonzero(~own).tolist():
            seat = int(seats[row])
            actions[row] = self._agent(row, seat).act(self._games.game(row).view(seat))
        return own

    def begin(self, done: np.ndarray) -> None:
        """Games that ended have begun again, with others at the table."""
        for row in np.flatnonzero(done).tolist():
            self._sit_down(row)
