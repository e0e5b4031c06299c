"""Rooms that serve every world name none: no import, no string, no docstring."""

import re
from pathlib import Path

import pytest

from mpenv import worlds
from tests.places import ROOT

HOME = ROOT / "mpenv"
OWN = ("worlds", "agents/{}")  # the places of worlds
NAMES = {*worlds.names(), "ferry", "menhir"}
WORDS = (  # of games: their names, scenarios, packs and figures
    *NAMES, *(name.replace("_", " ") for name in NAMES), *(name.partition("_")[0] for name in NAMES),
    "prologue", "inquisition", "alchemist", "great-work", "tithe", "licences", "drill-errand",
)  # fmt: skip
FOUND = re.compile(rf"(?i)(?<![a-z])(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})")

# What may stand there all the same, with the reason.
ALLOWED = {
    "__init__.py": {
        "from mpenv.worlds.materia_prima import Game, scenarios": "type checkers need the type of `mpenv.Game`",
        "alchemists: list[str] | tuple[str, ...] | None": "type checkers need the keywords of the usual world",
        '_register("materia_prima", 1, {})  # loads nothing; a test compares it with the usual world': (
            "gymnasium and PettingZoo want ids when mpenv is imported, and loading a world takes a second"
        ),
    },
    "materia_prima_v1.py": {
        '"""`materia_prima_v1` the way PettingZoo names its games: `materia_prima_v1.env()`."""': (
            "PettingZoo names modules after games"
        )
    },
}


def shared(home: Path) -> list[Path]:
    """The sources of the rooms that serve every world."""
    places = [home / one.format(name) for one in OWN for name in worlds.names()]
    return [
        path
        for path in sorted(home.rglob("*"))
        if path.suffix in (".py", ".html") and not any(path.is_relative_to(place) for place in places)
    ]


def faults(home: Path) -> list[str]:
    """Each line of a shared room that names a world."""
    found = []
    for path in shared(home):
        where = path.relative_to(home).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if (word := FOUND.search(line)) and line.strip() not in ALLOWED.get(where, {}):
                found.append(f"{where}:{number}: names {word[0]!r}: {line.strip()}")
    return found


def test_no_shared_room_names_a_world() -> None:
    assert "\n".join(faults(HOME)) == ""


def test_every_exception_is_still_there() -> None:
    for where, lines in ALLOWED.items():
        there = [line.strip() for line in (HOME / where).read_text(encoding="utf-8").splitlines()]
        assert set(lines) <= set(there), where


@pytest.mark.parametrize(
    "line", ['WORLD = "ferry"', "from mpenv.worlds.materia_prima import WORLD", "# as in Materia Prima"]
)
def test_a_named_world_is_found_with_its_place(tmp_path: Path, line: str) -> None:
    (tmp_path / "envs").mkdir()
    (tmp_path / "envs/aec.py").write_text(f"\n{line}\n")
    (fault,) = faults(tmp_path)
    assert fault.startswith("envs/aec.py:2: names ")


def test_the_ids_of_the_usual_world_have_its_name_and_version() -> None:
    import gymnasium

    world = worlds.load()
    title = "".join(part.capitalize() for part in world.name.split("_"))
    assert {f"mpenv/{title}{kind}-v{world.version}" for kind in ("Team", "Seat")} <= set(gymnasium.registry)
    assert (HOME / f"{world.name}_v{world.version}.py").exists()
