"""Encoders of your own, named `module:NAME`: in Python over a view (`mpenv.world.Reading`), or compiled."""

# ruff: noqa: F821 - `own` fills in what is written by

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from mpenv.jit import bind
from mpenv.materia.content.tables import Tables
from mpenv.materia.observe.encoder import Encoder, Write
from mpenv.materia.rules.state import State
from mpenv.world import Field

HOME = Path(__file__).resolve().parents[1]
write: Callable[[Tables, State, int, np.ndarray], None]


def _observe(T: np.ndarray, S: np.ndarray, i: int, seat: int, out: np.ndarray) -> None:
    write(T[0], S[i], seat, out)


def own(
    name: str,
    fields: Sequence[Field | tuple[str, int, str]],
    rule: Write,
    *,
    low: float = -1.0,
    high: float = 1.0,
    omits: Sequence[str] = (),
) -> Encoder:
    """A compiled encoder: `rule(t, s, seat, row)` writes a row of float32, whose fields are told in order.

    It reads the true table: `mpenv.evaluation.honest.check` tells whether it shows what is hidden.
    """
    told = tuple(Field(*one) for one in fields)
    if not told or any(one.size < 1 for one in told):
        raise ValueError(f"the encoder {name!r} needs fields, each with one number or more")
    return Encoder(name, low, high, told, None, tuple(omits), bind(_observe, HOME, name, write=rule), rule)
