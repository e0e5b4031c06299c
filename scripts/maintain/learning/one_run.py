"""Make one run of the plan, or go on with it, and judge the team: `python -m scripts.maintain.learning.one_run`."""

import contextlib
import json
import sys
import time
import unittest.mock
from pathlib import Path
from typing import Any

import numpy as np

from mpenv import files, recipes
from mpenv.agents.learned import config, mates
from mpenv.agents.learned.run import Run
from scripts.maintain.learning import measure, plan


def main() -> None:
    group, folder, out, decisions = sys.argv[1], sys.argv[2], Path(sys.argv[3]), sys.argv[4]
    run = next(one for one in plan.runs([group]) if one.folder == folder)
    place = out / run.folder
    with held_out_mates() if run.group == plan.MEASURE else contextlib.nullcontext():
        trained = _trained(run, place, {"decisions": int(decisions)} if decisions else {})
    result = {**run._asdict(), **trained}
    known = files.read_json(place / "config.json", 1 << 20)["game"]
    cell = {name: known[name] for name in ("scenario", "seats", "difficulty") if known[name] is not None}
    files.write(place / "result.json", json.dumps({**result, **judged(cell, place, out)}, indent=2) + "\n")


def held_out_mates() -> Any:
    """Let a run train beside held-out mates, as no team may: it only measures what can be reached beside them."""
    return unittest.mock.patch.object(mates, "checked", lambda world, asked: list(asked))


def _trained(run: plan.Run, place: Path, short: dict[str, Any]) -> dict[str, Any]:
    """Train, and tell what it took in minutes of one core, evaluations and compiling included."""
    if (place / "config.json").exists():
        one = Run.resume(measure.WORLD, place)
    else:
        changes = {"name": run.folder, "seed": run.seed, **run.changes, **short}
        one = Run.start(measure.WORLD, place, config.load(recipes.find(run.configuration), changes, measure.WORLD))
    begun, resumed = time.process_time(), one.decisions
    one.go(lambda run, report: None)
    share = (one.decisions - resumed) / max(1, one.decisions)  # of a run that was interrupted, the rest is told
    minutes = (time.process_time() - begun) / 60 / share if share else one.seconds / 60
    return {"decisions": one.decisions, "minutes": round(minutes, 2)}


def judged(cell: measure.Cell, place: Path, out: Path) -> dict[str, Any]:
    """Tell how often the team succeeds on held-out seeds, beside the expert on the same ones."""
    expert = expert_on(cell, out)
    met = {how: measure.team(cell, [place], likeliest=how == "likeliest") for how in ("drawn", "likeliest")}
    np.save(place / "met.npy", met["likeliest"])
    return {
        "cell": cell,
        "expert": measure.Share.of(expert)._asdict(),
        **{how: measure.Share.of(found)._asdict() for how, found in met.items()},
        "beside_expert": measure.Ahead.of(met["likeliest"], expert)._asdict(),
        "drawn_beside_expert": measure.Ahead.of(met["drawn"], expert)._asdict(),
    }


def expert_on(cell: measure.Cell, out: Path) -> np.ndarray:
    """The games of the expert, which are played once for each cell."""
    path = out / f"expert-{'-'.join(str(one) for one in cell.values())}.npy"
    if not path.exists():
        found = measure.expert(cell)
        part = path.with_suffix(".part.npy")
        np.save(part, found)
        part.replace(path)
    met: np.ndarray = np.load(path)
    return met


if __name__ == "__main__":
    main()
