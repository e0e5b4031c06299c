"""Settings of a resumed run: its budget and its surroundings may change, what it learns and how may not."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mpenv.agents.learned import config, run_folder
from mpenv.agents.learned.settings import shown
from mpenv.world import World

CHANGEABLE = (
    *config.BUDGETS, "checkpoint_seconds", "threads",
    "held_out", "evaluations", "evaluation_seeds", "reference", "name",
)  # fmt: skip


class Resumed(NamedTuple):
    """A run to resume: its configuration, and its last checkpoint with `about.json`, if there is one."""

    chosen: config.TrainConfig
    place: Path | None
    about: dict[str, Any]


def resumed(world: World, run: Path, changes: Mapping[str, Any]) -> Resumed:
    """Read a run folder and apply changes; a ValueError names damage and changes that are not allowed."""
    source = str(run / run_folder.CONFIG)
    given, last = run_folder.read_config(run), run_folder.last_checkpoint(run)
    place, about = last or (None, {"update": 0, "seconds": 0.0, "decisions": 0})
    given = _with_one_budget(given, about)
    before = config.read(given, source, world, config.foreign_codes(given, source))
    chosen = config.read(config.changed(given, changes), f"{run} with these changes")
    _refuse_fixed(before, chosen)
    if _budget(before) != _budget(chosen):
        _refuse_too_little(chosen, about)
    return Resumed(chosen, place, about)


def _with_one_budget(given: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
    """Turn the budget of old runs into updates: they hold minutes, and their checkpoints the updates planned."""
    if "decisions" in given:
        return given
    updates = given.get("updates") or about.get("updates")
    return config.changed(given, {"updates": updates}) if updates else given


def _budget(chosen: config.TrainConfig) -> tuple[Any, ...]:
    return tuple(getattr(chosen, name) for name in config.BUDGETS)


def _refuse_fixed(before: config.TrainConfig, chosen: config.TrainConfig) -> None:
    was, now = (config.flat(dataclasses.asdict(one)) for one in (before, chosen))
    fixed = [
        f"  {name} is {shown(was.get(name))}, asked for is {shown(now.get(name))}"
        for name in {**was, **now}  # a task may be on one side only
        if was.get(name) != now.get(name) and name not in CHANGEABLE
    ]
    if fixed:
        words = "the weights learned so far depend on these settings; start a new run to change them"
        raise ValueError("\n".join([f"{words}:", *fixed, f"a resumed run may change {', '.join(CHANGEABLE)}"]))


def _refuse_too_little(chosen: config.TrainConfig, about: dict[str, Any]) -> None:
    total = chosen.total_updates
    if total is not None and total < about["update"]:
        asked = f"updates={total}" if chosen.updates else f"decisions={chosen.decisions}"
        done = f"{about['update']} updates, {about['decisions']:,} decisions"
        raise ValueError(f"{asked} is less than the run has done already: {done}")
    if chosen.minutes is not None and chosen.minutes * 60 < about["seconds"]:
        done = f"{about['seconds'] / 60:.2f} minutes"
        raise ValueError(f"minutes={chosen.minutes} is less than the run has taken already: {done}")
