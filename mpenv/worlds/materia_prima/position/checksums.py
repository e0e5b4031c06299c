"""Checksums of a state, one per part of the table, so that a replay can say what differs."""

import zlib

import numpy as np

from mpenv.worlds.materia_prima.rules.state import GAME_BYTES, LATER, STATE

FIRST = {
    "turn": "seed",
    "seats": "seat",
    "inquisition": "slot",
    "pool and towns": "pool",
    "decks": "alarms",
    "board": "laid",
    "dice": "rolled",
    "talk": "candour",
    "study": "study",
}  # first field of each part


def _slices() -> tuple[tuple[str, slice], ...]:
    starts = [STATE.fields[field][1] for field in FIRST.values()]  # type: ignore[index]
    ends = [*starts[1:], GAME_BYTES]
    return tuple((name, slice(start, end)) for name, start, end in zip(FIRST, starts, ends, strict=True))


SLICES = _slices()


def sums(held: np.ndarray) -> dict[str, str]:
    """Checksum of each part of a state in bytes; of talk and ablations only where they are used."""
    raw = held.data
    told = [(name, part) for name, part in SLICES if part.start not in LATER or any(raw[part])]
    return {name: f"{zlib.crc32(raw[part]):08x}" for name, part in told}
