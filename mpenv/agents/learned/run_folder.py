"""The folder of a run: its files, and repairs after a kill."""

import json
import math
import os
import shutil
from pathlib import Path
from typing import Any

from mpenv import files
from mpenv.agents.learned import checkpoint

CONFIG, METRICS, FIRST, LAST, POLICY = "config.json", "metrics.jsonl", "first.jsonl", "last.jsonl", "policy"
CURVE, REPORT, REPORT_TEXT = "curve.svg", "report.json", "report.txt"
LOCK = ".lock"  # held by the process that trains
CHECKPOINTS = 2  # that stay
LONGEST_LINE = 1 << 16
MOST = 1e18
NEEDED = ("update", "total", "shape")  # numbers of a line of metrics that must be there


def checkpoints(folder: Path) -> list[Path]:
    """List the checkpoints of a run, oldest first."""
    there = [one for one in (folder / "checkpoints").glob("[0-9]*") if one.name.isdecimal() and one.name.isascii()]
    return sorted((one for one in there if one.is_dir() and len(one.name) <= 18), key=lambda one: int(one.name))


def checkpoint_of(folder: Path, update: int) -> Path:
    return folder / "checkpoints" / f"{update:06}"


def remove_old_checkpoints(folder: Path) -> None:
    """Delete all but the newest checkpoints."""
    for old in checkpoints(folder)[:-CHECKPOINTS]:
        shutil.rmtree(old, ignore_errors=True)


def remove_leftovers(folder: Path) -> None:
    """Delete half-written files that a kill left."""
    for place in (folder, folder / "checkpoints", folder / POLICY):
        for left in [*place.glob("*.new"), *place.glob(f"*{files.PART}")]:
            shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink(missing_ok=True)


def refuse_links(folder: Path) -> None:
    """Refuse a run folder with symbolic links: writing through them would change files elsewhere."""
    for place in (folder, folder / "checkpoints", folder / POLICY):
        for one in place.iterdir() if place.is_dir() else ():
            if one.is_symlink():
                raise ValueError(f"{folder} cannot be resumed: {one} is a link to {os.readlink(one)!r}")


def read_config(folder: Path) -> dict[str, Any]:
    """Read the stored configuration, unchecked."""
    try:
        given = files.read_json(folder / CONFIG, 1 << 18)
    except files.BadFile as fault:
        raise ValueError(f"{folder} is no run folder: {fault}") from None
    if not isinstance(given, dict):
        raise ValueError(f"{folder} is no run folder: {folder / CONFIG} is no table")
    return given


def last_checkpoint(folder: Path) -> tuple[Path, dict[str, Any]] | None:
    """Find the newest checkpoint and read its `about.json`; None for a run killed before its first checkpoint."""
    there = checkpoints(folder)
    if not there:
        if (folder / METRICS).exists() or (folder / POLICY).exists():
            again = f"mpenv train {folder / CONFIG} starts anew"
            raise ValueError(f"{folder} has no checkpoint any more and cannot be resumed; {again}")
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
        older = f"; delete that folder to resume from {there[-2].name}" if len(there) > 1 else ""
        raise ValueError(f"{fault}{older}") from None
    return place, about


def cut_metrics(folder: Path, updates: int) -> None:
    """Delete the metrics of updates after the checkpoint; refuse missing or broken lines before it."""
    path, count = folder / METRICS, 0
    if not path.exists() and not updates:
        return
    if path.exists() and not path.is_file():
        raise files.BadFile(path, "is no regular file")
    try:
        with open(path, "rb") as file, files.replacing(path) as cut:
            while count < updates and (line := file.readline(LONGEST_LINE)):
                count += 1
                if not line.endswith(b"\n") or not _is_line(line, count):
                    raise files.BadFile(path, f"is broken in line {count}")
                cut.write(line)
            if count < updates:
                raise files.BadFile(path, f"has {count} lines, the checkpoint is of update {updates}")
    except OSError as fault:
        raise files.BadFile(path, f"cannot be read: {fault.strerror or fault}") from None


def _is_line(line: bytes, update: int) -> bool:
    """Check that this is the line of an update: numbers by name, null (or NaN, in old runs) where no game ended."""
    try:
        found = json.loads(line)
        measured = {name: value for name, value in found.items() if value is not None and value == value}
        numbers = all(type(value) in (int, float) and abs(value) < MOST for value in measured.values())
        return numbers and measured.keys() >= set(NEEDED) and measured["update"] == update
    except (ValueError, AttributeError, TypeError, RecursionError):
        return False


def metrics_line(line: dict[str, Any]) -> str:
    """Write a line of metrics as JSON; NaN, where no game ended, becomes null."""
    return files.dump_json(
        {name: None if isinstance(value, float) and math.isnan(value) else value for name, value in line.items()}, None
    )


def free_folder(parent: Path, name: str) -> Path:
    """Return `runs/quickstart-1`, or the first number that is free."""
    number = 1
    while os.path.lexists(parent / f"{name}-{number}"):
        number += 1
    return parent / f"{name}-{number}"
