"""Encoders: a view as numbers, each described by its fields."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from mpenv.materia.observe import flat


class Encoder(NamedTuple):
    """`write(tables, states, index, seat, row)` fills a float32 row of `size` numbers within [low, high].

    `rule` is the same inside compiled code: `rule(t, s, seat, row)`.
    """

    name: str
    size: int
    low: float
    high: float
    fields: tuple[tuple[str, int, str], ...]
    omits: tuple[str, ...]
    write: Callable[[np.ndarray, np.ndarray, int, int, np.ndarray], None]
    rule: Callable[..., None]


ENCODERS = {"flat": Encoder("flat", flat.SIZE, -1.0, 1.0, flat.FIELDS, flat.OMITS, flat.observe, flat.write)}


def encoder(name: str) -> Encoder:
    if not isinstance(name, str) or name not in ENCODERS:
        raise ValueError(f"there is no encoder {name!r}, there are: {', '.join(ENCODERS)}")
    return ENCODERS[name]
