"""Snapshots of single games as bytes: a head of plain data, the plies, the record, a checksum."""

import json
import zlib
from typing import Any, NamedTuple

import numpy as np

from mpenv.files import parse_json
from mpenv.world import brief

FAMILY = b"mpenv-snapshot-"
MARK = FAMILY + b"2 "
PLIES, CHECKSUM = 8, 4  # bytes
MOST_PLIES = 1 << 31
LONGEST_HEAD = 1 << 16


class Held(NamedTuple):
    """The contents of a snapshot: how many answers were given, and the record as bytes."""

    plies: int
    raw: np.ndarray


def head_of(about: dict[str, Any]) -> bytes:
    """The beginning of all snapshots of games that have `about` in common."""
    return MARK + json.dumps(about, default=str).encode() + b"\n"


def pack_up(head: bytes, plies: int, raw: np.ndarray) -> bytes:
    """A moment of a game as bytes."""
    body = head + plies.to_bytes(PLIES, "little") + raw.tobytes()
    return body + zlib.crc32(body).to_bytes(CHECKSUM, "little")


def unpack(snapshot: object, head: bytes, size: int) -> Held:
    """The contents of a snapshot with this head and a record of this size; a ValueError says why it is none."""
    if not isinstance(snapshot, bytes | bytearray | memoryview):
        raise ValueError(f"this is no snapshot: it is bytes, not {type(snapshot).__name__}")
    given = bytes(snapshot)
    if not given.startswith(head):
        raise ValueError(_why_not(given, json.loads(head[len(MARK) :])))
    if len(given) != len(head) + PLIES + size + CHECKSUM:
        raise ValueError("this is no snapshot: it is cut off, or something follows it")
    if zlib.crc32(given[:-CHECKSUM]) != int.from_bytes(given[-CHECKSUM:], "little"):
        raise ValueError("this is no snapshot: it is damaged, its checksum is wrong")
    plies = int.from_bytes(given[len(head) : len(head) + PLIES], "little")
    if plies >= MOST_PLIES:
        raise ValueError(f"this is no snapshot of a game: it counts {plies} plies")
    return Held(plies, np.frombuffer(given, np.uint8, size, len(head) + PLIES))


def _why_not(given: bytes, mine: dict[str, Any]) -> str:
    """Why these bytes are no snapshot of a game with this head."""
    if not given.startswith(FAMILY):
        return "this is no snapshot of a game"
    if not given.startswith(MARK):
        return "this is no snapshot that this version of mpenv reads: another version made it"
    try:
        theirs = parse_json(given[len(MARK) : max(0, given.find(b"\n", 0, LONGEST_HEAD))])
    except ValueError:
        theirs = None
    if not isinstance(theirs, dict):
        return "this is no snapshot: its beginning cannot be read"
    names = [name for name in mine if theirs.get(name) != mine[name]]
    if not names:
        return "this is no snapshot: its beginning is not as mpenv writes it"
    ours, others = (", ".join(f"{name} {brief(of.get(name))}" for name in names) for of in (mine, theirs))
    return f"this is no snapshot of this table: it is of {others}; this game is of {ours}"
