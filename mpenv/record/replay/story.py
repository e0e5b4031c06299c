"""A replay as a story: what was played and what it brought, and the game as it stood at any ply."""

from typing import NamedTuple

from mpenv.record.replay.reading import Parted, Replay
from mpenv.record.replay.resimulate import plies
from mpenv.world import Game, World


class Told(NamedTuple):
    """A ply: the day on which it was played, the action, its words, and what it brought."""

    day: int
    action: int
    words: str
    happened: list[str]


class Story:
    """A game that was played again, as far as it does; it can be looked at anywhere, also backwards."""

    def __init__(self, replay: Replay, world: World) -> None:
        self.replay, self.world, self.told = replay, world, list[Told]()
        self.parted: Parted | None = None
        again = plies(replay, world)
        _, game = next(again)
        self._before, self.begins = game.clone(), game.happened()
        self._days = {game.day: (0, game.clone())}
        try:
            for action, game in again:
                assert action is not None
                self._tell(action, game)
        except Parted as parted:
            self.parted = parted
        self.last = self._before

    def _tell(self, action: int, game: Game) -> None:
        before = self._before
        self.told.append(Told(before.day, action, before.words(action), game.happened()))
        self._before = game.clone()
        if game.day not in self._days:
            self._days[game.day] = (len(self.told), self._before)

    @property
    def plies(self) -> int:
        """How many plies can be watched."""
        return len(self.told)

    @property
    def days(self) -> dict[int, int]:
        """The ply at which each day begins."""
        return {day: ply for day, (ply, _) in self._days.items()}

    def at(self, ply: int) -> Game:
        """The game after so many plies, played again from the day before."""
        if self.parted is not None and ply > self.plies:
            raise self.parted
        if not 0 <= ply <= self.plies:
            raise ValueError(f"there is no ply {ply}, plies go from 0 to {self.plies}")
        first, game = max((one for one in self._days.values() if one[0] <= ply), key=lambda one: one[0])
        game = game.clone()
        for told in self.told[first:ply]:
            game.apply(told.action)
        return game
