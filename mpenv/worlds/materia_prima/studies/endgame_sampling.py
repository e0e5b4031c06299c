"""Sampling states of games and bringing them near the end."""

import itertools
import random
from collections import defaultdict
from collections.abc import Iterator

from mpenv.agents.registry import make
from mpenv.play import Watcher, begin_team, play
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules.prompts import TURN
from mpenv.worlds.materia_prima.rules.state import INQUISITION, TURNS
from mpenv.worlds.materia_prima.studies.card_usage import nth_team
from mpenv.worlds.materia_prima.studies.endgame_setup import bring_near
from mpenv.worlds.materia_prima.studies.watchers import asked

TEAMS = ("expert", "busy", "hermit", "random")
A_GAME = 40  # states taken from a game
IN_TURN = 0.5  # least share of turn questions
LATE = 3  # candidates, of which the latest in the day is taken


def moments(scenario: str, seats: int) -> Iterator[Game]:
    """States of one game after another, without end."""
    for seed in itertools.count(1):
        rng = random.Random(f"{scenario} {seats} {seed}")
        yield from nearly_ended(played(scenario, seats, seed, rng), rng)


def played(scenario: str, seats: int, seed: int, rng: random.Random) -> list[Game]:
    """Return the situation before every decision of a game."""
    game, situations = Game(scenario, seats, seed, **_options(scenario, seats, rng)), Situations()
    team = [make(rng.choice(TEAMS)) for _ in range(seats)]
    begin_team(game, team, seed)
    play(game, team, situations)
    return situations.before_each


class Situations(Watcher):
    """Copies a game before each decision."""

    def __init__(self) -> None:
        self.before_each = list[Game]()

    def before(self, game: Game, seat: int, action: int) -> None:
        self.before_each.append(game.clone())


def _options(scenario: str, seats: int, rng: random.Random) -> dict[str, object]:
    pack = Game().pack
    length = pack.entries["scenario"][pack.index("scenario", scenario)]["days"]
    offered = [name for name, days in zip(v.DIFFICULTIES, length, strict=True) if days and name != "none"]
    return {
        "difficulty": rng.choice(offered) if offered else None,
        "alchemists": nth_team(pack, rng.randrange(64), seats),
    }


def nearly_ended(situations: list[Game], rng: random.Random) -> Iterator[Game]:
    """Some of the states, moved to the last day; rare questions as often as others."""
    by_kind = defaultdict[int, list[Game]](list)
    for game in situations:
        if game.day == game._state.days or game._state.phase in (TURNS, INQUISITION):
            by_kind[asked(game.overview())].append(game)
    for _ in range(A_GAME):
        alike = by_kind[TURN if rng.random() < IN_TURN else rng.choice(sorted(by_kind))]
        game = max((rng.choice(alike) for _ in range(LATE)), key=lambda one: int(one._state.turn)).clone()
        if bring_near(game, asked(game.overview()), rng):
            yield game
