"""`mpenv regret AGENT ...`."""

import argparse
import json
import os
import sys
import time
from pathlib import Path


def parser(regret: argparse.ArgumentParser) -> None:
    regret.add_argument("agent", nargs="*", metavar="AGENT", help="agents by code: expert random policy:RUN, ...")
    regret.add_argument("--only", default="", metavar="NAME", help="endings whose name begins like this: hunt-2")
    regret.add_argument("--seeds", type=int, default=3, metavar="N", help="how often each ending is played")
    regret.add_argument("--json", type=Path, metavar="FILE", help="also write every answer as JSON")
    regret.add_argument("--recompute", action="store_true", help="instead solve the endings again, and compare")
    regret.add_argument("--collect", type=Path, metavar="FOLDER", help="instead fill an empty folder with endings")
    processes = "processes of --recompute and --collect; one a core if left out"
    regret.add_argument("--jobs", type=int, default=0, metavar="N", help=processes)
    regret.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv.evaluation.materia import collecting, endings
    from mpenv.materia import WORLD

    if options.jobs < 0:
        raise ValueError(f"--jobs {options.jobs} must be 1 or more")
    processes = options.jobs or os.cpu_count() or 1
    if options.collect:
        collecting.collect(WORLD, options.collect, processes)
        return 0
    if not (options.recompute or options.agent):
        raise ValueError("name an agent, like expert, or --recompute")
    if not options.recompute:
        return score(options)
    found, start = endings.shipped(options.only), time.perf_counter()
    situations = endings.recompute(WORLD, found, processes, lambda words: None)
    seconds = time.perf_counter() - start
    print(f"{len(found)} endings are worth what is told: {situations:,} situations, {seconds:.0f} s")
    return 0


def score(options: argparse.Namespace) -> int:
    from mpenv.agents.registry import make
    from mpenv.evaluation import regret
    from mpenv.evaluation.materia import endings
    from mpenv.materia import WORLD

    sys.path.append(os.getcwd())  # as for play
    if options.seeds < 1:
        raise ValueError(f"--seeds {options.seeds}: there is at least one")
    found = endings.shipped(options.only)
    for code in options.agent:  # what can not be done is told before minutes of playing
        make(code)
    if options.json:
        options.json.open("a").close()
    scores = [regret.score(WORLD, code, make, found, options.seeds) for code in options.agent]
    print(regret.table(scores))
    print(f"\nTo see one: mpenv describe {os.path.relpath(endings.HOME)}/NAME.toml")
    if options.json:
        plain = [regret.plain(one) for one in scores]
        options.json.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")
    return 0
