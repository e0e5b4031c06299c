"""The random player."""

import random

from mpenv.world import View


class Random:
    """Plays a uniformly random legal action."""

    sentence = "plays any legal answer, each as likely as the others"

    def __init__(self) -> None:
        self._rng = random.Random(0)

    def reset(self, seat: int, seed: int) -> None:
        self._rng = random.Random(f"{seed} {seat}")

    def act(self, view: View) -> int:
        return self._rng.choice(view.legal)
