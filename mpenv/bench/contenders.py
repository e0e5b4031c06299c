"""The contenders of a benchmark: our engine in every way of use, games of other libraries, training loops."""

import importlib
import random
import time

from mpenv.bench import record_speed
from mpenv.bench.interleave import Side, batch, work
from mpenv.bench.peers import Say
from mpenv.bench.peers.pettingzoo import turns
from mpenv.engine.batch import BatchGame
from mpenv.engine.playouts import Playouts
from mpenv.envs.aec import AECGame
from mpenv.world import World

COPIES = 1_000  # of a game, between two readings of the clock


def sides(world: World, theirs: dict[str, Side]) -> dict[str, Side]:
    """Return ours and theirs by name, in the order of measuring: those compared stand near each other."""
    order: dict[str, Side | None] = {
        "work": work("work"),
        "work_threads_2": work("work_threads_2", threads=2),
        "verify": record_speed.verify(world),
        "record": record_speed.record(world),
        "text": single(world, "text", "text") if _has(world, "text") else None,
        "single": single(world, "single"),
        "openspiel_hanabi": theirs.get("openspiel_hanabi"),
        "openspiel_quoridor": theirs.get("openspiel_quoridor"),
        "batch_1024": batch(world, 1024),
        "batch_1024_threads_2": batch(world, 1024, threads=2, name="batch_1024_threads_2"),
        **{name: batch(world, 1024, name=name, encoder=name) for name in ENCODERS if _has(world, name)},
        **{name: theirs.get(name) for name in theirs if name.startswith(("pgx", "jaxmarl"))},
        "aec": aec(world),
        "connect_four": theirs.get("connect_four"),
        "pettingzoo_hanabi": theirs.get("pettingzoo_hanabi"),
        "playout": playout(world),
        "openspiel_quoridor_rollout": theirs.get("openspiel_quoridor_rollout"),
        "catanatron": theirs.get("catanatron"),
        "expert": expert(world),
        "single_bare": bare(world),
        "oracle": batch(world, 1024, name="oracle", critic=True),
        **{name: batch(world, 1024, name=name, **one.options) for name, one in world.terms.variants.items()},
        **{f"batch_{games}": batch(world, games) for games in (1, 16, 128, 4096)},
        "clone": clone(world),
    }
    return {name: side for name, side in order.items() if side}


ENCODERS = ("entities", "planes")


def _has(world: World, encoder: str) -> bool:
    try:
        world.game(seed=0).observe(encoder, 0)
    except ValueError:
        return False
    return True


def single(world: World, name: str, encoder: str = "") -> Side:
    """Measure one game from Python: step, mask and observation of the seat to move."""
    encoder = encoder or world.terms.encoder
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


def bare(world: World) -> Side:
    """Measure one game from Python: legal actions and step, without observations."""
    rng = random.Random(1)

    def run(seconds: float) -> dict[str, float]:
        steps, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            game = world.game(seed=rng.getrandbits(62))
            while game.seat is not None:
                game.apply(rng.choice(game.legal()))
                steps += 1
        return {"single_bare": steps / (time.perf_counter() - start)}

    return run


def aec(world: World) -> Side:
    """Measure our AEC object, in the loop that measures PettingZoo's."""
    played = turns(AECGame(world))
    return lambda seconds: {"aec": played(seconds)}


def clone(world: World) -> Side:
    """Measure copies of a game from Python."""
    game = world.game(seed=0)

    def run(seconds: float) -> dict[str, float]:
        copies, start = 0, time.perf_counter()
        while time.perf_counter() < start + seconds:
            for _ in range(COPIES):
                game.clone()
            copies += COPIES
        return {"clone": copies / (time.perf_counter() - start)}

    return run


def playout(world: World) -> Side:
    """Measure random legal play inside compiled code, without masks and observations."""
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


def expert(world: World) -> Side | None:
    """Measure games of the expert in compiled code: a plan and the features of every answer for each decision."""
    try:
        playouts = Playouts(world, f"mpenv.agents.{world.home.name}.policy:expert")
    except ValueError:
        return None
    game, seed = world.game(seed=1), 0

    def run(seconds: float) -> dict[str, float]:
        nonlocal seed
        steps, start = 0, time.perf_counter()
        while time.perf_counter() < start + seconds:
            seed += 1
            steps += int(playouts.play(game, 10, seed=seed).plies.sum())
        return {"expert": steps / (time.perf_counter() - start)}

    return run


def learners(world: World, say: Say) -> dict[str, Side]:
    """Return training loops with the engine, and the same loops with a null environment."""
    found: dict[str, Side] = {}
    try:
        ppo = importlib.import_module("mpenv.bench.learner_speed").ppo
        found |= {name: ppo(world, name, null=name != "ppo") for name in ("ppo", "ppo_free_env")}
        sb3 = importlib.import_module("mpenv.bench.null_env").sb3
        found |= {name: sb3(world, name, null=name != "sb3") for name in ("sb3", "sb3_free_env")}
    except ImportError as missing:
        extra = "train,adapters" if "ppo" not in found else "adapters"
        which = "a learner" if found else "the learner"
        say(f"{which} is not measured, {missing.name} is missing: pip install 'mpenv[{extra}]', or make bench")
    return found
