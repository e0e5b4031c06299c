"""A report of `mpenv bench` as a table and as JSON."""

import json
import re
from typing import Any

from mpenv.bench.metrics import SINGLES, THEIRS, ours, ratios
from mpenv.bench.speed import Report, measured_world


def table(report: Report) -> str:
    """The report for people."""
    absolute, found = report["absolute"], report["ratios"]
    lines, world = [], measured_world(report)
    words = {name: one.words for name, one in ours(world).items()} | {name: one.words for name, one in THEIRS.items()}
    for name, told in words.items():
        if (rate := absolute.get(f"{name}_steps_per_second")) is not None:
            lines.append(f"{told.replace('`', ''):68}{rate:12,.0f} decisions/s")
    for name, single in SINGLES.items():
        if name in absolute:
            value, low = absolute[name], single.must is not None and not single.meets(absolute[name], single.must)
            wanted = f"  TOO {'LOW' if single.more else 'HIGH'}, {single.must:,}" if low else ""
            lines.append(f"{single.words.replace('`', ''):68}{format(value, single.form):>12} {single.unit}{wanted}")
    lines.append("")
    for name, ratio in ratios(world).items():
        if name in found:
            low, high = report["rounds"][name]
            must = f", at least {ratio.must:g}" if ratio.must else ""
            verdict = "  TOO LOW" if ratio.must and found[name] < ratio.must else ""
            spread = f"rounds {low:.3g} to {high:.3g}{must}"
            lines.append(f"{name.replace('_', ' '):44}{found[name]:12.3g} x  ({spread}){verdict}")
    return "\n".join(lines)


def dump(report: Report) -> str:
    """The report as JSON, lists of numbers on one line."""
    text = json.dumps(report, indent=2)
    return re.sub(r"\[[^\[\]{}\"]*\]", lambda found: " ".join(found[0].split()), text)


def rounded(value: Any) -> Any:
    """The report with four digits: more than a shared machine can tell."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value
