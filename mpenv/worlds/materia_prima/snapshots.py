"""Snapshots of games: which table they are of, the state, and a checksum of all of it."""

import hashlib
import json
from typing import Any, NamedTuple

import numpy as np

from mpenv import snapshots
from mpenv.engine.records import readable
from mpenv.worlds.materia_prima import switches
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.options import Options
from mpenv.worlds.materia_prima.rules.state import KEPT_BYTES, SETUP, STATE, as_states
from mpenv.worlds.materia_prima.states import check


class Held(NamedTuple):
    """The contents of a snapshot."""

    plies: int
    states: np.ndarray


def table_of(options: Options, pack: Pack) -> dict[str, Any]:
    """What all games at one table have in common, as plain data: the options but for the seed."""
    one = options.setup(0).view(readable(SETUP))[0]
    start = options.position
    return {
        "pack": pack.id,
        "edition": pack.mark,
        "scenario": options.scenario,
        "seats": int(options.seats),
        "difficulty": v.DIFFICULTIES[one.difficulty],
        "alchemists": [pack.ids["alchemist"][one.alchemist[seat]] for seat in range(one.seats)],
        "layout": options.layout,
        "placement": options.placement,
        "rules": switches.as_options(one),
        "extend": options.extend,
        **{name: given for name in ("colours", "temple") if (given := getattr(options, name)) is not None},
        "campaign": json.loads(json.dumps(options.campaign, sort_keys=True, default=str)),
        "position": None if start is None else hashlib.sha256(start.encode()).hexdigest()[:16],
    }


class Table(NamedTuple):
    """How the snapshots of a table begin, and what stays the same in its states; None where a position says it."""

    head: bytes
    like: np.ndarray | None


MOST_MADE = 256
_MADE: dict[str, Table] = {}


def table(options: Options, pack: Pack) -> Table:
    """What snapshots say of a table; made once for its options, also where they come out of pickles."""
    known: dict[str, Table] = options.tables
    if pack.mark not in known:
        known[pack.mark] = _made(options, pack)
    return known[pack.mark]


def _made(options: Options, pack: Pack) -> Table:
    key = f"{pack.mark} {options!r}"
    if key not in _MADE:
        if len(_MADE) >= MOST_MADE:
            _MADE.clear()
        like = check.template(options.setup(0)) if options.position is None else None
        _MADE[key] = Table(snapshots.head_of(table_of(options, pack)), like)
    return _MADE[key]


def pack_up(options: Options, pack: Pack, plies: int, raw: np.ndarray) -> bytes:
    """A moment of a game as bytes."""
    return snapshots.pack_up(table(options, pack).head, plies, raw[:KEPT_BYTES])


def unpack(snapshot: object, options: Options, pack: Pack, like: np.ndarray | None = None) -> Held:
    """The moment that bytes hold; a ValueError when they are no snapshot of a game at this table.

    `like` is a state of this table, for games that began at a position.
    """
    start, fixed = table(options, pack)
    plies, kept = snapshots.unpack(snapshot, start, KEPT_BYTES)
    raw = np.zeros(STATE.itemsize, np.uint8)
    raw[:KEPT_BYTES] = kept
    states = as_states(raw)
    if found := check.fault(pack.tables, states, like if fixed is None else fixed):
        raise ValueError(f"this is no snapshot of a game: {found[1]}")
    return Held(plies, states)
