"""Checks of a shard: types and shapes before arrays are read, then their contents before they are used."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from mpenv.array_files import Member
from mpenv.record.dataset import schema

LONGEST_TEXT = 128  # letters of a fingerprint
MOST_VALUES = 256  # of a coded column
BLOCK = 1 << 22  # numbers checked at once
WIDTHS = 1 << np.arange(9)  # index: the bits needed for so many values
Shard = Mapping[str, np.ndarray]
About = Mapping[str, Any]  # a manifest


# --- form -----------------------------------------------------------------------------------------


def form(members: Mapping[str, Member], about: About, games: range) -> Iterator[str]:
    """Faults in the types and shapes of arrays; `games` is the range of allowed numbers of games."""
    tables = {} if _is_plain(members) else schema.TABLES
    wanted = {**schema.ROWS, **tables, **schema.GAMES}
    missing = [name for name in wanted if name not in members]
    if missing:
        yield f"it lacks {', '.join(missing)}"
        return
    lengths = _lengths(members, about)
    for name, one in wanted.items():
        dtype, shape = _dtype(name, members, about), tuple(lengths[part] for part in _dimensions(name, members))
        found = members[name]
        if one.kind == "text":
            if found.dtype.kind != "U" or not found.dtype.isnative or found.dtype.itemsize > 4 * LONGEST_TEXT:
                yield f"{name} has the type {found.dtype.str}, texts of at most {LONGEST_TEXT} letters are expected"
        elif found.dtype != dtype:
            yield f"{name} has the type {found.dtype.str}, expected {dtype.str}"
        if found.shape != shape:
            yield f"{name} has the shape {_words(found.shape)}, expected {_words(shape)}"
    if lengths["games"] not in games:
        count = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
        yield f"it has {lengths['games']:,} games, expected {count}"


def _is_plain(members: Mapping[str, Member]) -> bool:
    """Check whether observations are stored uncompressed."""
    return "observation" in members and members["observation"].dtype.kind == "f"


def _dtype(name: str, members: Mapping[str, Member], about: About) -> np.dtype[Any]:
    if name == "observation" and _is_plain(members):
        return np.dtype("float32")
    if name == "action" and about["actions"] > 256:
        return np.dtype("uint16")
    kind = {**schema.ROWS, **schema.TABLES, **schema.GAMES}[name].kind
    return np.dtype("U1" if kind == "text" else kind)


def _dimensions(name: str, members: Mapping[str, Member]) -> list[str]:
    """Names of the dimensions of an array."""
    if name in ("observation", "mask"):
        return ["rows", "columns" if name == "observation" and _is_plain(members) else f"bytes of {name}"]
    return [{**schema.ROWS, **schema.TABLES, **schema.GAMES}[name].shape]


def _lengths(members: Mapping[str, Member], about: About) -> dict[str, int]:
    """Length of each named dimension, taken from the array that defines it."""
    of = {"rows": "action", "games": "plies", "coded": "column", "bits": "weight", "values": "value"}
    found = {}
    for dimension, name in of.items():
        shape = members[name].shape if name in members else ()
        found[dimension] = shape[0] if shape else 0
    found["columns"] = about["encoder"]["size"]
    found["bytes of mask"] = -(-about["actions"] // 8)
    found["bytes of observation"] = -(-found["bits"] // 8)
    return found


def _words(shape: tuple[int, ...]) -> str:
    return f"[{', '.join(f'{one:,}' for one in shape)}]"


# --- contents --------------------------------------------------------------


def games(facts: Shard, rows: int, about: About, first: int | None) -> Iterator[str]:
    """Faults in arrays with an entry per game; `first` is the number of the first game, if known."""
    plies = facts["plies"].astype(np.int64)
    yield from _each("plies", "game", plies, plies >= 1, "1 or more")
    if about["max_plies"]:
        yield from _each("plies", "game", plies, plies <= about["max_plies"], f"at most {about['max_plies']:,}")
    if int(plies.sum()) != rows:
        yield f"plies of all games are {int(plies.sum()):,}, there are {rows:,} rows"
    starts = np.cumsum(plies) - plies
    yield from _each("offset", "game", facts["offset"], facts["offset"] == starts, "the plies of the games before")
    kinds, outcomes = len(about["options"]), len(about["outcomes"])
    yield from _each("options", "game", facts["options"], _is_below(facts["options"], kinds), f"below {kinds:,}")
    yield from _each("outcome", "game", facts["outcome"], facts["outcome"] < outcomes, f"below {outcomes:,}")
    yield from _each("result", "game", facts["result"], np.isfinite(facts["result"]), "a number")
    letters = np.ascontiguousarray(facts["fingerprint"]).view(np.uint32)
    if np.any(letters >= 128):  # some numbers are not even characters
        yield "fingerprint has characters that are not ASCII"
    if first is not None:
        number = first + np.arange(len(plies))
        yield from _each("options", "game", facts["options"], _in_turns(facts["options"], number, about), "in turns")
        seeds = np.uint64(about["seed"]) + number.astype(np.uint64)
        yield from _each("seed", "game", facts["seed"], facts["seed"] == seeds, "that of the manifest, plus its number")


def _in_turns(found: np.ndarray, number: np.ndarray, about: About) -> np.ndarray:
    """Check that games take the options in turn; equal options may stand in the manifest twice."""
    options = about["options"]
    pairs = list(zip(found.tolist(), (number % len(options)).tolist(), strict=True))
    equal = {
        (one, other): 0 <= one < len(options) and (one == other or options[one] == options[other])
        for one, other in set(pairs)
    }
    return np.array([equal[pair] for pair in pairs])


def rows(shard: Shard, about: About, first: int) -> Iterator[str]:
    """Faults in arrays with an entry per row; those with an entry per game are already checked."""
    plies, action = shard["plies"], shard["action"]
    game = np.repeat(first + np.arange(len(plies)), plies)
    yield from _each("game", "row", shard["game"], shard["game"] == game, "the number of its game")
    ply = np.arange(len(action)) - np.repeat(shard["offset"], plies)
    yield from _each("ply", "row", shard["ply"], shard["ply"] == ply, "one more than in the row before")
    seats, actions = len(about["agents"]), about["actions"]
    yield from _each("seat", "row", shard["seat"], shard["seat"] < seats, f"below {seats:,}")
    yield from _each("return", "row", shard["return"], np.isfinite(shard["return"]), "a number")
    yield from _each("action", "row", action, action < actions, f"below {actions:,}")
    if np.all(action < actions):
        byte = shard["mask"][np.arange(len(action)), action >> 3]
        yield from _each("action", "row", action, (byte >> (action & 7)) & 1 == 1, "one that the mask allows")
    if shard["observation"].dtype == np.uint8:
        wrong = list(tables(shard))
        yield from wrong
        if wrong:
            return
    if "parts" in about["encoder"]:
        yield from _ranges(shard, about["encoder"]["parts"])


def tables(shard: Shard) -> Iterator[str]:
    """Faults in the tables of observations; nearly all follows from the counts of values."""
    column, value = shard["column"].astype(np.int64), shard["value"]
    if np.any(np.diff(column) < 1) or not np.all(_is_below(column, len(shard["base"]))):
        yield f"column must rise, each below {len(shard['base']):,}"
    counts = value_counts(shard)
    first = np.cumsum(counts) - counts
    if (
        np.any(shard["first"] != first)
        or np.any(counts < 2)
        or np.any(counts > MOST_VALUES)
        or counts.sum() != len(value)
    ):
        yield f"first must rise from 0, with 2 to {MOST_VALUES} values of each column"
        return
    widths = np.searchsorted(WIDTHS, counts)
    bit = np.cumsum(widths) - widths
    if np.any(shard["bit"] != bit):
        yield "bit must be the bits of the columns before"
    weight = 1 << (np.arange(widths.sum()) - np.repeat(bit, widths))
    if not np.array_equal(shard["weight"], weight):
        yield "weight must be the powers of two of each column"


def value_counts(shard: Shard) -> np.ndarray:
    """Number of values of each coded column."""
    return np.diff(shard["first"].astype(np.int64), append=len(shard["value"]))


def _ranges(shard: Shard, parts: list[list[Any]]) -> Iterator[str]:
    """Faults in numbers that the type of their part cannot hold."""
    size = sum(math.prod(shape) for _, _, shape in parts)
    least, above, at = np.full(size, -np.inf, np.float32), np.full(size, np.inf, np.float32), 0
    for _, kind, shape in parts:
        end = at + math.prod(shape)
        if np.dtype(kind).kind in "iu":
            least[at:end], above[at:end] = np.iinfo(kind).min, float(np.iinfo(kind).max) + 1
        at = end
    limited = np.flatnonzero(np.isfinite(least))
    for values, columns in _values(shard, limited):
        if not np.all((values >= least[columns]) & (values < above[columns])):
            yield "the observations have numbers that the types of `encoder.parts` cannot hold"
            return


def _values(shard: Shard, limited: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Values of some columns with the columns they belong to, a few million at a time."""
    if shard["observation"].dtype == np.uint8:
        columns = np.repeat(shard["column"], value_counts(shard))
        here = np.isin(columns, limited)
        yield shard["base"][limited], limited
        yield shard["value"][here], columns[here]
        return
    rows = max(1, BLOCK // shard["observation"].shape[1])
    for first in range(0, len(shard["observation"]), rows):
        yield shard["observation"][first : first + rows, limited], limited


def _is_below(numbers: np.ndarray, most: int) -> np.ndarray:
    return np.asarray((numbers >= 0) & (numbers < most))


def _each(name: str, what: str, values: np.ndarray, right: np.ndarray, wanted: str) -> Iterator[str]:
    """Report the first wrong value."""
    if not np.all(right):
        at = int(np.argmin(right))
        yield f"{name} of {what} {at} is {values[at]}, expected {wanted}"
