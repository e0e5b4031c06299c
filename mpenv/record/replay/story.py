"""A replay as a list of plies with their events, and the game at any ply."""

from typing import NamedTuple

from mpenv.record.replay.reading import Parted, Replay
from mpenv.record.replay.resimulate import plies
from mpenv.world import Game, World


class LogEntry(NamedTuple):
    """A ply: its day, the action, its words, and its events."""

    day: int
    action: int
    words: str
    happened: list[str]


class Story:
    """A replayed game, as far as it can be played again; can be viewed at any ply."""

    def __init__(self, replay: Replay, world: World) -> None:
        self.replay, self.world, self.log = replay, world, list[LogEntry]()
        self.parted: Parted | None = None
        again = plies(replay, world)
        _, game = next(again)
        self._before, self.begins = game.clone(), game.happened()
        self._days = {game.day: (0, game.clone())}
        try:
            for action, game in again:
                assert action is not None
                self._add(action, game)
        except Parted as parted:
            self.parted = parted
        self.last = self._before

    def _add(self, action: int, game: Game) -> None:
        """Add a ply."""
        before = self._before
        self.log.append(LogEntry(before.day, action, before.words(action), game.happened()))
        self._before = game.clone()
        if game.day not in self._days:
            self._days[game.day] = (len(self.log), self._before)

    @property
    def plies(self) -> int:
        """Number of plies."""
        return len(self.log)

    @property
    def days(self) -> dict[int, int]:
        """Ply at which each day begins."""
        return {day: ply for day, (ply, _) in self._days.items()}

    def at(self, ply: int) -> Game:
        """Game after a number of plies, replayed from the last day's beginning before it."""
        if self.parted is not None and ply > self.plies:
            raise self.parted
        if not 0 <= ply <= self.plies:
            raise ValueError(f"there is no ply {ply}, plies go from 0 to {self.plies}")
        first, game = max((day for day in self._days.values() if day[0] <= ply), key=lambda one: one[0])
        game = game.clone()
        for entry in self.log[first:ply]:
            game.apply(entry.action)
        return game
