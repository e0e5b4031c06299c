"""Charts of a calibration: difficulty of every cell, and the effect of another day."""

from pathlib import Path
from typing import Any

from mpenv.bench.chart import INK, SOFT, STYLE, save
from mpenv.worlds.materia_prima.studies.calibration.plan import EXPERT, LEVELS, RANDOM, SEATS
from mpenv.worlds.materia_prima.studies.calibration.report import sign

Found = dict[str, Any]
HEAT, LADDER = "calibration.svg", "ladder.svg"
WARNING = "#d55e00"
COLOURS = {EXPERT: "#0072b2", RANDOM: "#8a8a8a", "courier": "#e69f00", "hermit": "#009e73"}
WIDTH, ROW, ABOVE, BELOW = 8.2, 0.5, 0.95, 0.62  # inches: a row of cells, and margins
GAP = 0.35  # between the blocks of seats


def draw(found: Found, folder: Path) -> list[Path]:
    """Write charts of the parts that were measured."""
    drawn = []
    if any(EXPERT in row["teams"] for row in found.get("difficulty", [])):
        drawn.append(heat(found["difficulty"], folder / HEAT))
    if found.get("ladder"):
        drawn.append(ladder(found["ladder"], folder / LADDER))
    return drawn


def _save(figure: Any, path: Path) -> Path:
    save(figure, path, 160)
    return path


def heat(cells: list[Found], path: Path) -> Path:
    """The expert's success: a row per scenario, a block per number of seats, a column per level."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    names = list(dict.fromkeys(row["scenario"] for row in cells))
    height = ROW * len(names) + ABOVE + BELOW
    wide = len(SEATS) * len(LEVELS) + GAP * (len(SEATS) - 1)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, height), facecolor="white")
        left = 0.15
        axes = figure.add_axes((left, BELOW / height, 0.98 - left, 1 - (ABOVE + BELOW) / height))
        axes.set(xlim=(0, wide), ylim=(len(names), 0), yticks=[k + 0.5 for k in range(len(names))])
        axes.set_yticklabels(names, color=INK)
        axes.set_xticks([])
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        for row in cells:
            if EXPERT in row["teams"]:
                _cell(axes, names.index(row["scenario"]), row)
        _heads(axes)
        figure.text(left, 1 - 0.3 / height, "How often the expert's team meets the mission", color=INK, fontsize=11,
                    fontweight="bold", va="center")  # fmt: skip
        _legend(figure, left, height)
        return _save(figure, path)


def _at(seats: int, level: str | None) -> float:
    """Left edge of a column; without levels it is as wide as a block."""
    block = SEATS.index(seats)
    return block * (len(LEVELS) + GAP) + (LEVELS.index(level) if level else 0)


def _colour(share: float) -> tuple[Any, str]:
    """Colour of a share, and an ink readable on it."""
    import matplotlib as mpl

    colour = mpl.colormaps["GnBu"](0.06 + 0.9 * share)
    return colour, INK if 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2] > 0.5 else "white"


def _cell(axes: Any, row: int, cell: Found) -> None:
    from matplotlib.patches import FancyBboxPatch

    share, far = cell["teams"][EXPERT]["share"], cell["outside"].get(EXPERT)
    x, wide = _at(cell["seats"], cell["difficulty"]), 1 if cell["difficulty"] else len(LEVELS)
    colour, ink = _colour(share)
    inset = 0.05
    axes.add_patch(
        FancyBboxPatch((x + inset, row + inset), wide - 2 * inset, 1 - 2 * inset, facecolor=colour,
                       boxstyle="round,pad=0,rounding_size=0.06", edgecolor=WARNING if far else "none",
                       linewidth=2.2 if far else 0)
    )  # fmt: skip
    middle = x + wide / 2
    under = f"{sign(far)} {100 * abs(far):.1f}" if far else _random(cell)
    high = 0.42 if under else 0.52
    axes.text(middle, row + high, f"{share:.0%}", ha="center", va="center", color=ink, fontsize=10, fontweight="bold")
    axes.text(middle, row + 0.77, under, ha="center", va="center", color=ink, fontsize=6.5)


def _random(cell: Found) -> str:
    """A hint where random play succeeds too often."""
    return f"random {cell['teams'][RANDOM]['share']:.0%}" if cell["outside"].get(RANDOM) else ""


def _heads(axes: Any) -> None:
    for seats in SEATS:
        first = _at(seats, LEVELS[0])
        axes.text(first + len(LEVELS) / 2, -0.62, f"{seats} seats", ha="center", color=INK, fontweight="bold")
        for level in LEVELS:
            axes.text(_at(seats, level) + 0.5, -0.16, level, ha="center", color=SOFT)


def _legend(figure: Any, left: float, height: float) -> None:
    """Colour scale, and the meaning of frames."""
    import matplotlib as mpl

    scale = figure.add_axes((left, 0.34 / height, 0.3, 0.11 / height))
    scale.imshow([[k / 99 for k in range(100)]], aspect="auto", extent=(0, 1, 0, 1),
                 cmap=mpl.colors.ListedColormap([_colour(k / 99)[0] for k in range(100)]))  # fmt: skip
    scale.set(yticks=[], xticks=[0, 0.25, 0.5, 0.75, 1])
    scale.set_xticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"])
    scale.tick_params(colors=SOFT, labelsize=7, length=2)
    scale.spines[:].set_visible(False)
    words = "framed: outside of what is wanted, ▲ ▼ so many points too easy or too hard"
    figure.text(0.98, 0.39 / height, words, color=WARNING, fontsize=7.5, va="center", ha="right")


# --- the ladder ----------------------------------------------------------------------------------------


def ladder(rows: list[Found], path: Path) -> Path:
    """Success by length of the game, with its interval as a ribbon, a panel per scenario."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 3.5), facecolor="white")
        wide = 0.93 / len(rows)
        for k, row in enumerate(rows):
            axes = figure.add_axes((0.065 + k * wide, 0.15, wide - 0.085, 0.68))
            _panel(axes, row, first=k == 0)
        figure.text(0.02, 0.955, "Success by the days that a game lasts", color=INK, fontsize=11, fontweight="bold",
                    va="center")  # fmt: skip
        return _save(figure, path)


def _panel(axes: Any, row: Found, first: bool) -> None:
    days = [rung["days"] for rung in next(iter(row["teams"].values()))["rungs"]]
    axes.axhline(0.5, color=SOFT, linewidth=0.8, linestyle=(0, (2, 3)))
    ends: dict[str, float] = {}
    for team, one in row["teams"].items():
        rungs, colour = one["rungs"], COLOURS.get(team, INK)
        axes.fill_between(
            days, [r["low"] for r in rungs], [r["high"] for r in rungs], color=colour, alpha=0.18, linewidth=0
        )
        axes.plot(days, [r["share"] for r in rungs], color=colour, linewidth=2, marker="o", markersize=3.2)
        ends[team] = rungs[-1]["share"]
    for team, y in _apart(ends).items():
        axes.text(days[-1] + 0.4, y, team, color=COLOURS.get(team, INK), va="center", fontweight="bold", fontsize=8)
    axes.set(xlim=(days[0] - 0.3, days[-1] + 0.3), ylim=(-0.02, 1.02), yticks=[0, 0.25, 0.5, 0.75, 1])
    axes.set_xticks(days[::2])
    axes.set_yticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"] if first else [])
    seats = f"{row['scenario']}, {row['seats']} seats"
    axes.set_title(seats, loc="left", color=INK, fontsize=9, fontweight="bold", pad=6)
    axes.set_xlabel("days", color=SOFT)
    axes.tick_params(colors=SOFT, labelsize=8, length=2)
    axes.spines[["top", "right"]].set_visible(False)
    axes.spines[["left", "bottom"]].set_color(SOFT)


def _apart(ends: dict[str, float]) -> dict[str, float]:
    """Positions of labels that do not overlap."""
    placed, floor = dict[str, float](), -1.0
    for team in sorted(ends, key=lambda one: ends[one]):
        placed[team] = floor = max(ends[team], floor + 0.065)
    return placed
