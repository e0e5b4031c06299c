"""Encoders: a view as numbers, described by fields, or as text."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from mpenv.encoders import EncoderInfo, Field, Reading, fields_of
from mpenv.spelling import did_you_mean
from mpenv.world import brought
from mpenv.worlds.materia_prima.observe import entities, flat, full, full_row, oracle, planes, rows, summary, tokens
from mpenv.worlds.materia_prima.observe.encoder import Encoder
from mpenv.worlds.materia_prima.observe.own import own
from mpenv.worlds.materia_prima.observe.text import TEXT

__all__ = ["ELSEWHERE", "ENCODERS", "ORACLE", "READINGS", "Encoder", "encoder", "every", "everything", "named", "own"]


def _of_record(name: str, record: type, room: Any) -> Encoder:
    low, high = -tokens.MOST, tokens.MOST
    return Encoder(name, low, high, fields_of(record), record, (), room.observe, room.write)


FLAT = tuple(Field(*field) for field in summary.FIELDS)
ENCODERS = {
    "flat": Encoder("flat", -1.0, 1.0, FLAT, None, summary.OMITS, flat.observe, flat.write),
    "full": Encoder("full", -1.0, 1.0, full_row.FIELDS, None, full_row.OMITS, full.observe, full.write),
    "entities": _of_record("entities", rows.Entities, entities),
    "planes": _of_record("planes", rows.Planes, planes),
}
ELSEWHERE = {  # made by players; loaded when asked for
    "deduced": "mpenv.agents.materia_prima.deduced:DEDUCED",
    "errands": "mpenv.agents.materia_prima.by_errand.observed:ERRANDS",
}
READINGS = {TEXT.name: TEXT}
_ROWS = (*ENCODERS, *ELSEWHERE)
ORACLE = EncoderInfo("oracle", -tokens.MOST, tokens.MOST, fields_of(rows.Oracle), rows.Oracle)


def everything(tables: np.ndarray, states: np.ndarray) -> np.ndarray:
    """ORACLE's numbers for many games, int16; overwrites their scratch space."""
    told = ORACLE.rows(len(states))
    oracle.observe(tables, states, told)
    return ORACLE.numbers(ORACLE.seen(told), np.int16)


def encoder(name: str) -> Encoder:
    """An encoder of numbers, which batches need."""
    found = named(name)
    if isinstance(found, Reading):
        raise ValueError(f"the encoder {name!r} reads one view at a time; rows of numbers come from {_there(_ROWS)}")
    return found


def every() -> dict[str, Encoder]:
    """All encoders of numbers by name, also those that players make."""
    return {name: encoder(name) for name in _ROWS}


def named(name: str) -> Encoder | Reading:
    """An encoder by its name here, or your own as `module:NAME`."""
    if isinstance(name, str):
        known: Encoder | Reading | None = ENCODERS.get(name) or READINGS.get(name)
        if known is not None:
            return known
    if name == "oracle":
        raise ValueError(
            "acting agents do not get the encoder 'oracle': it shows what no seat may know; see Game.oracle"
        )
    if isinstance(name, str) and (name in ELSEWHERE or ":" in name):
        found = brought(ELSEWHERE.get(name, name), f"encoder {name!r}")
        if not isinstance(found, Encoder | Reading):
            raise ValueError(
                f"encoder {name!r} is {found!r}; make one with mpenv.worlds.materia_prima.observe.own, or a Reading"
            )
        return found
    there = [*ENCODERS, *ELSEWHERE, *READINGS]
    raise ValueError(f"there is no encoder {name!r}, there are: {_there(there)}{did_you_mean(name, there)}")


def _there(known: Iterable[str]) -> str:
    return ", ".join([*known, "or module:NAME of your own"])
