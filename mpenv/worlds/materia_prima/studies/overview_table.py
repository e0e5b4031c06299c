"""The overview of play statistics: a line per scenario, number of seats and team, below the targets."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from mpenv.worlds.materia_prima.studies import target_ranges
from mpenv.worlds.materia_prima.studies.target_ranges import Figures, target


class Column(NamedTuple):
    """A statistic: its heading, its value in a row, its target, and its format."""

    head: str
    value: Callable[[Figures], float | None]
    target: str
    form: str


def _named(name: str) -> Callable[[Figures], Any]:
    return lambda row: row[name]


def _on(name: str, day: int) -> Callable[[Figures], Any]:
    return lambda row: row[name].get(day)


COLUMNS = (
    Column("met", lambda row: row["mission met"][0], "", ".0%"),
    Column("aborted", _named("aborted"), "aborted", ".0%"),
    Column("decisions", _named("decisions"), "decisions", ".0f"),
    Column("alarms", _named("alarms a day"), "alarms a day", ".2f"),
    Column("first", _named("first inquisitor"), "first inquisitor", ".0f"),
    Column("day 8", _on("inquisitors", 8), "inquisitors 8", ".1f"),
    Column("day 16", _on("inquisitors", 16), "inquisitors 16", ".1f"),
    Column("attacks", _named("attacks on alchemists"), "attacks on alchemists", ".1f"),
    Column("lost", _named("stones lost"), "stones lost", ".1f"),
    Column("level 1", _named("first level 1"), "first level 1", ".0f"),
    Column("level 2", _named("first level 2"), "first level 2", ".0f"),
    Column("handed", _named("elements handed over"), "", ".1f"),
    Column("blocked", _named("blocked"), "blocked", ".0%"),
)
HEAD = ("scenario", "seats", "team")
LEGEND = """\
met: games in which the mission was met. alarms: a day. first: day of the first inquisitor; day 8, day 16: inquisitors
on the board then. attacks: on alchemists. lost: soul stones. level 1, level 2: day of the first thing made of that
level. handed: elements that changed owners. blocked: neighbour hexes of a figure that others close to it. Days are
medians; - is never, or not in half of the games. Targets are for the team in their rows, in games of 20 days; ! lies
outside."""


def glance(rows: Sequence[Figures]) -> str:
    """A table that reads in a terminal and is Markdown."""
    lines = [[*HEAD, *(one.head for one in COLUMNS)], *_wanted(rows), *(_line(row, rows) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    written = ["| " + " | ".join(map(_fit, line, widths, range(len(line)))) + " |" for line in lines]
    rule = "|" + "|".join("-" * (width + 1) + ("-" if place < len(HEAD) else ":") for place, width in enumerate(widths))
    return "\n".join([written[0], rule + "|", *written[1:], "", LEGEND])


def _fit(words: str, width: int, place: int) -> str:
    return words.ljust(width) if place < len(HEAD) else words.rjust(width)


def _wanted(rows: Sequence[Figures]) -> Iterator[list[str]]:
    """Targets of each number of seats that was played."""
    for seats in sorted({row["seats"] for row in rows}):
        ranges = [target(one.target, seats, target_ranges.LONG) for one in COLUMNS]
        told = [
            "" if one is None else f"{one[0]:{column.form}} to {one[1]:{column.form}}"
            for one, column in zip(ranges, COLUMNS, strict=True)
        ]
        yield ["target", str(seats), target_ranges.team({row["team"] for row in rows}), *told]


def _line(row: Figures, rows: Sequence[Figures]) -> list[str]:
    meant = target_ranges.is_meant(row["team"], {one["team"] for one in rows})
    return [
        row["scenario"],
        str(row["seats"]),
        row["team"].rpartition(":")[2],
        *(_told(column, row, meant) for column in COLUMNS),
    ]


def _told(column: Column, row: Figures, meant: bool) -> str:
    value = column.value(row)
    if value is None:
        return "-"
    outside = meant and target_ranges.is_outside(column.target, value, row["seats"], row["days played"])
    return f"{value:{column.form}}" + ("!" if outside else "")
