"""Checkpoints: a folder with `about.json` and `arrays.npz`, no pickle.

Names, types and shapes of the arrays are compared with those expected before any array is read.
"""

import itertools
import math
import os
import shutil
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import array_files, files
from mpenv.agents.learned.answers import columns_seen
from mpenv.world import World

FORMAT = 1
PLAYS = DRAWN, LIKELIEST = "drawn", "likeliest"  # which answer a policy plays: one by its probability, or the best
MOST_BYTES = 512 << 20  # of a policy's arrays; for a run the caller computes the limit from its learner
ABOUT_BYTES = 1 << 20
Arrays = dict[str, np.ndarray]
Kind = tuple[np.dtype[Any], tuple[int, ...]]  # of an array: its type and shape
NUMBERS = {"update": int, "updates": int, "decisions": int, "seconds": float}  # of about.json; none is below 0
MOST = 1e15


def stamp(world: World, encoder: str, pack: str, prior: float = 0.0, plays: str = DRAWN) -> dict[str, Any]:
    """Describe the inputs and outputs of a network: weights fit no other encoder, action catalogue or version.

    `sees` is there when the network sees the first columns only, `plays` when answers are not drawn.
    """
    size, seen = world.encoder(encoder).size, columns_seen(world, encoder, prior)
    return {
        "format": FORMAT,
        "world": world.name,
        "version": world.version,
        "actions": world.actions,
        "encoder": encoder,
        "inputs": size,
        "fields": [list(field[:2]) for field in world.encoder(encoder).fields],
        "pack": pack,
        **({"prior": prior} if prior else {}),
        **({"sees": seen} if seen < size else {}),
        **({"plays": plays} if plays != DRAWN else {}),
    }


def save(folder: Path, about: dict[str, Any], arrays: Arrays) -> None:
    """Write a checkpoint atomically: readers find a complete one at any time, also after a kill.

    A new folder is moved into place when it is complete. In an existing folder each file is replaced atomically;
    between the two replacements `about.json` belongs to the weights before.
    """
    named: Any = arrays
    content = files.dump_json({**about, "mpenv": metadata.version("mpenv")})
    if folder.is_dir():
        with files.replacing(folder / "arrays.npz") as file:
            np.savez(file, **named)
        files.write(folder / "about.json", content)
        return
    fresh = folder.with_name(folder.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    np.savez(fresh / "arrays.npz", **named)
    files.write(fresh / "about.json", content)
    os.replace(fresh, folder)


def load(
    folder: Path,
    wanted: dict[str, Any] | None = None,
    check: Callable[[dict[str, Any], array_files.Arrays], None] | None = None,
    most: int = MOST_BYTES,
) -> tuple[dict[str, Any], Arrays]:
    """Read a checkpoint: `about.json` and the arrays; its stamp must equal `wanted`.

    `check` gets the types and shapes of all arrays before any is read, and raises a ValueError to refuse them.
    """
    about = read_about(folder)
    if wanted is not None:
        compare_stamp(folder, about["stamp"], wanted)
    try:
        held = array_files.Arrays(folder / "arrays.npz", most)
        if check is not None:
            check(about, held)
        return about, {name: held.read(name) for name in held.members}
    except files.BadFile as fault:
        raise ValueError(f"{folder} is no checkpoint: {fault}") from None


def read_about(folder: Path) -> dict[str, Any]:
    """Read `about.json` of a checkpoint and check its numbers."""
    path = folder / "about.json"
    try:
        about = files.read_json(path, ABOUT_BYTES)
    except files.BadFile as fault:
        raise ValueError(f"{folder} is no checkpoint: {fault}") from None
    if not isinstance(about, dict) or not isinstance(about.get("stamp"), dict):
        raise ValueError(f"{folder} is no checkpoint: {path} lacks the table 'stamp'")
    wrong = [name for name, kind in NUMBERS.items() if about.get(name) is not None and not _number(about[name], kind)]
    if wrong:
        raise ValueError(f"{path}: must be numbers that are not below 0: {', '.join(wrong)}")
    return about


def _number(value: Any, kind: type) -> bool:
    fits = isinstance(value, int) or (kind is float and isinstance(value, float) and math.isfinite(value))
    return fits and not isinstance(value, bool) and 0 <= value <= MOST


def compare_arrays(
    held: array_files.Arrays, wanted: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None
) -> None:
    """Refuse missing, unknown or misshapen arrays by their headers; no array is read."""
    optional = optional or {}
    there = {name: (member.dtype, member.shape) for name, member in held.members.items() if name not in optional}
    faults = files.missing_or_unknown(there, wanted)
    faults += [
        f"{name!r} is {member.dtype}{list(member.shape)}, must be {dtype}{list(shape)}"
        for name, member in held.members.items()
        for dtype, shape in [wanted.get(name) or optional.get(name) or (member.dtype, member.shape)]
        if (member.dtype, member.shape) != (dtype, shape)
    ]
    if faults:
        more = f" and {len(faults) - 5} more" if len(faults) > 5 else ""
        raise files.BadFile(held.path, "does not fit: " + "; ".join(one[:200] for one in faults[:5]) + more)


def refuse_not_finite(folder: Path | str, arrays: Mapping[str, np.ndarray]) -> None:
    """Refuse arrays with infinite numbers or NaN."""
    wrong = [name for name, array in arrays.items() if array.dtype.kind == "f" and not np.isfinite(array).all()]
    if wrong:
        raise ValueError(f"{folder} holds numbers that are not finite, in {', '.join(wrong[:5])}")


def compare_stamp(folder: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse a checkpoint of another world, encoder, action catalogue or edition of the game."""
    differs = [
        f"{name} is {_short(found.get(name))} there and {_short(value)} here"
        for name, value in wanted.items()
        if found.get(name) != value
    ]
    if differs:
        raise ValueError(f"{folder} does not fit: " + "; ".join(differs))


def misfits(stamp: Mapping[str, Any], world: World) -> list[str]:
    """List what differs between the observations and actions of a stamp and those of a world; versions come first.

    Weights of another version of the game still fit where all else is the same.
    """
    about = world.encoder(stamp["encoder"])
    here = {field.name: field.size for field in about.fields}
    found = [
        f"it has {stamp[name]:,} {words}, this game has {size:,}"
        for name, words, size in (("actions", "actions", world.actions), ("inputs", "inputs", about.size))
        if stamp[name] != size
    ]
    found += _fields_apart(stamp.get("fields"), here)
    if found and stamp.get("version") != world.version:
        found.insert(0, f"it was trained in {world.name}_v{_short(stamp.get('version'))}, this is v{world.version}")
    return found


def _fields_apart(there: Any, here: Mapping[str, int]) -> list[str]:
    """Name the first field of an encoder that is not the same in a stamp; stamps without fields are not compared."""
    if not isinstance(there, list):
        return []
    for found, wanted in itertools.zip_longest(there, ([name, size] for name, size in here.items())):
        if found != wanted:
            fields = ("none" if one is None else _short(one) for one in (found, wanted))
            return ["its encoder goes on with the field {}, here it is {}".format(*fields)]
    return []


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits
        return "too large to show"
    return text if len(text) <= 120 else text[:120] + "..."
