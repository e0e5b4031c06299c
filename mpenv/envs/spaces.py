"""What an encoder shows and what may be answered, as spaces; the one place that knows how observations are made."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from mpenv.encoders import Reading, Seen
from mpenv.world import Game, World

ACTION_MASK = "action_mask"


def seen(world: World, encoder: str) -> spaces.Space[Any]:
    """The space of what an encoder shows: a box of float32, a box for each of its parts, or what it reads."""
    if (reading := world.reading(encoder)) is not None:
        return _checked(reading)
    about = world.encoder(encoder)
    if not about.parts:
        return spaces.Box(about.low, about.high, (about.size,), np.float32)
    return spaces.Dict({one.name: spaces.Box(*one.bounds, dtype=one.kind.type) for one in about.parts})


def _checked(reading: Reading) -> spaces.Space[Any]:
    space = reading.space()
    if not isinstance(space, spaces.Space):
        raise ValueError(f"the encoder {reading.name!r} gives {space!r} as its space, that is no gymnasium space")
    return space


def masked(shown: spaces.Space[Any], actions: int) -> spaces.Dict:
    """What PettingZoo's agents observe: what an encoder shows, and the mask."""
    return spaces.Dict({"observation": shown, ACTION_MASK: spaces.Box(0, 1, (actions,), np.int8)})


def look(game: Game, encoder: str, seat: int) -> Seen:
    """What a seat may know of a game."""
    return game.observe(encoder, seat)


def described(env: object, name: str, options: Mapping[str, Any]) -> str:
    """An environment on one line, for `repr`: its interface, its world and its options, without the seed."""
    said = " ".join(f"{key}={value!r}" for key, value in options.items() if key != "seed")
    return f"<{type(env).__name__} {name} {said}>"


def kept(seen: Seen) -> Seen:
    """The observations of a batch for good: a batch writes its own again."""
    return seen.copy() if isinstance(seen, np.ndarray) else {name: one.copy() for name, one in seen.items()}
