"""The text of a position file as tables; what would take the reader of TOML long or far is refused before."""

import re
import tomllib
from typing import Any

from mpenv.materia.content.faults import Fault
from mpenv.materia.position.faults import BrokenPosition

LONGEST = 1 << 16  # letters; a table that is full takes a third of it
DEEPEST = 16  # dots of a key, whose time grows with their square
QUOTED = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"?|'[^'\n]*'?")
BETWEEN = re.compile(r"[^\w\s.-]|\n")


def tables(text: str) -> dict[str, Any]:
    """The tables of a position file."""
    if len(text) > LONGEST:
        raise _refused(f"has {len(text):,} letters, position files are read up to {LONGEST:,}")
    if any(part.count(".") > DEEPEST for part in BETWEEN.split(QUOTED.sub("s", text))):
        raise _refused(f"has a key of more than {DEEPEST} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise _refused(f"is not TOML: {fault}") from None
    except RecursionError:
        raise _refused("is nested too deeply") from None


def _refused(words: str) -> BrokenPosition:
    return BrokenPosition([Fault("position", "", "", words)])
