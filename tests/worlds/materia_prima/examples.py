"""Games and positions of the small pack that the worked examples start from."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

from mpenv.worlds.materia_prima.game import Game
from tests.places import ROOT, TESTS

SMALL = TESTS / "packs" / "small"
REAL = ROOT / "mpenv" / "worlds" / "materia_prima" / "content" / "packs" / "inquisition"
KINDS = ("homunculus", "equipment", "stone")
DIRECTIONS = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
ALARMS = [f"alarm.{number:02}" for number in range(1, 25)]
LEVEL_ONE = 4  # recipes of level 1 of each kind in the small pack
RECIPES = ("1a", "1b", "1c", "1d", "2a", "3a")


def new(scenario: str = "trial", seats: int = 2, seed: int = 1, **options: Any) -> Game:
    return Game(scenario, seats, seed, pack=str(SMALL), **options)


def table(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.to_position())


def position(pack: Path = SMALL, **given: Any) -> Game:
    start = {"scenario": "trial", "alarm": {"active": "alarm.04"}, **given}
    return Game.from_position({"pack": str(pack), **start})


def changed(to: Path, file: str, old: str, new_: str) -> Path:
    """A copy of the small pack in which one thing is different."""
    if not to.exists():
        shutil.copytree(SMALL, to)
    text = (to / f"{file}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    (to / f"{file}.toml").write_text(text.replace(old, new_), encoding="utf-8")
    return to


def grey_with(to: Path, ability: str) -> Path:
    """A copy of the small pack in which the grey alchemist has an ability."""
    text = (SMALL / "alchemists.toml").read_text(encoding="utf-8")
    entry = next(part for part in text.split("[[alchemist]]") if 'id = "alchemist.grey"' in part)
    return changed(to, "alchemists", entry, entry.replace("abilities = []", f'abilities = ["{ability}"]'))


def figure(game: Game, seat: int, name: str = "alchemist") -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in table(game)["seat"][seat]["figure"] if one["name"] == name)
    return found


def end_of_turn(game: Game) -> str:
    return game.words(0)
