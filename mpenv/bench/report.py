"""A report of `mpenv bench` as a table of text and as JSON."""

import json
import re
from typing import Any

from mpenv import text_table
from mpenv.bench.metrics import SINGLES, THEIRS, ours, ratios
from mpenv.bench.speed import Report, measured_world
from mpenv.world import World


def table(report: Report) -> str:
    """Return the report as text."""
    world = measured_world(report)
    return "\n".join([*_figures(report["absolute"], world), "", *_ratios(report, world)])


def _figures(absolute: dict[str, float], world: World) -> list[str]:
    """Return the lines of speeds and of single figures."""
    rows = list[list[str]]()
    words = {name: one.words for name, one in ours(world).items()} | {name: one.words for name, one in THEIRS.items()}
    for name, said in words.items():
        if (rate := absolute.get(f"{name}_steps_per_second")) is not None:
            rows.append([said.replace("`", ""), f"{rate:,.0f}", "decisions/s"])
    for name, single in SINGLES.items():
        if name in absolute:
            value, low = absolute[name], single.must is not None and not single.meets(absolute[name], single.must)
            wanted = f"  TOO {'LOW' if single.more else 'HIGH'}, {single.must:,}" if low else ""
            rows.append([single.words.replace("`", ""), format(value, single.form), single.unit + wanted])
    columns = [text_table.words("", 68), *text_table.figures(("", 11)), text_table.words("")]
    return text_table.lines(columns, rows, head=False)


def _ratios(report: Report, world: World) -> list[str]:
    """Return the lines of ratios, with the rounds they were measured in."""
    rows, found = list[list[str]](), report["ratios"]
    for name, ratio in ratios(world).items():
        if name in found:
            low, high = report["rounds"][name]
            must = f", at least {ratio.must:g}" if ratio.must else ""
            verdict = "  TOO LOW" if ratio.must and found[name] < ratio.must else ""
            spread = f"rounds {low:.3g} to {high:.3g}{must}"
            rows.append([name.replace("_", " "), f"{found[name]:.3g}", f"x  ({spread}){verdict}"])
    columns = [text_table.words("", 44), *text_table.figures(("", 11)), text_table.words("")]
    return text_table.lines(columns, rows, head=False)


def dump(report: Report) -> str:
    """Format a report as JSON, lists of numbers on one line."""
    text = json.dumps(report, indent=2)
    return re.sub(r"\[[^\[\]{}\"]*\]", lambda found: " ".join(found[0].split()), text)


def rounded(value: Any) -> Any:
    """Round all numbers to four digits; measurements on a shared machine are no more precise."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value
