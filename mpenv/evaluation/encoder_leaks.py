"""Check that an encoder shows a seat only what it may know, for built-in encoders and your own."""

from typing import Any

import numpy as np

from mpenv.encoders import EncoderInfo, Seen
from mpenv.envs import spaces
from mpenv.world import Game, World

DETERMINIZATIONS = 2  # compared with each situation


def check(world: World, encoder: str, *, games: int = 3, seed: int = 0, **options: Any) -> int:
    """Play random games and compare encodings of situations that a seat cannot tell apart.

    Return how many situations were compared. A ValueError names the field that differs, or leaves its space.
    """
    space, compared = spaces.of_encoder(world, encoder), 0
    for number in range(games):
        game, rng = world.game(**options, seed=seed + number), np.random.default_rng(seed + number)
        while game.seat is not None:
            for seat in {game.seat, int(rng.integers(game.seats))}:
                _compare(world, encoder, space, game, seat, rng)
                compared += 1
            game.apply(int(rng.choice(game.legal())))
    return compared


def _compare(world: World, encoder: str, space: Any, game: Game, seat: int, rng: np.random.Generator) -> None:
    where = f"(seat {seat} at ply {game.plies} of {game.options})"
    info = None if world.reading(encoder) else world.encoder(encoder)
    seen, view = game.observe(encoder, seat), game.view(seat)
    if not space.contains(seen):
        raise ValueError(f"{encoder} shows a value outside of its space: {_outside(info, seen)} {where}")
    alike = [view.encode(encoder), *(view.determinize(rng).observe(encoder, seat) for _ in range(DETERMINIZATIONS))]
    for other in alike:
        if differ := _differ(info, seen, other):
            raise ValueError(f"{encoder} shows hidden information: {differ} {where}")


def _outside(info: EncoderInfo | None, seen: Seen) -> str:
    if info is None:
        return repr(seen)[:80]
    row, (low, high) = info.numbers(seen), info.bounds()
    return _field(info, int(np.argmax(~((row >= low) & (row <= high)))), row)


def _differ(info: EncoderInfo | None, one: Seen, other: Seen) -> str:
    if info is None:
        return "" if same(one, other) else f"{repr(one)[:80]} and {repr(other)[:80]}"
    a, b = info.numbers(one), info.numbers(other)
    places = np.flatnonzero(~((a == b) | (np.isnan(a) & np.isnan(b))))
    return _field(info, int(places[0]), a) if len(places) else ""


def same(one: Any, other: Any) -> bool:
    """Compare two observations of any space."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))


def _field(info: EncoderInfo, place: int, row: np.ndarray) -> str:
    """Name the field of a number in a row, with its value."""
    ends = np.cumsum([field.size for field in info.fields])
    nth = int(np.searchsorted(ends, place, side="right"))
    within = place - int(ends[nth]) + info.fields[nth].size
    return f"{info.fields[nth].name}[{within}] = {row[place]:g}"
