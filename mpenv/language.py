"""The language in which people are spoken to, and the phrases that code says in it.

Only texts for people follow it: notation, ids, positions, replays, outcomes and encoders are the same in each.
"""

import contextlib
import functools
import string
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from mpenv import files
from mpenv.spelling import did_you_mean

USUAL = "en"
LANGUAGES = {"en": "English", "de": "Deutsch"}
_spoken: ContextVar[str] = ContextVar("language", default=USUAL)


def spoken() -> str:
    """The language that is spoken here, as its code."""
    return _spoken.get()


@contextlib.contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Speak a language until the block is left; None goes on in the one that is spoken."""
    if language is None:
        yield
        return
    if language not in LANGUAGES:
        raise ValueError(
            f"there is no language {language!r:.60}, there are: {', '.join(LANGUAGES)}"
            f"{did_you_mean(language, LANGUAGES) if isinstance(language, str) else ''}"
        )
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


class Phrases:
    """The phrases of a room: a folder with a file for each language, in it sections of keys with fields in braces."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._tables: dict[str, dict[str, str]] = {}

    def table(self, language: str) -> dict[str, str]:
        """All phrases of a language by `section.key`."""
        if language not in self._tables:
            self._tables[language] = dict(_flat(files.read_toml(self.folder / f"{language}.toml"), ""))
        return self._tables[language]

    def __call__(self, key: str, /, **fields: Any) -> str:
        """A phrase in the language that is spoken, its fields filled in."""
        phrase = self.table(_spoken.get())[key]
        return phrase.format(**fields) if fields else phrase

    def counted(self, number: int, thing: str) -> str:
        """`1 action`, `2 actions`."""
        return self(f"count.{thing}.{'one' if number == 1 else 'many'}", count=number)


def _flat(table: dict[str, Any], before: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield before + key, value


@functools.cache
def fields(phrase: str) -> frozenset[str]:
    """The names in braces of a phrase."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(phrase) if name is not None)
