"""Games of a team, watched decision by decision."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from mpenv.agents import registry
from mpenv.agents.protocol import Agent
from mpenv.materia.game import Game
from mpenv.materia.view import View

Events = list[list[int]]


class Moment(NamedTuple):
    """A decision: the game and the view that it was made in, and what it brought."""

    before: Game
    view: View
    action: int
    events: Events
    after: View

    @property
    def asked(self) -> int:
        """The kind of prompt that was answered."""
        return asked(self.view)


class Watcher(Protocol):
    def begin(self, view: View, events: Events) -> None: ...
    def see(self, moment: Moment) -> None: ...


def asked(view: View) -> int:
    """The kind of the open prompt; 0 after the end."""
    return int(view.state.prompt[view.state.prompts - 1].kind) if view.state.prompts else 0


def play(code: str, seed: int, options: dict[str, Any], *watchers: Watcher) -> Game:
    """A game of a team of equals to its end."""
    game = Game(seed=seed, **options)
    team = [registry.make(code) for _ in range(game.seats)]
    for seat, agent in enumerate(team):
        agent.reset(seat, seed)
    watch(game, team, *watchers)
    return game


def watch(game: Game, team: Sequence[Agent], *watchers: Watcher) -> None:
    """Play on to the end; every watcher sees the beginning and each decision."""
    view = game.view(game.seat or 0)
    for one in watchers:
        one.begin(view, game.chance())
    while game.seat is not None:
        before = game.clone()
        action = int(team[game.seat].act(view))
        game.apply(action)
        after = game.view(game.seat or 0)
        moment = Moment(before, view, action, game.chance(), after)
        for one in watchers:
            one.see(moment)
        view = after
