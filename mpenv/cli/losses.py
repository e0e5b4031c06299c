"""`mpenv losses TEAM ...`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from mpenv import files, options
from mpenv.cli import words, worlds
from mpenv.seeds import EVALUATION_SEED

if TYPE_CHECKING:
    from mpenv.world import World


def parser(losses: argparse.ArgumentParser, world: "World") -> None:
    mate = world.terms.teammate
    team = "an agent by its code, on all seats, or one for each seat: hermit courier,hermit"
    losses.add_argument("team", nargs="*", metavar="TEAM", help=team)
    losses.add_argument(
        "--reference",
        default=mate,
        metavar="CODE",
        help=f"the agent that takes a seat instead, {mate} when left out",
    )
    losses.add_argument("--reasons", action="store_true", help="only why they are lost: no lost game is played again")
    worlds.add_world(losses)
    options.add_flags(losses, world, "losses")
    number = options.usual_seats(world, "losses")
    words.add_seats(losses, f"how many: {number}, or as many as a team has; or one more team, like random,{mate}")
    losses.add_argument("--games", type=int, default=50, metavar="N", help="of each team, 50 when left out")
    first = f"of the first game, {EVALUATION_SEED:,} when left out"
    losses.add_argument("--seed", type=int, default=EVALUATION_SEED, help=first)
    losses.add_argument("--json", type=Path, metavar="FILE", help="also write every lost game as JSON")
    words.add_jobs(losses)
    words.add_trust(losses)
    losses.set_defaults(run=run, stopped="stopped; nothing was written, the same command begins again")


def run(asked: argparse.Namespace) -> int:
    from mpenv.agents import make
    from mpenv.evaluation import losses
    from mpenv.progress import Progress

    world = asked.world
    if asked.games < 1:
        raise ValueError(f"--games must be 1 or more, got {asked.games}")
    teams, seats = words.teams_and_seats(asked.team, asked.seats, options.usual_seats(world, "losses"))
    codes = {asked.reference, *(code for team in teams for code in words.team(team))}
    words.find_own_code(codes, asked)
    table = options.table(world, asked, "losses", seats)
    reference = None if asked.reasons else asked.reference
    for code in codes:
        make(code, world=world)  # a wrong code is refused before minutes of playing
    if asked.json:
        files.check_writable(asked.json)
    seeds = range(asked.seed, asked.seed + asked.games)
    progress = Progress(asked.games * len(teams))
    try:
        found = [losses.account(world, team, table, seeds, reference, progress.add, asked.jobs) for team in teams]
    finally:
        progress.end()
    names = world.game(**table, seed=asked.seed).view(0).names
    print(losses.table(found, names, again=not asked.reasons))
    print(f"\n{options.summary(world, table, seats)}, the seeds {seeds[0]} to {seeds[-1]}.")
    if not asked.reasons:
        print(
            f"Avoidable: {asked.reference} on one seat, from some decision on, {world.terms.wins} with the same dice;"
            "\nuntil: how far the game was then."
        )
    if asked.json:
        files.write(asked.json, files.dump_json([losses.plain(one) for one in found]))
    return 0
