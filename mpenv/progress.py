"""A progress bar in one line of standard error: games, decisions a second and time left."""

import math
import sys
import time
from collections.abc import Callable

REDRAWN = 0.2  # seconds between two pictures of the bar on a terminal
WIDTH = 24  # of the bar


class Progress:
    """Counts games and decisions and draws how far they are.

    On a terminal the line is drawn anew in its place. Elsewhere a line is printed every `every` seconds; never when
    left out. `before` games were played earlier, and do not count for rates and the time left. `note` stands behind the
    line; it is called with the number of games that were played.
    """

    def __init__(
        self,
        games: int,
        before: int = 0,
        every: float = math.inf,
        note: Callable[[int], str] | None = None,
    ) -> None:
        self.games, self.before, self.done, self.decisions = games, before, 0, 0
        self._note, self._terminal = note, sys.stderr.isatty()
        self._every = REDRAWN if self._terminal else every
        self._begun = self._drawn = time.monotonic()
        self._visible = False

    def add(self, games: int, decisions: int) -> None:
        """Count so many games and decisions more."""
        self.done += games
        self.decisions += decisions
        if time.monotonic() - self._drawn > self._every:
            self._drawn, self._visible = time.monotonic(), True
            start, end = ("\r", "\x1b[K") if self._terminal else ("", "\n")
            print(f"{start}{self.line()}{end}", end="", file=sys.stderr, flush=True)

    def line(self) -> str:
        """Return the bar, the share of the games, the rate of decisions, and the time left."""
        played = self.before + self.done
        share = played / max(1, self.games)
        seconds = time.monotonic() - self._begun
        left = f"{clock((self.games - played) * seconds / self.done)} left" if self.done else "-:-- left"
        full = round(WIDTH * share)
        bar = f"[{'#' * full}{'.' * (WIDTH - full)}] " if self._terminal else ""
        rate = f", {self.decisions / max(seconds, 1e-9):,.0f} decisions/s" if self.decisions else ""
        note = f", {self._note(self.done)}" if self._note else ""
        return f"{bar}{share:4.0%}, {played:,} of {self.games:,} games{rate}, {left}{note}"

    def summary(self) -> str:
        """Return what was played, and how fast."""
        seconds = time.monotonic() - self._begun
        rates = f"{self.done / seconds:,.0f} games/s, {self.decisions / seconds:,.0f} decisions/s"
        return f"{self.done:,} games, {self.decisions:,} decisions in {seconds:.1f} s: {rates}"

    def end(self) -> None:
        """Remove the bar from the terminal."""
        if self._terminal and self._visible:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        self._visible = False


def clock(seconds: float) -> str:
    """Return a time as `2:05`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
