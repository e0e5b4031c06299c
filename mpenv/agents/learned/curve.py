"""The learning curve of a run as a picture."""

import io
import itertools
import json
import math
from pathlib import Path

from mpenv import files
from mpenv.terms import Terms

SMOOTH = 8  # updates
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def draw(metrics: Path, path: Path, title: str, terms: Terms) -> None:
    """Success and the other outcomes over decisions, with the fading of the shaped reward behind."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot as plt

    lines = [json.loads(line) for line in metrics.read_text(encoding="utf-8").splitlines()]
    total = [line["total"] / 1e6 for line in lines]
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    top = max((line["shape"] for line in lines), default=0) or 1
    axes.fill_between(total, [line["shape"] / top for line in lines], color="#eeeeee", label="shaped reward (relative)")
    shown = [(name, label) for name, label in terms.columns.items() if name not in terms.rare]
    for (name, label), colour in zip(shown, itertools.cycle(COLOURS)):
        key = "success" if name == terms.success else name
        shares = [math.nan if line.get(key) is None else line[key] for line in lines]  # None: no game ended
        axes.plot(total, _smooth(shares), color=colour, label=label, linewidth=2)
    axes.set(xlabel="million decisions", ylabel="share of games", ylim=(0, 1))
    axes.set_title(title, loc="left", fontweight="bold", pad=26)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3, frameon=False, borderaxespad=0.2)
    drawn = io.BytesIO()
    figure.savefig(drawn)
    files.write(path, drawn.getvalue())
    plt.close(figure)


def _smooth(values: list[float]) -> list[float]:
    """The mean of the last few updates in which games ended."""
    found = []
    for k in range(len(values)):
        near = [one for one in values[max(0, k - SMOOTH + 1) : k + 1] if not math.isnan(one)]
        found.append(sum(near) / len(near) if near else math.nan)
    return found
