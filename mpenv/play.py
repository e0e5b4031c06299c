"""The loop that plays a game: each seat that is asked answers through its player, and watchers see every decision.

Everything in Python that plays a game uses this loop. `play` goes on to the end of the game; `decisions` stops after
each decision, for callers that look at the game in between or leave it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from mpenv import seeds
from mpenv.world import Game, View

AnyGame = TypeVar("AnyGame", bound=Game)


class Player(seeds.Player, Protocol):
    """A player of one seat: an agent, or a person."""

    def act(self, view: View) -> int: ...


class Watcher:
    """Sees a game as it is played. Any object with some of these methods is a watcher, too."""

    def begin(self, game: Any) -> None:
        """See the game before its first decision."""

    def before(self, game: Any, seat: int, action: int) -> None:
        """See a decision that is not played yet."""

    def after(self, game: Any, seat: int, action: int) -> None:
        """See the game after a decision was played."""


class Decision(NamedTuple):
    """A decision that was played, with the game after it."""

    game: Any
    seat: int
    action: int


def apply(game: AnyGame, action: int) -> AnyGame:
    """Play an action; the game itself is changed."""
    game.apply(action)
    return game


def begin_team(game: Game, team: Sequence[seeds.Player], seed: int | None = None) -> None:
    """Begin the player of each seat; `seed` is the game's where its options do not hold it."""
    number = game.options["seed"] if seed is None else seed
    for seat, player in enumerate(team):
        seeds.begin(player, seat, number)


def play(
    game: AnyGame,
    team: Sequence[Player | None],
    *watchers: object,
    advance: Callable[[AnyGame, int], AnyGame] = apply,
) -> AnyGame:
    """Play a game to its end with players that have begun, one for each seat; the game at its end."""
    for decision in decisions(game, team, *watchers, advance=advance):
        game = decision.game
    return game


def decisions(
    game: AnyGame,
    team: Sequence[Player | None],
    *watchers: object,
    advance: Callable[[AnyGame, int], AnyGame] = apply,
) -> Iterator[Decision]:
    """Play a game decision by decision, to its end or to a seat without a player.

    `advance` takes the game and the action to the game after it, as `apply` does.
    """
    begin, before, after = (_methods(watchers, name) for name in ("begin", "before", "after"))
    for see in begin:
        see(game)
    while (seat := game.seat) is not None and (player := team[seat]) is not None:
        action = player.act(game.view(seat))
        for see in before:
            see(game, seat, action)
        game = advance(game, action)
        for see in after:
            see(game, seat, action)
        yield Decision(game, seat, action)


def _methods(watchers: Sequence[object], name: str) -> list[Callable[..., None]]:
    return [getattr(watcher, name) for watcher in watchers if hasattr(watcher, name)]
