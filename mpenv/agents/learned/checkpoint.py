"""Checkpoints: a folder with `about.json` and `arrays.npz`, no pickle.

What a checkpoint must hold is known before it is opened; sizes and types are compared before any array is read.
"""

import math
import os
import shutil
from collections.abc import Callable, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import array_files, files
from mpenv.world import World

FORMAT = 1
MOST_BYTES = 512 << 20  # of the arrays of a policy; those of a run are as large as its learner makes them
ABOUT_BYTES = 1 << 20
Arrays = dict[str, np.ndarray]
Kind = tuple[np.dtype[Any], tuple[int, ...]]  # of an array: its type and shape
NUMBERS = {"update": int, "updates": int, "decisions": int, "seconds": float}  # of about.json; none is below 0
MOST = 1e15


def stamp(world: World, encoder: str, pack: str) -> dict[str, Any]:
    """What weights depend on: they mean nothing to another encoder, catalogue or version."""
    return {
        "format": FORMAT,
        "world": world.name,
        "version": world.version,
        "actions": world.actions,
        "encoder": encoder,
        "inputs": world.encoder(encoder).size,
        "fields": [list(field[:2]) for field in world.encoder(encoder).fields],
        "pack": pack,
    }


def save(folder: Path, about: dict[str, Any], arrays: Arrays) -> None:
    """Write a checkpoint so that readers, and what a kill leaves, find a whole one.

    A new folder is moved to its place when it is complete. In one that exists each file is replaced at once: between
    the two, `about.json` may tell of weights that are an update older.
    """
    held: Any = arrays
    content = files.dump_json({**about, "mpenv": metadata.version("mpenv")})
    if folder.is_dir():
        with files.replacing(folder / "arrays.npz") as file:
            np.savez(file, **held)
        files.write(folder / "about.json", content)
        return
    fresh = folder.with_name(folder.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    np.savez(fresh / "arrays.npz", **held)
    files.write(fresh / "about.json", content)
    os.replace(fresh, folder)


def load(
    folder: Path,
    wanted: dict[str, Any] | None = None,
    check: Callable[[dict[str, Any], array_files.Arrays], None] | None = None,
    most: int = MOST_BYTES,
) -> tuple[dict[str, Any], Arrays]:
    """What a checkpoint says and holds; `wanted` is the stamp it must have.

    `check` sees the types and shapes of all arrays before one is read, and raises a ValueError.
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
    """What `about.json` says of a checkpoint, its numbers checked."""
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
    """Refuse arrays that lack, that are unknown, or of another type or shape; nothing of them is read."""
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
    """Refuse numbers that no network works with."""
    wrong = [name for name, array in arrays.items() if array.dtype.kind == "f" and not np.isfinite(array).all()]
    if wrong:
        raise ValueError(f"{folder} holds numbers that are not finite, in {', '.join(wrong[:5])}")


def compare_stamp(folder: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuse a checkpoint of another world, encoder, catalogue or pack."""
    differs = [
        f"{name} is {_short(found.get(name))} there and {_short(value)} here"
        for name, value in wanted.items()
        if found.get(name) != value
    ]
    if differs:
        raise ValueError(f"{folder} does not fit: " + "; ".join(differs))


def _short(value: Any) -> str:
    try:
        words = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits
        return "too much to show"
    return words if len(words) <= 120 else words[:120] + "..."
