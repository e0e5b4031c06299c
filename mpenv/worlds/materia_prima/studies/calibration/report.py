"""Tables of a calibration: plain for the terminal, Markdown for docs."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from mpenv import text_table
from mpenv.worlds.materia_prima.studies.calibration.bands import MET, MISSED, UNKNOWN, band_of, percent
from mpenv.worlds.materia_prima.studies.calibration.plan import EXPERT, LEVELS, RANDOM, SEARCH
from mpenv.worlds.materia_prima.switches import WITHOUT

Found = dict[str, Any]
ABOVE, BELOW = "▲", "▼"
SIGNS = {MET: "met", MISSED: "MISSED", UNKNOWN: "not measured"}


def summary(found: Found) -> str:
    """All results as text."""
    parts = [make(found) for make in (_cells, _search, _ablations, _ladder)]
    return "\n\n".join([*(part for part in parts if part), verdicts(found)])


def verdicts(found: Found) -> str:
    """Targets, whether they are met, and where they are missed."""
    lines = ["what is wanted"]
    for verdict in found["verdicts"]:
        told = f": {verdict['told']}" if verdict["told"] else ""
        lines.append(f"  {SIGNS[verdict['state']]:12} {verdict['wanted']}{told}")
        lines += [f"      {words}" for words in verdict["missed"]]
    return "\n".join(lines)


def sign(far: float | None) -> str:
    return "" if not far else ABOVE if far > 0 else BELOW


def _interval(found: Found) -> str:
    return f"{100 * found['low']:.0f} - {100 * found['high']:.0f} %"


def _cells(found: Found) -> str:
    if not found.get("difficulty"):
        return ""
    figures = text_table.figures(("random", 8), ("expert", 8), ("interval", 11), ("wanted", 10))
    columns = [text_table.words("cell", 22), *figures, *map(text_table.words, ("", "best of the mates"), (10, 0))]
    rows = list[list[str]]()
    for row in found["difficulty"]:
        teams, band = row["teams"], band_of(row["difficulty"], EXPERT)
        wanted = f"{100 * band[0]:.0f} - {100 * band[1]:.0f} %" if band else ""
        far = row["outside"].get(EXPERT) or 0
        out = f"{sign(far)} {100 * abs(far):.1f}" if far else ""
        shown = [percent(teams[team]["share"]) if team in teams else "-" for team in (RANDOM, EXPERT)]
        interval = _interval(teams[EXPERT]) if EXPERT in teams else "-"
        rows.append([row["cell"], *shown, interval, wanted, out, _best(teams)])
    note = f"{found['about']['games']} games a cell and team, the seeds from {found['about']['seed']}"
    return "\n".join([*text_table.lines(columns, rows), note])


def _best(teams: Found) -> str:
    others = {name: one["share"] for name, one in teams.items() if name not in (RANDOM, EXPERT)}
    name = max(others, key=lambda one: others[one], default="")
    return f"{name} {percent(others[name])}" if name else ""


def _search(found: Found) -> str:
    searched = found.get("search")
    if not searched:
        return ""
    figures = text_table.figures(("search", 8), ("expert", 8), ("ahead, with its interval", 28), ("alike", 6))
    rows = list[list[str]]()
    for row in searched["cells"]:
        apart = f"{100 * row['ahead']:+.1f} ({100 * row['low']:+.1f} to {100 * row['high']:+.1f})"
        alike = "-" if row["correlation"] is None else f"{row['correlation']:.2f}"
        shown = [percent(row["teams"][team]["share"]) for team in (SEARCH, EXPERT)]
        rows.append([row["cell"], *shown, apart, alike])
    lines = text_table.lines([text_table.words("cell", 22), *figures], rows)
    return "\n".join([*lines, f"search is {searched['code']}, {searched['games']} games a cell"])


def _ablations(found: Found) -> str:
    rows = found.get("ablations")
    if not rows:
        return ""
    columns = [
        text_table.words("expert without", 20),
        *text_table.figures(*((row["scenario"][:12], 13) for row in rows)),
    ]
    lines = [["(nothing)", *(percent(row["full"]["share"]) for row in rows)]]
    lines += [[word, *(_apart(row["without"][word]) for row in rows)] for word in WITHOUT]
    return "\n".join([*text_table.lines(columns, lines), "points on the same seeds, * surely worse, + surely better"])


def _apart(found: Found) -> str:
    return f"{100 * found['ahead']:+.1f}{'*' if found['high'] < 0 else '+' if found['low'] > 0 else ' '}"


def _ladder(found: Found) -> str:
    rows = found.get("ladder")
    if not rows:
        return ""
    days = [one["days"] for one in next(iter(rows[0]["teams"].values()))["rungs"]]
    columns = [text_table.words("days", 24), *text_table.figures(*((str(day), 4) for day in days))]
    lines = [
        [f"{row['scenario'][:12]} {team}", *(f"{100 * rung['share']:.0f}" for rung in one["rungs"]), f"  {_half(one)}"]
        for row in rows
        for team, one in row["teams"].items()
    ]
    return "\n".join([*text_table.lines([*columns, text_table.words("  half succeed at")], lines), "percent of games"])


def _half(found: Found) -> str:
    middle, low, high = found["half"]
    return f"{middle} days" + ("" if low == high == middle else f" ({low} to {high})")


def dump(found: Found) -> str:
    """Results as JSON, a line per row."""
    parts = []
    for name, said in found.items():
        rows = [json.dumps(row, ensure_ascii=False) for row in said] if isinstance(said, list) else []
        body = "[\n  " + ",\n  ".join(rows) + "\n ]" if rows else json.dumps(said, ensure_ascii=False)
        parts.append(f" {json.dumps(name)}: {body}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


# --- Markdown ------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A table whose first columns are words and the others numbers."""
    marks = ["---"] * words + ["---:"] * (len(head) - words)
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, marks, *rows])


def about_lines(found: Found) -> str:
    """The games measured."""
    about, searched = found["about"], found.get("search")
    search = f" Search is `{searched['code']}`, {searched['games']} games a cell." if searched else ""
    games = f"{about['games']} games of each team and cell, the seeds from {about['seed']:,}"
    return f"Measured on the pack `{about['pack']}` ({about['hash']}): {games}.{search}"


def bands_lines(found: Found) -> str:
    rows = [(verdict["wanted"], verdict["state"], verdict["told"]) for verdict in found["verdicts"]]
    return table(("wanted", "", "measured"), rows, words=3)


def expert_lines(found: Found) -> str:
    """Success of the expert's team with its interval, by level; shares outside their band are marked."""
    rows: dict[tuple[str, int], dict[str | None, str]] = {}
    for row in found.get("difficulty", []):
        if one := row["teams"].get(EXPERT):
            mark = sign(row["outside"].get(EXPERT))
            told = f"{one['share']:.0%} ({100 * one['low']:.0f}-{100 * one['high']:.0f}) {mark}".rstrip()
            rows.setdefault((row["scenario"], row["seats"]), {})[row["difficulty"]] = told
    lines = [(f"`{name}`", str(seats), *(said.get(level) or "" for level in LEVELS), said.get(None) or "")
             for (name, seats), said in rows.items()]  # fmt: skip
    return table(("scenario", "seats", *LEVELS, "without levels"), lines, words=2)


def teams_lines(found: Found) -> str:
    """Success of every team, averaged over the cells of a level."""
    cells = found.get("difficulty", [])
    teams = list(cells[0]["teams"]) if cells else []
    means = {team: [_mean(row["teams"][team]["share"] for row in cells if row["difficulty"] == level)
                    for level in LEVELS] for team in teams}  # fmt: skip
    order = sorted(teams, key=lambda team: means[team][1], reverse=True)
    return table(("team", *LEVELS), [(f"`{team}`", *(f"{mean:.1%}" for mean in means[team])) for team in order])


def _mean(shares: Iterator[float]) -> float:
    found = list(shares)
    return sum(found) / max(1, len(found))


def search_lines(found: Found) -> str:
    searched = found.get("search")
    if not searched:
        return "No search team was measured yet."
    rows = []
    for row in searched["cells"]:
        ahead = f"{100 * row['ahead']:+.1f} ± {50 * (row['high'] - row['low']):.1f}"
        alike = "" if row["correlation"] is None else f"{row['correlation']:.2f}"
        rows.append(
            (f"`{row['cell']}`", *(f"{row['teams'][team]['share']:.0%}" for team in (SEARCH, EXPERT)), ahead, alike)
        )
    return table(("cell", "search", "expert", "points ahead", "correlation"), rows)


def ablations_lines(found: Found) -> str:
    """Points that the expert's team loses or gains; significant ones are bold."""
    rows = found.get("ablations", [])
    head = ("without", *(f"`{row['scenario']}`" for row in rows))
    full = ("nothing", *(f"{row['full']['share']:.0%}" for row in rows))
    return table(head, [full, *((word, *(_points(row["without"][word]) for row in rows)) for word in WITHOUT)])


def _points(found: Found) -> str:
    told = f"{100 * found['ahead']:+.1f} ± {50 * (found['high'] - found['low']):.1f}"
    return f"**{told}**" if found["high"] < 0 or found["low"] > 0 else told


def ladder_lines(found: Found) -> str:
    rows = [
        (f"`{row['scenario']}`", f"`{team}`", *(f"{rung['share']:.0%}" for rung in one["rungs"][::2]), _half(one))
        for row in found.get("ladder", [])
        for team, one in row["teams"].items()
    ]
    days = [str(one["days"]) for row in found.get("ladder", [])[:1] for one in row["teams"][EXPERT]["rungs"][::2]]
    return table(("scenario", "team", *(f"{day} days" for day in days), "half succeed at"), rows, words=2)


LINES: dict[str, Callable[[Found], str]] = {
    "about": about_lines,
    "bands": bands_lines,
    "expert": expert_lines,
    "teams": teams_lines,
    "search": search_lines,
    "ablations": ablations_lines,
    "ladder": ladder_lines,
}


def markdown(found: Found) -> str:
    """All tables."""
    there = {"about": True, "bands": True, "expert": "difficulty", "teams": "difficulty", "search": "search"}
    wanted = [name for name in LINES if (key := there.get(name, name)) is True or found.get(str(key))]
    return "\n\n".join(f"## {name.title()}\n\n{LINES[name](found)}" for name in wanted) + "\n"
