"""A long soak: random games of everything under the laws of the table, and files broken at random.

`make soak` plays 200,000 games over all scenarios, teams, difficulties, rule switches, events, extensions and
campaigns with the engine's bounds checked, from their start and from rich situations, and checks every law after
every answer; then it breaks 10,000 positions and plays on from what is still taken. It can be stopped and goes on where
it was. `scripts.maintain.fuzzing` then breaks files of every kind.
"""

import argparse
import functools
import json
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv import workers
from mpenv.engine.jit import entry, rule
from mpenv.progress import Progress
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from mpenv.worlds.materia_prima.rules import chance, prompts, step
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, RUNNING, State, new_states
from scripts.maintain.fuzzing import texts
from scripts.maintain.fuzzing.games import a_game, played_on
from tests.mutation import mutated
from tests.worlds.materia_prima import laws

GAMES, FILES = 200_000, 10_000
CHUNK = 250
SECONDS = 30.0  # between two lines of progress in a file
MOST = 20_000  # answers in a game; no rule lets it take so many
SEEN = 4 + c.ACTIONS + len(prompts.KINDS)  # outcomes, answers by id, prompts by kind


@rule()
def play_out(t: Tables, s: State, seed: np.uint64, seen: np.ndarray) -> int:
    """Play random answers to the end and check every law after each; return the first broken law, or 0."""
    for number in range(MOST):
        broken = laws.broken(t, s)
        if broken or s.outcome != RUNNING:
            return broken
        nth = chance.below(chance.mix(seed + np.uint64(number)), s.legals)
        action = 0
        while s.legal[action] == 0 or nth > 0:
            nth -= s.legal[action]
            action += 1
        seen[4 + action] += 1
        seen[4 + c.ACTIONS + prompts.asked(s).kind] += 1
        if not step.answer(t, s, action):
            return -1
    return -2


@entry
def run(T: np.ndarray, S: np.ndarray, i: int, seed: np.uint64, seen: np.ndarray) -> int:
    """Play game i to its end."""
    broken = play_out(T[0], S[i], seed, seen)
    seen[S[i].outcome] += 1
    return broken


def kind_of(game: Game) -> str:
    return str(game.options.get("scenario") or "from a situation").partition(":")[0]


def games(first: int, count: int) -> tuple[dict[str, int], list[str]]:
    """Play a chunk; return what came up, and what went wrong."""
    seen, wrong = np.zeros(SEEN, np.int64), []
    scenarios: Counter[str] = Counter()
    for seed in range(first, first + count):
        game = a_game(seed)
        scenarios[f"scenario {game.pack.id} {kind_of(game)}"] += 1
        game._state.logging = 0
        broken = run(game.pack.tables, game._states, 0, np.uint64(seed), seen)
        if broken:
            law = laws.LAWS[broken] if broken > 0 else ("an answer was refused", "it never ends")[-broken - 1]
            wrong.append(f"game {seed}: {law}, on day {game.day}")
        if seed % 50 == 0 and Game.from_position(game.to_position()) != game:
            wrong.append(f"game {seed}: its last position is not read back")
    found = dict(scenarios)
    for k, outcome in enumerate(OUTCOMES):
        found[f"outcome {outcome}"] = int(seen[k])
    for block in c.BLOCKS:
        found[f"answer {block.name}"] = int(seen[4 + block.start : 4 + block.start + block.size].sum())
    for k, kind in enumerate(prompts.KINDS):
        found[f"asked {kind}"] = int(seen[4 + c.ACTIONS + k])
    return found, wrong


def files(first: int, count: int) -> tuple[dict[str, int], list[str]]:
    """Break positions and play on from those still accepted; every law must hold."""
    found, wrong = Counter[str](), list[str]()
    for seed in range(first, first + count):
        try:
            again = Game.from_position(_broken_position(random.Random(seed), seed))
        except BrokenPosition:
            found["broken position refused"] += 1
            continue
        except Exception as fault:
            found["broken position refused"] += 1
            if type(fault) not in texts.OURS:
                wrong.append(f"file {seed}: {type(fault).__name__}: {fault}")
            continue
        found["broken position that still makes sense"] += 1
        states = new_states(1)
        states[:] = again._states
        if run(again.pack.tables, states, 0, np.uint64(seed), np.zeros(SEEN, np.int64)):
            wrong.append(f"file {seed}: a position was taken from which the game breaks a law")
    return dict(found), wrong


def _broken_position(rng: random.Random, seed: int) -> str:
    text = played_on(a_game(seed), rng, 30).to_position()
    for _ in range(rng.choice((1, 1, 2))):
        text = mutated(rng, text)
    return text


class Chunk(NamedTuple):
    """Games, or files, of neighbouring seeds."""

    task: str
    first: int
    count: int


TASKS = {"games": games, "files": files}


def work(chunks: list[Chunk], number: int, on_progress: workers.OnProgress) -> tuple[dict[str, int], list[str]]:
    """Play or break the chunk of this number."""
    chunk = chunks[number]
    found = TASKS[chunk.task](chunk.first, chunk.count)
    on_progress(chunk.count, 0)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--state", type=Path, default=Path("runs/soak.json"), help="where it goes on from")
    given = parser.parse_args()
    done = _recall(given.state)
    limit = {"games": given.games, "files": given.files}
    every = [Chunk(task, first, min(CHUNK, most - first)) for task, most in limit.items()
             for first in range(0, most, CHUNK)]  # fmt: skip
    left = [chunk for chunk in every if f"{chunk.task} {chunk.first}" not in done["chunks"]]
    before = sum(chunk.count for chunk in every) - sum(chunk.count for chunk in left)
    progress = Progress(given.games + given.files, before, SECONDS, lambda _: f"{len(done['wrong'])} wrong")
    games(0, 1)
    files(0, 300)  # all is compiled before the processes start, and before the time is taken
    start = time.perf_counter()
    try:
        for number, (found, wrong) in workers.results(
            functools.partial(work, left), range(len(left)), given.jobs, progress.add
        ):
            done["found"] = dict(Counter(done["found"]) + Counter(found))
            done["wrong"] += wrong
            done["chunks"].append(f"{left[number].task} {left[number].first}")
            _remember(given.state, done)
    finally:
        progress.end()
    _report(done, time.perf_counter() - start)
    return 1 if done["wrong"] else 0


def _recall(path: Path) -> dict[str, Any]:
    if path.is_file():
        kept: dict[str, Any] = json.loads(path.read_text())
        return kept
    return {"chunks": [], "found": {}, "wrong": []}


def _remember(path: Path, done: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(done))
    part.replace(path)


def _report(done: dict[str, Any], seconds: float) -> None:
    for what, count in sorted(done["found"].items()):
        print(f"{count:>12,}  {what}")
    checked = "checked" if os.environ.get("NUMBA_BOUNDSCHECK") == "1" else "not checked"
    print(f"array bounds {checked}; this part took {seconds:.0f} s")
    for wrong in done["wrong"]:
        print(f"WRONG  {wrong}")


if __name__ == "__main__":
    sys.exit(main())
