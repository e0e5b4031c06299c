"""End a small run at the nth time that it touches its folder, resume it, and compare it with one never stopped.

    python -m tests.agents.learned.killing FOLDER 1 5 9      # at these moments
    python -m tests.agents.learned.killing FOLDER 0 12       # at every twelfth moment

Prints a line for each moment after which the two differ. A killed process flushes nothing, as with SIGKILL.
"""

import os
import sys
from pathlib import Path
from typing import Any

from mpenv.agents.learned import config, run
from mpenv.worlds.materia_prima import WORLD
from tests.agents.learned.compared import differences

EVENTS = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "shutil.rmtree"}
SMALL: dict[str, Any] = {
    "name": "small",
    "updates": 3,
    "threads": 1,
    "checkpoint_seconds": 1e-9,
    "held_out": 4,
    "evaluations": 2,
    "evaluation_seeds": 6,
    "game": {"scenario": "drill-errand"},
    "learner": {"games": 4, "rollout": 4, "epochs": 1, "minibatch": 64, "hidden": 8},
}
KILLED = 9


def nothing(*_: object) -> None:
    pass


def started(folder: Path) -> None:
    run.Run.start(WORLD, folder, config.read(SMALL, "small")).go(nothing)


def resumed(folder: Path) -> None:
    """As a user would: with --resume, or anew where there is nothing yet."""
    if (folder / "config.json").exists():
        run.Run.resume(WORLD, folder).go(nothing)
    else:
        for left in [*folder.rglob("*")][::-1]:
            left.rmdir() if left.is_dir() else left.unlink()
        folder.rmdir() if folder.exists() else None
        started(folder)


def in_child(work: Any, folder: Path, moment: int) -> tuple[int, int]:
    """The exit code of a process that does this work and ends at this moment; how often it touched the folder."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        with os.fdopen(reading, "rb") as told:
            touched = len(told.read())
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), touched
    count = 0

    def hook(event: str, args: tuple[Any, ...]) -> None:
        nonlocal count
        if event in EVENTS and args and str(folder) in str(args[0]):
            count += 1
            os.write(writing, b".")
            if moment and count >= moment:  # threads count too, so that one moment may be stepped over
                os._exit(KILLED)

    sys.addaudithook(hook)
    try:
        work(folder)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def main(folder: Path, moments: list[int]) -> list[str]:
    whole = folder / "whole"
    started(whole)  # also loads and compiles what the children need
    _, touches = in_child(started, folder / "counted", 0)
    if len(moments) == 2 and moments[0] == 0:
        moments = list(range(1, touches + 1, moments[1]))
    found = []
    for moment in moments:
        place = folder / f"killed-{moment}"
        code, _ = in_child(started, place, moment)
        again, _ = in_child(resumed, place, 0)
        if (code, again) != (KILLED, 0):
            found.append(f"{moment}: exit codes {code}, {again}")
        elif differs := differences(whole, place):
            found.append(f"{moment}: {', '.join(differs)}")
    print(f"{len(moments)} moments of {touches}")
    return found


if __name__ == "__main__":
    faults = main(Path(sys.argv[1]), [int(one) for one in sys.argv[2:]])
    print("\n".join(faults))
    sys.exit(bool(faults))
