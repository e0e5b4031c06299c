"""The files of a pack as they lie on the disk: read with care, whatever somebody put there."""

import os
import stat
from pathlib import Path
from typing import Any, NamedTuple

from mpenv import toml
from mpenv.worlds.materia_prima.content.checks import shown
from mpenv.worlds.materia_prima.content.faults import MOST_TOLD, BrokenPack, Fault
from mpenv.worlds.materia_prima.content.places import Places

MOST_BYTES = 500_000  # of all files of a pack together; ten times what a full one takes
DEEPEST = 8  # brackets within brackets, and parts of a dotted key
FORMAT = 1


class Source(NamedTuple):
    """The contents of a file, and its text to find the lines of faults in."""

    said: dict[str, Any]
    text: str = ""


def read(folder: Path, names: list[str], optional: str) -> tuple[dict[str, Source], list[Fault]]:
    """Each file by its name, empty where it cannot be read, and why not; one of them may be left out."""
    sources = dict.fromkeys(names, Source({}))
    faults, left = [], MOST_BYTES
    for name in [*names, optional] if os.path.lexists(folder / optional) else names:
        try:
            raw = _bytes(folder / name, left)
            left -= len(raw)
            sources[name] = _parsed(raw)
        except FileNotFoundError:
            dangling = (folder / name).is_symlink()
            faults.append(Fault(name, "", "", "is a link that leads nowhere" if dangling else "is missing"))
        except OSError as fault:
            faults.append(Fault(name, "", "", f"cannot be read: {fault.strerror}"))
        except ValueError as fault:
            faults.append(Fault(name, "", "", str(fault)))
    extra, known = {path.name for path in folder.glob("*.toml")} - {*names, optional}, ", ".join((*names, optional))
    faults += [Fault(file, "", "", f"is not a file of a pack, those are {known}") for file in sorted(extra)]
    return sources, faults


def _bytes(path: Path, left: int) -> bytes:
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("cannot be read: it is no plain file")
    words = f"is too big, the files of a pack have at most {MOST_BYTES:,} bytes together"
    if found.st_size > left:
        raise ValueError(words)
    with path.open("rb") as file:
        raw = file.read(left + 1)
    if len(raw) > left:
        raise ValueError(words)
    return raw


def _parsed(raw: bytes) -> Source:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise ValueError(f"is not TOML: {fault}") from None
    try:
        return Source(toml.parse(text, DEEPEST), text)
    except ValueError as fault:
        raise ValueError(f"is not TOML: {fault}") from None


def newer(pack: str, about: Source) -> None:
    """Refuse a pack of a format that this version cannot know; its other faults would say nothing."""
    said = about.said.get("format")
    if isinstance(said, int) and not isinstance(said, bool) and said > FORMAT:
        words = f"is of format {shown(said)}, this version of mpenv reads format {FORMAT}: a newer mpenv is needed"
        raise BrokenPack(pack, [Fault("pack.toml", "", "format", words)])


def located(faults: list[Fault], sources: dict[str, Source]) -> list[Fault]:
    """The faults with their lines, as far as those can be found."""
    places = {file: Places(sources[file].text) for file in {fault.file for fault in faults[:MOST_TOLD]} & {*sources}}
    return [
        fault._replace(line=places[fault.file].line(fault.entry, fault.field)) if fault.file in places else fault
        for fault in faults[:MOST_TOLD]
    ] + faults[MOST_TOLD:]
