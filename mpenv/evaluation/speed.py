"""`mpenv bench`: how fast a game runs, as ratios to known games measured in the same run."""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from mpenv.world import World

ROUNDS = 5
SECONDS = 1.0
Report = dict[str, Any]
PEER_MISSING = "OpenSpiel is not installed: pip install 'mpenv[bench]', or make bench"


def ours(world: World, seed: int) -> Callable[[float], float]:
    """Random legal play of one game from Python: step, mask and observation of the one asked."""
    rng = random.Random(seed)
    game = world.game(seed=seed)

    def run(seconds: float) -> float:
        nonlocal game
        steps, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            for _ in range(50):
                seat = game.seat
                if seat is None:
                    game = world.game(seed=rng.getrandbits(62))
                    continue
                game.observe("flat", seat)
                game.mask()
                game.apply(rng.choice(game.legal()))
                steps += 1
        return steps / (time.perf_counter() - start)

    return run


def hanabi(seed: int) -> Callable[[float], float] | None:
    """The same loop over OpenSpiel's Hanabi with four players; None when it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    rng = random.Random(seed)
    rules = pyspiel.load_game("hanabi(players=4)")

    def run(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        end = start + seconds
        state = rules.new_initial_state()
        while time.perf_counter() < end:
            for _ in range(50):
                if state.is_terminal():
                    state = rules.new_initial_state()
                elif state.is_chance_node():
                    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, chances)[0])
                else:
                    player = state.current_player()
                    np.asarray(state.observation_tensor(player), np.float32)
                    state.legal_actions_mask(player)
                    state.apply_action(rng.choice(state.legal_actions(player)))
                    steps += 1
        return steps / (time.perf_counter() - start)

    return run


def measure(world: World, say: Callable[[str], None]) -> Report:
    """All figures of this machine; ratios only where both sides ran in this very run."""
    mine, theirs = ours(world, 1), hanabi(1)
    mine(0.2)
    rates: dict[str, list[float]] = {"single": [], "openspiel_hanabi": []}
    for _ in range(ROUNDS):
        rates["single"].append(mine(SECONDS))
        if theirs:
            rates["openspiel_hanabi"].append(theirs(SECONDS))
    absolute: dict[str, float] = {f"{name}_steps_per_second": median(r) for name, r in rates.items() if r}
    absolute["clone_microseconds"] = clone_time(world)
    absolute["state_bytes"] = len(world.game(seed=0).snapshot())
    absolute["compile_cold_seconds"], absolute["start_warm_seconds"] = compile_times()
    report: Report = {"ratios": {}, "absolute": absolute}
    if theirs:
        each = [a / b for a, b in zip(rates["single"], rates["openspiel_hanabi"], strict=True)]
        report["ratios"]["single_vs_openspiel_hanabi"] = median(each)
    else:
        say(PEER_MISSING)
    return report


def clone_time(world: World) -> float:
    """Microseconds for a copy of a game from Python."""
    game, count = world.game(seed=0), 20_000
    start = time.perf_counter()
    for _ in range(count):
        game.clone()
    return (time.perf_counter() - start) / count * 1e6


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


def table(report: Report) -> str:
    """The report for people."""
    absolute, ratios = report["absolute"], report["ratios"]
    lines = [f"{'one game from Python':42}{absolute['single_steps_per_second']:12,.0f} steps/s"]
    if "openspiel_hanabi_steps_per_second" in absolute:
        lines.append(
            f"{'OpenSpiel hanabi, 4 players':42}{absolute['openspiel_hanabi_steps_per_second']:12,.0f} steps/s"
        )
        lines.append(f"{'ratio':42}{ratios['single_vs_openspiel_hanabi']:12.1f} x")
    lines.append(f"{'clone':42}{absolute['clone_microseconds']:12.2f} us")
    lines.append(f"{'state':42}{absolute['state_bytes']:12,.0f} bytes")
    lines.append(f"{'first step, empty cache':42}{absolute['compile_cold_seconds']:12.1f} s")
    lines.append(f"{'first step, warm cache':42}{absolute['start_warm_seconds']:12.2f} s")
    return "\n".join(lines)


def dump(report: Report) -> str:
    return json.dumps(report, indent=2)
