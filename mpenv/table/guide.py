"""The guide at the table: says the lines of a tutorial, and offers it to who plays for the first time."""

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

from mpenv import files
from mpenv.engine import cache
from mpenv.table.phrases import phrase
from mpenv.world import Game, World

PLAYED = "played"  # a file that says that somebody has played here before
NO = ("n", "no", "nein")
WIDTH = 110


class Guide:
    """Says each line of a tutorial once."""

    def __init__(self, world: World, say: Callable[[str], None]) -> None:
        self._world, self._say = world, say
        self._said: set[str] = set()

    def speak(self, game: Game) -> None:
        """Say what is new for the seat that is asked."""
        mark = f"{phrase('guide.mark')}  "
        for line in self._world.guide(game):
            if line not in self._said:
                self._said.add(line)
                wrapped = textwrap.fill(line, WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark))
                self._say(f"\n{wrapped}\n")


def is_wanted(world: World, ask: Callable[[str], str], say: Callable[[str], None]) -> bool:
    """Offer the tutorial to who plays for the first time; nobody is asked without a terminal, or twice."""
    tutorial = world.terms.said.tutorial
    if tutorial is None or not is_first_time(world):
        return False
    say(phrase("guide.first_time", tutorial=tutorial.words))
    try:
        answer = ask(f"{phrase('guide.wanted')} ")
    except (EOFError, UnicodeDecodeError):
        return False
    return answer.strip().casefold() not in NO


def is_first_time(world: World) -> bool:
    """Does somebody play this world at a terminal who never did before? From now on he has."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    places = [root / f"{PLAYED}-{world.name}" for root in cache.roots()]
    try:
        if any(place.exists() for place in places):
            return False
    except OSError:
        return False
    return any(map(_remember, places))


def _remember(place: Path) -> bool:
    """Leave a mark; where that cannot be done nobody is asked, or he would be each time."""
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.write(place, "")
    except OSError:
        return False
    return True
