"""Speed of recording datasets, verifying replays and drawing pictures."""

import contextlib
import itertools
import random
import tempfile
import time
from pathlib import Path
from statistics import median

from mpenv.agents import random as drawn
from mpenv.bench.interleave import Side
from mpenv.evaluation.recording import save_shard
from mpenv.picture import Painter
from mpenv.play import begin_team, play
from mpenv.record.dataset.manifest import manifest
from mpenv.record.replay.reading import chosen
from mpenv.record.replay.resimulate import plies
from mpenv.record.replay.writer import Recorder
from mpenv.world import World

SHARD = 100  # games a call: enough that files cost as much as in long recordings
REPLAYS = 10
PICTURES = 25


def record(world: World) -> Side:
    """Measure recording a dataset of the random team to the disk, shard by shard, in one process."""
    folder = tempfile.TemporaryDirectory()
    game, numbers = world.game(seed=0), itertools.count()
    plan = manifest(world, ["random"] * game.seats, [{}], seed=0, games=1 << 30, shard=SHARD)

    def run(seconds: float) -> dict[str, float]:
        done, start = 0, time.perf_counter()

        def tell(_: int, decisions: int) -> None:
            nonlocal done
            done += decisions

        while time.perf_counter() < start + seconds:
            save_shard(world, plan, Path(folder.name), next(numbers), tell)
        rate = done / (time.perf_counter() - start)
        for path in Path(folder.name).iterdir():
            path.unlink()
        return {"record": rate}

    return run


def verify(world: World) -> Side:
    """Measure verifying replays: played again and compared at every ply, with notation, chance and checksums."""
    folder = tempfile.TemporaryDirectory()
    for seed in range(REPLAYS):
        write_replay(world, Path(folder.name) / f"{seed}.jsonl", seed)

    def run(seconds: float) -> dict[str, float]:
        done, start = 0, time.perf_counter()
        for path in itertools.cycle(Path(folder.name).iterdir()):
            if time.perf_counter() >= start + seconds:
                break
            done += sum(1 for _ in plies(chosen(path), world)) - 1
        return {"verify": done / (time.perf_counter() - start)}

    return run


def write_replay(world: World, path: Path, seed: int) -> None:
    """Write a random game as a replay."""
    game = world.game(seed=seed)
    team = [drawn.Random() for _ in range(game.seats)]
    begin_team(game, team, seed)
    with Recorder(path, world, game) as recorder:
        play(game, team, advance=recorder.advance)


def pictures(world: World) -> dict[str, float]:
    """Measure milliseconds for a picture as SVG, and as pixels where that is installed: medians over a random game."""
    game, rng, painter = world.game(seed=1), random.Random(1), Painter()
    drawing, painting = list[float](), list[float]()
    with contextlib.suppress(ModuleNotFoundError):  # the renderer of pixels is an extra
        while len(painting) < PICTURES and game.seat is not None:
            game.apply(rng.choice(game.legal()))
            start = time.perf_counter()
            game.svg()
            drawing.append(time.perf_counter() - start)
            start = time.perf_counter()
            painter.paint(game.parts())
            painting.append(time.perf_counter() - start)
    times = {"svg_milliseconds": drawing, "rgb_milliseconds": painting}
    return {name: 1e3 * median(found) for name, found in times.items() if found}
