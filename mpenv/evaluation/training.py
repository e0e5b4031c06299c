"""`mpenv train`: train a team, compare it with the random team, and suggest the next commands."""

import contextlib
import dataclasses
import math
import shlex
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import options, trust, worlds
from mpenv.evaluation import tournament
from mpenv.evaluation.tournament import Standing
from mpenv.evaluation.tournament_games import Plan
from mpenv.world import World

if TYPE_CHECKING:
    from mpenv.agents.learned.ppo import Report
    from mpenv.agents.learned.run import Run

FIRST_SEED = 1  # of the comparison: a run trains on the seeds from 1,000,003 times its own seed
RECENT = 10  # updates over which the progress bar averages
MISSING = "training needs more than the core: pip install 'mpenv[train]', or make setup-train (missing: {})"


def train(
    world: World, path: Path | None, resume: Path | None, changes: dict[str, Any], out: Path, say: Callable[[str], None]
) -> list[Standing]:
    """Start a run of a configuration, or resume one; return how the trained and the random team did.

    A resumed run takes over what the configuration and `changes` name, as far as that may change.
    """
    try:
        from mpenv.agents.learned import config, run, run_folder
    except ImportError as fault:
        raise ValueError(MISSING.format(fault.name)) from None
    if resume is not None:
        one = _resumed(world, path, resume, changes, say)
    else:
        if path is None:
            raise ValueError("give a configuration, like configs/train/quickstart.toml, or --resume RUN")
        chosen = config.load(path, changes, world)
        folder = run_folder.free_folder(out, chosen.name)
        if "," in str(folder):  # `policy:FOLDER` could never be an agent of a team
            raise ValueError(f"the run folder {folder} has a comma, which separates the agents of a team; change --out")
        say(f"training {_summary(world, chosen)}; the run folder is {folder}")
        one = run.Run.start(world, folder, chosen)
    try:
        with Bar(one) as bar:
            one.go(bar.show)
    except run.Stopped as stopped:
        say(f"\n{stopped}")
        return []
    standings = compare(world, one, say)
    say(_next_commands(world, one))
    return standings


def _resumed(
    world: World, path: Path | None, resume: Path, changes: dict[str, Any], say: Callable[[str], None]
) -> "Run":
    """Resume a run, and say how far it is."""
    from mpenv.agents.learned import config, run

    config.trust_codes(changes)
    from_file = config.flat(config.read_file(path)) if path is not None else {}
    if any(name in config.BUDGETS for name in changes):  # a budget that was typed replaces that of the file
        from_file = {name: value for name, value in from_file.items() if name not in config.BUDGETS}
    one = run.Run.resume(world, resume, from_file | changes)
    done, total = one.learner.update_number, one.learner.updates
    say(f"resuming {resume} after update {done}" + (f" of {total}" if total is not None else ""))
    if total == done:
        say(f"its budget is used up; --set decisions={2 * one.decisions} extends it")
    return one


def compare(world: World, run: "Run", say: Callable[[str], None]) -> list[Standing]:
    """Let the random and the trained team play the same seeds, as `mpenv evaluate` does."""
    from mpenv.agents.learned import config_checks

    plan = Plan(config_checks.options(run.config), FIRST_SEED, run.config.evaluation_seeds)
    standings = tournament.evaluate(world, ["random", f"policy:{run.folder}"], plan)
    last = FIRST_SEED + plan.games - 1
    say(f"\n{tournament.report(standings, world)}")
    say(f"\n{_summary(world, run.config)}, the seeds {FIRST_SEED} to {last} for each team")
    return standings


def _next_commands(world: World, run: "Run") -> str:
    """Suggest commands with the game, the folder and the budget of the run."""
    from mpenv.agents.learned import config, config_checks, run_folder

    how = run.config
    seats = _seats(world, how)
    place, policy = shlex.quote(str(run.folder)), shlex.quote(f"policy:{run.folder}")
    team, mate = [policy] * seats, how.learner.mates.partition(",")[0] or world.terms.teammate
    mixed = ",".join([policy, *[shlex.quote(mate)] * (seats - 1)])
    flags = [("--world", how.world)] if how.world != worlds.DEFAULT else []
    flags += options.typed(world, config_checks.options(how))
    table = "".join(f" {flag} {shlex.quote(value)}" for flag, value in flags)
    codes = [one for name in config.CODES for one in config.named_code(dataclasses.asdict(how), name)]
    modules = dict.fromkeys(one.partition(":")[0] for one in codes if not trust.is_ours(one))
    trusted = "".join(f" --trust {shlex.quote(one)}" for one in modules)
    lines = [
        (f"play{table} --seats {','.join(team)}{trusted}", "watch the team"),
        (f"play{table} --seats {','.join(['human', *team[1:]])}{trusted}", "play with it"),
        (
            f"evaluate {mixed} {shlex.quote(mate)}{table} --seats {seats}{trusted}",
            f"compare it as a teammate of {mate} with {mate} alone",
        ),
        (f"train --resume {place} --set decisions={2 * run.decisions}{trusted}", "train it as long again"),
    ]
    if (others := _other_seats(world, run)) is not None:
        again = shlex.quote(str(run.folder / run_folder.CONFIG))
        lines.append(
            (f"train {again} --set game.seats={others}{trusted}", f"train a team of {others} from the beginning")
        )
    commands = "".join(f"\n  mpenv {command}   {why}" for command, why in lines)
    return f"""
In {run.folder}: curve.svg, metrics.jsonl, tensorboard/, first.jsonl and last.jsonl (a game before and after), policy/.
What to try next:{commands}
  tensorboard --logdir {shlex.quote(str(run.folder.parent))}"""


def _seats(world: World, how: Any) -> int:
    from mpenv.agents.learned import config_checks

    return world.game(seed=0, **config_checks.options(how)).seats


def _summary(world: World, how: Any) -> str:
    """Describe the game of a configuration in a few words."""
    from mpenv.agents.learned import config_checks

    return options.summary(world, config_checks.options(how), _seats(world, how))


def _other_seats(world: World, run: "Run") -> int | None:
    """Return one seat more, or one less, where the world has such a game."""
    from mpenv.agents.learned import config_checks

    chosen, now = config_checks.options(run.config), _seats(world, run.config)
    for seats in (now + 1, now - 1):
        with contextlib.suppress(ValueError):
            world.game(**options.with_seats(world, chosen, seats), seed=0)
            return seats
    return None


class Bar:
    """The progress bar: decisions a second, mean reward of recent games, time left."""

    def __init__(self, run: "Run") -> None:
        from tqdm import tqdm

        self._recent: deque[float] = deque(maxlen=RECENT)
        self._bar = tqdm(
            total=1.0,  # the budget, be it decisions or time
            initial=run.progress,
            file=sys.stderr,
            mininterval=0.5 if sys.stderr.isatty() else 15,
            bar_format="{percentage:3.0f}% |{bar:24}| {elapsed} gone, {remaining} left{postfix}",
        )

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *fault: object) -> None:
        self._bar.close()

    def show(self, run: "Run", report: "Report") -> None:
        """Show the state of the run after an update."""
        if not math.isnan(report.reward):
            self._recent.append(report.reward)
        reward = f"{sum(self._recent) / len(self._recent):.2f}" if self._recent else "-"
        self._bar.set_postfix_str(f"{run.decisions / run.seconds:,.0f} decisions/s, reward {reward}", refresh=False)
        self._bar.update(run.progress - self._bar.n)
