"""`mpenv record`."""

import argparse
import sys
from pathlib import Path

from mpenv.cli import words
from mpenv.cli.words import listed, team

GO_ON = "the same command goes on where it was left"


def parser(record: argparse.ArgumentParser) -> None:
    players = "an agent for each seat: random, expert, policy:RUN, ...; one alone sits on all seats"
    record.add_argument("--agents", metavar="TEAM", help=players)
    record.add_argument("--games", type=int, required=True, metavar="N", help="how many games are played")
    record.add_argument("--out", type=Path, required=True, metavar="DIR", help="the folder of the dataset")
    several = "one or more, the games take them in turns; prologue when left out"
    record.add_argument("--scenario", type=listed, nargs="+", default=[["prologue"]], help=several)
    words.add_seats(record, "how many, where one agent sits on all of them; or a team, as for --agents")
    record.add_argument("--seed", type=int, default=0, help="of the first game, 0 when left out; each has one more")
    record.add_argument(
        "--encoder", default="flat", help="what an observation is written as, flat when left out; also module:NAME"
    )
    record.add_argument("--difficulty", help="of scenarios that have one")
    record.add_argument("--layout", default="standard", help="standard or random")
    record.add_argument("--placement", default="standard", help="standard, random or players")
    record.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    record.add_argument("--shard", type=int, default=1000, metavar="GAMES", help="games in a file, 1000 when left out")
    words.add_jobs(record)
    words.add_trust(record)
    record.add_argument("--max-plies", type=int, default=0, metavar="N", help="cut games after so many decisions")
    record.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from mpenv.evaluation import recording
    from mpenv.progress import Progress
    from mpenv.worlds.materia_prima import WORLD

    agents = seated(options.agents, options.seats)
    words.find_own_code([*agents, options.encoder], options)
    same = {name: getattr(options, name) for name in ("difficulty", "layout", "placement", "pack")}
    scenarios = [name for names in options.scenario for name in names]
    each = [{"scenario": name, "seats": len(agents), **same} for name in scenarios]
    given = {name: getattr(options, name) for name in ("seed", "shard", "encoder", "max_plies")}
    progress = Progress(options.games)
    try:
        done = recording.record(
            WORLD, options.out, agents, each, options.games, **given, processes=options.jobs, on_progress=progress.add
        )  # fmt: skip
    except KeyboardInterrupt:
        progress.end()
        print(f"stopped; {GO_ON}", file=sys.stderr)
        return 130
    progress.end()
    there = f", {done.before} were there before" if done.before else ""
    size = sum(one.stat().st_size for one in options.out.iterdir())
    print(
        f"{progress.summary()}; {done.shards} shards written{there}; {size / 1e6:,.1f} MB in {options.out}",
        file=sys.stderr,
    )
    return 0


def seated(agents: str | None, seats: int | str | None) -> list[str]:
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
