"""Play statistics of a pack: its scenarios played by several teams on the same seeds."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Any, NamedTuple

from mpenv.agents import registry
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.generated import with_generated
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.options import Options
from mpenv.worlds.materia_prima.studies import full_table
from mpenv.worlds.materia_prima.studies.counts import Figures, figures
from mpenv.worlds.materia_prima.studies.game_stats import Course, course

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
    """All scenarios except training drills, unless there is nothing else."""
    drill = v.PROVENANCES.index("training drill")
    named = zip(pack.ids["scenario"], pack.entries["scenario"], strict=True)
    return [name for name, one in named if one["provenance"] != drill] or pack.ids["scenario"]


def cells(
    pack: str, scenarios: Sequence[str] | None, seats: Sequence[int], difficulty: str | None = None
) -> list[Cell]:
    """Every scenario with every number of seats; wrong options are refused before anything is played."""
    known = with_generated(load(pack), scenarios or [])
    found = []
    for name, count in product(scenarios or usual_scenarios(known), seats):
        entry = known.entries["scenario"][known.index("scenario", name)] if name in known.ids["scenario"] else None
        level = None if entry and entry["days"][0] else difficulty
        Options.of(name, count, difficulty=level, pack=pack).check()
        found.append(Cell(pack, name, count, level))
    return found


def measure(asked: Sequence[Cell], teams: Sequence[str], games: int, say: Say, jobs: int = 0) -> list[Figures]:
    """Statistics of each cell and team; `jobs` is the number of processes, 0 for one per core."""
    for code in teams:
        registry.make(code)
    if games < 1:
        raise ValueError(f"games={games} must be 1 or more")
    rows = list(product(asked, teams))
    found, start = [], time.perf_counter()
    for (cell, team), courses in zip(rows, _courses(rows, games, jobs or os.cpu_count() or 1), strict=True):
        found.append({"scenario": cell.scenario, "seats": cell.seats, "team": team, **figures(courses)})
        say(f"{len(found)} of {len(rows)} ({time.perf_counter() - start:.0f} s): {full_table.brief(found[-1])}")
    return found


def _courses(rows: Sequence[tuple[Cell, str]], games: int, jobs: int) -> Iterator[list[Course]]:
    """Games of each row, in the order of the rows."""
    if jobs == 1:
        yield from (_play(cell, team, 1, games) for cell, team in rows)
        return
    for team in dict.fromkeys(team for _, team in rows):
        _play(rows[0][0], team, 1, 1)  # compiles everything before the processes start
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts) as pool:
        waiting = [
            [pool.submit(_play, *row, seed, min(CHUNK, games + 1 - seed)) for seed in range(1, games + 1, CHUNK)]
            for row in rows
        ]
        try:
            for chunks in waiting:
                yield [one for chunk in chunks for one in chunk.result()]
        finally:
            pool.shutdown(cancel_futures=True)  # tasks not begun are dropped


def _leave_interrupts() -> None:
    """Ignore Ctrl-C here; the parent process handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(cell: Cell, team: str, first: int, count: int) -> list[Course]:
    return [course(team, seed, cell.options) for seed in range(first, first + count)]
