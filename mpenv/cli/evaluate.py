"""`mpenv evaluate TEAM ...`."""

import argparse
import json
import os
from pathlib import Path

from mpenv.cli import words

FIRST = 1_000_000  # far from the seeds that runs train on


def parser(evaluate: argparse.ArgumentParser) -> None:
    team = "an agent by its code, on all seats, or one for each seat: expert random,expert"
    evaluate.add_argument("team", nargs="*", metavar="TEAM", help=team)
    evaluate.add_argument("--scenario", default="prologue", help="prologue when left out")
    words.add_seats(evaluate, "how many: 2, or as many as a team has; or one more team, like random,expert")
    evaluate.add_argument("--difficulty", help="of scenarios that have one")
    evaluate.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    evaluate.add_argument("--games", type=int, default=100, metavar="N", help="of each team, 100 when left out")
    seed = f"of the first game, {FIRST:,} when left out; each has one more"
    evaluate.add_argument("--seed", type=int, default=FIRST, help=seed)
    words.add_jobs(evaluate)
    evaluate.add_argument("--json", type=Path, metavar="FILE", help="also write every game and fault as JSON")
    limits = evaluate.add_argument_group("agents of strangers")
    isolate = "each agent in a process of its own, that gets views and nothing else, and is ended when it breaks"
    limits.add_argument("--isolate", action="store_true", help=isolate)
    seconds = "for a decision, 30 when left out; of agents in processes of their own (stdio, or --isolate)"
    limits.add_argument("--seconds", type=float, default=30.0, metavar="S", help=seconds)
    limits.add_argument("--memory", type=int, default=2048, metavar="MB", help="of such an agent, 2048 when left out")
    words.add_trust(limits)
    evaluate.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv.agents.isolated import ONE_THREAD
    from mpenv.agents.line import Limits
    from mpenv.cli.record import Progress
    from mpenv.evaluation import evaluate
    from mpenv.evaluation.sittings import Plan
    from mpenv.materia import WORLD

    teams, seats = words.teams_and_seats(options.team, options.seats, 2)
    words.find_own_code([code for team in teams for code in words.team(team)], options)
    for name, threads in ONE_THREAD.items():  # of processes that are started here
        os.environ.setdefault(name, threads)
    for name in ("games", "seconds", "memory"):
        if not 0 < getattr(options, name) < float("inf"):
            raise ValueError(f"--{name} {getattr(options, name)}: it must be positive and finite")
    table = {name: getattr(options, name) for name in ("scenario", "difficulty", "pack")}
    limits = Limits(options.seconds, options.memory)
    plan = Plan({**table, "seats": seats}, options.seed, options.games, options.isolate, limits)
    if options.json:
        options.json.open("a").close()  # what can not be written is told before minutes of playing
    progress = Progress(options.games * len(teams))
    try:
        standings = evaluate.evaluate(WORLD, teams, plan, options.jobs, progress.tell)
    finally:
        progress.end()
    last = options.seed + options.games - 1
    print(evaluate.report(standings))
    print(f"\n{options.scenario}, {seats} seats, the seeds {options.seed} to {last} for each team")
    if options.json:
        about = {**plan.options, "seed": plan.seed, "isolated": plan.isolate, "limits": limits._asdict()}
        rows = [evaluate.plain(one) for one in standings]
        options.json.write_text(json.dumps({**about, "teams": rows}, indent=1) + "\n", encoding="utf-8")
    return 1 if any(one.faults for one in standings) else 0
