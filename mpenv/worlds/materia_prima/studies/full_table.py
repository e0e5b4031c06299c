"""The full table of play statistics: a statistic per line, a team per column, beside its target."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from mpenv import text_table
from mpenv.worlds.materia_prima.studies.target_ranges import is_meant, is_outside, target

Figures = dict[str, Any]
NAME, COLUMN = 34, 16
SHARES = ("mission met", "aborted", "blocked", "games with", "action")
WHOLE = ("first", "decisions")


def brief(row: Figures) -> str:
    """A row as a line, shown while other rows are still played."""
    return (
        f"{row['scenario']}, {row['seats']} seats, {row['team']}: "
        f"{row['games']} games, mission met {row['mission met'][0]:.0%}, aborted {row['aborted']:.0%}"
    )


def sheet(rows: Sequence[Figures]) -> str:
    """A part for each scenario and number of seats, teams side by side."""
    parts = [_part(list(group)) for _, group in groupby(rows, key=lambda row: (row["scenario"], row["seats"]))]
    return "\n\n".join(
        [*parts, "! lies outside the target of a busy team; others have none beside it, and a random team never has"]
    )


def _part(rows: Sequence[Figures]) -> str:
    one = rows[0]
    meant = [is_meant(row["team"], {row["team"] for row in rows}) for row in rows]
    played = max((row["days played"] for row, one in zip(rows, meant, strict=True) if one), default=one["days played"])
    seats = one["seats"]
    head = f"{one['scenario']}, {seats} seats, {one['days']} days, {one['games']} games a team"
    lines = [_row("", [row["team"].rpartition(":")[2] for row in rows], "target")]
    lines.append(_row("mission met", [_form("mission met", row["mission met"][0]) for row in rows]))
    lines.append(_row("  95 % interval", [f"{low:.1%} - {high:.1%}" for _, low, high in _met(rows)]))
    told = [dict(_statistics(row)) for row in rows]
    for name in dict.fromkeys(name for row in told for name in row):
        values = [
            _marked(name, values.get(name), row, meant[place])
            for place, (values, row) in enumerate(zip(told, rows, strict=True))
        ]
        lines.append(_row(_label(name), values, _wanted(name, seats, played)))
    figures = [("", COLUMN)] * len(rows)
    columns = [text_table.words("", NAME - 1), *text_table.figures(*figures, ("", COLUMN - 1))]
    return "\n".join([head, *text_table.lines(columns, lines, head=False)])


def _met(rows: Sequence[Figures]) -> list[tuple[float, float, float]]:
    return [row["mission met"] for row in rows]


def _statistics(row: Figures) -> Iterator[tuple[str, float | None]]:
    """Statistics by name, those by day or action each on its own."""
    for name, value in row.items():
        if name in ("scenario", "seats", "team", "games", "days", "mission met"):
            continue
        if isinstance(value, dict):
            one = {"actions": "action"}.get(name, name)
            ordered = sorted(value.items(), key=lambda pair: -pair[1]) if name == "actions" else value.items()
            yield from ((f"{one} {key}", each) for key, each in ordered)
        else:
            yield name, value


def _label(name: str) -> str:
    """`inquisitors 8` -> `inquisitors on day 8`."""
    kind, _, day = name.rpartition(" ")
    return {"inquisitors": f"inquisitors on day {day}", "missions": f"town missions by day {day}"}.get(kind, name)


def _marked(name: str, value: float | None, row: Figures, meant: bool) -> str:
    outside = meant and is_outside(name, value, row["seats"], row["days played"])
    return _form(name, value) + ("!" if outside else "")


def _form(name: str, value: float | None) -> str:
    if value is None:
        return "-"
    if name.startswith(SHARES):
        return f"{value:.1%}"
    return f"{value:.0f}" if name.startswith(WHOLE) else f"{value:.2f}"


def _wanted(name: str, seats: int, days: float) -> str:
    wanted = target(name, seats, days)
    return f"{_form(name, wanted[0])} - {_form(name, wanted[1])}" if wanted else ""


def _row(name: str, values: Sequence[str], wanted: str = "") -> list[str]:
    """Put marks behind the figures, so that the digits line up."""
    return [name, *(one if one.endswith("!") else f"{one} " for one in values), wanted]
