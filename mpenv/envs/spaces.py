"""What an encoder shows and what may be answered, as spaces; the one place that knows how observations are made."""

from typing import Any

import numpy as np
from gymnasium import spaces

from mpenv.world import Game, World

ACTION_MASK = "action_mask"


def seen(world: World, encoder: str) -> spaces.Space[Any]:
    """The space of what an encoder shows."""
    about = world.encoder(encoder)
    return spaces.Box(about.low, about.high, (about.size,), np.float32)


def masked(shown: spaces.Space[Any], actions: int) -> spaces.Dict:
    """What PettingZoo's agents observe: what an encoder shows, and the mask."""
    return spaces.Dict({"observation": shown, ACTION_MASK: spaces.Box(0, 1, (actions,), np.int8)})


def look(game: Game, encoder: str, seat: int) -> np.ndarray:
    """What a seat may know of a game."""
    return game.observe(encoder, seat)


def kept(rows: np.ndarray) -> np.ndarray:
    """The observations of a batch, or one row of them, for good: a batch writes its own again."""
    return rows.copy()
