"""Snapshots of games: which table they are of, the state, and a checksum of all of it."""

import hashlib
import json
import zlib
from typing import Any, NamedTuple

import numpy as np

from mpenv.engine.records import readable
from mpenv.files import parse_json
from mpenv.world import brief
from mpenv.worlds.materia_prima import switches
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.options import PLACEMENTS, Options
from mpenv.worlds.materia_prima.rules.state import KEPT_BYTES, SETUP, STATE, as_states
from mpenv.worlds.materia_prima.states import check

FAMILY = b"mpenv-snapshot-"
MARK = FAMILY + b"2 "
PLIES, CHECKSUM = 8, 4  # bytes
MOST_PLIES = 1 << 31
LONGEST_HEAD = 1 << 16


class Held(NamedTuple):
    """What a snapshot holds."""

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
        "placement": {number: name for name, number in PLACEMENTS.items()}[one.placement],
        "rules": switches.as_options(one),
        "extend": options.extend,
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
        told = json.dumps(table_of(options, pack), default=str)
        like = check.template(options.setup(0)) if options.position is None else None
        _MADE[key] = Table(MARK + told.encode() + b"\n", like)
    return _MADE[key]


def pack_up(options: Options, pack: Pack, plies: int, raw: np.ndarray) -> bytes:
    """A moment of a game as bytes."""
    body = table(options, pack).head + plies.to_bytes(PLIES, "little") + raw[:KEPT_BYTES].tobytes()
    return body + zlib.crc32(body).to_bytes(CHECKSUM, "little")


def unpack(snapshot: object, options: Options, pack: Pack, like: np.ndarray | None = None) -> Held:
    """The moment that bytes hold; a ValueError when they are no snapshot of a game at this table.

    `like` is a state of this table, for games that began at a position.
    """
    if not isinstance(snapshot, bytes | bytearray | memoryview):
        raise ValueError(f"this is no snapshot: it is bytes, not {type(snapshot).__name__}")
    given, (start, fixed) = bytes(snapshot), table(options, pack)
    if not given.startswith(start):
        raise ValueError(_why_not(given, json.loads(start[len(MARK) :])))
    if len(given) != len(start) + PLIES + KEPT_BYTES + CHECKSUM:
        raise ValueError("this is no snapshot: it is cut off, or something follows it")
    if zlib.crc32(given[:-CHECKSUM]) != int.from_bytes(given[-CHECKSUM:], "little"):
        raise ValueError("this is no snapshot: it is damaged, its checksum is wrong")
    plies = int.from_bytes(given[len(start) : len(start) + PLIES], "little")
    if plies >= MOST_PLIES:
        raise ValueError(f"this is no snapshot of a game: it counts {plies} plies")
    raw = np.zeros(STATE.itemsize, np.uint8)
    raw[:KEPT_BYTES] = np.frombuffer(given, np.uint8, KEPT_BYTES, len(start) + PLIES)
    states = as_states(raw)
    if found := check.fault(pack.tables, states, like if fixed is None else fixed):
        raise ValueError(f"this is no snapshot of a game: {found[1]}")
    return Held(plies, states)


def _why_not(given: bytes, mine: dict[str, Any]) -> str:
    """Why these bytes are no snapshot of a game at this table."""
    if not given.startswith(FAMILY):
        return "this is no snapshot of a game"
    if not given.startswith(MARK):
        return "this is no snapshot that this version of mpenv reads: another version made it"
    try:
        theirs = parse_json(given[len(MARK) : max(0, given.find(b"\n", 0, LONGEST_HEAD))])
    except ValueError:
        theirs = None
    if not isinstance(theirs, dict):
        return "this is no snapshot: its beginning can not be read"
    names = [name for name in mine if theirs.get(name) != mine[name]]
    if not names:
        return "this is no snapshot: its beginning is not as mpenv writes it"
    ours, others = (", ".join(f"{name} {brief(of.get(name))}" for name in names) for of in (mine, theirs))
    return f"this is no snapshot of this table: it is of {others}; this game is of {ours}"
