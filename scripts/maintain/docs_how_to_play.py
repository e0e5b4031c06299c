"""The pictures of docs/how-to-play.md: `python -m scripts.maintain.docs_how_to_play docs/img`, or `make pictures`."""

import sys
from collections.abc import Iterator
from pathlib import Path

from mpenv import files, picture
from mpenv.agents.materia_prima.scripted import Expert
from mpenv.play import begin_team, decisions
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import svg
from mpenv.worlds.materia_prima.draw.svg.panels import names
from mpenv.worlds.materia_prima.draw.svg.scenario import scenario_card
from mpenv.worlds.materia_prima.draw.svg.scene import Scene
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules.prompts import TURN
from mpenv.worlds.materia_prima.view import View

SCENARIO, SEATS, SEED, FIRST, LAST = "prologue", 2, 11, 5, 12  # days among which a telling moment is looked for
CARD = "alms"  # a scenario with special rules
SCALE = 1.5  # pixels for each unit of a picture
ROOMS = {"pool": "pool", "alarm": "alarm", "seat": "seat 0", "inquisition": "inquisition"}


def situation() -> View:
    """A turn in the prologue with an inquisitor and a homunculus on the board."""
    game, team = Game(SCENARIO, SEATS, SEED), [Expert() for _ in range(SEATS)]
    begin_team(game, team)
    for _ in decisions(game, team):
        if game.day >= FIRST and game.seat == 0 and _telling(game):
            return game.view(0)
    raise ValueError(f"seed {SEED} has no such moment")


def _telling(game: Game) -> bool:
    s = game.view(0).state
    hunted = any(s.slot[slot].figures for slot in range(v.SLOTS))
    acts = s.prompt[s.prompts - 1].kind == TURN and s.seat[0].figure[0].actions > 1
    return bool(hunted and acts and s.seat[0].figure[1].hex >= 0 and s.seat[0].figure[0].load.any())


def pictures() -> dict[str, bytes]:
    """Every picture of the page in both themes, by the name of its file."""
    return {
        f"how-{name}-{theme}.png": picture.png(*drawn) for theme in ("light", "dark") for name, drawn in _all(theme)
    }


def _all(theme: str) -> Iterator[tuple[str, tuple[str, int]]]:
    view = situation()
    yield "board", (svg.svg(view, theme, only_board=True), 900)
    card = Game(CARD, SEATS, SEED).card()
    yield "card", (scenario_card(card, view.pack, theme), 930)
    begun = Game(SCENARIO, SEATS, SEED).view(0)  # when the pool is full
    for name, room in ROOMS.items():
        shown = begun if name == "pool" else view
        box, drawn = dict(zip(names(Scene(shown)), svg.parts(shown, theme), strict=True))[room]
        yield name, (drawn, round(box.w * SCALE))


def draw(folder: Path) -> list[Path]:
    """Write the pictures."""
    found = pictures()
    for name, content in found.items():
        files.write(folder / name, content)
    return [folder / name for name in found]


if __name__ == "__main__":
    for path in draw(Path(sys.argv[1])):
        print(f"{path}: {path.stat().st_size:,} bytes")
