"""Catanatron: `play()` of four random bots in Python, without observations."""

import random
import time
from collections.abc import Callable

PACKAGES = ("catanatron",)


def four_bots() -> Callable[[float], float]:
    from catanatron import Color, Game, RandomPlayer

    random.seed(1)  # its bots and dice draw from the global generator

    def run(seconds: float) -> float:
        decisions, start = 0, time.perf_counter()
        end = start + seconds
        while time.perf_counter() < end:
            game = Game([RandomPlayer(color) for color in Color])
            game.play()
            decisions += len(game.state.actions)
        return decisions / (time.perf_counter() - start)

    return run


GAMES = {"catanatron": four_bots}
