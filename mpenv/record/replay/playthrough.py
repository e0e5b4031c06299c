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
from mpenv.record.replay import header
from mpenv.world import World

CHECK = 4  # digits of the fingerprint: a difference persists, so that later lines show it too


def lines(world: World, seed: int = 1, **options: Any) -> Iterator[str]:
    """Play a random game of these options, and describe it line by line."""
    game, rng = world.game(seed=seed, **options), random.Random(seed)
    head = header(world, game)
    yield f"{head['world']}_v{head['version']} {json.dumps(head['options'])}"
    yield f"{json.dumps(head['identity'])} {game.fingerprint()}"
    known: dict[str, Any] = {}
    day = None
    while game.seat is not None:
        if game.day != day:
            day, position = game.day, flat(toml.parse(game.to_position()))
            yield f"day {day}"
            yield from changes(known, position)
            known = position
        legal = game.legal()
        action = rng.choice(legal)
        words = game.words(action)
        game.apply(action)
        brought = " ".join(",".join(map(str, result)) for result in game.chance())
        yield f"{game.plies} of {len(legal)} {words} {brought} {game.fingerprint()[:CHECK]}"
    yield "end"
    yield from changes(known, flat(toml.parse(game.to_position())))
    yield json.dumps(game.outcome)


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
