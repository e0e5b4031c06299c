"""Checkpoints: arrays and JSON, no pickle; one that does not fit is refused with what differs."""

import json
import os
import shutil
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.world import World

FORMAT = 1
Arrays = dict[str, np.ndarray]


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
    """Write a whole checkpoint beside its place and move it there, so that a kill leaves no half of one."""
    fresh = folder.with_name(folder.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    held: Any = arrays
    np.savez(fresh / "arrays.npz", **held)
    (fresh / "about.json").write_text(json.dumps({**about, "mpenv": metadata.version("mpenv")}, indent=1) + "\n")
    shutil.rmtree(folder, ignore_errors=True)
    os.replace(fresh, folder)


def load(folder: Path, wanted: dict[str, Any] | None = None) -> tuple[dict[str, Any], Arrays]:
    """What a checkpoint says and holds; `wanted` is the stamp it must have."""
    try:
        about = json.loads((folder / "about.json").read_text(encoding="utf-8"))
        with np.load(folder / "arrays.npz", allow_pickle=False) as kept:
            arrays = {name: kept[name] for name in kept.files}
    except (OSError, ValueError, KeyError) as fault:
        raise ValueError(f"{folder} is no checkpoint: {fault}") from None
    if wanted is not None:
        _compare(folder, about.get("stamp", {}), wanted)
    return about, arrays


def _compare(folder: Path, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    differs = [
        f"{name} is {found.get(name)!r} there and {value!r} here"
        for name, value in wanted.items()
        if found.get(name) != value
    ]
    if differs:
        raise ValueError(f"{folder} does not fit: " + "; ".join(one[:300] for one in differs))
