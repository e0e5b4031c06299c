"""The chart of a report: a bar for each ratio with a mark at its minimum, and the rates of both sides."""

import importlib.util
from pathlib import Path
from typing import Any

from mpenv import files
from mpenv.bench.metrics import AGAINST_OTHERS, AGAINST_OURSELVES, Ratio
from mpenv.bench.peers import INSTALL
from mpenv.bench.speed import Report

WIDTH, ROW, EDGE = 6.25, 0.52, 0.62  # inches: the chart, a bar with its label, the margins of a panel
INK, SOFT, GOOD, SHORT = "#1a1a1a", "#595959", "#0072b2", "#d55e00"  # blue and orange, safe for colour blindness
STYLE: Any = {"svg.fonttype": "path", "svg.hashsalt": "mpenv", "font.family": "DejaVu Sans", "font.size": 8.5}


Rows = dict[str, Ratio]

# Two scales. Ratios with a minimum are drawn; docs/speed.md has the others.
PANELS = {
    "Times as fast as games of others": {name: one for name, one in AGAINST_OTHERS.items() if one.must},
    "Against ourselves": {name: one for name, one in AGAINST_OURSELVES.items() if one.must},
}


def check(path: Path) -> None:
    """Refuse a path or an installation with which no chart can be drawn, before anything is measured."""
    if path.suffix not in (".svg", ".png"):
        raise ValueError(f"{path}: a chart ends in .svg or .png")
    if importlib.util.find_spec("matplotlib") is None:
        raise ValueError(f"matplotlib, which draws the chart, is not installed: {INSTALL}")


def draw(report: Report, path: Path) -> None:
    """Write the chart as .svg or .png, by the suffix of the path."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    measured = {
        title: {name: row for name, row in rows.items() if name in report["ratios"]} for title, rows in PANELS.items()
    }
    panels = {title: rows for title, rows in measured.items() if rows}
    heights = [EDGE + ROW * len(rows) for rows in panels.values()]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, sum(heights)), facecolor="white")
        top = 1.0
        for (title, rows), height in zip(panels.items(), heights, strict=True):
            share = height / sum(heights)
            inner = ROW * len(rows) / sum(heights)
            axes = figure.add_axes((0.03, top - share + 0.3 / sum(heights), 0.94, inner))
            _panel(axes, title, rows, report)
            top -= share
        save(figure, path, 200)


def save(figure: Any, path: Path, dpi: int) -> None:
    """Write a matplotlib figure atomically; without a date, so that equal figures give equal files."""
    kind = path.suffix.removeprefix(".")
    with files.replacing(path) as file:
        figure.savefig(file, format=kind, dpi=dpi, metadata={"Date": None} if kind == "svg" else None)


def _panel(axes: Any, title: str, rows: Rows, report: Report) -> None:
    values = {name: report["ratios"][name] for name in rows}
    end = max([*values.values(), *(row.must or 0 for row in rows.values())])
    room = 1.3 if any(values[name] < (row.must or 0) for name, row in rows.items()) else 1.18
    axes.set(xlim=(0, end * room), ylim=(len(rows), 0), yticks=[])
    axes.set_title(title, loc="left", fontweight="bold", color=INK, fontsize=10, pad=5)
    if title == next(iter(PANELS)):
        axes.set_title("black mark: the minimum", loc="right", color=SOFT, fontsize=8, pad=5)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(SOFT)
    axes.tick_params(colors=SOFT, labelsize=8)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}x")
    for y, (name, row) in enumerate(rows.items()):
        _bar(axes, y, row, values[name], report["absolute"])


def _bar(axes: Any, y: int, row: Ratio, value: float, absolute: dict[str, float]) -> None:
    least, end = row.must or 0, axes.get_xlim()[1]
    short = value < least
    axes.text(0, y + 0.24, row.words, color=INK, va="center")
    axes.text(end, y + 0.24, _rates(row, absolute), color=SOFT, va="center", ha="right")
    axes.barh(y + 0.66, value, height=0.4, color=SHORT if short else GOOD)
    axes.plot([least, least], [y + 0.4, y + 0.92], color="white", linewidth=4.5, solid_capstyle="butt")
    axes.plot([least, least], [y + 0.4, y + 0.92], color=INK, linewidth=2.2, solid_capstyle="butt")
    figure = times(value) + (", too low" if short else "")
    where = max(value, least) + end * 0.015
    axes.text(where, y + 0.66, figure, va="center", fontweight="bold", fontsize=10, color=SHORT if short else INK)


def times(value: float) -> str:
    """Format a ratio."""
    return f"{value:.2f}x" if value < 2 else f"{value:.1f}x" if value < 100 else f"{value:,.0f}x"


def _rates(row: Ratio, absolute: dict[str, float]) -> str:
    """Format the rates of both sides."""
    return " vs ".join(_short(absolute[f"{side}_steps_per_second"]) for side in (row.ours, row.theirs)) + " steps/s"


def _short(rate: float) -> str:
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k" if rate >= 1e4 else f"{rate / 1e3:.1f} k"
