"""The pictures of the documents: `python -m scripts.maintain.docs_pictures docs/img`, or `make pictures`."""

import sys
import tempfile
from pathlib import Path

from mpenv import files, picture
from mpenv.agents.materia_prima.scripted import Expert
from mpenv.play import begin_team, decisions
from mpenv.worlds.materia_prima.draw import svg
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.view import View
from scripts.maintain import docs_animation, docs_how_to_play

SCENARIO, SEATS, SEED, DAY = "great-work", 4, 7, 15  # late in a long game there is most to see
WIDTH = 1200  # pixels


def situation() -> View:
    """A table late in a game of a scripted team, as the seat sees it that is asked."""
    game, team = Game(SCENARIO, SEATS, SEED), [Expert() for _ in range(SEATS)]
    begin_team(game, team)
    for _ in decisions(game, team):
        if game.day >= DAY:
            break
    return game.view(game.seat or 0)


def draw(folder: Path) -> list[Path]:
    """The whole table in both themes, and a game in motion."""
    view = situation()
    drawn = {f"board-{theme}.png": picture.png(svg.svg(view, theme), WIDTH) for theme in ("light", "dark")}
    with tempfile.TemporaryDirectory() as records:
        drawn["replay.webp"] = docs_animation.animation(Path(records))
    drawn |= docs_how_to_play.pictures()
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in drawn.items():
        files.write(folder / name, content)
    return [folder / name for name in drawn]


if __name__ == "__main__":
    for path in draw(Path(sys.argv[1])):
        print(f"{path}: {path.stat().st_size:,} bytes")
