"""`mpenv warm`: compile the rules ahead of the first game."""

import argparse
import contextlib
import time
from typing import TYPE_CHECKING

from mpenv.cli import worlds

if TYPE_CHECKING:
    from mpenv.world import World


def parser(warm: argparse.ArgumentParser, world: "World") -> None:
    worlds.add_world(warm)
    warm.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    compile_rules(options.world)
    print(f"the rules are compiled and stored ({time.perf_counter() - start:.1f} s)")
    return 0


def compile_rules(world: "World") -> None:
    """Compile what games, batches, views and the usual teammate need, or load it where it is stored."""
    import numpy as np

    from mpenv import seeds
    from mpenv.agents import make
    from mpenv.engine.batch import BatchGame
    from mpenv.engine.rollouts import Playing

    game = world.game(seed=0)
    game.observe(world.terms.encoder, game.seat or 0)
    game.describe()
    with contextlib.suppress(ValueError):  # a world without position files
        world.game(position=game.to_position()).apply(game.legal()[0])
    mate = make(world.terms.teammate, world=world)
    seeds.begin(mate, game.seat or 0, 0)
    mate.act(game.view(game.seat or 0))
    batch = BatchGame(world, 1)
    batch.step(batch.mask.argmax(1))
    Playing(world, {}, [0]).play_on(0, np.ones(game.seats, np.int8))
