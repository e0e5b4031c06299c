"""Encoders: a view as numbers, each described by its fields."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mpenv.materia.observe import entities, flat, oracle, planes, rows, tokens
from mpenv.world import EncoderInfo, Field, fields_of

Write = Callable[..., None]


@dataclass(frozen=True)
class Encoder(EncoderInfo):
    """`write(tables, states, index, seat, row)` fills one of `rows(count)` within the bounds of its fields.

    `rule` is the same inside compiled code: `rule(t, s, seat, row)`.
    """

    omits: tuple[str, ...]
    write: Write
    rule: Write


def _of_record(name: str, record: type, room: Any) -> Encoder:
    low, high = -tokens.MOST, tokens.MOST
    return Encoder(name, low, high, fields_of(record), record, (), room.observe, room.write)


FLAT = tuple(Field(*one) for one in flat.FIELDS)
ENCODERS = {
    "flat": Encoder("flat", -1.0, 1.0, FLAT, None, flat.OMITS, flat.observe, flat.write),
    "entities": _of_record("entities", rows.Entities, entities),
    "planes": _of_record("planes", rows.Planes, planes),
}
ORACLE = EncoderInfo("oracle", -tokens.MOST, tokens.MOST, fields_of(rows.Oracle), rows.Oracle)


def everything(tables: np.ndarray, states: np.ndarray) -> np.ndarray:
    """The numbers of ORACLE for many games, int16; their scratch space is written over."""
    told = ORACLE.rows(len(states))
    oracle.observe(tables, states, told)
    return ORACLE.numbers(ORACLE.seen(told), np.int16)


def encoder(name: str) -> Encoder:
    if name == "oracle":
        raise ValueError(
            "acting agents do not get the encoder 'oracle': it shows what no seat may know; see Game.oracle"
        )
    if not isinstance(name, str) or name not in ENCODERS:
        raise ValueError(f"there is no encoder {name!r}, there are: {', '.join(ENCODERS)}")
    return ENCODERS[name]
