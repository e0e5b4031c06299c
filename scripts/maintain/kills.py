"""Kill long commands at random moments, let them go on, and compare with ones that were never stopped.

`make kills` does so with train, record, evaluate and calibrate, a hundred times in all: half of the kills
are SIGKILL, half Ctrl-C. Times that were measured may differ, and nothing else.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

MPENV = [sys.executable, "-m", "mpenv.cli"]
TIMED = {"seconds", "took", "median_ms", "mean_ms", "p95_ms", "minutes"}
CONFIG = """
name = "killed"
checkpoint_seconds = 0.5
threads = 1
held_out = 20
evaluation_seeds = 50
decisions = 60_000
[game]
scenario = "drill-errand"
[learner]
games = 64
rollout = 16
hidden = 32
"""


class Command(NamedTuple):
    """A command that writes into a folder, and how to go on with it."""

    name: str
    begin: Callable[[Path], list[str]]
    found: Callable[[Path], dict[str, Any]]
    go_on: Callable[[Path], list[str]] | None = None


def plain(value: Any) -> Any:
    """A value without the times in it."""
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items() if name not in TIMED}
    return [plain(one) for one in value] if isinstance(value, list) else value


def bytes_of(folder: Path) -> dict[str, Any]:
    """Every file, byte for byte."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def figures_of(folder: Path) -> dict[str, Any]:
    """Contents of the JSON files of the folder itself."""
    return {path.name: plain(json.loads(path.read_text())) for path in sorted(folder.glob("*.json"))}


def run_of(folder: Path) -> dict[str, Any]:
    """A run folder: arrays of the last checkpoint and of the policy, metrics, and the games before and after."""
    run, found = folder / "killed-1", dict[str, Any]()
    last = sorted((run / "checkpoints").glob("[0-9]*"))[-1]
    for place in (last, run / "policy"):
        with np.load(place / "arrays.npz") as arrays:
            found |= {f"{place.name}/{name}": arrays[name].tobytes() for name in arrays.files}
        found[f"{place.name}/about"] = plain(json.loads((place / "about.json").read_text()))
    for name in ("metrics.jsonl", "evaluations.jsonl"):
        found[name] = [plain(json.loads(line)) for line in (run / name).read_text().splitlines()]
    return found | {name: (run / name).read_bytes() for name in ("first.jsonl", "last.jsonl")}


def train(folder: Path) -> list[str]:
    (folder / "killed.toml").write_text(CONFIG)
    return ["train", str(folder / "killed.toml"), "--out", str(folder)]


def resume(folder: Path) -> list[str]:
    run = folder / "killed-1"
    return ["train", "--resume", str(run)] if run.exists() else train(folder)


def record(folder: Path) -> list[str]:
    return [
        "record",
        "--agents",
        "expert,random",
        "--games",
        "150",
        "--shard",
        "15",
        "--jobs",
        "2",
        "--out",
        str(folder),
    ]


def evaluate(folder: Path) -> list[str]:
    teams = ["courier:0.9", "random", "expert,courier:0.5"]
    return ["evaluate", *teams, "--games", "30", "--jobs", "2", "--json", str(folder / "out.json")]


def calibrate(folder: Path) -> list[str]:
    what = ["difficulty", "--only", "vault/2", "--games", "400", "--mates", "expert,courier", "--jobs", "2"]
    return ["calibrate", *what, "--folder", str(folder / "kept"), "--json", str(folder / "out.json")]


COMMANDS = [
    Command("train", train, run_of, resume),
    Command("record", record, bytes_of),
    Command("evaluate", evaluate, figures_of),
    Command("calibrate", calibrate, figures_of),
]


def started(words: list[str]) -> "subprocess.Popen[bytes]":
    nowhere = subprocess.DEVNULL
    environment = {**os.environ, "MPENV_QUIET": "1"}
    return subprocess.Popen(
        [*MPENV, *words], stdout=nowhere, stderr=subprocess.PIPE, start_new_session=True, env=environment
    )


def finish(words: list[str]) -> float:
    """Run a command to its end; the seconds it took. `calibrate` says 1 where a band is missed."""
    start, process = time.perf_counter(), started(words)
    _, said = process.communicate(timeout=600)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(words)} ended with {process.returncode}: {said.decode()[-1000:]}")
    return time.perf_counter() - start


def killed(words: list[str], after: float, how: signal.Signals) -> bool:
    """Start a command and end it after so many seconds; False when it was quicker."""
    process = started(words)
    try:
        process.communicate(timeout=after)
        return False
    except subprocess.TimeoutExpired:
        process.send_signal(how)
        process.communicate(timeout=60)
        return True


def attack(command: Command, times: int, seed: int, top: Path) -> list[str]:
    """Kill a command so often, each in a folder of its own; what was different in the end."""
    rng, faults, stopped = random.Random(f"{command.name} {seed}"), list[str](), 0
    whole = top / f"{command.name}-whole"
    whole.mkdir()
    finish(command.begin(whole))  # compiles what has to be
    shutil.rmtree(whole)
    whole.mkdir()
    usual, wanted = finish(command.begin(whole)), command.found(whole)
    for number in range(times):
        folder, how = top / f"{command.name}-{number}", [signal.SIGKILL, signal.SIGINT][number % 2]
        folder.mkdir()
        words, moment = command.begin(folder), rng.uniform(0, usual)
        stopped += killed(words, moment, how)
        try:
            finish((command.go_on or command.begin)(folder))
            found = command.found(folder)
            differ = [name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name)]
        except (RuntimeError, OSError, ValueError) as fault:
            differ = [str(fault)]
        if differ:
            faults.append(f"{command.name} {number}, {how.name} after {moment:.2f} s: {', '.join(sorted(differ)[:5])}")
            print(f"DIFFERS  {faults[-1]}", flush=True)
        shutil.rmtree(folder)
    print(
        f"{command.name}: {stopped} of {times} were stopped (usually {usual:.1f} s), {len(faults)} differ", flush=True
    )
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.maintain.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=25, help="of each command")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", action="append", choices=[one.name for one in COMMANDS])
    given = parser.parse_args()
    faults = list[str]()
    with tempfile.TemporaryDirectory() as top:
        for command in COMMANDS:
            if not given.only or command.name in given.only:
                faults += attack(command, given.times, given.seed, Path(top))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
