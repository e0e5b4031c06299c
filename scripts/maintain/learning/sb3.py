"""Train the team of `scripts/examples/with_sb3_prior.py` with the library others know, and judge it as the runs here.

`python -m scripts.maintain.learning.sb3 --out build/learning` writes `sb3/policy`, which plays as `policy:FOLDER`, and
`sb3/result.json`, which `docs_learning` takes. Nothing is done where that is there already.
"""

import argparse
import json
import time
from importlib import metadata
from pathlib import Path
from typing import Any

from mpenv import files, worlds
from mpenv.agents.learned import checkpoint
from mpenv.evaluation.library_check import Clock
from scripts.examples import with_sb3_prior as example
from scripts.maintain.learning import measure, one_run, plan

PARTS = {"mlp_extractor.policy_net.": "net.trunk.", "action_net.": "net.policy."}
Found = dict[str, Any]


def made(out: Path, decisions: int) -> Found:
    """Train, keep the policy, and tell what it took and how often it succeeds on held-out seeds."""
    begun, used = time.perf_counter(), time.process_time()
    clock = Clock(decisions, float("inf"))
    model = example.learn(clock)
    seconds, used = time.perf_counter() - begun, time.process_time() - used
    save(model, out / plan.LIBRARY / "policy", seconds)
    cell = {name: example.TABLE[name] for name in ("scenario", "seats", "difficulty")}
    return {
        **plan.Run(plan.LIBRARY, plan.LIBRARY, 1, "scripts/examples/with_sb3_prior.py", {})._asdict(),
        "library": f"sb3_contrib {metadata.version('sb3_contrib')}",
        "decisions": int(model.num_timesteps),
        "minutes": round(used / 60, 2),  # of the processor, also on a busy machine
        "clock_minutes": round(seconds / 60, 2),
        **one_run.judged(cell, out / plan.LIBRARY, out),
    }


def save(model: Any, place: Path, seconds: float) -> None:
    """Write the actor as a policy of ours: layers, activation and prior are the same."""
    world = worlds.by_actions(measure.WORLD, example.TABLE["actions"])
    encoder = example.TABLE["encoder"]
    options = {name: value for name, value in example.TABLE.items() if name not in ("actions", "encoder")}
    pack = world.game(seed=0, **options).identity["hash"]
    about = {
        "stamp": checkpoint.stamp(world, encoder, pack, example.PRIOR, checkpoint.LIKELIEST),
        "seconds": seconds,
        "decisions": int(model.num_timesteps),
    }
    weights = {name: value.numpy() for name, value in model.policy.state_dict().items()}
    arrays = {
        ours + name.removeprefix(theirs): array
        for name, array in weights.items()
        for theirs, ours in PARTS.items()
        if name.startswith(theirs)
    }
    checkpoint.save(place, about, arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("build/learning"), help="folder of the runs")
    parser.add_argument("--decisions", type=int, default=plan.SHORT, help="budget: about ten minutes of one core")
    asked = parser.parse_args()
    path = asked.out / plan.LIBRARY / "result.json"
    if not path.exists():
        files.write(path, json.dumps(made(asked.out, asked.decisions), indent=2) + "\n")


if __name__ == "__main__":
    main()
