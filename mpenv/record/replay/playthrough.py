"""Playthroughs: random games as text, stored with the tests and compared when the games are played again.

A line per ply: its number, how many actions were legal, the notation, chance results, and a check of the state. Before
each day the position, as its differences from the day before.
"""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

from mpenv import toml
from mpenv.play import Watcher, decisions
from mpenv.record.replay import header
from mpenv.world import Game, View, World

CHECK = 4  # digits of the fingerprint: a difference persists, so that later lines show it too


def lines(world: World, seed: int = 1, **options: Any) -> Iterator[str]:
    """Yield the lines of a random game of these options."""
    game, asked, team = world.game(seed=seed, **options), Question(), Drawn(random.Random(seed))
    head = header(world, game)
    yield f"{head['world']}_v{head['version']} {json.dumps(head['options'])}"
    yield f"{json.dumps(head['identity'])} {game.fingerprint()}"
    day, known = game.day, flat(toml.parse(game.to_position()))
    yield f"day {day}"
    yield from changes({}, known)
    for _ in decisions(game, [team] * game.seats, asked):
        brought = " ".join(",".join(map(str, one)) for one in game.chance())
        yield f"{game.plies} of {asked.legal} {asked.words} {brought} {game.fingerprint()[:CHECK]}"
        if game.seat is not None and game.day != day:
            day, now = game.day, flat(toml.parse(game.to_position()))
            yield f"day {day}"
            yield from changes(known, now)
            known = now
    yield "end"
    yield from changes(known, flat(toml.parse(game.to_position())))
    yield json.dumps(game.outcome)


class Drawn:
    """Draws any legal action from a generator that all seats share."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def reset(self, seat: int, seed: int) -> None: ...

    def act(self, view: View) -> int:
        return self._rng.choice(view.legal)


class Question(Watcher):
    """Notes how many actions were legal, and the notation of the one that is played."""

    def before(self, game: Game, seat: int, action: int) -> None:
        self.legal, self.words = len(game.legal()), game.words(action)


def flat(tree: Any, path: str = "") -> dict[str, Any]:
    """Flatten a position to `seat.0.stock.fire` -> 2; a list of cards stays one entry."""
    if isinstance(tree, dict) and tree:
        return {at: leaf for name, branch in tree.items() for at, leaf in flat(branch, f"{path}.{name}").items()}
    if isinstance(tree, list) and any(isinstance(branch, dict) for branch in tree):
        return {at: leaf for nth, branch in enumerate(tree) for at, leaf in flat(branch, f"{path}.{nth}").items()}
    return {path.removeprefix("."): tree}


def changes(before: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """Describe the differences of two positions; of lists that grew or were drawn from, only the difference."""
    for path, value in now.items():
        was: Any = before.get(path)
        if path in before and was == value:
            continue
        rows = isinstance(value, list) and isinstance(was, list)
        if rows and len(was) > len(value) and was[len(was) - len(value) :] == value:
            yield f"  {path} -= {len(was) - len(value)}"
        elif rows and was and value[: len(was)] == was:
            yield f"  {path} += {_short(value[len(was) :])}"
        else:
            yield f"  {path} = {_short(value)}"
    yield from (f"  {path} gone" for path in before if path not in now)


def rebuilt(known: dict[str, Any], line: str) -> None:
    """Apply a line of `changes` to a position."""
    path, sign, rest = re.split(r" ([+-]?=|gone) ?", line.strip(), maxsplit=1)
    if sign == "gone":
        del known[path]
    elif sign == "-=":
        known[path] = known[path][int(rest) :]
    elif sign == "+=":
        known[path] = known[path] + json.loads(rest)
    else:
        known[path] = json.loads(rest)


def _short(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
