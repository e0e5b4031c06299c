"""`mpenv bench`: how fast a game runs, as ratios to known games measured in the same run."""

import importlib
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from statistics import median
from typing import Any

from mpenv.envs.aec import AECGame
from mpenv.envs.batch import BatchGame
from mpenv.evaluation import keeping, peers
from mpenv.evaluation.rounds import Rates, Side, batch, each, interleave, middle, work
from mpenv.world import World

Say = Callable[[str], None]
Report = dict[str, Any]

# Our side and theirs. Where the other side picks its actions in the time measured, ours does too.
RATIOS = {
    "single_vs_openspiel_hanabi": ("single", "openspiel_hanabi"),
    "batch_vs_openspiel_hanabi": ("batch_1024_with_pick", "openspiel_hanabi"),
    "aec_vs_connect_four": ("aec", "connect_four"),
    "playout_vs_openspiel_quoridor": ("playout", "openspiel_quoridor_rollout"),
    "threads_2_vs_1": ("batch_1024_threads_2", "batch_1024"),
    "entities_vs_flat": ("entities_with_pick", "batch_1024_with_pick"),
    "planes_vs_flat": ("planes_with_pick", "batch_1024_with_pick"),
    "ppo_vs_free_env": ("ppo", "ppo_free_env"),
    "record_vs_batch": ("record", "batch_1024_with_pick"),
    "verify_vs_single": ("verify", "single"),
}
# The least we accept.
LEAST = {
    "single_vs_openspiel_hanabi": 3.0,
    "batch_vs_openspiel_hanabi": 10.0,
    "aec_vs_connect_four": 2.0,
    "playout_vs_openspiel_quoridor": 0.3,
    "threads_2_vs_1": 1.6,
    "entities_vs_flat": 0.4,
    "planes_vs_flat": 0.4,
    "ppo_vs_free_env": 0.85,
    "record_vs_batch": 0.5,
    "verify_vs_single": 0.3,
}


@dataclass(frozen=True)
class Plan:
    """How long to measure."""

    rounds: int = 9
    seconds: float = 0.5  # of each side in each round
    learner_rounds: int = 7
    learner_seconds: float = 2.5
    starts: bool = True  # measure the first step with an empty cache: half a minute

    @property
    def minutes(self) -> float:
        """About how long it takes."""
        learning = 2 * self.learner_rounds * (self.learner_seconds + 1.5)
        return (19 * self.rounds * self.seconds + learning + 30 * self.starts + 5) / 60


QUICK = Plan(rounds=3, seconds=0.2, learner_rounds=2, learner_seconds=2.0, starts=False)


def measure(world: World, say: Say, plan: Plan | None = None) -> Report:
    """All figures of this machine; ratios only where both sides ran in this very run."""
    plan = plan or Plan()
    rates = interleave(sides(world, say), plan.rounds, plan.seconds)
    learner = learners(world, say)
    rates |= interleave(learner, plan.learner_rounds, plan.learner_seconds)
    scaling = median(each(rates, "work_threads_2", "work"))
    absolute = {f"{name}_steps_per_second": middle(rates, name) for name in rates if not name.startswith("work")}
    absolute["machine_threads_2_vs_1"] = scaling  # of anything: what the engine could reach here and now
    absolute |= sizes(world) | keeping.pictures(world) | {"clone_microseconds": clone_time(world)}
    if plan.starts:
        absolute["compile_cold_seconds"], absolute["start_warm_seconds"] = compile_times()
    return {**ratios(rates), "absolute": absolute, "run": {**machine(), **vars(plan)}}


def ratios(rates: Rates) -> Report:
    """The middle of the rounds for each ratio, and beside it the lowest and the highest round."""
    rounds = {name: found for name, (ours, theirs) in RATIOS.items() if (found := each(rates, ours, theirs))}
    return {
        "ratios": {name: median(found) for name, found in rounds.items()},
        "rounds": {name: [min(found), max(found)] for name, found in rounds.items()},
    }


# --- the sides ----------------------------------------------------------------------------------


def sides(world: World, say: Say) -> list[Side]:
    """Ours and theirs; those that are compared stand beside each other."""
    theirs = peers.installed(say)
    order = {
        "verify": keeping.verify(world),
        "single": single(world),
        "hanabi": theirs.get("hanabi"),
        "batch_1024": batch(world, 1024),
        **{name: batch(world, 1024, name=name, encoder=name) for name in ("entities", "planes") if has(world, name)},
        "text": single(world, "text") if has(world, "text") else None,
        "record": keeping.record(world),
        "threads_2": batch(world, 1024, threads=2, name="batch_1024_threads_2"),
        "work": work("work"),
        "work_2": work("work_threads_2", threads=2),
        "aec": peers.turns("aec", AECGame(world)),
        "connect_four": theirs.get("connect_four"),
        "playout": playout(world),
        "quoridor": theirs.get("quoridor"),
        **{f"batch_{games}": batch(world, games) for games in (1, 16, 128, 4096)},
    }
    return [side for side in order.values() if side]


def has(world: World, encoder: str) -> bool:
    try:
        world.game(seed=0).observe(encoder, 0)
    except ValueError:
        return False
    return True


def single(world: World, encoder: str = "flat") -> Side:
    """One game from Python: step, mask and observation of the one asked."""
    name = "single" if encoder == "flat" else encoder
    rng = random.Random(1)
    game = world.game(seed=1)

    def run(seconds: float) -> dict[str, float]:
        nonlocal game
        steps, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            for _ in range(50):
                seat = game.seat
                if seat is None:
                    game = world.game(seed=rng.getrandbits(62))
                    continue
                game.observe(encoder, seat)
                game.mask()
                game.apply(rng.choice(game.legal()))
                steps += 1
        return {name: steps / (time.perf_counter() - start)}

    return run


def playout(world: World) -> Side:
    """Random legal play inside compiled code: no mask is written and nothing observed."""
    game, chunk, seed = BatchGame(world, 1), 2_000, 0

    def run(seconds: float) -> dict[str, float]:
        nonlocal seed
        steps, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            seed += 1
            game.play_out(chunk, seed)
            steps += chunk
        return {"playout": steps / (time.perf_counter() - start)}

    return run


def learners(world: World, say: Say) -> list[Side]:
    """The training loop with the engine, and the same loop with an environment that costs nothing."""
    try:
        rate = importlib.import_module("mpenv.agents.learned.ppo").rate
    except ImportError as missing:
        say(f"the learner is not measured, {missing.name} is missing: pip install 'mpenv[train]', or make bench")
        return []
    return [
        lambda seconds: {"ppo": rate(world, seconds, False)},
        lambda seconds: {"ppo_free_env": rate(world, seconds, True)},
    ]


# --- sizes and times ----------------------------------------------------------------------------


def sizes(world: World) -> dict[str, float]:
    return {"state_bytes": world.states(1).nbytes, "memory_1024_games_bytes": BatchGame(world, 1024).nbytes}


def clone_time(world: World) -> float:
    """Microseconds for a copy of a game from Python: the middle of some runs."""
    game, count, times = world.game(seed=0), 4_000, []
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(count):
            game.clone()
        times.append((time.perf_counter() - start) / count * 1e6)
    return median(times)


START = """
import time
start = time.perf_counter()
import mpenv
game = mpenv.Game(seed=1)
game.observe("flat")
game.apply(game.legal()[0])
print(time.perf_counter() - start)
"""


def compile_times() -> tuple[float, float]:
    """Seconds from nothing to the first step with mask and observation: empty cache, then from the cache."""
    with tempfile.TemporaryDirectory() as folder:
        where = {**os.environ, "MPENV_CACHE_DIR": folder, "MPENV_QUIET": "1"}
        runs = [
            float(subprocess.run([sys.executable, "-c", START], env=where, capture_output=True, check=True).stdout)
            for _ in range(4)
        ]
    return runs[0], median(runs[1:])


def machine() -> Report:
    """What a reader has to know to compare."""
    versions = {}
    for name in ("mpenv", "numba", "numpy", "pettingzoo", "open_spiel", "torch"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {
        "cores": os.cpu_count(),
        "machine": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": versions,
    }
