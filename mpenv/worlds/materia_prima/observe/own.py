"""Encoders of your own, named `module:NAME`: in Python over a view (`mpenv.encoders.Reading`), or compiled."""

# ruff: noqa: F821 - `own` fills in `look` and `write`

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from mpenv.encoders import Field
from mpenv.engine.jit import bind, bound
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.observe.encoder import Encoder, Write
from mpenv.worlds.materia_prima.rules import secrets
from mpenv.worlds.materia_prima.rules.state import KIND, State

HOME = Path(__file__).resolve().parents[1]
look: Callable[..., None]
write: Callable[..., None]


def _observe(T: np.ndarray, S: np.ndarray, i: int, seat: int, out: np.ndarray) -> None:
    look(T[0], S[i], seat, out)


def _look(t: Tables, s: State, seat: int, out: np.ndarray) -> None:
    write(t, np.empty(1, KIND), s, seat, out)


def _hidden(t: Tables, V: np.ndarray, s: State, seat: int, out: np.ndarray) -> None:
    V[0] = s
    secrets.hide(t, V[0], seat)
    write(t, V[0], seat, out)


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

    `s` is a copy of the table without what the seat may not know.
    """
    told = tuple(Field(*one) for one in fields)
    if not told or any(one.size < 1 for one in told):
        raise ValueError(f"the encoder {name!r} needs fields, each with one number or more")
    shown = bound(_look, write=bound(_hidden, write=rule))
    return Encoder(name, low, high, told, None, tuple(omits), bind(_observe, HOME, name, look=shown), shown)
