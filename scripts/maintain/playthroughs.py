"""The random games that are kept beside the tests: `make playthroughs` writes them anew."""

from pathlib import Path
from typing import Any

import mpenv
from mpenv.record.replay import playthrough
from mpenv.worlds.materia_prima import WORLD
from tests.places import TESTS

FOLDER = TESTS / "record" / "playthroughs"
SEATS = (2, 3, 4)
# Beside one game a scenario and team size: what only some options bring.
MORE: dict[str, dict[str, Any]] = {
    "generated-17": {"scenario": "generated:17", "seats": 3, "layout": "random"},
    "placed-and-extended": {
        "scenario": "tithe",
        "seats": 2,
        "difficulty": "hard",
        "placement": "players",
        "extend": "ask",
        "rules": {"ask_payment": True, "pool_refill": True},
    },
    "in-the-dark-and-talking": {
        "scenario": "drill-hunt",
        "seats": 3,
        "rules": {"sight": 2, "private_research": True, "table_talk": "open"},
    },
}


def wanted() -> dict[str, dict[str, Any]]:
    """The name of each playthrough and the options of its game."""
    each = {
        f"{scenario}-{seats}": {"scenario": scenario, "seats": seats}
        for scenario in mpenv.scenarios()
        for seats in SEATS
    }
    return {**each, **MORE}


def file(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def written(options: dict[str, Any]) -> str:
    return "\n".join(playthrough.lines(WORLD, **options)) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.txt"):
        path.unlink()
    for name, options in wanted().items():
        file(name).write_text(written(options), encoding="utf-8")
    size = sum(path.stat().st_size for path in FOLDER.iterdir())
    print(f"{len(wanted())} playthroughs in {FOLDER}, {size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
