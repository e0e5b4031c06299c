"""`mpenv bench`: measure the speed of a world as ratios to other games, measured in the same run."""

import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from statistics import median
from typing import Any

from mpenv import worlds
from mpenv.bench import metrics, peers, record_speed
from mpenv.bench.contenders import learners, sides
from mpenv.bench.interleave import SHARE, Rates, each, interleave, middle
from mpenv.bench.metrics import RATIOS
from mpenv.bench.peers import Say
from mpenv.engine.batch import BatchGame
from mpenv.machine import processor
from mpenv.world import World

Report = dict[str, Any]

FORMAT = "mpenv bench 2"  # of a report; changes when older reports cannot be compared any more


@dataclass(frozen=True)
class Plan:
    """Duration of a measurement."""

    rounds: int = 9
    seconds: float = 0.5  # of each side in each round
    learner_rounds: int = 7
    learner_seconds: float = 2.5
    starts: bool = True  # measure the first step with an empty cache: half a minute

    @property
    def minutes(self) -> float:
        """Estimate the duration with all peers, without compiling."""
        learning = 4 * self.learner_rounds * (self.learner_seconds + 1)
        return (40 * self.rounds * self.seconds + learning + 30 * self.starts + 60) / 60


QUICK = Plan(rounds=3, seconds=0.2, learner_rounds=2, learner_seconds=2.0, starts=False)


def measure(
    world: World, say: Say, plan: Plan | None = None, doubted: Callable[[Report], Sequence[str]] | None = None
) -> Report:
    """Measure all figures on this machine; a ratio needs both its sides in this run.

    Ratios that `doubted` names are measured once more, and the higher result counts.
    """
    plan = plan or Plan()
    with peers.playing(say) as others:
        fast, slow = sides(world, others.sides), learners(world, say)

        def rated(names: set[str]) -> Rates:
            rates = interleave([fast[name] for name in fast if name in names], plan.rounds, plan.seconds)
            learning = [slow[name] for name in slow if name in names]
            return rates | interleave(learning, plan.learner_rounds, plan.learner_seconds)

        rates = rated({*fast, *slow})
        found, peers_told = ratios(rates, world), {"run": {"peers": others.versions}}
        if doubted and (doubts := doubted(found | peers_told)):
            say(f"measured once more, as it looks slower: {', '.join(doubts)}")
            again = rated(
                {side.removesuffix("_with_pick") for name in doubts for side in metrics.ratios(world)[name][:2]}
            )
            found = better(found, ratios(again, world), doubts)
    absolute = {f"{name}_steps_per_second": middle(rates, name) for name in rates if name not in ONLY_IN_RATIOS}
    absolute["machine_threads_2_vs_1"] = median(each(rates, "work_threads_2", "work"))
    absolute["machine_share_of_a_core"] = middle(rates, SHARE)
    absolute |= sizes(world) | record_speed.pictures(world) | {"clone_microseconds": 1e6 / middle(rates, "clone")}
    if plan.starts:
        absolute["compile_cold_seconds"], absolute["start_warm_seconds"] = compile_times(world.name)
    run = {**machine(), "world": world.name, **vars(plan), "peers": others.versions}
    return {"format": FORMAT, **found, "absolute": absolute, "run": run}


ONLY_IN_RATIOS = {"work", "work_threads_2", "clone", SHARE}  # rates that the report leaves out


def ratios(rates: Rates, world: World | None = None) -> Report:
    """Return for each ratio the median of its rounds, and the lowest and highest round."""
    known = RATIOS if world is None else metrics.ratios(world)
    rounds = {name: found for name, one in known.items() if (found := each(rates, one.ours, one.theirs))}
    return {
        "ratios": {name: median(found) for name, found in rounds.items()},
        "rounds": {name: [min(found), max(found)] for name, found in rounds.items()},
    }


def better(first: Report, second: Report, names: Sequence[str]) -> Report:
    """Return the first report with the higher value of these ratios, and the spread of both."""
    return {
        "ratios": first["ratios"] | {name: max(first["ratios"][name], second["ratios"][name]) for name in names},
        "rounds": first["rounds"] | {name: _both(first["rounds"][name], second["rounds"][name]) for name in names},
    }


def _both(one: list[float], other: list[float]) -> list[float]:
    return [min(one[0], other[0]), max(one[1], other[1])]


def measured_world(report: Report) -> World:
    """The world of a report; older ones do not name it."""
    return worlds.load(report["run"].get("world", worlds.DEFAULT))


# --- sizes and times ----------------------------------------------------------------------------


def sizes(world: World) -> dict[str, float]:
    """Measure bytes of a state and of a batch."""
    return {"state_bytes": world.states(1).nbytes, "memory_1024_games_bytes": BatchGame(world, 1024).nbytes}


START = """
import sys
import time
start = time.perf_counter()
from mpenv import worlds
world = worlds.load(sys.argv[1])
game = world.game(seed=1)
game.observe(world.terms.encoder, game.seat)
game.apply(game.legal()[0])
print(time.perf_counter() - start)
"""


def compile_times(world: str) -> tuple[float, float]:
    """Measure seconds from the start of Python to the first step: with an empty cache, then with a warm one."""
    with tempfile.TemporaryDirectory() as folder:
        where = {**os.environ, "MPENV_CACHE_DIR": folder, "MPENV_QUIET": "1"}
        runs = [
            float(
                subprocess.run([sys.executable, "-c", START, world], env=where, capture_output=True, check=True).stdout
            )
            for _ in range(4)
        ]
    return runs[0], median(runs[1:])


def machine() -> Report:
    """Describe the machine and the versions, for comparing reports."""
    versions = {}
    for name in ("mpenv", "numba", "numpy", "pettingzoo", "torch", "stable_baselines3", "sb3_contrib"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {
        "cores": os.cpu_count(),
        "machine": f"{platform.system()} {platform.machine()}",
        "processor": processor(),
        "python": platform.python_version(),
        "versions": versions,
    }
