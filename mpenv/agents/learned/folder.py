"""A run folder: where things lie in it, and how it is put in order after a kill."""

import json
import math
import os
import shutil
from pathlib import Path
from typing import Any

from mpenv import files
from mpenv.agents.learned import checkpoint

CONFIG, METRICS, FIRST, LAST, POLICY = "config.json", "metrics.jsonl", "first.jsonl", "last.jsonl", "policy"
LOCK = ".lock"  # held by the process that writes
KEPT = 2  # checkpoints
LONGEST_LINE = 1 << 16
MOST = 1e18
MEASURED = ("total", "shape")  # what the curve takes from a line of metrics
SHARES = ("success",)  # the same; nothing where no game ended


def checkpoints(folder: Path) -> list[Path]:
    """The checkpoints of a run, oldest first."""
    there = [one for one in (folder / "checkpoints").glob("[0-9]*") if one.name.isdecimal() and one.name.isascii()]
    return sorted((one for one in there if one.is_dir() and len(one.name) <= 18), key=lambda one: int(one.name))


def checkpoint_of(folder: Path, update: int) -> Path:
    return folder / "checkpoints" / f"{update:06}"


def remove_old_checkpoints(folder: Path) -> None:
    """Keep the last ones."""
    for old in checkpoints(folder)[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def remove_leftovers(folder: Path) -> None:
    """Remove what a kill left half written."""
    for place in (folder, folder / "checkpoints", folder / POLICY):
        for left in [*place.glob("*.new"), *place.glob(f"*{files.PART}")]:
            shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink(missing_ok=True)


def refuse_links(folder: Path) -> None:
    """Refuse a run folder of links: what is written to it would land elsewhere."""
    for place in (folder, folder / "checkpoints", folder / POLICY):
        for one in place.iterdir() if place.is_dir() else ():
            if one.is_symlink():
                raise ValueError(f"{folder} is not gone on with: {one} is a link to {os.readlink(one)!r}")


def read_config(folder: Path) -> dict[str, Any]:
    """The stored configuration, not yet checked."""
    try:
        given = files.read_json(folder / CONFIG, 1 << 18)
    except files.BadFile as fault:
        raise ValueError(f"{folder} is no run folder: {fault}") from None
    if not isinstance(given, dict):
        raise ValueError(f"{folder} is no run folder: {folder / CONFIG} is no table")
    return given


def last_checkpoint(folder: Path) -> tuple[Path, dict[str, Any]] | None:
    """The newest checkpoint and what it says of itself; None for a run that was killed before its first one."""
    there = checkpoints(folder)
    if not there:
        if (folder / METRICS).exists() or (folder / POLICY).exists():
            again = f"mpenv train {folder / CONFIG} starts anew"
            raise ValueError(f"{folder} has no checkpoint any more, so it can not go on; {again}")
        return None
    place = there[-1]
    try:
        about = checkpoint.read_about(place)
        lacks = [name for name in ("update", "decisions", "seconds") if about.get(name) is None]
        if lacks:
            raise ValueError(f"{place / 'about.json'} lacks {', '.join(lacks)}")
        if about["update"] != int(place.name):
            raise ValueError(f"{place / 'about.json'} is of update {about['update']}")
    except ValueError as fault:
        older = f"; without that folder the run goes on from {there[-2].name}" if len(there) > 1 else ""
        raise ValueError(f"{fault}{older}") from None
    return place, about


def cut_metrics(folder: Path, updates: int) -> None:
    """Forget what was measured after the checkpoint; refuse measurements that lack or are broken."""
    path, kept = folder / METRICS, 0
    if not path.exists() and not updates:
        return
    if path.exists() and not path.is_file():
        raise files.BadFile(path, "is no regular file")
    try:
        with open(path, "rb") as file, files.replacing(path) as cut:
            while kept < updates and (line := file.readline(LONGEST_LINE)):
                kept += 1
                if not line.endswith(b"\n") or not _is_measured(line, kept):
                    raise files.BadFile(path, f"is broken in line {kept}")
                cut.write(line)
            if kept < updates:
                raise files.BadFile(path, f"has {kept} lines, the checkpoint is of update {updates}")
    except OSError as fault:
        raise files.BadFile(path, f"can not be read: {fault.strerror or fault}") from None


def _is_measured(line: bytes, update: int) -> bool:
    try:
        found = json.loads(line)
        numbers = [found[name] for name in MEASURED]
        numbers += [found[name] for name in SHARES if found[name] is not None and found[name] == found[name]]
        return found["update"] == update and all(type(one) in (int, float) and abs(one) < MOST for one in numbers)
    except (ValueError, KeyError, TypeError, RecursionError):
        return False


def measured(line: dict[str, Any]) -> str:
    """A line of metrics; what could not be measured, because no game ended, is null."""
    return files.dump_json(
        {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in line.items()}, None
    )


def free_folder(parent: Path, name: str) -> Path:
    """`runs/quickstart-1`, or the next number that is free."""
    number = 1
    while os.path.lexists(parent / f"{name}-{number}"):
        number += 1
    return parent / f"{name}-{number}"
