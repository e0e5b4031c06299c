"""What may change when a run goes on: its budget and how it is watched, never what was learned by."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mpenv.agents.learned import config, folder
from mpenv.world import World

CHANGEABLE = (*config.BUDGETS, "checkpoint_seconds", "threads", "evaluation_seeds", "name")


class Resumed(NamedTuple):
    """How a run goes on: its configuration, and the checkpoint with what it says of itself, if there is one."""

    chosen: config.TrainConfig
    place: Path | None
    about: dict[str, Any]


def resumed(world: World, run: Path, changes: Mapping[str, Any]) -> Resumed:
    """Read a run folder; a ValueError says what is wrong with it or may not change."""
    source = str(run / folder.CONFIG)
    given, last = folder.read_config(run), folder.last_checkpoint(run)
    place, about = last or (None, {"update": 0, "seconds": 0.0, "decisions": 0})
    given = _with_one_budget(given, about)
    before = config.read(given, source, world, config.foreign_codes(given, source))
    chosen = config.read(config.changed(given, changes), f"{run} with these changes")
    _refuse_fixed(before, chosen)
    if _budget(before) != _budget(chosen):
        _refuse_too_little(chosen, about)
    return Resumed(chosen, place, about)


def _with_one_budget(given: dict[str, Any], about: dict[str, Any]) -> dict[str, Any]:
    """Runs of earlier versions have minutes and, in their checkpoints, the number of updates that became of them."""
    if "decisions" in given:
        return given
    updates = given.get("updates") or about.get("updates")
    return config.changed(given, {"updates": updates}) if updates else given


def _budget(chosen: config.TrainConfig) -> tuple[Any, ...]:
    return tuple(getattr(chosen, name) for name in config.BUDGETS)


def _refuse_fixed(before: config.TrainConfig, chosen: config.TrainConfig) -> None:
    was, now = _flat(before), _flat(chosen)
    fixed = [
        f"  {name} is {config.shown(was[name])}, asked for is {config.shown(now[name])}"
        for name in was
        if was[name] != now[name] and name not in CHANGEABLE
    ]
    if fixed:
        words = "what was learned so far hangs on these settings, start a new run for others"
        raise ValueError("\n".join([f"{words}:", *fixed, f"a run that goes on may change {', '.join(CHANGEABLE)}"]))


def _refuse_too_little(chosen: config.TrainConfig, about: dict[str, Any]) -> None:
    total = chosen.total_updates
    if total is not None and total < about["update"]:
        asked = f"updates={total}" if chosen.updates else f"decisions={chosen.decisions}"
        done = f"{about['update']} updates, {about['decisions']:,} decisions"
        raise ValueError(f"{asked} is less than the run has learned from already: {done}")
    if chosen.minutes is not None and chosen.minutes * 60 < about["seconds"]:
        done = f"{about['seconds'] / 60:.2f} minutes"
        raise ValueError(f"minutes={chosen.minutes} is less than the run has had already: {done}")


def _flat(chosen: config.TrainConfig) -> dict[str, Any]:
    return flat(dataclasses.asdict(chosen))


def flat(given: Mapping[str, Any]) -> dict[str, Any]:
    """Tables as changes: `learner.rate` and so on."""
    found: dict[str, Any] = {}
    for name, value in given.items():
        found |= {f"{name}.{key}": one for key, one in value.items()} if isinstance(value, dict) else {name: value}
    return found
