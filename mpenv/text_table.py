"""Tables as plain text: columns that fit their widest cell, words to the left and figures to the right."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Column(NamedTuple):
    """A column: its head, its least width, and whether its cells stand to the right."""

    head: str
    width: int = 0
    right: bool = False


def words(head: str, width: int = 0) -> Column:
    """Return a column of words."""
    return Column(head, width)


def figures(*columns: str | tuple[str, int]) -> list[Column]:
    """Return columns of figures by their heads, or heads and least widths."""
    return [Column(one, right=True) if isinstance(one, str) else Column(*one, right=True) for one in columns]


def lines(columns: Sequence[Column], rows: Iterable[Sequence[str]], gap: str = " ", head: bool = True) -> list[str]:
    """Return the lines of a table; `head` puts the heads of the columns in front."""
    table = [[one.head for one in columns]] if head else []
    table += [list(row) for row in rows]
    widths = [max([one.width, *(len(row[k]) for row in table)]) for k, one in enumerate(columns)]
    return [
        gap.join(
            cell.rjust(width) if one.right else cell.ljust(width)
            for cell, width, one in zip(row, widths, columns, strict=True)
        ).rstrip()
        for row in table
    ]


def table(columns: Sequence[Column], rows: Iterable[Sequence[str]], gap: str = " ", head: bool = True) -> str:
    """Return a table as text."""
    return "\n".join(lines(columns, rows, gap, head))
