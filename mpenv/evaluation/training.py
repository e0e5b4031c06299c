"""`mpenv train`: train a team, watch it, play it against the random team, and say what to try next."""

import math
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv.evaluation import match
from mpenv.world import World

if TYPE_CHECKING:
    from mpenv.agents.learned.ppo import Report
    from mpenv.agents.learned.run import Run

RECENT = 10  # updates that the success shown is the mean of
MISSING = "training needs more than the core: pip install 'mpenv[train]', or make setup-train (missing: {})"


def train(
    world: World, path: Path | None, resume: Path | None, changes: dict[str, Any], out: Path, say: Callable[[str], None]
) -> list[match.Result]:
    """A new run of a configuration, or an old one taken up again; what the team can do in the end."""
    try:
        from mpenv.agents.learned import config, run
    except ImportError as fault:
        raise ValueError(MISSING.format(fault.name)) from None
    if resume is not None:
        one = run.Run.resume(world, resume)
        say(f"going on with {resume} after update {one.learner.update_number} of {one.learner.updates}")
    else:
        if path is None:
            raise ValueError("give a configuration, like configs/train/quickstart.toml, or --resume RUN")
        chosen = config.load(path, changes)
        folder = run.free_folder(out, chosen.name)
        say(f"training {chosen.game.seats} seats on {chosen.game.scenario}; the run folder is {folder}")
        one = run.Run.start(world, folder, chosen)
    try:
        with Bar(one) as bar:
            one.go(bar.show)
    except run.Stopped as stopped:
        say(f"\n{stopped}")
        return []
    results = judge(world, one, say)
    say(_next(one.folder, one.config.game.seats, one.config.game.scenario, one.config.learner.mates))
    return results


def judge(world: World, run: "Run", say: Callable[[str], None]) -> list[match.Result]:
    """The trained team against the random one on the same seeds."""
    from mpenv.agents.learned.policy import Policy

    seeds = range(1, run.config.evaluation_seeds + 1)
    options = {name: value for name, value in run.config.game.options().items() if name != "encoder"}
    teams: list[tuple[str, match.Choose]] = [("random", match.randomly), ("trained", Policy(run.folder).choose)]
    results = [match.play(world, name, choose, seeds, options, run.config.game.encoder) for name, choose in teams]
    say(f"\n{run.config.game.scenario}, {run.config.game.seats} seats, the same {len(seeds)} seeds for both teams:\n")
    say(match.table(results))
    return results


def _next(folder: Path, seats: int, scenario: str, mates: str) -> str:
    team = ",".join([f"policy:{folder}"] * (seats - 1))
    mate = mates.partition(",")[0] or "expert"
    beside = ",".join([f"policy:{folder}", *[mate] * (seats - 1)])
    return f"""
In {folder}: curve.svg, metrics.jsonl, tensorboard/, first.jsonl and last.jsonl (a game before and after), policy/.
What to try next:
  mpenv play --text --scenario {scenario} --seats {team},policy:{folder}   watch the team
  mpenv play --text --scenario {scenario} --seats human,{team}   play with it
  mpenv evaluate {beside} {mate} --scenario {scenario} --seats {seats}   beside others, and without it
  mpenv train configs/train/quickstart.toml --set minutes=10   train longer
  mpenv train configs/train/quickstart.toml --set game.seats=3   a team of three
  tensorboard --logdir {folder.parent}"""


class Bar:
    """The progress bar: decisions a second, success of late, time left."""

    def __init__(self, run: "Run") -> None:
        from tqdm import tqdm

        learner = run.learner
        self._late: deque[float] = deque(maxlen=RECENT)
        self._bar = tqdm(
            total=learner.updates,
            initial=learner.update_number,
            unit="update",
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
        self._bar.update()
