"""The same thousand games through the environment of every library: the same masks, and the same sums of rewards.

    python -m scripts.maintain.libraries.credit record GAMES         # our AEC environment plays them once
    python -m scripts.maintain.libraries.credit replay NAME GAMES    # a library plays them again: compare

A library is a module of this folder that has `player(options)`: a function that plays a game of a seed again with
these answers, one after another, and gives the sum of rewards of each seat and the mask before every answer.
"""

import importlib
import json
import random
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import mpenv

Played = tuple[Sequence[float], Sequence[np.ndarray]]
Player = Callable[[int, list[int]], Played]  # seed and answers

TABLES: list[dict[str, Any]] = [
    {"scenario": "drill-errand", "seats": 2, "reward": "shaped"},
    {"scenario": "drill-errand", "seats": 3, "reward": "team", "layout": "random"},
    {"scenario": "drill-errand", "seats": 4, "reward": "shaped", "max_plies": 25},
    {"scenario": "drill-hunt", "seats": 2, "reward": "team"},
    {"scenario": "drill-hunt", "seats": 4, "reward": "shaped"},
]
GAMES = 200  # of each
NEAR = 1e-4  # some libraries add up in float32


def record(path: Path) -> None:
    """Play every game once, at random, and write a line for it."""
    with path.open("w", encoding="utf-8") as file:
        for table in TABLES:
            env = mpenv.env(**table)
            for seed in range(GAMES):
                file.write(json.dumps({"table": table, "seed": seed, **_played(env, seed)}) + "\n")


def _played(env: Any, seed: int) -> dict[str, Any]:
    env.reset(seed=seed)
    rng, actions, masks, paid = random.Random(seed), [], [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        paid[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        masks.append(seen["action_mask"])
        actions.append(int(rng.choice(np.flatnonzero(masks[-1]))))
        env.step(actions[-1])
    return {"actions": actions, "paid": [*paid.values()], "masks": checksum(masks)}


def checksum(masks: Sequence[np.ndarray]) -> int:
    """Of masks in the order of the answers, whatever type a library made of them."""
    return zlib.crc32(b"".join(np.asarray(mask).astype(np.int8).tobytes() for mask in masks))


def replay(name: str, path: Path) -> int:
    """Play all games again through a library; tell every difference, and how many there are."""
    make = importlib.import_module(f"scripts.maintain.libraries.{name}").player
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    players, wrong = dict[str, Player](), 0
    for game in games:
        table = json.dumps(game["table"])
        if table not in players:
            players[table] = make(game["table"])
        paid, masks = players[table](game["seed"], game["actions"])
        if not np.allclose(paid, game["paid"], atol=NEAR) or checksum(masks) != game["masks"]:
            wrong += 1
            same = "the same masks" if checksum(masks) == game["masks"] else "other masks"
            print(f"{name}: seed {game['seed']} of {table}: {same}, paid {[*map(float, paid)]}, not {game['paid']}")
    print(f"{name:26} {len(games):,} games replayed, {wrong} differ in masks or sums of rewards")
    return wrong


def main(words: list[str]) -> int:
    match words:
        case ["record", path]:
            record(Path(path))
            return 0
        case ["replay", name, path]:
            return int(replay(name, Path(path)) > 0)
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
