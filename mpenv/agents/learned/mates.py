"""Training beside teammates: one seat of each game learns, agents by code play the other seats."""

from collections.abc import Sequence

import numpy as np

from mpenv.agents import registry
from mpenv.agents.protocol import Agent
from mpenv.engine.batch import BatchGame
from mpenv.world import World


def checked(world: World, asked: Sequence[str]) -> list[str]:
    """Return the codes; refuse held-out agents, and programs, because each game would start its own."""
    for code in asked:
        if registry.parse(code, world).form == "stdio":
            raise ValueError(f"learner.mates: {code!r} is a program, and each game would need a process of its own")
        # A class of somebody else says so itself; of our agents a planner counts, too, that plans with a held-out one.
        if getattr(registry.make(code, world=world), "held_out", False) or registry.held_out([code], world):
            raise ValueError(
                f"learner.mates: {code!r} is held out: reserved for evaluation, not allowed as a training partner"
            )
    return list(asked)


class Mates:
    """The teammates in every game of a batch; seats and codes are drawn anew when a game begins."""

    def __init__(self, games: BatchGame, asked: Sequence[str], seats: int, seed: int) -> None:
        self._games, self._codes, self._seats = games, checked(games.world, asked), seats
        self._rng = np.random.default_rng([seed, 2])
        self.learning_seat = np.zeros(games.games, np.int64)
        self._code_of = np.zeros((games.games, seats), np.int64)  # by game and seat: a number of `_codes`
        self._agents: dict[tuple[int, int, int], Agent] = {}
        for row in range(games.games):
            self._draw(row)

    def _draw(self, row: int) -> None:
        """Draw the learning seat and the teammates of one game."""
        self.learning_seat[row] = self._rng.integers(self._seats)
        self._code_of[row] = self._rng.integers(len(self._codes), size=self._seats)
        for seat in range(self._seats):
            if seat != self.learning_seat[row]:
                self._agent(row, seat).reset(seat, int(self._rng.integers(1 << 31)))

    def _agent(self, row: int, seat: int) -> Agent:
        place = row, seat, int(self._code_of[row, seat])
        if place not in self._agents:
            self._agents[place] = registry.make(self._codes[place[2]], world=self._games.world)
        return self._agents[place]

    def answer(self, actions: np.ndarray) -> np.ndarray:
        """Replace actions by those of teammates where it is their turn; return the rows that the learner decides."""
        seats = self._games.seat
        learner_decides: np.ndarray = seats == self.learning_seat
        for row in np.flatnonzero(~learner_decides).tolist():
            seat = int(seats[row])
            actions[row] = self._agent(row, seat).act(self._games.game(row).view(seat))
        return learner_decides

    def begin(self, done: np.ndarray) -> None:
        """Draw teams for the games that began again because the game before ended."""
        for row in np.flatnonzero(done).tolist():
            self._draw(row)
