"""`mpenv losses TEAM ...`."""

import argparse
from pathlib import Path

from mpenv import files
from mpenv.cli import words
from mpenv.seeds import EVALUATION_SEED


def parser(losses: argparse.ArgumentParser) -> None:
    team = "an agent by its code, on all seats, or one for each seat: hermit courier,hermit"
    losses.add_argument("team", nargs="*", metavar="TEAM", help=team)
    losses.add_argument(
        "--reference",
        default="expert",
        metavar="CODE",
        help="the agent that takes a seat instead, expert when left out",
    )
    losses.add_argument("--reasons", action="store_true", help="only why they are lost: no lost game is played again")
    losses.add_argument("--scenario", default="licences", help="licences when left out")
    words.add_seats(losses, "how many: 3, or as many as a team has; or one more team, like random,expert")
    losses.add_argument("--difficulty", help="of scenarios that have one")
    losses.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    losses.add_argument("--games", type=int, default=50, metavar="N", help="of each team, 50 when left out")
    losses.add_argument(
        "--seed", type=int, default=EVALUATION_SEED, help=f"of the first game, {EVALUATION_SEED:,} when left out"
    )
    losses.add_argument("--json", type=Path, metavar="FILE", help="also write every lost game as JSON")
    words.add_jobs(losses)
    words.add_trust(losses)
    losses.set_defaults(run=run, stopped="stopped; nothing was written, the same command begins again")


def run(options: argparse.Namespace) -> int:
    from mpenv.agents import make
    from mpenv.evaluation import losses
    from mpenv.progress import Progress
    from mpenv.worlds.materia_prima import WORLD

    if options.games < 1:
        raise ValueError(f"--games must be 1 or more, got {options.games}")
    teams, seats = words.teams_and_seats(options.team, options.seats, 3)
    codes = {options.reference, *(code for team in teams for code in words.team(team))}
    words.find_own_code(codes, options)
    table = {name: getattr(options, name) for name in ("scenario", "difficulty", "pack")} | {"seats": seats}
    reference = None if options.reasons else options.reference
    for code in codes:
        make(code)  # a wrong code is refused before minutes of playing
    if options.json:
        files.check_writable(options.json)
    seeds = range(options.seed, options.seed + options.games)
    progress = Progress(options.games * len(teams))
    try:
        found = [losses.account(WORLD, team, table, seeds, reference, progress.add, options.jobs) for team in teams]
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
        files.write(options.json, files.dump_json([losses.plain(one) for one in found]))
    return 0
