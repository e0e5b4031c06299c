"""`mpenv calibrate`."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from mpenv import files
from mpenv.cli import words
from mpenv.cli.record import GO_ON
from mpenv.cli.words import listed
from mpenv.progress import Progress
from mpenv.seeds import CALIBRATION_SEED

if TYPE_CHECKING:
    from mpenv.workers import OnProgress
    from mpenv.worlds.materia_prima.studies.calibration.plan import Chunk

EVERY = 10.0  # seconds between two lines of progress in a file


def parser(calibrate: argparse.ArgumentParser) -> None:
    parts = (
        "difficulty (how hard every scenario is), ablations (what each rule is worth), ladder (what a day more gives)"
    )
    calibrate.add_argument("part", nargs="*", metavar="PART", help=f"{parts}; all of them when left out")
    calibrate.add_argument("--quick", action="store_true", help="60 games a cell, 4 of the search team: minutes")
    calibrate.add_argument("--games", type=int, metavar="N", help="of each team and cell, 500 when left out")
    calibrate.add_argument(
        "--seed", type=int, metavar="N", help="of the first game of every cell, 5,000,000 if left out"
    )
    mates = "the scripted players; all of ours that are not held out when left out"
    calibrate.add_argument("--mates", type=listed, default=[], metavar="NAME,...", help=mates)
    search = "an agent by its code, which plays nine cells on all seats beside the expert"
    calibrate.add_argument("--search", metavar="CODE", help=search)
    calibrate.add_argument("--search-games", type=int, metavar="N", help="of it in each cell, 100 when left out")
    only = "scenarios, or cells: vault great-work/4 alms/2/hard"
    calibrate.add_argument("--only", nargs="+", default=[], metavar="SCENARIO", help=only)
    calibrate.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    calibrate.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
    calibrate.add_argument("--markdown", type=Path, metavar="FILE", help="write the tables as Markdown")
    calibrate.add_argument("--pictures", type=Path, metavar="FOLDER", help="draw what was measured, as SVG")
    folder = "where finished games are kept, runs/calibrate when left out; " + GO_ON
    calibrate.add_argument("--folder", type=Path, default=Path("runs/calibrate"), help=folder)
    words.add_jobs(calibrate)
    words.add_trust(calibrate)
    calibrate.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv.agents.process.isolated import ONE_THREAD
    from mpenv.worlds.materia_prima import WORLD
    from mpenv.worlds.materia_prima.studies.calibration import charts, measuring, report
    from mpenv.worlds.materia_prima.studies.calibration.bands import MISSED
    from mpenv.worlds.materia_prima.studies.calibration.plan import (
        GAMES,
        PARTS,
        QUICK_GAMES,
        QUICK_SEARCH_GAMES,
        SEARCH_GAMES,
        Plan,
    )

    words.find_own_code([options.search] if options.search else [], options)
    for name, threads in ONE_THREAD.items():  # of processes that are started here
        os.environ.setdefault(name, threads)
    few = (QUICK_GAMES, QUICK_SEARCH_GAMES) if options.quick else (GAMES, SEARCH_GAMES)
    plan = Plan(
        tuple(options.part) or PARTS,
        options.pack,
        CALIBRATION_SEED if options.seed is None else options.seed,
        few[0] if options.games is None else options.games,
        tuple(options.mates),
        options.search,
        few[1] if options.search_games is None else options.search_games,
        tuple(options.only),
    )
    plan.check()
    check_places(options)
    bar = Bars()
    try:
        found = measuring.calibrate(
            WORLD, plan, options.folder, options.jobs, bar.begin, lambda line: print(line, file=sys.stderr)
        )
    except KeyboardInterrupt:
        print(f"\nstopped; {GO_ON}", file=sys.stderr)
        return 130
    finally:
        bar.end()
    print(report.summary(found))
    if options.json:
        files.write(options.json, report.dump(found))
    if options.markdown:
        files.write(options.markdown, report.markdown(found))
    if options.pictures:
        charts.draw(found, options.pictures)
    return 1 if any(one["state"] == MISSED for one in found["verdicts"]) else 0


def check_places(options: argparse.Namespace) -> None:
    """Say what cannot be written before minutes of playing."""
    from mpenv.bench import chart

    for path in filter(None, (options.json, options.markdown)):
        files.check_writable(path)
    if options.pictures:
        chart.check(options.pictures / "calibration.svg")
        if not options.pictures.is_dir():
            raise ValueError(f"{options.pictures} is no folder for pictures")


class Bars:
    """A progress bar for each stage, with the chunk that is being played."""

    def __init__(self) -> None:
        self.bar: Progress | None = None

    def begin(self, name: str, chunks: Sequence["Chunk"], before: int) -> "OnProgress":
        self.end()
        games = before + sum(one.games for one in chunks)
        there = f", {before:,} are there" if before else ""
        print(f"{name}: {games:,} games{there}", file=sys.stderr)
        self.bar = Progress(games, before, EVERY, lambda done: playing(chunks, done))
        return self.bar.add

    def end(self) -> None:
        if self.bar:
            self.bar.end()


def playing(chunks: Sequence["Chunk"], done: int) -> str:
    """Return the chunk that so many games have come to; chunks are handed out in their order."""
    games = 0
    for one in chunks:
        games += one.games
        if games > done:
            days = f", {one.cell.days} days" if one.cell.days else ""
            without = f" without {one.cell.without}" if one.cell.without else ""
            return f"{one.team} in {one.cell.name}{without}{days}"
    return "done"
