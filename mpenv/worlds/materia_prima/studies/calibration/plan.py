"""Plan of a calibration: cells on fixed seeds, teams, and chunks of games."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

from mpenv.agents import registry
from mpenv.agents.materia_prima.scripted import scripted_players
from mpenv.seeds import CALIBRATION_SEED
from mpenv.spelling import did_you_mean
from mpenv.worlds.materia_prima import switches
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.studies.pack_stats import usual_scenarios

PARTS = ("difficulty", "ablations", "ladder")
RANDOM, EXPERT, SEARCH = "random", "expert", "search"
SEATS = (2, 3, 4)
LEVELS = v.DIFFICULTIES[1:]
GAMES, QUICK_GAMES = 500, 60
SEARCH_GAMES, QUICK_SEARCH_GAMES = 100, 4
MOST_GAMES = 100_000
BLOCK = 4  # games of a search team per chunk
SEARCHED = (("alms", 2), ("vault", 3), ("great-work", 4))  # cells of the search team, at every level
MIDDLE = (3, "normal")  # seats and level of ablations and ladder
LADDER = ("vault", "great-work")
RUNGS = range(10, switches.MOST_DAYS + 1)
CLIMBERS = (RANDOM, EXPERT, "hermit", "courier")


class Cell(NamedTuple):
    """Options of games; without days and ablations it is the printed game."""

    scenario: str
    seats: int
    difficulty: str | None
    days: int = 0
    without: str = ""

    @property
    def name(self) -> str:
        """`vault/3/normal`."""
        return "/".join(str(one) for one in (self.scenario, self.seats, self.difficulty) if one)

    @property
    def options(self) -> dict[str, Any]:
        rules: dict[str, Any] = {"days": self.days} if self.days else {}
        rules |= {"without": [self.without]} if self.without else {}
        return {"scenario": self.scenario, "seats": self.seats, "difficulty": self.difficulty, "rules": rules}


class Chunk(NamedTuple):
    """A chunk: games of a team in a cell on consecutive seeds."""

    cell: Cell
    team: str
    first: int
    games: int


@dataclass(frozen=True)
class Plan:
    """Make the list of what to measure; `only` names scenarios or cells, empty means all."""

    parts: tuple[str, ...] = PARTS
    pack: str = "inquisition"
    seed: int = CALIBRATION_SEED
    games: int = GAMES
    mates: tuple[str, ...] = ()
    search: str | None = None
    search_games: int = SEARCH_GAMES
    only: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse what cannot be measured before anything is played."""
        for part in self.parts:
            if part not in PARTS:
                raise ValueError(f"there is no part {part!r}, there are: {', '.join(PARTS)}{did_you_mean(part, PARTS)}")
        for name, count in (("games", self.games), ("search games", self.search_games)):
            if not 2 <= count <= MOST_GAMES:
                raise ValueError(f"{count} {name}: there are 2 to {MOST_GAMES:,}")
        if not 0 <= self.seed < (1 << 64) - MOST_GAMES:
            raise ValueError(f"seed {self.seed}: it is a whole number from 0, and the last one fits into 64 bits")
        _check_mates(self.mates)
        if self.search is not None:
            registry.make(self.search)
            _not_held_out([self.search])
        _check_names(load(self.pack), self.only)

    @property
    def teams(self) -> tuple[str, ...]:
        return (RANDOM, *(self.mates or public()))

    def cells(self) -> list[Cell]:
        """Every scenario except drills, with every number of seats, at every level."""
        pack = load(self.pack)
        found = [
            Cell(name, seats, level)
            for name in usual_scenarios(pack)
            for seats, level in product(SEATS, levels(pack, name))
        ]
        return [one for one in found if self._wants(one)]

    def searched(self) -> list[Cell]:
        """Cells of the search team."""
        if self.search is None:
            return []
        return [cell for cell in self.cells() if (cell.scenario, cell.seats) in SEARCHED and cell.difficulty]

    def studied(self) -> list[Cell]:
        """Cells of the ablations: every scenario with levels, once."""
        pack = load(self.pack)
        scenarios = [name for name in usual_scenarios(pack) if levels(pack, name) != [None]]
        return [Cell(name, *MIDDLE) for name in scenarios if self._names(name)]

    def climbed(self) -> list[Cell]:
        """Cells of the ladder; each is played for every number of days."""
        known = load(self.pack).ids["scenario"]
        return [Cell(name, *MIDDLE) for name in LADDER if name in known and self._names(name)]

    def _wants(self, cell: Cell) -> bool:
        return not self.only or any(f"{cell.name}/".startswith(f"{one}/") for one in self.only)

    def _names(self, scenario: str) -> bool:
        return not self.only or any(one.partition("/")[0] == scenario for one in self.only)

    def compiled(self) -> list[Chunk]:
        """Chunks of scripted and random teams, without duplicates."""
        wanted: list[tuple[Cell, str]] = []
        if "difficulty" in self.parts:
            wanted += product(self.cells(), self.teams)
        if "ablations" in self.parts:
            words = ("", *switches.WITHOUT)
            wanted += [(cell._replace(without=word), EXPERT) for cell, word in product(self.studied(), words)]
        if "ladder" in self.parts:
            rungs = [cell._replace(days=days) for cell, days in product(self.climbed(), RUNGS)]
            wanted += product(rungs, CLIMBERS)
        return [Chunk(cell, team, self.seed, self.games) for cell, team in dict.fromkeys(wanted)]

    def slow(self) -> list[Chunk]:
        """Chunks of the search team."""
        if "difficulty" not in self.parts or self.search is None:
            return []
        starts = range(0, self.search_games, BLOCK)
        return [
            Chunk(cell, self.search, self.seed + start, min(BLOCK, self.search_games - start))
            for cell, start in product(self.searched(), starts)
        ]

    def paired(self) -> list[Chunk]:
        """The expert's games on the seeds of the search team, where not played anyway."""
        if "difficulty" not in self.parts or self.search is None:
            return []
        return [Chunk(cell, EXPERT, self.seed, self.search_games) for cell in self.searched()]


def levels(pack: Pack, scenario: str) -> list[str | None]:
    """Difficulties of a scenario; None for a scenario without levels."""
    days = pack.entries["scenario"][pack.index("scenario", scenario)]["days"]
    found = [level for level, length in zip(v.DIFFICULTIES, days, strict=True) if length]
    return [None] if found == ["none"] else list(found)


def public() -> tuple[str, ...]:
    """Scripted players that are listed and not held out."""
    there = scripted_players()
    return tuple(
        agent.name for agent in registry.listed() if agent.name in there and not (agent.held_out or agent.fault)
    )


def _check_mates(asked: Sequence[str]) -> None:
    there = public()
    _not_held_out([one for one in asked if one in registry.known()])
    if unknown := [one for one in asked if one not in there]:
        said, hint = ", ".join(map(repr, unknown)), did_you_mean(unknown[0], there)
        raise ValueError(f"there is no scripted player {said}, there are: {', '.join(there)}{hint}")
    if twice := sorted({one for one in asked if asked.count(one) > 1}):
        raise ValueError(f"{', '.join(twice)}: named more than once")


def _not_held_out(codes: Sequence[str]) -> None:
    if kept := [code for code in codes if registry.held_out([code])]:
        raise ValueError(f"{', '.join(kept)}: held out for judging, nothing is calibrated by them")


def _check_names(pack: Pack, only: Sequence[str]) -> None:
    """Check names of scenarios, or of cells like `vault/3/hard`."""
    scenarios = usual_scenarios(pack)
    for words in only:
        name, *rest = words.split("/")
        if name not in scenarios:
            hint = did_you_mean(name, scenarios)
            raise ValueError(f"there is no scenario {name!r} to calibrate, there are: {', '.join(scenarios)}{hint}")
        seats, *level = rest or ["2"]
        there = [one for one in levels(pack, name) if one]
        if seats not in map(str, SEATS) or len(level) > 1 or not {*level} <= {*there}:
            cells = f"{name}/SEATS/LEVEL with {', '.join(map(str, SEATS))} seats and {', '.join(there) or 'no levels'}"
            raise ValueError(f"there is no cell {words!r}, there are: {cells}")
