"""`mpenv losses TEAM ...`."""

import argparse
import json
import os
import sys
from pathlib import Path

from mpenv.cli.evaluate import FIRST
from mpenv.cli.words import team as codes_of


def parser(losses: argparse.ArgumentParser) -> None:
    team = "an agent by its code, on all seats, or one for each seat: hermit courier,hermit"
    losses.add_argument("team", nargs="+", metavar="TEAM", help=team)
    losses.add_argument("--reference", default="expert", metavar="CODE", help="who takes a seat instead: expert")
    losses.add_argument("--reasons", action="store_true", help="only why they are lost: no lost game is played again")
    losses.add_argument("--scenario", default="licences")
    losses.add_argument("--seats", type=int, metavar="N", help="how many; 3, or as many as a team has")
    losses.add_argument("--difficulty", help="of scenarios that have one")
    losses.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    losses.add_argument("--games", type=int, default=50, metavar="N", help="of each team, 50 when left out")
    losses.add_argument("--seed", type=int, default=FIRST, help=f"of the first game, {FIRST:,} when left out")
    losses.add_argument("--json", type=Path, metavar="FILE", help="also write every lost game as JSON")
    losses.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv.agents import make
    from mpenv.cli.record import Progress
    from mpenv.evaluation import losses
    from mpenv.materia import WORLD

    sys.path.append(os.getcwd())  # as for play
    if options.games < 1:
        raise ValueError(f"--games {options.games}: there is at least one")
    teams = [codes_of(team) for team in options.team]
    seats = options.seats or max(3 if all(len(one) == 1 for one in teams) else 2, *(len(one) for one in teams))
    table = {name: getattr(options, name) for name in ("scenario", "difficulty", "pack")} | {"seats": seats}
    reference = None if options.reasons else options.reference
    for code in {options.reference, *(code for team in teams for code in team)}:
        make(code)  # what can not be done is told before minutes of playing
    if options.json:
        options.json.open("a").close()
    seeds = range(options.seed, options.seed + options.games)
    progress = Progress(options.games * len(teams))
    try:
        found = [
            losses.account(WORLD, team, table, seeds, reference, lambda _: progress.tell(1, 0)) for team in options.team
        ]
    finally:
        progress.end()
    names = WORLD.game(**table, seed=options.seed).view(0).names
    print(losses.table(found, names, again=not options.reasons))
    print(f"\n{options.scenario}, {seats} seats, the seeds {seeds[0]} to {seeds[-1]}.")
    if not options.reasons:
        print(
            f"Avoidable: {options.reference} on one seat, from some decision on, meets the mission with the same dice;"
            "\nuntil: how far the game was then."
        )
    if options.json:
        options.json.write_text(json.dumps([losses.plain(one) for one in found], indent=1) + "\n", encoding="utf-8")
    return 0
