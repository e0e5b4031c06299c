"""Tables and pictures of the page on how learned teams play, from docs/learned-play.json.

`python -m scripts.maintain.docs_learned_play` draws the pictures in both themes (`make pictures`).
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mpenv import files
from mpenv.worlds.materia_prima.studies.calibration.report import table
from scripts.maintain.docs_flow import IMAGES, THEMES

Found = dict[str, Any]
FIGURES = IMAGES.parent / "learned-play.json"
LEARNED, EXPERT = "learned", "expert"
INKS = {"light": {LEARNED: "#0072b2", EXPERT: "#b45309"}, "dark": {LEARNED: "#6cb8ee", EXPERT: "#f0a860"}}
WIDTH = 1000
DRAWN = (  # what is drawn by day
    ("homunculus of level 3", "level-3 homunculi made"),
    ("converted to gold", "gold made"),
    ("town missions", "town missions fulfilled"),
)
SHOWN = (  # counts whose ratio to the expert's is drawn
    "elements mined", "tower extensions bought", "exchanges with a mate", "town missions", "events paid",
    "alarms", "inquisitors defeated", "attacks of inquisitors", "elements destroyed or robbed", "soul stones lost",
)  # fmt: skip
COUNTED = (
    "recipes drawn and kept", "homunculus of level 3", "converted to gold", "elements mined by homunculi", *SHOWN[:5],
    "alarm markers", *SHOWN[5:], "homunculi lost in attacks",
)  # fmt: skip
MIXED = {
    "learned": "the learned team",
    "plan": "the expert's plan, by errands",
    "expert": "the expert, by steps",
    "opening by the plan": "days 1 to 4 by the plan, then learned",
    "only the opening learned": "days 1 to 4 learned, then the plan",
    "buys as the plan": "learned, but buys when the plan buys",
    "hands over as the plan": "learned, but hands over when the plan does",
    "rests as the plan": "learned, but rests when the plan does",
}


# --- tables -------------------------------------------------------------------------------------


def success_table(found: Found) -> str:
    """How often each team meets the mission with the interval, and how far it is from the expert."""
    rows = []
    for cell, one in found["cells"].items():
        for team, words in MIXED.items():
            if team not in one["success"]:
                continue
            ahead = one["ahead"].get(team)
            apart = f"{100 * ahead['mean']:+.1f} ± {50 * (ahead['high'] - ahead['low']):.1f}" if ahead else ""
            share, low, high = (100 * one["success"][team][name] for name in ("share", "low", "high"))
            rows.append((f"`{cell}` {words}", f"{share:.1f} ({low:.1f} to {high:.1f})", apart))
    return table(("team", "mission met, %", "points ahead of the expert"), rows)


def counts_table(found: Found) -> str:
    """How often things happen in a game of the expert and of the learned team; bold where the difference is sure."""
    rows = []
    cells = list(found["cells"].values())
    for what in COUNTED:
        line: list[str] = [what]
        for one in cells:
            row = next((row for row in one["counts"] if row["what"] == what), None)
            line += _pair(row) if row else ["0", "0", "0"]
        rows.append(tuple(line))
    heads = [f"`{name}` {team}" for name in found["cells"] for team in (EXPERT, LEARNED, "difference")]
    return table(("a game", *heads), rows)


def _pair(row: Found) -> list[str]:
    apart = f"{row['apart']:+.2f} ± {row['half']:.2f}"
    return [f"{row[EXPERT]:.2f}", f"{row[LEARNED]:.2f}", f"**{apart}**" if abs(row["apart"]) > row["half"] else apart]


def instead_table(found: Found) -> str:
    """For which errands a team leaves the plan's."""
    rows = []
    for cell, one in found["cells"].items():
        rows += [(f"`{cell}`", f"`{row['plan']}`", f"`{row['chosen']}`", f"{row['a game']:.2f}")
                 for row in one["left"]["instead"][:6]]  # fmt: skip
    return table(("cell", "the plan says", "the team chooses", "times a game"), rows)


def missing_table(found: Found) -> str:
    """The share of games that end without what a goal asks for."""
    rows = []
    for cell, one in found["cells"].items():
        for goal in one["missing"][EXPERT]:
            shares = (f"{100 * one['missing'][team].get(goal, 0):.1f}" for team in (EXPERT, LEARNED))
            rows.append((f"`{cell}` {goal}", *shares))
    return table(("missing at the end", "expert, % of games", "learned, % of games"), rows)


def seats_table(found: Found) -> str:
    """How work is shared among the seats."""
    rows = []
    for cell, one in found["cells"].items():
        for what in one["by_seat"][LEARNED]:
            told = (" / ".join(f"{count:.2f}" for count in one["by_seat"][team][what]) for team in (EXPERT, LEARNED))
            rows.append((f"`{cell}` {what}", *told))
    return table(("a game, seat by seat", EXPERT, LEARNED), rows)


TABLES: dict[str, Callable[[Found], str]] = {
    "success": success_table,
    "counts": counts_table,
    "instead": instead_table,
    "seats": seats_table,
    "missing": missing_table,
}


def parts(path: Path) -> Iterator[tuple[str, Callable[[], str]]]:
    """The tables by the names that pages have for them."""
    for name, made in TABLES.items():
        yield f"habits_{name}", lambda made=made: made(json.loads(path.read_text(encoding="utf-8")))  # type: ignore[misc]


# --- pictures -----------------------------------------------------------------------------------


class Panel(NamedTuple):
    """A place for a chart: corner, size, and the greatest value of each axis."""

    x: float
    y: float
    width: float
    height: float
    days: int
    most: float

    def at(self, day: float, value: float) -> tuple[float, float]:
        """The place of a value on a day."""
        return self.x + self.width * day / self.days, self.y + self.height * (1 - value / self.most)


def _page(theme: str, height: int, parts: list[str]) -> str:
    colour, ink = THEMES[theme], INKS[theme]
    style = (
        "text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;font-size:14px;"
        f"fill:{colour['ink']}}}.soft{{fill:{colour['soft']};font-size:13px}}.title{{font-weight:600}}"
        f".grid{{stroke:{colour['edge']};stroke-width:1}}.learned{{stroke:{ink[LEARNED]}}}"
        f".expert{{stroke:{ink[EXPERT]};stroke-dasharray:7 4}}.line{{fill:none;stroke-width:2.6}}"
        f".full{{fill:{ink[LEARNED]}}}.whisker{{stroke:{colour['ink']};stroke-width:1.4}}"
    )
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">',
        f"<style>{style}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="14" fill="{colour["paper"]}"/>',
        *parts, "</svg>",
    ]) + "\n"  # fmt: skip


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{words}</text>'


def _line(kind: str, *corners: tuple[float, float]) -> str:
    return f'<polyline class="{kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}"/>'


def _frame(panel: Panel, ticks: tuple[float, ...], words: str) -> list[str]:
    """Grid, numbers and title of a panel."""
    drawn = [_text(panel.x, panel.y - 12, words, "title")]
    for tick in ticks:
        drawn += [_line("grid", panel.at(0, tick), panel.at(panel.days, tick)),
                  _text(panel.x - 8, panel.at(0, tick)[1] + 4, f"{tick:g}", "soft", "end")]  # fmt: skip
    bottom = panel.y + panel.height + 18
    drawn += [_text(panel.at(day, 0)[0], bottom, str(day), "soft", "middle") for day in range(4, panel.days + 1, 4)]
    return [*drawn, _text(panel.x, bottom, "day", "soft", "middle")]


def _legend(y: float) -> list[str]:
    return [
        _line("line learned", (40, y), (76, y)), _text(84, y + 5, "learned team"),
        _line("line expert", (210, y), (246, y)), _text(254, y + 5, "expert"),
    ]  # fmt: skip


def pace(found: Found, theme: str) -> str:
    """What is made up to each day: a row of panels for each cell, a line for each team."""
    drawn, y = _legend(30), 92.0
    for cell, one in found["cells"].items():
        for nth, (what, words) in enumerate(DRAWN):
            lines = {team: one["by_day"][team].get(what, []) for team in (EXPERT, LEARNED)}
            days = max(map(len, lines.values()))
            top = max(max(line) for line in lines.values() if line)
            most = next(step for step in (1, 2, 3, 4, 6, 8) if step >= top)
            panel = Panel(52 + 322 * nth, y, 274, 150, days, most)
            drawn += _frame(panel, (0, most / 2, most), f"{cell}: {words}")
            drawn += [_line(f"line {team}", *(panel.at(day + 1, value) for day, value in enumerate(line)))
                      for team, line in lines.items()]  # fmt: skip
        y += 226
    return _page(theme, round(y - 30), drawn)


def leaving(found: Found, theme: str) -> str:
    """The share of choices that leave the errand of the expert's plan, day by day: a panel for each cell."""
    drawn = [_text(40, 34, "share of choices that are not the errand of the expert's plan, by day")]
    for nth, (cell, one) in enumerate(found["cells"].items()):
        shares = one["left"]["by_day"]
        panel = Panel(62 + 484 * nth, 88, 420, 160, len(shares) + 1, 1.0)
        drawn += _frame(panel, (0, 0.5, 1), f"{cell}: {one['left']['share']:.0%} over the whole game")
        for day, share in enumerate(shares):
            (left, top), (right, bottom) = panel.at(day + 0.65, share), panel.at(day + 1.35, 0)
            drawn.append(f'<rect class="full" x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
                         f'height="{bottom - top:.1f}"/>')  # fmt: skip
    return _page(theme, 286, drawn)


LEAST, WIDEST = -1.0, 1.5  # differences that are drawn, as a share of the expert's count


def apart(found: Found, theme: str) -> str:
    """How much more or less often things happen than with the expert, with intervals: a column for each cell."""
    drawn = [_text(40, 34, "how much more or less often than with the expert, with 95 % intervals")]
    for nth, (cell, one) in enumerate(found["cells"].items()):
        rows = {row["what"]: row for row in one["counts"]}
        middle, scale = 440.0 + 380 * nth, 115.0
        drawn.append(_text(middle, 72, cell, "title", "middle"))
        for share in (-1.0, 0.0, 1.0):
            x = middle + scale * share
            words = f"{share:+.0%}" if share else "same"
            drawn.append(_line("grid", (x, 84), (x, 92 + 30 * len(SHOWN))))
            drawn.append(_text(x, 112 + 30 * len(SHOWN), words, "soft", "middle"))
        for place, what in enumerate(SHOWN):
            y = 104 + 30.0 * place
            if not nth:
                drawn.append(_text(40, y + 5, what))
            if what in rows and rows[what][EXPERT]:
                drawn += _bar(rows[what], middle, scale, y)
    return _page(theme, 128 + 30 * len(SHOWN), drawn)


def _bar(row: Found, middle: float, scale: float, y: float) -> list[str]:
    share, half = (row[name] / row[EXPERT] for name in ("apart", "half"))
    end, low, high = (middle + scale * max(LEAST, min(WIDEST, one)) for one in (share, share - half, share + half))
    return [
        f'<rect class="full" x="{min(middle, end):.1f}" y="{y - 8:.1f}" width="{abs(end - middle):.1f}" height="16"/>',
        _line("whisker", (low, y), (high, y)),
    ]


PICTURES: dict[str, Callable[[Found, str], str]] = {"pace": pace, "leaving": leaving, "apart": apart}


def drawn(name: str, theme: str) -> str:
    """A picture as SVG."""
    return PICTURES[name](json.loads(FIGURES.read_text(encoding="utf-8")), theme)


def main() -> int:
    for name in PICTURES:
        for theme in THEMES:
            files.write(IMAGES / f"learned-{name}-{theme}.svg", drawn(name, theme))
    return 0


if __name__ == "__main__":
    sys.exit(main())
