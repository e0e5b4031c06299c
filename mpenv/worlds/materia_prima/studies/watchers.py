"""Games of a team with watchers of each decision."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from mpenv.agents import registry
from mpenv.agents.protocol import Agent
from mpenv.play import begin_team
from mpenv.play import play as play_on
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.view import View

Events = list[list[int]]
BLOCK = [c.block_of(action) for action in range(c.ACTIONS)]


class Moment(NamedTuple):
    """A decision: the view of the seat asked, and its effects."""

    view: View
    action: int
    events: Events
    after: View
    asked: int  # kind of the prompt answered
    then: int  # kind of the prompt open afterwards

    @property
    def block(self) -> c.Block:
        return BLOCK[self.action]


class Watcher(Protocol):
    """Sees the first view of a game, then each decision."""

    def begin(self, view: View, events: Events) -> None: ...
    def see(self, moment: Moment) -> None: ...


def asked(view: View) -> int:
    """Return the kind of the open prompt; 0 after the end."""
    prompts = int(view.record["prompts"][0])
    return int(view.record["prompt"]["kind"][0, prompts - 1]) if prompts else 0


def table(game: Game) -> View:
    """Return all that any seat sees, in the order of seats of the one that is asked."""
    return game.overview(game.seat or 0)


def play(code: str, seed: int, options: dict[str, Any], *watchers: Watcher) -> Game:
    """Play a game to its end with the same agent on every seat."""
    game = Game(seed=seed, **options)
    team = [registry.make(code) for _ in range(game.seats)]
    begin_team(game, team, seed)
    watch(game, team, *watchers)
    return game


def watch(game: Game, team: Sequence[Agent], *watchers: Watcher) -> None:
    """Play on to the end; every watcher sees the beginning and each decision."""
    play_on(game, team, Moments(*watchers))


class Moments:
    """Shows each decision of a game as a `Moment` to watchers."""

    def __init__(self, *watchers: Watcher) -> None:
        self._watchers = watchers

    def begin(self, game: Game) -> None:
        self._view = table(game)
        self._asked = asked(self._view)
        for watcher in self._watchers:
            watcher.begin(self._view, game.chance())

    def after(self, game: Game, seat: int, action: int) -> None:
        view = table(game)
        then = asked(view)
        moment = Moment(self._view, action, game.chance(), view, self._asked, then)
        for watcher in self._watchers:
            watcher.see(moment)
        self._view, self._asked = view, then
