"""Training beside teammates: one seat of each game learns, agents by code play the other seats."""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mpenv.agents import registry
from mpenv.agents.protocol import Agent
from mpenv.engine.batch import BatchGame
from mpenv.engine.batch_steps import Step
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
    """The teammates in every game of a batch; seats and codes are drawn anew when a game begins.

    Where a seat chooses errands, its teammates still answer by steps.
    """

    def __init__(self, games: BatchGame, asked: Sequence[str], seats: int, seed: int) -> None:
        world: Any = games.world
        self._world = getattr(world, "steps", world)  # in which the teammates are at home
        self._games, self._codes, self._seats = games, checked(self._world, asked), seats
        self._seed, self.drawn = seed, np.zeros(1, np.int64)
        self.learning_seat = np.zeros(games.games, np.int64)
        self.code_of = np.zeros((games.games, seats), np.int64)  # by game and seat: a number of `_codes`
        self._first = [self._made(number) for number in range(len(self._codes))]  # those that answer batches answer all
        self._agents: dict[tuple[int, int, int], Agent] = {}
        self.begin(np.arange(games.games))

    def _made(self, number: int) -> Any:
        """Make a teammate; a policy that was trained on the same errands chooses errands, too."""
        code, world = self._codes[number], self._games.world
        if world is not self._world and registry.parse(code, self._world).form == "policy":
            with contextlib.suppress(ValueError):
                if self._answers_batches(agent := registry.make(code, world=world)):
                    return agent
        return registry.make(code, world=self._world)

    def _answers_batches(self, agent: Any) -> bool:
        return hasattr(agent, "answer_batch") and getattr(agent, "encoder", self._games.encoder) == self._games.encoder

    def arrays(self) -> dict[str, np.ndarray]:
        """Return who sits where, as the arrays themselves."""
        return {"drawn": self.drawn, "learning_seat": self.learning_seat, "code_of": self.code_of}

    def begin(self, rows: np.ndarray) -> None:
        """Draw the learning seat and the teammates of games that begin."""
        rng = self._rng()
        for row in rows.tolist():
            self.learning_seat[row] = rng.integers(self._seats)
            self.code_of[row] = rng.integers(len(self._codes), size=self._seats)
            for seat in range(self._seats):
                if seat != self.learning_seat[row]:
                    self._sit_down(row, seat, int(rng.integers(1 << 31)))

    def _rng(self) -> np.random.Generator:
        """Return the next random generator; a resumed run goes on with the one that would have come."""
        self.drawn += 1
        return np.random.default_rng([self._seed, 2, int(self.drawn[0])])

    def _sit_down(self, row: int, seat: int, seed: int) -> None:
        if not self._answers_batches(self._first[self.code_of[row, seat]]):
            self._agent(row, seat).reset(seat, seed)

    def _agent(self, row: int, seat: int) -> Agent:
        place = row, seat, int(self.code_of[row, seat])
        if place not in self._agents:
            self._agents[place] = self._made(place[2])
        return self._agents[place]

    def play(self, note: Callable[[np.ndarray, Step], None] | None = None) -> None:
        """Play until the learning seat is asked in every game; `note` is told of games that end on the way."""
        games = self._games
        while len(rows := np.flatnonzero(games.seat != self.learning_seat)):
            step = games.answer(rows, self.answers(rows))
            over = rows[step.done[rows]]
            if note is not None:
                note(over, step)
            self.begin(over)

    def answers(self, rows: np.ndarray) -> np.ndarray:
        """Return the answers of teammates in these games, in which one of them is asked."""
        seats, found = self._games.seat[rows], np.zeros(len(rows), np.int64)
        numbers = self.code_of[rows, seats]
        for number, agent in enumerate(self._first):
            chosen = np.flatnonzero(numbers == number)
            if len(chosen) and self._answers_batches(agent):
                whim = int(self._rng().integers(1 << 62))
                found[chosen] = agent.answer_batch(self._games, rows[chosen], whim)
                continue
            for nth in chosen.tolist():
                found[nth] = self._answer(int(rows[nth]), int(seats[nth]))
        return found

    def _answer(self, row: int, seat: int) -> int:
        """Ask a teammate that looks at one game at a time."""
        game: Any = self._games.game(row)
        game = game.by_steps() if self._world is not self._games.world else game
        return self._agent(row, seat).act(game.view(seat))
