"""A report of `mpenv bench` as a table and as JSON."""

import json
from typing import Any

from mpenv.evaluation.speed import LEAST, RATIOS, Report

RATES = {
    "single": "one game from Python",
    "openspiel_hanabi": "  OpenSpiel Hanabi, 4 players",
    "batch_1": "batch of 1, step alone",
    "batch_16": "batch of 16",
    "batch_128": "batch of 128",
    "batch_1024": "batch of 1,024",
    "batch_4096": "batch of 4,096",
    "batch_1024_with_pick": "batch of 1,024, with the pick of actions",
    "entities_with_pick": "  with entities instead of flat",
    "planes_with_pick": "  with planes instead of flat",
    "text": "one game from Python, with the text",
    "batch_1024_threads_2": "batch of 1,024, two threads",
    "aec": "AEC environment",
    "connect_four": "  PettingZoo connect_four_v3",
    "playout": "random playout in compiled code",
    "openspiel_quoridor_rollout": "  OpenSpiel Quoridor rollouts in C++",
    "record": "recording a dataset, one process",
    "verify": "verifying replays, one process",
    "ppo": "PPO with the engine",
    "ppo_free_env": "  PPO with a free environment",
}
OTHERS = {
    "machine_threads_2_vs_1": ("two threads of anything, on this machine now", ".2f", "x"),
    "clone_microseconds": ("clone", ",.2f", "us"),
    "svg_milliseconds": ("picture as SVG", ".1f", "ms"),
    "rgb_milliseconds": ("picture as pixels, ply after ply", ".1f", "ms"),
    "state_bytes": ("state", ",.0f", "bytes"),
    "memory_1024_games_bytes": ("memory of 1,024 games", ",.0f", "bytes"),
    "compile_cold_seconds": ("first step, empty cache", ".1f", "s"),
    "start_warm_seconds": ("first step, warm cache", ".2f", "s"),
}


def table(report: Report) -> str:
    """The report for people."""
    absolute, found = report["absolute"], report["ratios"]
    lines = []
    for name, words in RATES.items():
        if (rate := absolute.get(f"{name}_steps_per_second")) is not None:
            lines.append(f"{words:44}{rate:12,.0f} steps/s")
    for name, (words, form, unit) in OTHERS.items():
        if name in absolute:
            lines.append(f"{words:44}{format(absolute[name], form):>12} {unit}")
    lines.append("")
    for name in RATIOS:
        if name in found:
            low, high = report["rounds"][name]
            verdict = "" if found[name] >= LEAST[name] else "  TOO LOW"
            spread = f"rounds {low:.2f} to {high:.2f}, at least {LEAST[name]:g}"
            lines.append(f"{name.replace('_', ' '):44}{found[name]:12.2f} x  ({spread}){verdict}")
    return "\n".join(lines)


def dump(report: Report) -> str:
    """The report as JSON; four digits are more than a shared machine can tell."""
    return json.dumps(rounded(report), indent=2)


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.4g}") if isinstance(value, float) else value
