"""`python -m scripts.maintain.learning GROUP...`: make the runs of these groups that are not made yet, and judge them.

Each run is a process of its own on one core; two run side by side. Whatever is interrupted goes on where it was.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from mpenv import files
from scripts.maintain.learning import plan

RESULT = "result.json"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", default=list(plan.GROUPS), metavar="GROUP", help=", ".join(plan.GROUPS))
    parser.add_argument("--out", type=Path, default=Path("build/learning"), help="folder of the runs")
    parser.add_argument("--jobs", type=int, default=2, help="runs side by side")
    parser.add_argument("--minutes", type=float, help="begin no run after so many minutes")
    parser.add_argument("--decisions", type=int, help="make short runs, to try it")
    asked = parser.parse_args()
    if wrong := sorted(set(asked.groups) - set(plan.GROUPS)):
        parser.error(f"there is no group {wrong[0]!r}, there are: {', '.join(plan.GROUPS)}")
    todo = [run for run in plan.runs(asked.groups) if not (asked.out / run.folder / RESULT).exists()]
    asked.out.mkdir(parents=True, exist_ok=True)
    begun, at_work = time.monotonic(), {}
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    while todo or at_work:
        late = asked.minutes is not None and time.monotonic() - begun > 60 * asked.minutes
        if todo and len(at_work) < asked.jobs and not late:
            run = todo.pop(0)
            place = next(nth for nth in range(asked.jobs) if nth not in at_work)
            command = [run.group, run.folder, str(asked.out), str(asked.decisions or "")]
            at_work[place] = run, _begun(run, command, asked.out, cores[place % len(cores)] if cores else None)
            print(f"{run.folder}: begun, {len(todo)} to do", flush=True)
            continue
        if late and not at_work:
            break
        time.sleep(1)
        for place, (run, process) in list(at_work.items()):
            if process.poll() is not None:
                del at_work[place]
                print(_told(run, asked.out, process.returncode), flush=True)


def _begun(run: plan.Run, words: list[str], out: Path, core: int | None) -> "subprocess.Popen[bytes]":
    """Begin a run in a process of its own, on one core where that can be chosen."""
    command = [sys.executable, "-m", "scripts.maintain.learning.one_run", *words]
    log = open(out / f"{run.folder}.log", "ab")  # noqa: SIM115
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    if core is not None:
        os.sched_setaffinity(process.pid, {core})
    return process


def _told(run: plan.Run, out: Path, code: int) -> str:
    path = out / run.folder / RESULT
    if code or not path.exists():
        return f"{run.folder}: FAILED, see {out / f'{run.folder}.log'}"
    found = files.read_json(path, 1 << 20)
    ahead = found["beside_expert"]
    half = 100 * (ahead["high"] - ahead["low"]) / 2
    share = f"{100 * found['likeliest']['share']:.1f} %"
    return f"{run.folder}: {share}, beside the expert {100 * ahead['mean']:+.1f} +- {half:.1f} points"


if __name__ == "__main__":
    main()
