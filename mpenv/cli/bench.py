"""`mpenv bench`."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import files
from mpenv.cli import worlds

if TYPE_CHECKING:
    from mpenv.world import World


def parser(bench: argparse.ArgumentParser, world: "World") -> None:
    worlds.add_world(bench)
    bench.add_argument("--json", type=Path, metavar="PATH", help="also write the figures as JSON")
    bench.add_argument("--chart", type=Path, metavar="PATH", help="also draw them, as .svg or .png")
    bench.add_argument("--quick", action="store_true", help="shorter rounds, and no cold compile: two minutes")
    against = bench.add_mutually_exclusive_group()
    against.add_argument(
        "--compare", type=Path, metavar="OLD", help="fail when a ratio lost over a tenth since this JSON was written"
    )
    against.add_argument(
        "--gate",
        type=Path,
        nargs="?",
        const=Path("configs/bench/gate.toml"),
        metavar="PATH",
        help="only compare the engine with a fixed piece of work; fail when a third of the committed ratio is lost",
    )
    bench.set_defaults(run=run, stopped="stopped; nothing was written, for a part of the measurement shows nothing")


def run(options: argparse.Namespace) -> int:
    from mpenv.bench import compare, gate, report, speed

    if options.gate:
        verdict = gate.check(options.world, options.gate)
        print(verdict.words)
        return 0 if verdict.passed else 1
    old = compare.load(options.compare) if options.compare else None
    draw = _chart_to(options.chart)
    for path in filter(None, (options.json, options.chart)):
        files.check_writable(path)  # what cannot be written is said before minutes of measuring
    plan = speed.QUICK if options.quick else speed.Plan()
    print(f"measuring for about {plan.minutes:.0f} minutes", file=sys.stderr)
    found = speed.measure(options.world, print, plan, (lambda new: compare.lost(old, new)) if old else None)
    figures = report.rounded(found)
    print(report.table(figures))
    if options.json:
        files.write(options.json, report.dump(figures) + "\n")
    if draw:
        draw(figures)
    if old is None:
        return 0
    print(f"\n{compare.table(old, figures)}")
    return 1 if compare.lost(old, figures) else 0


def _chart_to(path: Path | None) -> Callable[[dict[str, Any]], None] | None:
    """Import the function that draws the chart; without its library this fails before anything is measured."""
    if path is None:
        return None
    from mpenv.bench import chart

    chart.check(path)
    return lambda figures: chart.draw(figures, path)
