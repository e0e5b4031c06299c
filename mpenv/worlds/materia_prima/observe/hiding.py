"""Encoders see a state without what the seat may not know: hide first, then write."""

# ruff: noqa: F821 - `tell` and `look` are filled in below

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.engine.jit import bind, bound
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import secrets
from mpenv.worlds.materia_prima.rules.state import KIND, State

HOME = Path(__file__).resolve().parents[1]
Write = Callable[..., None]
tell: Write
look: Write


def hidden(writing: Write) -> Write:
    """A rule `(t, s, seat, row)` that lets another write from a copy of the state without secrets."""
    return bound(_hidden, tell=writing)


def shown(writing: Write) -> Write:
    """The same, without the copy where every seat sees the same; `writing` changes nothing but scratch space."""
    return bound(_shown, tell=writing, look=hidden(writing))


def entry_of(name: str, looking: Write) -> Write:
    """The compiled entry `(tables, states, i, seat, row)` of an encoder's rule."""
    return bind(_observe, HOME, name, look=looking)


def _hidden(t: Tables, s: State, seat: int, row: Any) -> None:
    V = np.empty(1, KIND)
    V[0] = s
    secrets.hide(t, V[0], seat)
    tell(t, V[0], seat, row)
    V[0].logged = 0  # numba frees an array after its last use, so this keeps the copy until here


def _shown(t: Tables, s: State, seat: int, row: Any) -> None:
    if secrets.all_open(t, s):
        tell(t, s, seat, row)
    else:
        look(t, s, seat, row)


def _observe(T: np.ndarray, S: np.ndarray, i: int, seat: int, row: Any) -> None:
    look(T[0], S[i], seat, row)
