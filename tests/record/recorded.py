"""Small datasets for the tests of recording and reading them, and agents that behave badly."""

import contextlib
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mpenv.evaluation.recording import Recorded, RecordingPlan, record
from mpenv.worlds.materia_prima import WORLD

BOTH = [{"scenario": "drill-errand"}, {"scenario": "prologue", "layout": "random"}]
TEAM = ["random", "expert"]
GAMES, SHARD = 10, 4

PLAYERS = """
import time
from mpenv.agents.random import Random

class Slow(Random):
    def act(self, view):
        time.sleep(0.002)
        return super().act(view)

class Fails(Random):
    def act(self, view):
        if view.day > 1:
            raise KeyError("no idea")
        return super().act(view)

class Cheats(Random):
    def act(self, view):
        return 2

class Refuses(Random):
    def reset(self, seat, seed):
        raise RuntimeError("not today")

class Remembers:
    def __init__(self):
        self.asked = 0
    def reset(self, seat, seed):
        pass
    def act(self, view):
        self.asked += 1
        return view.legal[self.asked % len(view.legal)]
"""


def small(folder: Path, agents: list[str] | None = None, games: int = GAMES, **options: Any) -> Recorded:
    """A few games of both kinds in shards of four."""
    running = {name: options.pop(name) for name in ("processes", "on_progress") if name in options}
    plan = RecordingPlan(agents or TEAM, BOTH, games, **{"seed": 7, "shard": SHARD, **options})
    return record(WORLD, folder, plan, **running)


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {one.name: one.read_bytes() for one in sorted(folder.iterdir())}


@contextlib.contextmanager
def full_disk(room: int = 100) -> Iterator[None]:
    """No file may grow beyond so many bytes: writing fails as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
