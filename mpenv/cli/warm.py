"""`mpenv warm`: compile the rules ahead of the first game."""

import argparse
import time


def parser(warm: argparse.ArgumentParser) -> None:
    warm.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    compile_rules()
    print(f"the rules are compiled and stored ({time.perf_counter() - start:.1f} s)")
    return 0


def compile_rules() -> None:
    """Compile what games, batches, views and the expert need, or load it where it is stored."""
    import numpy as np

    import mpenv
    from mpenv.agents import make
    from mpenv.engine.batch import BatchGame
    from mpenv.engine.rollouts import Playing
    from mpenv.worlds.materia_prima import WORLD

    game = mpenv.Game(seed=0)
    game.observe()
    game.describe()
    mpenv.Game.from_position(game.to_position()).apply(game.legal()[0])
    make("expert").act(game.view(game.seat or 0))
    batch = BatchGame(WORLD, 1)
    batch.step(batch.mask.argmax(1))
    Playing(WORLD, {"seats": 2}, [0]).play_on(0, np.ones(2, np.int8))
