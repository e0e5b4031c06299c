"""TOML of position files; text that would take the parser too long is refused first."""

from typing import Any

from mpenv import toml
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.position.faults import BrokenPosition

LONGEST = 1 << 16  # letters; the fullest table takes a third of it


def tables(text: str) -> dict[str, Any]:
    """Parse the text of a position file."""
    if len(text) > LONGEST:
        raise _refused(f"has {len(text):,} letters, position files are read up to {LONGEST:,}")
    try:
        return toml.parse(text)
    except ValueError as fault:
        raise _refused(f"is not TOML: {fault}") from None


def _refused(words: str) -> BrokenPosition:
    return BrokenPosition([Fault("position", "", "", words)])
