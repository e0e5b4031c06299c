"""Compare run folders: is a run that was killed and resumed the one that was never stopped?

python -m tests.agents.learned.compared RUN OTHER      # prints what differs; exit code 1 if anything does
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

CLOCK = ("seconds", "took")  # what may differ


def differences(one: Path, other: Path) -> list[str]:
    """What differs between two finished runs of the same configuration; columns of seconds do not count."""
    found = []
    for name in ("config.json", "first.jsonl", "last.jsonl"):
        if _bytes(one / name) != _bytes(other / name):
            found.append(name)
    for name in ("metrics.jsonl", "evaluations.jsonl"):
        if _lines(one / name) != _lines(other / name):
            found.append(name)
    places = [sorted(p.relative_to(run).as_posix() for p in _checkpoints(run)) for run in (one, other)]
    if (
        places[0][-2:] != places[1][-2:]
    ):  # the last checkpoint and the policy; when those before were made hangs on time
        found.append(f"checkpoints: {places[0]} and {places[1]}")
    for place in set(places[0]) & set(places[1]):
        found += [f"{place}: {name}" for name in _differing_arrays(one / place, other / place)]
        if _about(one / place) != _about(other / place):
            found.append(f"{place}/about.json")
    return found


def _checkpoints(run: Path) -> list[Path]:
    return [path.parent for path in run.glob("**/about.json")]


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _about(place: Path) -> dict[str, Any]:
    about = json.loads((place / "about.json").read_text(encoding="utf-8"))
    return {name: value for name, value in about.items() if name not in CLOCK}


def _lines(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [{name: value for name, value in json.loads(line).items() if name not in CLOCK} for line in lines]


def _differing_arrays(one: Path, other: Path) -> list[str]:
    with np.load(one / "arrays.npz") as a, np.load(other / "arrays.npz") as b:
        if sorted(a.files) != sorted(b.files):
            return ["other names"]
        return [name for name in a.files if a[name].tobytes() != b[name].tobytes() or a[name].shape != b[name].shape]


if __name__ == "__main__":
    found = differences(Path(sys.argv[1]), Path(sys.argv[2]))
    print("\n".join(found) or "no difference")
    sys.exit(bool(found))
