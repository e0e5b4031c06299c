"""The learning curve of a run as a picture."""

import io
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mpenv import files
from mpenv.world import World

LEAST_SMOOTH, SMOOTH = 8, 50  # a moving average over so many updates, or so small a part of the run
COLOURS = ("#e69f00", "#d55e00", "#009e73", "#cc79a7", "#56b4e9")  # Okabe-Ito, safe for colour blindness
SUCCESS, LEVEL = "#0072b2", "#555555"
HELD_OUT = "held-out games"
COLUMNS, LEGEND_ROW, SMALL = 2, 14, 8.5  # of the legend: columns, points for a row, size of its letters
OFTEN = 0.02  # share of games that an outcome needs to be drawn
Point = dict[str, Any]


def draw(
    metrics: Path, path: Path, title: str, world: World, points: Sequence[Point] = (), level: Point | None = None
) -> None:
    """Draw the share of each outcome in training games, and the held-out games as points with their intervals.

    `level` is what a player reaches that the team is compared with.
    """
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot as plt

    lines = [json.loads(line) for line in metrics.read_text(encoding="utf-8").splitlines()]
    figure, axes = plt.subplots(figsize=(7.2, 4.2), layout="constrained")
    unit, name = (1e6, "million decisions") if lines[-1]["total"] >= 1e6 else (1e3, "thousand decisions")
    _draw_held_out(axes, points, unit)
    if level is not None:
        _draw_level(axes, level)
    _draw_training(axes, lines, unit, world)
    axes.set(xlabel=name, ylabel="share of games", ylim=(0, 1.02), xlim=(0, lines[-1]["total"] / unit * 1.01))
    axes.yaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(1, 0))
    axes.grid(axis="y", color="#e8e8e8", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    _draw_words(axes, title, points, level)
    drawn = io.BytesIO()
    figure.savefig(drawn)
    files.write(path, drawn.getvalue())
    plt.close(figure)


def _draw_words(axes: Any, title: str, points: Sequence[Point], level: Point | None) -> None:
    """Draw the title, what the last evaluation found, and the legend under them."""
    handles, labels = axes.get_legend_handles_labels()
    order = sorted(range(len(labels)), key=lambda k: not labels[k].startswith(HELD_OUT))
    pad = 10 + LEGEND_ROW * math.ceil(len(labels) / COLUMNS)
    axes.set_title(title, loc="left", fontweight="bold", pad=pad)
    if points and level is not None:
        last = points[-1]
        ahead = f"{100 * last['beside']:+.1f} ({100 * last['beside_low']:+.1f} to {100 * last['beside_high']:+.1f})"
        axes.set_title(f"{last['success']:.1%}, {ahead} beside {level['team']}", loc="right", fontsize=SMALL, pad=pad)
    place = {"loc": "lower left", "bbox_to_anchor": (-0.02, 1.0), "borderaxespad": 0.3}
    named = {"handles": [handles[k] for k in order], "labels": [labels[k] for k in order]}
    axes.legend(**named, **place, ncols=COLUMNS, frameon=False, fontsize=SMALL, columnspacing=1.4)


def _draw_training(axes: Any, lines: list[dict[str, Any]], unit: float, world: World) -> None:
    """Draw what happens in the games that the team learns from, and how strongly their reward is shaped."""
    total = [line["total"] / unit for line in lines]
    if top := max(line["shape"] for line in lines):
        weights = [line["shape"] / top for line in lines]
        axes.fill_between(total, weights, color="#f4f4f4", linewidth=0, zorder=0, label="weight of the shaped reward")
    success, colours = world.terms.success, iter(COLOURS * len(world.outcomes))
    for name in (success, *(one for one in world.outcomes[1:] if one != success)):
        shares = [math.nan if line.get(name) is None else line[name] for line in lines]  # None: no game ended
        smooth, label = _smooth(shares), f"training games: {name.replace('_', ' ')}"
        if name == success:
            axes.plot(total, smooth, color=SUCCESS, alpha=0.45, linewidth=2, label=label)
        elif len(world.outcomes) > 3 and any(share >= OFTEN for share in smooth):
            axes.plot(total, smooth, color=next(colours), alpha=0.7, linewidth=1, label=label)


def _draw_held_out(axes: Any, points: Sequence[Point], unit: float) -> None:
    """Draw the evaluations as points with whiskers."""
    if points:
        axes.errorbar(
            [one["decisions"] / unit for one in points],
            [one["success"] for one in points],
            yerr=[[one["success"] - one["low"] for one in points], [one["high"] - one["success"] for one in points]],
            color=SUCCESS, marker="o", markersize=5, linewidth=0, elinewidth=1.4, capsize=3, clip_on=False, zorder=3,
            label=f"{HELD_OUT}: success, 95 % interval",
        )  # fmt: skip


def _draw_level(axes: Any, level: Point) -> None:
    """Draw what another player reaches in the held-out games as a line, with its interval as a band."""
    words = f"{HELD_OUT}: {level['team']}, {level['success']:.1%}"
    axes.axhline(level["success"], color=LEVEL, linewidth=1.4, linestyle="--", label=words)
    axes.axhspan(level["low"], level["high"], color=LEVEL, alpha=0.12, linewidth=0)


def _smooth(values: list[float]) -> list[float]:
    """Average over the last few updates in which games ended."""
    found, width = [], max(LEAST_SMOOTH, len(values) // SMOOTH)
    for k in range(len(values)):
        near = [one for one in values[max(0, k - width + 1) : k + 1] if not math.isnan(one)]
        found.append(sum(near) / len(near) if near else math.nan)
    return found
