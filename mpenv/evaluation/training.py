"""`mpenv train`: train a team, watch it, play it against the random team, and say what to try next."""

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
from mpenv.evaluation import statistics
from mpenv.world import World

if TYPE_CHECKING:
    from mpenv.agents.learned.ppo import Report
    from mpenv.agents.learned.run import Run

RECENT = 10  # updates that the success shown is the mean of
MISSING = "training needs more than the core: pip install 'mpenv[train]', or make setup-train (missing: {})"


def train(
    world: World, path: Path | None, resume: Path | None, changes: dict[str, Any], out: Path, say: Callable[[str], None]
) -> list[statistics.Result]:
    """A new run of a configuration, or an old one taken up again; what the team can do in the end.

    A run that is taken up again changes by what the configuration and `changes` name, as far as it may.
    """
    try:
        from mpenv.agents.learned import config, run
    except ImportError as fault:
        raise ValueError(MISSING.format(fault.name)) from None
    if resume is not None:
        one = _resumed(world, path, resume, changes, say)
    else:
        if path is None:
            raise ValueError("give a configuration, like configs/train/quickstart.toml, or --resume RUN")
        chosen = config.load(path, changes, world)
        folder = run.free_folder(out, chosen.name)
        say(f"training {_about(world, chosen)}; the run folder is {folder}")
        one = run.Run.start(world, folder, chosen)
    try:
        with Bar(one) as bar:
            one.go(bar.show)
    except run.Stopped as stopped:
        say(f"\n{stopped}")
        return []
    results = judge(world, one, say)
    say(_next(world, one))
    return results


def _resumed(
    world: World, path: Path | None, resume: Path, changes: dict[str, Any], say: Callable[[str], None]
) -> "Run":
    """A run taken up again, with what is said about it."""
    from mpenv.agents.learned import config, resuming, run

    config.trust_codes(changes)
    from_file = resuming.flat(config.read_file(path)) if path is not None else {}
    if any(name in config.BUDGETS for name in changes):  # what is typed replaces what a file says
        from_file = {name: value for name, value in from_file.items() if name not in config.BUDGETS}
    one = run.Run.resume(world, resume, from_file | changes)
    done, total = one.learner.update_number, one.learner.updates
    say(f"going on with {resume} after update {done}" + (f" of {total}" if total is not None else ""))
    if total == done:
        say(f"its budget is used up; --set decisions={2 * one.decisions} lets it go on")
    return one


def judge(world: World, run: "Run", say: Callable[[str], None]) -> list[statistics.Result]:
    """The trained team against the random one on the same seeds."""
    from mpenv.agents.learned import playable
    from mpenv.agents.learned.policy import Policy

    seeds = range(1, run.config.evaluation_seeds + 1)
    chosen = playable.options(run.config)
    teams: list[tuple[str, statistics.Choose]] = [
        ("random", statistics.randomly),
        ("trained", Policy(run.folder).choose),
    ]
    results = [statistics.play(world, name, choose, seeds, chosen, run.config.game.encoder) for name, choose in teams]
    say(f"\n{_about(world, run.config)}, the same {len(seeds)} seeds for both teams:\n")
    say(statistics.table(results, world.terms))
    return results


def _next(world: World, run: "Run") -> str:
    """Commands that fit the run: its game, its folder, its budget."""
    from mpenv.agents.learned import config, folder, playable

    how = run.config
    seats = _seats(world, how)
    place, mine = shlex.quote(str(run.folder)), shlex.quote(f"policy:{run.folder}")
    team, mate = [mine] * seats, how.learner.mates.partition(",")[0] or world.terms.teammate
    beside = ",".join([mine, *[shlex.quote(mate)] * (seats - 1)])
    typed = [("--world", how.world)] if how.world != worlds.DEFAULT else []
    typed += options.typed(world, playable.options(how))
    table = "".join(f" {flag} {shlex.quote(value)}" for flag, value in typed)
    codes = [one for name in config.CODES for one in config.named_code(dataclasses.asdict(how), name)]
    named = dict.fromkeys(one.partition(":")[0] for one in codes if not trust.is_ours(one))
    trusted = "".join(f" --trust {shlex.quote(one)}" for one in named)
    lines = [
        (f"play{table} --seats {','.join(team)}{trusted}", "watch the team"),
        (f"play{table} --seats {','.join(['human', *team[1:]])}{trusted}", "play with it"),
        (
            f"evaluate {beside} {shlex.quote(mate)}{table} --seats {seats}{trusted}",
            "beside others, and without it",
        ),
        (f"train --resume {place} --set decisions={2 * run.decisions}{trusted}", "train it as long again"),
    ]
    if (others := _other_seats(world, run)) is not None:
        again = shlex.quote(str(run.folder / folder.CONFIG))
        lines.append((f"train {again} --set game.seats={others}{trusted}", f"a team of {others} from the beginning"))
    commands = "".join(f"\n  mpenv {command}   {why}" for command, why in lines)
    return f"""
In {run.folder}: curve.svg, metrics.jsonl, tensorboard/, first.jsonl and last.jsonl (a game before and after), policy/.
What to try next:{commands}
  tensorboard --logdir {shlex.quote(str(run.folder.parent))}"""


def _seats(world: World, chosen: Any) -> int:
    from mpenv.agents.learned import playable

    return world.game(seed=0, **playable.options(chosen)).seats


def _about(world: World, chosen: Any) -> str:
    """The games that are trained on, in words."""
    from mpenv.agents.learned import playable

    return options.summary(world, playable.options(chosen), _seats(world, chosen))


def _other_seats(world: World, run: "Run") -> int | None:
    """One seat more, or one less, where the world has such games."""
    from mpenv.agents.learned import playable

    chosen, now = playable.options(run.config), _seats(world, run.config)
    for seats in (now + 1, now - 1):
        with contextlib.suppress(ValueError):
            world.game(**options.with_seats(world, chosen, seats), seed=0)
            return seats
    return None


class Bar:
    """The progress bar: decisions a second, success of late, time left."""

    def __init__(self, run: "Run") -> None:
        from tqdm import tqdm

        self._late: deque[float] = deque(maxlen=RECENT)
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
        if not math.isnan(report.success):
            self._late.append(report.success)
        success = f"{sum(self._late) / len(self._late):.0%}" if self._late else "-"
        self._bar.set_postfix_str(f"{run.decisions / run.seconds:,.0f} decisions/s, success {success}", refresh=False)
        self._bar.update(run.progress - self._bar.n)
