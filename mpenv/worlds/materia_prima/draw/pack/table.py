"""Tables and short texts in columns of plain text."""

import textwrap
import unicodedata
from typing import NamedTuple

WIDTH = 110
INDENT = GAP = "  "


class Table(NamedTuple):
    """Rows of cells below headings; the first cell is the id of an entry."""

    title: str
    head: tuple[str, ...]
    rows: list[list[str]]

    def lines(self) -> list[str]:
        rows = [list(self.head), *self.rows]
        wide = [max(columns(row[i]) for row in rows) for i in range(len(self.head))]
        return [self.title, *(_line(row, wide) for row in rows)] if self.rows else [self.title, f"{INDENT}none"]

    def only(self, entry: str) -> "Table":
        return self._replace(rows=[row for row in self.rows if row[0] == entry])


class Story(NamedTuple):
    """An entry that takes more than a row: facts line by line, and its introduction."""

    entry: str
    title: str
    said: list[str]
    told: str = ""

    @property
    def rows(self) -> list[str]:
        return self.said

    def lines(self) -> list[str]:
        told = [line for words in self.told.splitlines() for line in _wrapped(words, "")]
        said = [line for words in self.said for line in _wrapped(words, INDENT)]
        return [self.title, *said, *([""] if told else []), *told]

    def only(self, entry: str) -> "Story":
        return self if self.entry == entry else self._replace(said=[])


def columns(words: str) -> int:
    """Width of a text in a terminal, where some letters take two columns and combining marks none."""
    return sum(
        0 if unicodedata.combining(word) else 2 if unicodedata.east_asian_width(word) in "WF" else 1 for word in words
    )


def _line(row: list[str], wide: list[int]) -> str:
    cells = (cell + " " * (width - columns(cell)) for cell, width in zip(row, wide, strict=True))
    return INDENT + GAP.join(cells).rstrip()


def _wrapped(words: str, hang: str) -> list[str]:
    indent = INDENT + " " * (len(words) - len(words.lstrip()))
    return textwrap.wrap(words.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent + hang) or [""]
