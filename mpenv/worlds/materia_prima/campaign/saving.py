"""Saving chronicles: whole or not at all, and never over somebody else's changes."""

import os
from itertools import count
from pathlib import Path

from mpenv import files
from mpenv.worlds.materia_prima.campaign.chronicle import Chronicle
from mpenv.worlds.materia_prima.campaign.editing import edited
from mpenv.worlds.materia_prima.campaign.reading import MOST_BYTES, parse
from mpenv.worlds.materia_prima.campaign.writing import write


class Changed(ValueError):
    """The file changed since it was read; the new chronicle was saved in `aside`."""

    def __init__(self, path: Path, aside: Path) -> None:
        self.path, self.aside = path, aside
        super().__init__(f"{path} was changed while the game was played: its end is recorded in {aside}")


def save(chronicle: Chronicle, path: Path) -> None:
    """Write a chronicle to a file, replacing an old one."""
    _put(write(chronicle), chronicle, path)


def update(before: Chronicle, after: Chronicle, path: Path) -> Path | None:
    """Write into a file what a chronicle has become since it was read; remarks and layout of people stay.

    Where they cannot stay the file is written anew, and the path of a copy of the old one is returned. A file that
    does not hold `before` any more is left alone: the new chronicle goes beside it, and `Changed` says where.
    """
    if not path.exists():
        save(after, path)
        return None
    text = _text_of(before, path)
    if text is None:
        aside = _free(path, "aside")
        save(after, aside)
        raise Changed(path, aside)
    try:
        _put(edited(text, before, after), after, path)
        return None
    except ValueError:
        aside = _free(path, "before")
        files.write(aside, text)
        save(after, path)
        return aside


def _text_of(chronicle: Chronicle, path: Path) -> str | None:
    """Text of a file, if it still holds this chronicle."""
    try:
        text = files.read_text(path, MOST_BYTES)
        return text if parse(text, path.name) == chronicle else None
    except ValueError:
        return None


def _put(text: str, chronicle: Chronicle, path: Path) -> None:
    if parse(text, path.name) != chronicle:
        raise ValueError(f"{path}: the chronicle would not be read again as it is, so it is not written")
    with files.replacing(path) as file:
        file.write(text.encode("utf-8"))
        file.flush()
        os.fsync(file.fileno())


def _free(path: Path, why: str) -> Path:
    """A name beside the file that is free: `road-aside.toml`, `road-aside-2.toml`."""
    names = (f"{path.stem}-{why}{f'-{number}' if number > 1 else ''}{path.suffix}" for number in count(1))
    return next(one for one in map(path.with_name, names) if not os.path.lexists(one))
