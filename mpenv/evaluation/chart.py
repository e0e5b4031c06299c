"""The picture of a report: one bar a ratio, the least we accept as a mark on it, the absolute figures in words."""

import importlib.util
from pathlib import Path
from typing import Any, NamedTuple

from mpenv.evaluation.peers import INSTALL
from mpenv.evaluation.speed import LEAST, RATIOS, Report

WIDTH, ROW, EDGE = 6.25, 0.52, 0.62  # inches: a bar with its words, and what stands around a panel
INK, SOFT, GOOD, SHORT = "#1a1a1a", "#595959", "#0072b2", "#d55e00"  # blue and orange: told apart by everybody
STYLE: Any = {"svg.fonttype": "path", "svg.hashsalt": "mpenv", "font.family": "DejaVu Sans", "font.size": 8.5}


class Row(NamedTuple):
    ratio: str
    words: str


# Two scales: against others' games, and against ourselves.
PANELS = {
    "Times as fast as games of others": (
        Row("batch_vs_openspiel_hanabi", "1,024 games at once vs OpenSpiel Hanabi, one by one"),
        Row("single_vs_openspiel_hanabi", "one game from Python vs OpenSpiel Hanabi"),
        Row("aec_vs_connect_four", "PettingZoo AEC vs connect_four_v3"),
        Row("playout_vs_openspiel_quoridor", "random playout, compiled, vs OpenSpiel Quoridor in C++"),
    ),
    "Against ourselves": (
        Row("threads_2_vs_1", "two threads vs one, 1,024 games"),
        Row("entities_vs_flat", "1,024 games with entities vs with flat"),
        Row("planes_vs_flat", "1,024 games with planes vs with flat"),
        Row("ppo_vs_free_env", "PPO with the engine vs with a free environment"),
        Row("record_vs_batch", "recording a dataset vs 1,024 games at once"),
        Row("verify_vs_single", "verifying replays vs one game from Python"),
    ),
}


def check(path: Path) -> None:
    """Whether a chart can be drawn there, before anything is measured."""
    if path.suffix not in (".svg", ".png"):
        raise ValueError(f"{path}: a chart ends in .svg or .png")
    if importlib.util.find_spec("matplotlib") is None:
        raise ValueError(f"matplotlib, which draws the chart, is not installed: {INSTALL}")


def draw(report: Report, path: Path) -> None:
    """Write the chart; the ending of the path chooses the format, .svg or .png."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    there = {title: [row for row in rows if row.ratio in report["ratios"]] for title, rows in PANELS.items()}
    panels = {title: rows for title, rows in there.items() if rows}
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
        figure.savefig(path, dpi=200, metadata={"Date": None} if path.suffix == ".svg" else None)


def _panel(axes: Any, title: str, rows: list[Row], report: Report) -> None:
    values = [report["ratios"][row.ratio] for row in rows]
    end = max([*values, *(LEAST[row.ratio] for row in rows)])
    room = 1.3 if any(value < LEAST[row.ratio] for row, value in zip(rows, values, strict=True)) else 1.18
    axes.set(xlim=(0, end * room), ylim=(len(rows), 0), yticks=[])
    axes.set_title(title, loc="left", fontweight="bold", color=INK, fontsize=10, pad=5)
    if title == next(iter(PANELS)):
        axes.set_title("black mark: the least we accept", loc="right", color=SOFT, fontsize=8, pad=5)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(SOFT)
    axes.tick_params(colors=SOFT, labelsize=8)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}x")
    for y, (row, value) in enumerate(zip(rows, values, strict=True)):
        _bar(axes, y, row, value, report["absolute"])


def _bar(axes: Any, y: int, row: Row, value: float, absolute: dict[str, float]) -> None:
    least, end = LEAST[row.ratio], axes.get_xlim()[1]
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
    return f"{value:.2f}x" if value < 2 else f"{value:.1f}x"


def _rates(row: Row, absolute: dict[str, float]) -> str:
    """Both sides in steps a second."""
    return " vs ".join(_short(absolute[f"{side}_steps_per_second"]) for side in RATIOS[row.ratio]) + " steps/s"


def _short(rate: float) -> str:
    return f"{rate / 1e6:.2f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k" if rate >= 1e4 else f"{rate / 1e3:.1f} k"
