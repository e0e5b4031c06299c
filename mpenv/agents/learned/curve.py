"""The learning curve of a run as a picture."""

import io
import json
import math
from collections.abc import Sequence
from pathlib import Path

from mpenv import files

SMOOTH = 8  # updates of a moving average
COLOURS = ("#0072b2", "#e69f00", "#d55e00", "#009e73", "#cc79a7", "#56b4e9")  # Okabe-Ito, safe for colour blindness


def draw(metrics: Path, path: Path, title: str, outcomes: Sequence[str]) -> None:
    """Draw the share of each outcome over decisions, with the weight of the shaped reward behind."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot as plt

    lines = [json.loads(line) for line in metrics.read_text(encoding="utf-8").splitlines()]
    total = [line["total"] / 1e6 for line in lines]
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    top = max((line["shape"] for line in lines), default=0) or 1
    axes.fill_between(total, [line["shape"] / top for line in lines], color="#eeeeee", label="shaped reward (relative)")
    for k, name in enumerate(outcomes):
        found = [line.get(name) for line in lines]
        if any(found):  # an outcome that never happened needs no line
            shares = [math.nan if share is None else share for share in found]  # None: no game ended
            colour = COLOURS[k % len(COLOURS)]
            axes.plot(total, _smooth(shares), color=colour, label=name.replace("_", " "), linewidth=2)
    axes.set(xlabel="million decisions", ylabel="share of games", ylim=(0, 1))
    axes.set_title(title, loc="left", fontweight="bold", pad=26)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=5, frameon=False, borderaxespad=0.2)
    drawn = io.BytesIO()
    figure.savefig(drawn)
    files.write(path, drawn.getvalue())
    plt.close(figure)


def _smooth(values: list[float]) -> list[float]:
    """Average over the last few updates in which games ended."""
    found = []
    for k in range(len(values)):
        near = [one for one in values[max(0, k - SMOOTH + 1) : k + 1] if not math.isnan(one)]
        found.append(sum(near) / len(near) if near else math.nan)
    return found
