"""A long soak: random games of everything under the laws of the table, and files broken at random.

`make soak` plays 200,000 games over all scenarios, teams, difficulties, rule switches, events, extensions and
campaigns with the engine's bounds checked, from their start and from rich situations, and checks every law after
every answer; then it breaks 10,000 packs and positions and 10,000 replays. It can be stopped and goes on where it was.
"""

import argparse
import functools
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.jit import entry, rule
from mpenv.materia import WORLD
from mpenv.materia import catalogue as c
from mpenv.materia.content.faults import BrokenPack
from mpenv.materia.content.generated import with_generated
from mpenv.materia.content.pack import PACKS, load
from mpenv.materia.content.tables import Tables
from mpenv.materia.game import Game
from mpenv.materia.options import Options
from mpenv.materia.position.faults import BrokenPosition
from mpenv.materia.rules import chance, prompts, step
from mpenv.materia.rules.state import OUTCOMES, RUNNING, State, new_states
from mpenv.record.reading import Parted, chosen
from mpenv.record.story import Story
from mpenv.record.writing import Recorder, compact, dumped
from mpenv.table import watch
from tests.materia import laws, rich
from tests.mutation import mutated
from tests.spoiling import spoilt

GAMES, FILES, REPLAYS = 200_000, 10_000, 10_000
CHUNK = 250
LINE = 10_000  # games and files a line says when it is not a terminal that listens
GENERATED = 0.3  # of the games are of a generated scenario
RICH = 10  # one game in so many starts in the middle
MOST = 20_000  # answers in a game; no rule lets it take so many
SLOW = 1.0  # seconds in which a broken file is refused
SPOILT = 20  # replays that are made of one recorded game
LONGEST_REPLAY = 80  # its plies
SLOW_REPLAY = 0.3  # of the processor, which others may need as well
PACK_FILES = [PACKS / "inquisition", Path(rich.WHOLE)]
SEEN = 4 + c.ACTIONS + len(prompts.KINDS)  # outcomes, answers by id, prompts by kind


@rule()
def play_out(t: Tables, s: State, seed: np.uint64, seen: np.ndarray) -> int:
    """Random answers to the end, every law checked after each; the first broken law, or 0."""
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


def options(rng: random.Random) -> dict[str, Any]:
    """Any scenario, team, difficulty, layout, placement, switches, extension and campaign."""
    pack = str(rng.choice(PACK_FILES))
    known = load(pack)
    if rng.random() < GENERATED:
        known = with_generated(known, [f"generated:{rng.randrange(100_000)}"])
        scenario = known.entries["scenario"][-1]
    else:
        scenario = rng.choice(known.entries["scenario"])
    return {
        "scenario": scenario["id"],
        "seats": rng.randint(2, 4),
        "difficulty": None if scenario["days"][0] else rng.choice(["easy", "normal", "hard"]),
        "layout": rng.choice(["standard", "random"]),
        "placement": rng.choice(["standard", "random", "players"]),
        "rules": rich.switches(rng) if rng.random() < 0.7 else {},
        "extend": rng.choice(["never", "ask"]),
        "campaign": rng.choice([None, {}]),
        "pack": pack,
    }


def a_game(seed: int) -> Game:
    rng = random.Random(seed)
    if seed % RICH == 0:
        return rich.any_game(seed)
    given = options(rng)
    if seed % RICH == 1 and given["campaign"] is not None:
        given["campaign"] = rich.chronicle(rng, given["pack"], given["seats"])
    return Game(seed=seed, **given)


def kind_of(game: Game) -> str:
    return str(game.options.get("scenario") or "from a situation").partition(":")[0]


def games(first: int, count: int) -> tuple[dict[str, int], list[str]]:
    """Plays a chunk; what came up, and what went wrong."""
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
    """Breaks packs and positions; only our own errors may come, each at once."""
    found, wrong = Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            rng = random.Random(seed)
            start = time.perf_counter()
            try:
                kind = "pack" if seed % 2 else "position"
                _broken_pack(rng, Path(folder) / str(seed)) if seed % 2 else _broken_position(rng, seed)
                found[f"broken {kind} that still makes sense"] += 1
            except (BrokenPack, BrokenPosition, ValueError) as fault:
                if type(fault) not in (BrokenPack, BrokenPosition, ValueError):
                    wrong.append(f"file {seed}: {type(fault).__name__}: {fault}")
                found[f"broken {kind} refused"] += 1
            except Exception as fault:
                wrong.append(f"file {seed}: {type(fault).__name__}: {fault}")
            if (took := time.perf_counter() - start) > SLOW:
                wrong.append(f"file {seed}: took {took:.1f} s")
    return dict(found), wrong


def _broken_pack(rng: random.Random, folder: Path) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in rng.choice(PACK_FILES).glob("*.toml")}
    for _ in range(rng.choice((1, 1, 2, 3))):
        file = rng.choice(sorted(texts))
        texts[file] = mutated(rng, texts[file])
    folder.mkdir()
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    scenario = rng.choice(load(str(folder)).ids["scenario"])
    Options.of(scenario, 2, pack=str(folder)).setup(1)


def _broken_position(rng: random.Random, seed: int) -> None:
    game = a_game(seed)
    for _ in range(rng.randrange(30)):
        if game.seat is not None:
            game.apply(rng.choice(game.legal()))
    text = game.to_position()
    for _ in range(rng.choice((1, 1, 2))):
        text = mutated(rng, text)
    again = Game.from_position(text)
    states = new_states(1)
    states[:] = again._states
    if run(again.pack.tables, states, 0, np.uint64(seed), np.zeros(SEEN, np.int64)):
        raise AssertionError("a position was taken from which the game breaks a law")


def replays(first: int, count: int) -> tuple[dict[str, int], list[str]]:
    """Breaks replays; what is still taken plays the same game, and only our own errors may come, each at once."""
    found, wrong = Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        for seed in range(first, first + count):
            raw, fingerprints = _recorded(seed // SPOILT, path)
            path.write_bytes(spoilt(random.Random(seed), raw))
            start = time.process_time()
            try:
                story = Story(chosen(path), WORLD)
                told = list(watch.whole(story))
                end = story.last
                found["broken replay that parts" if story.parted else "broken replay that still plays"] += 1
                checked = story.parted is None or not story.replay.compact  # a line of actions is checked at its end
                if checked and end.fingerprint() != fingerprints.get(len(story.told)):
                    wrong.append(f"replay {seed}: another game was taken for it")
                if not all(line.replace("\n", "").isprintable() for line in told):
                    wrong.append(f"replay {seed}: something is told that a terminal would obey")
            except ValueError as fault:
                if type(fault) not in (Parted, ValueError):
                    wrong.append(f"replay {seed}: {type(fault).__name__}: {fault}")
                found["broken replay refused"] += 1
            except Exception as fault:
                wrong.append(f"replay {seed}: {type(fault).__name__}: {fault}")
            if (took := time.process_time() - start) > SLOW_REPLAY:
                wrong.append(f"replay {seed}: took {took:.2f} s")
    return dict(found), wrong


@functools.lru_cache(4)
def _recorded(seed: int, path: Path) -> tuple[bytes, dict[int, str]]:
    """A recorded game, sometimes from a situation or in one line, and its situation at each ply."""
    rng, start = random.Random(seed), a_game(seed)
    game, actions = start.clone(), list[int]()
    fingerprints = {0: game.fingerprint()}
    with Recorder(path, WORLD, game, ["random"] * game.seats) as record:
        while game.seat is not None and len(actions) < LONGEST_REPLAY:
            actions.append(rng.choice(game.legal()))
            record.apply(actions[-1])
            fingerprints[len(actions)] = game.fingerprint()
    if seed % 3 == 0:
        return (dumped(compact(WORLD, start, actions, game)) + "\n").encode(), fingerprints
    return path.read_bytes(), fingerprints


def main() -> int:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--replays", type=int, default=REPLAYS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--state", type=Path, default=Path("runs/soak.json"), help="where it goes on from")
    given = parser.parse_args()
    done = _recall(given.state)
    work = [(games, first) for first in range(0, given.games, CHUNK) if f"games {first}" not in done["chunks"]]
    work += [(files, first) for first in range(0, given.files, CHUNK) if f"files {first}" not in done["chunks"]]
    work += [(replays, first) for first in range(0, given.replays, CHUNK) if f"replays {first}" not in done["chunks"]]
    end = "   \r" if sys.stderr.isatty() else "\n"
    total, start = given.games + given.files + given.replays, time.perf_counter()
    games(0, 1)
    replays(0, SPOILT)
    files(0, 300)  # all is compiled before the processes start, and before anybody takes the time
    with ProcessPoolExecutor(given.jobs) as pool:
        limit = {games: given.games, files: given.files, replays: given.replays}
        waiting = {pool.submit(task, first, min(CHUNK, limit[task] - first)): (task, first) for task, first in work}
        for future in as_completed(waiting):
            task, first = waiting[future]
            found, wrong = future.result()
            done["found"] = dict(Counter(done["found"]) + Counter(found))
            done["wrong"] += wrong
            done["chunks"].append(f"{task.__name__} {first}")
            _remember(given.state, done)
            so_far = len(done["chunks"]) * CHUNK
            if sys.stderr.isatty() or so_far % LINE == 0:
                print(f"{so_far:,} of {total:,}, {len(done['wrong'])} wrong", end=end, file=sys.stderr, flush=True)
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
