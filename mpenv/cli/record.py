"""`mpenv record`."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import options
from mpenv.cli import words, worlds
from mpenv.cli.words import team

if TYPE_CHECKING:
    from mpenv.world import World

GO_ON = "the same command goes on where it was left"


def parser(record: argparse.ArgumentParser, world: "World") -> None:
    players = "an agent for each seat: random, expert, policy:RUN, ...; one alone sits on all seats"
    record.add_argument("--agents", metavar="TEAM", help=players)
    record.add_argument("--games", type=int, required=True, metavar="N", help="how many games are played")
    record.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the dataset")
    worlds.add_world(record)
    options.add_flags(record, world, "record", several=True)
    words.add_seats(record, "how many, where one agent sits on all of them; or a team, as for --agents")
    record.add_argument("--seed", type=int, default=0, help="of the first game, 0 when left out; each has one more")
    record.add_argument(
        "--encoder",
        default=world.terms.encoder,
        help=f"what an observation is written as, {world.terms.encoder} when left out; also module:NAME",
    )
    record.add_argument("--shard", type=int, default=1000, metavar="GAMES", help="games in a file, 1000 when left out")
    words.add_jobs(record)
    words.add_trust(record)
    record.add_argument("--max-plies", type=int, default=0, metavar="N", help="cut games after so many decisions")
    record.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from mpenv.evaluation import recording
    from mpenv.progress import Progress

    world = asked.world
    agents = team_codes(asked.agents, asked.seats)
    words.find_own_code([*agents, asked.encoder], asked)
    each = _games(world, asked, len(agents))
    given = {name: getattr(asked, name) for name in ("games", "seed", "shard", "encoder", "max_plies")}
    plan = recording.RecordingPlan(agents, each, **given)
    progress = Progress(asked.games)
    try:
        done = recording.record(world, asked.out, plan, processes=asked.jobs, on_progress=progress.add)
    except KeyboardInterrupt:
        progress.end()
        print(f"stopped; {GO_ON}", file=sys.stderr)
        return 130
    progress.end()
    there = f", {done.before} were there before" if done.before else ""
    size = sum(one.stat().st_size for one in asked.out.iterdir())
    print(
        f"{progress.summary()}; {done.shards} shards written{there}; {size / 1e6:,.1f} MB in {asked.out}",
        file=sys.stderr,
    )
    return 0


def _games(world: "World", asked: argparse.Namespace, seats: int) -> list[dict[str, Any]]:
    """The options of the games, which take them in turns: one for each value of the main option."""
    table = options.table(world, asked, "record", seats)
    for name, one in options.declared(world).items():
        if one.main and getattr(asked, name) is not None:
            return [{**table, name: value} for values in getattr(asked, name) for value in values]
    return [table]


def team_codes(agents: str | None, seats: int | str | None) -> list[str]:
    """One agent for each seat."""
    if isinstance(seats, str):
        if agents is not None:
            raise ValueError(f"--agents {agents} and --seats {seats}: say the team once")
        agents, seats = seats, None
    if agents is None:
        raise ValueError("name the agents: --agents expert --seats 2, or --agents random,expert")
    found = team(agents)
    if len(found) == 1:
        if seats is None:
            raise ValueError(f"--agents {agents}: one agent, add --seats N to use it on every seat")
        return found * seats
    if seats not in (None, len(found)):
        raise ValueError(f"--seats {seats} and {len(found)} agents ({agents}) do not fit")
    return found
