"""Games of a team with watchers of each decision."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from mpenv.agents import registry
from mpenv.agents.protocol import Agent
from mpenv.seeds import begin
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
    def begin(self, view: View, events: Events) -> None: ...
    def see(self, moment: Moment) -> None: ...


def asked(view: View) -> int:
    """The kind of the open prompt; 0 after the end."""
    prompts = int(view.record["prompts"][0])
    return int(view.record["prompt"]["kind"][0, prompts - 1]) if prompts else 0


def table(game: Game) -> View:
    """All that any seat sees, from the chair of the one that is asked."""
    return game.overview(game.seat or 0)


def play(code: str, seed: int, options: dict[str, Any], *watchers: Watcher) -> Game:
    """A game of a team of equals to its end."""
    game = Game(seed=seed, **options)
    team = [registry.make(code) for _ in range(game.seats)]
    for seat, agent in enumerate(team):
        begin(agent, seat, seed)
    watch(game, team, *watchers)
    return game


def watch(game: Game, team: Sequence[Agent], *watchers: Watcher) -> None:
    """Play on to the end; every watcher sees the beginning and each decision."""
    view = table(game)
    kind = asked(view)
    for watcher in watchers:
        watcher.begin(view, game.chance())
    while game.seat is not None:
        action = int(team[game.seat].act(game.view(game.seat)))
        game.apply(action)
        after = table(game)
        then = asked(after)
        moment = Moment(view, action, game.chance(), after, kind, then)
        for watcher in watchers:
            watcher.see(moment)
        view, kind = after, then
