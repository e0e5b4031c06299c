"""`mpenv train`: train a team, say what was reached and what it cost, and suggest the next commands."""

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
from mpenv.evaluation import training_report
from mpenv.world import World

if TYPE_CHECKING:
    from mpenv.agents.learned.evaluations import Point
    from mpenv.agents.learned.ppo import Report
    from mpenv.agents.learned.run import Run

RECENT = 10  # updates over which the progress bar averages
MISSING = "training needs more than the core: pip install 'mpenv[train]', or make setup-train (missing: {})"


def train(
    world: World, path: Path | None, resume: Path | None, changes: dict[str, Any], out: Path, say: Callable[[str], None]
) -> dict[str, Any]:
    """Start a run of a configuration, or resume one; return its report, an empty one if it was interrupted.

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
        with Bar(one, say) as bar:
            for point in one.evaluations.points:  # of a resumed run
                bar.show_evaluation(one, point)
            one.go(bar.show, bar.show_evaluation)
    except run.Stopped as stopped:
        say(f"\n{stopped}")
        return {}
    commands = _next_commands(world, one)
    found = training_report.report(one, _summary(world, one.config), commands)
    told = f"{training_report.words(found)}\n{_next_steps(one, commands)}"
    training_report.write(one, found, told)
    say(f"\n{told}")
    return found


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


def _next_commands(world: World, run: "Run") -> dict[str, str]:
    """Suggest commands with the game, the folder and the budget of the run, by what they do."""
    from mpenv.agents.learned import config, config_checks, held_out, run_folder

    how = run.config
    seats = _seats(world, how)
    place, policy = shlex.quote(str(run.folder)), shlex.quote(f"policy:{run.folder}")
    team, mate = [policy] * seats, how.learner.mates.partition(",")[0] or world.terms.teammate
    mixed, other = ",".join([policy, *[shlex.quote(mate)] * (seats - 1)]), shlex.quote(mate)
    flags = [("--world", how.world)] if how.world != worlds.DEFAULT else []
    flags += options.typed(world, config_checks.options(how))
    table = "".join(f" {flag} {shlex.quote(value)}" for flag, value in flags)
    codes = [one for name in config.CODES for one in config.named_code(dataclasses.asdict(how), name)]
    modules = dict.fromkeys(one.partition(":")[0] for one in codes if not trust.is_ours(one))
    trusted = "".join(f" --trust {shlex.quote(one)}" for one in modules)
    same = f" --games {how.evaluation_seeds} --seed {held_out.FIRST_SEED}"
    found = {
        "watch the team": f"play{table} --seats {','.join(team)}{trusted}",
        "play with it": f"play{table} --seats {','.join(['human', *team[1:]])}{trusted}",
        "evaluate it": f"evaluate {policy} {other}{table} --seats {seats}{same}{trusted}",
        f"evaluate it as a teammate of {mate}": f"evaluate {mixed} {other}{table} --seats {seats}{trusted}",
        "train it as long again": f"train --resume {place} --set decisions={2 * run.decisions}{trusted}",
    }
    if (others := _other_seats(world, run)) is not None:
        again = shlex.quote(str(run.folder / run_folder.CONFIG))
        found[f"train a team of {others} from the beginning"] = f"train {again} --set game.seats={others}{trusted}"
    return {why: f"mpenv {command}" for why, command in found.items()}


def _next_steps(run: "Run", commands: dict[str, str]) -> str:
    """Tell what lies in the run folder, and what to try next."""
    suggested = "".join(f"\n  {command}   {why}" for why, command in commands.items())
    return f"""
In {run.folder}: curve.svg, report.txt and report.json, evaluations.jsonl, metrics.jsonl, tensorboard/,
first.jsonl and last.jsonl (a game before and after), policy/.
What to try next:{suggested}
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
    """The progress bar: decisions a second, mean reward of recent games, time left; a line for each evaluation."""

    def __init__(self, run: "Run", say: Callable[[str], None]) -> None:
        from tqdm import tqdm

        self._say, self._said_head = say, False
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

    def show_evaluation(self, run: "Run", point: "Point") -> None:
        """Print the line of an evaluation above the bar."""
        from mpenv.agents.learned.evaluations import TRAINED

        reference = run.evaluations.reference
        line = training_report.row(point, point["team"] == TRAINED, reference)
        with self._bar.external_write_mode():
            self._say(line if self._said_head else f"\n{training_report.head(reference)}\n{line}")
        self._said_head = True
