"""Checks of settings that loops and environments share, and what is played instead of an illegal action."""

from typing import Any

import numpy as np

from mpenv.spelling import did_you_mean
from mpenv.world import brief

ON_ILLEGAL = ("raise", "pass", "random")
MOST_PLIES = (1 << 31) - 1


def one_of(name: str, value: object, there: tuple[object, ...]) -> None:
    if value not in there:
        hint = did_you_mean(value, there)
        raise ValueError(f"there is no {name} {value!r}, there are: {', '.join(map(str, there))}{hint}")


def is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def seed_checked(seed: Any, where: str = "") -> None:
    if seed is None:
        return
    if not is_whole(seed) or seed < 0:
        raise ValueError(f"seed={brief(seed)}{where} must be a whole number, not below 0")
    if seed >= 1 << 64:
        raise ValueError(f"seed={brief(seed)}{where} must be a whole number below 2**64")


def plies_checked(max_plies: Any) -> None:
    if max_plies is None:
        return
    if not is_whole(max_plies) or max_plies < 1:
        raise ValueError(f"max_plies={brief(max_plies)} must be a whole number above 0, or None")
    if max_plies > MOST_PLIES:
        raise ValueError(f"max_plies={brief(max_plies)} must be at most {MOST_PLIES:,}, or None for no limit")


def instead(on_illegal: str, mask: np.ndarray, seed: int, ply: int) -> int:
    """The answer in place of an illegal one: the first legal one, or one that the seed of the game and the ply draw."""
    legal = np.flatnonzero(mask)
    return int(legal[0] if on_illegal == "pass" else np.random.default_rng([seed, ply]).choice(legal))
