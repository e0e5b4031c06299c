"""Statistics of a pack (`mpenv pack pulse`): how its scenarios play, for several teams on the same seeds."""

import functools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from mpenv import workers
from mpenv.agents import registry
from mpenv.seeds import PACK_STATS_SEED
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.generated import with_generated
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.options import Options
from mpenv.worlds.materia_prima.studies import full_table
from mpenv.worlds.materia_prima.studies.counts import Figures, figures
from mpenv.worlds.materia_prima.studies.game_stats import GameStats, play_and_count

USUAL = ("random", "busy", "expert")
CHUNK = 10  # games per task of a process
Say = Callable[[str], None]


class Cell(NamedTuple):
    """A scenario with a number of seats; every team plays the same seeds."""

    pack: str
    scenario: str
    seats: int
    difficulty: str | None

    @property
    def options(self) -> dict[str, Any]:
        return self._asdict()


def usual_scenarios(pack: Pack) -> list[str]:
    """All scenarios except training drills and those with a guide, unless there is nothing else."""
    drill = v.PROVENANCES.index("training drill")
    named = zip(pack.ids["scenario"], pack.entries["scenario"], strict=True)
    return [name for name, one in named if one["provenance"] != drill and not one["guide"]] or pack.ids["scenario"]


def cells(
    pack: str, scenarios: Sequence[str] | None, seats: Sequence[int], difficulty: str | None = None
) -> list[Cell]:
    """Every scenario with every number of seats; wrong options are refused before anything is played."""
    known = with_generated(load(pack), scenarios or [])
    found = []
    for name, count in product(scenarios or usual_scenarios(known), seats):
        entry = known.entries["scenario"][known.index("scenario", name)] if name in known.ids["scenario"] else None
        level = None if entry and entry["days"][0] else difficulty
        Options(name, count, difficulty=level, pack=pack).check()
        found.append(Cell(pack, name, count, level))
    return found


def measure(asked: Sequence[Cell], teams: Sequence[str], games: int, say: Say, jobs: int = 0) -> list[Figures]:
    """Statistics of each cell and team; `jobs` is the number of processes, 0 for one per core."""
    for code in teams:
        registry.make(code)
    if games < 1:
        raise ValueError(f"games={games} must be 1 or more")
    rows = list(product(asked, teams))
    chunks = [
        Chunk(row, first, min(CHUNK, games - first)) for row in range(len(rows)) for first in range(0, games, CHUNK)
    ]
    found, start = [], time.perf_counter()
    for row, stats in _by_row(rows, chunks, jobs or os.cpu_count() or 1):
        cell, team = rows[row]
        found.append({"scenario": cell.scenario, "seats": cell.seats, "team": team, **figures(stats)})
        say(f"{len(found)} of {len(rows)} ({time.perf_counter() - start:.0f} s): {full_table.brief(found[-1])}")
    return found


class Chunk(NamedTuple):
    """Games of a row that a process plays one after another."""

    row: int
    first: int
    games: int


def _by_row(
    rows: Sequence[tuple[Cell, str]], chunks: Sequence[Chunk], jobs: int
) -> Iterator[tuple[int, list[GameStats]]]:
    """Yield the games of each row, in the order of the rows."""
    played, row = dict[int, list[GameStats]](), 0
    for number, stats in workers.results(functools.partial(_play, rows, chunks), range(len(chunks)), jobs):
        played[number] = stats
        while own := [at for at, chunk in enumerate(chunks) if chunk.row == row]:
            if not all(at in played for at in own):
                break
            yield row, [game for at in own for game in played.pop(at)]
            row += 1


def _play(
    rows: Sequence[tuple[Cell, str]], chunks: Sequence[Chunk], number: int, on_progress: workers.OnProgress
) -> list[GameStats]:
    chunk = chunks[number]
    cell, team = rows[chunk.row]
    first = PACK_STATS_SEED + chunk.first
    return [play_and_count(team, seed, cell.options) for seed in range(first, first + chunk.games)]
