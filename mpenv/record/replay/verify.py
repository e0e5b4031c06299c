"""Verifying replays: play every game of files and folders again."""

import functools
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from mpenv import workers
from mpenv.record.replay.reading import Parted, Replay, replays
from mpenv.record.replay.resimulate import plies, world_of
from mpenv.world import World

Worlds = Mapping[str, World]  # by name
Say = Callable[[str], None]
SHARED = 100_000  # bytes from which a file's games are split among processes


class Verdict(NamedTuple):
    """Result of verifying: games, plies, seconds, and a line for each game that diverged."""

    games: int = 0
    plies: int = 0
    seconds: float = 0.0
    parted: tuple[str, ...] = ()

    def __add__(self, other: "Verdict") -> "Verdict":  # type: ignore[override]
        return Verdict(self.games + other.games, self.plies + other.plies, 0.0, self.parted + other.parted)

    @property
    def words(self) -> str:
        """`12 games, 2,412 plies: 11 play again, 1 parts; 48,000 plies a second`."""
        fine, rate = self.games - len(self.parted), self.plies / max(self.seconds, 1e-9)
        games = f"{self.games:,} game{'s' * (self.games != 1)}"
        return (
            f"{games}, {self.plies:,} plies: {fine:,} play again, {len(self.parted):,} part; {rate:,.0f} plies a second"
        )


def files(paths: Iterable[Path]) -> list[Path]:
    """The files given, and all `*.jsonl` of folders given."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = sorted(path.rglob("*.jsonl"))
            if not inside:
                raise ValueError(f"there is no *.jsonl in {path}")
            found += inside
        else:
            path.stat()  # a missing file is reported before anything is played
            found.append(path)
    return found


def verify(paths: Iterable[Path], worlds: Worlds, say: Say, jobs: int = 1) -> Verdict:
    """Play everything again, each game in the world of its header, and report each one that diverges."""
    total, start = Verdict(), time.perf_counter()
    parts = list[Part]()
    for path in files(paths):
        of = jobs if path.stat().st_size > SHARED else 1
        parts += [Part(path, number, of) for number in range(of)]
    pieces = [parts[first : first + _size(len(parts), jobs)] for first in range(0, len(parts), _size(len(parts), jobs))]
    for found in workers.run(functools.partial(_piece, pieces, worlds), range(len(pieces)), jobs):
        for line in found.parted:
            say(line)
        total += found
    return total._replace(seconds=time.perf_counter() - start)


class Part(NamedTuple):
    """The games of a file whose number leaves the rest `number` when it is divided by `of`."""

    path: Path
    number: int
    of: int


def _size(parts: int, jobs: int) -> int:
    """Return the number of parts in a piece of work: several pieces for each process."""
    return max(1, parts // (8 * jobs))


def _piece(pieces: list[list[Part]], worlds: Worlds, number: int, on_progress: workers.OnProgress) -> Verdict:
    total = Verdict()
    for part in pieces[number]:
        total += _part(part, worlds)
    return total


def _part(part: Part, worlds: Worlds) -> Verdict:
    """Play the games of a part of a file."""
    total = Verdict()
    try:
        for number, one in enumerate(replays(part.path)):
            if number % part.of == part.number:
                total += _game(one, worlds)
    except (Parted, OSError) as fault:  # the file itself is broken; only the first part reports it
        if part.number == 0:
            total += Verdict(games=1, parted=(str(fault),))
    return total


def _game(replay: Replay, worlds: Worlds) -> Verdict:
    count = 0
    try:
        for action, _ in plies(replay, world_of(replay, worlds)):
            count += action is not None
    except Parted as fault:
        return Verdict(games=1, plies=count, parted=(str(fault),))
    return Verdict(games=1, plies=count)
