"""`mpenv evaluate TEAM ...`."""

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import __version__, files, options, seeds
from mpenv.cli import warm, words, worlds

if TYPE_CHECKING:
    from mpenv.evaluation.tournament_games import Plan
    from mpenv.world import World

PLAN = "plan.json"


def parser(evaluate: argparse.ArgumentParser, world: "World") -> None:
    team = "an agent by its code, on all seats, or one for each seat: expert random,expert"
    evaluate.add_argument("team", nargs="*", metavar="TEAM", help=team)
    worlds.add_world(evaluate)
    options.add_flags(evaluate, world, "evaluate")
    words.add_seats(
        evaluate,
        f"how many: {options.usual_seats(world)}, or as many as a team has; or one more team, like random,expert",
    )
    evaluate.add_argument("--games", type=int, default=100, metavar="N", help="of each team, 100 when left out")
    seed = f"of the first game, {seeds.EVALUATION_SEED:,} when left out; each has one more"
    evaluate.add_argument("--seed", type=int, default=seeds.EVALUATION_SEED, help=seed)
    words.add_jobs(evaluate)
    out = "also write every game and fault as JSON; after an interrupt the same command goes on where it was"
    evaluate.add_argument("--json", type=Path, metavar="FILE", help=out)
    limits = evaluate.add_argument_group("agents of strangers")
    isolate = "each agent in a process of its own, that gets views and nothing else, and is ended when it breaks"
    limits.add_argument("--isolate", action="store_true", help=isolate + "; the seeds are drawn from a secret")
    secret = (
        "of --isolate: the same file and --seed are the same games; made where it is not there, keep it to yourself"
    )
    limits.add_argument("--secret", type=Path, metavar="FILE", help=secret)
    seconds = "for a decision, 30 when left out; of agents in processes of their own (stdio, or --isolate)"
    limits.add_argument("--seconds", type=float, default=30.0, metavar="S", help=seconds)
    limits.add_argument("--memory", type=int, default=2048, metavar="MB", help="of such an agent, 2048 when left out")
    words.add_trust(limits)
    evaluate.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    from mpenv.agents.process.channel import Limits
    from mpenv.agents.process.isolated import ONE_THREAD
    from mpenv.evaluation import tournament
    from mpenv.evaluation.tournament_games import Plan
    from mpenv.progress import Progress

    world = asked.world
    teams, seats = words.teams_and_seats(asked.team, asked.seats, options.usual_seats(world))
    words.find_own_code([code for team in teams for code in words.team(team)], asked)
    for name, threads in ONE_THREAD.items():  # of processes that are started here
        os.environ.setdefault(name, threads)
    for name in ("games", "seconds", "memory"):
        if not 0 < getattr(asked, name) < float("inf"):
            raise ValueError(f"--{name} must be positive and finite, got {getattr(asked, name)}")
    if asked.secret and not asked.isolate:
        raise ValueError("--secret goes with --isolate: agents in this process could read the seeds anyway")
    table = options.table(world, asked, "evaluate", seats)
    plan = Plan(
        table, asked.seed, asked.games, asked.isolate,
        Limits(asked.seconds, asked.memory), _secret(asked.secret) if asked.isolate else b"",
    )  # fmt: skip
    folder = None
    if asked.json:
        files.check_writable(asked.json)
        folder, plan = _resumable(asked.json, teams, plan, bool(asked.secret))
    if plan.isolate:
        warm.compile_rules(world)  # here, so that no agent has to be given time for it
    progress = Progress(asked.games * len(teams))
    try:
        standings = tournament.evaluate(world, teams, plan, asked.jobs, progress.add, folder)
    except KeyboardInterrupt:
        progress.end()
        print(_stopped(folder), file=sys.stderr)
        return 130
    finally:
        progress.end()
    print(tournament.report(standings, world))
    print(f"\n{options.summary(world, table, seats)}, {_which(plan)}")
    if asked.json:
        rows = [tournament.plain(one, world) for one in standings]
        files.write(asked.json, files.dump_json({**_about(plan), "teams": rows}))
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if any(one.faults for one in standings) else 0


def _which(plan: "Plan") -> str:
    """Say which seeds were played."""
    if plan.secret:
        return f"{plan.games} seeds drawn from a secret, the same for each team"
    return f"the seeds {plan.seed} to {plan.seed + plan.games - 1} for each team"


def _about(plan: "Plan") -> dict[str, Any]:
    return {**plan.options, "seed": plan.seed, "isolated": plan.isolate, "limits": plan.limits._asdict()}


def _secret(path: Path | None) -> bytes:
    """Read the secret of a file, or write a new one there; without a file draw one that is not stored."""
    if path is None:
        return seeds.new_secret()
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(seeds.new_secret().hex() + "\n")
    try:
        found = bytes.fromhex(files.read_text(path, 1000).strip())
    except ValueError as fault:
        raise ValueError(f"--secret {path}: {fault}") from None
    if not seeds.SECRET_BYTES <= len(found) <= 64:
        raise ValueError(f"--secret {path}: it holds {len(found)} bytes as hexadecimal digits, 16 to 64 are wanted")
    return found


# --- going on after an interrupt ------------------------------------------------------------------


def _resumable(path: Path, teams: list[str], plan: "Plan", secret_given: bool) -> tuple[Path, "Plan"]:
    """Return the folder of finished games beside the JSON file, and the plan with the secret of those games."""
    folder = path.with_name(path.name + files.PART)
    wanted = _plain({"mpenv": __version__, "teams": teams, **_about(plan), "secret": plan.secret.hex()})
    if not (folder / PLAN).exists():
        folder.mkdir(mode=0o700, exist_ok=True)
        files.write(folder / PLAN, files.dump_json(wanted))
        return folder, plan
    there = files.read_json(folder / PLAN)
    if not isinstance(there, dict) or not isinstance(there.get("secret"), str):
        raise ValueError(f"{folder / PLAN} is no plan of an evaluation")
    if there["secret"] and plan.secret and not secret_given:  # drawn anew, but games were played with the old one
        wanted["secret"] = there["secret"]
    if differs := [name for name in wanted if there.get(name) != wanted[name]]:
        raise ValueError(
            f"{folder} keeps games of another evaluation (other {', '.join(differs)}): "
            "name another --json, or delete the folder"
        )
    return folder, plan._replace(secret=bytes.fromhex(wanted["secret"]))


def _plain(value: Any) -> Any:
    """A value as it comes back from JSON."""
    return files.parse_json(files.dump_json(value))


def _stopped(folder: Path | None) -> str:
    if folder is None:
        return "stopped; nothing was kept (with --json FILE the same command goes on where it was)"
    return f"stopped; finished games are in {folder}, the same command goes on where it was"
