"""`mpenv regret AGENT ...`."""

import argparse
import os
import time
from pathlib import Path

from mpenv import files
from mpenv.cli import words


def parser(regret: argparse.ArgumentParser) -> None:
    regret.add_argument("agent", nargs="*", metavar="AGENT", help="agents by code: expert random policy:RUN, ...")
    regret.add_argument("--only", default="", metavar="NAME", help="endings whose name begins like this: hunt-2")
    regret.add_argument(
        "--seeds", type=int, default=3, metavar="N", help="how often each ending is played, 3 when left out"
    )
    regret.add_argument("--json", type=Path, metavar="FILE", help="also write every answer as JSON")
    regret.add_argument("--recompute", action="store_true", help="instead solve the endings again, and compare")
    regret.add_argument("--collect", type=Path, metavar="FOLDER", help="instead fill an empty folder with endings")
    words.add_jobs(regret)
    words.add_trust(regret)
    regret.set_defaults(run=run, stopped="stopped; nothing was written, the same command begins again")


def run(options: argparse.Namespace) -> int:
    from mpenv.progress import Progress
    from mpenv.worlds.materia_prima import WORLD
    from mpenv.worlds.materia_prima.studies import build_endings, endings

    if options.collect:
        build_endings.collect(WORLD, options.collect, options.jobs)
        return 0
    if not (options.recompute or options.agent):
        raise ValueError("name an agent, like expert, or --recompute")
    if not options.recompute:
        return score(options)
    found, start = endings.shipped(options.only), time.perf_counter()
    progress = Progress(len(found))
    try:
        situations = endings.recompute(WORLD, found, options.jobs, progress.add)
    finally:
        progress.end()
    seconds = time.perf_counter() - start
    print(f"{len(found)} endings are worth what is told: {situations:,} situations, {seconds:.0f} s")
    return 0


def score(options: argparse.Namespace) -> int:
    from mpenv.agents.registry import make
    from mpenv.evaluation import regret
    from mpenv.progress import Progress
    from mpenv.worlds.materia_prima import WORLD
    from mpenv.worlds.materia_prima.studies import endings

    if options.seeds < 1:
        raise ValueError(f"--seeds must be 1 or more, got {options.seeds}")
    words.find_own_code(options.agent, options)
    found = endings.shipped(options.only)
    for code in options.agent:  # a wrong code is refused before minutes of playing
        make(code, world=WORLD)
    if options.json:
        files.check_writable(options.json)
    progress = Progress(len(found) * options.seeds * len(options.agent))
    try:
        scores = [regret.score(WORLD, code, found, options.seeds, options.jobs, progress.add) for code in options.agent]
    finally:
        progress.end()
    print(regret.table(scores))
    print(f"\nTo see one: mpenv describe {os.path.relpath(endings.HOME)}/NAME.toml")
    if options.json:
        files.write(options.json, files.dump_json([regret.plain(one) for one in scores], 2))
    return 0
