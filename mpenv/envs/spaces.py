"""Spaces of observations and actions, and observations themselves: the one place that knows how they are made."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from mpenv.encoders import Reading, Seen
from mpenv.world import Game, World

ACTION_MASK = "action_mask"


def of_encoder(world: World, encoder: str) -> spaces.Space[Any]:
    """Observation space of an encoder: a box of float32, a box for each of its parts, or its own space."""
    if (reading := world.reading(encoder)) is not None:
        return _checked(reading)
    about = world.encoder(encoder)
    if not about.parts:
        return spaces.Box(about.low, about.high, (about.size,), np.float32)
    return spaces.Dict({part.name: spaces.Box(*part.bounds, dtype=part.kind.type) for part in about.parts})


def _checked(reading: Reading) -> spaces.Space[Any]:
    space = reading.space()
    if not isinstance(space, spaces.Space):
        raise ValueError(f"the encoder {reading.name!r} gives {space!r} as its space, which is not a gymnasium space")
    return space


def masked(observation: spaces.Space[Any], actions: int) -> spaces.Dict:
    """Space of PettingZoo observations: the encoder's output and the mask."""
    return spaces.Dict({"observation": observation, ACTION_MASK: spaces.Box(0, 1, (actions,), np.int8)})


def observe(game: Game, encoder: str, seat: int) -> Seen:
    """Observation of a seat."""
    return game.observe(encoder, seat)


def described(env: object, name: str, options: Mapping[str, Any]) -> str:
    """An environment as one line, for `repr`: interface, world and options, without the seed."""
    words = " ".join(f"{key}={value!r}" for key, value in options.items() if key != "seed")
    return f"<{type(env).__name__} {name} {words}>"


def copied(observation: Seen) -> Seen:
    """Copy a batch's observations; its buffers are reused on the next step."""
    return (
        observation.copy()
        if isinstance(observation, np.ndarray)
        else {name: part.copy() for name, part in observation.items()}
    )
