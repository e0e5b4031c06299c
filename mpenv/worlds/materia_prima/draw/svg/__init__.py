"""The table as a picture: SVG composed of parts, each drawn from the view."""

from mpenv.worlds.materia_prima.draw.svg import colours, shapes
from mpenv.worlds.materia_prima.draw.svg.board import board
from mpenv.worlds.materia_prima.draw.svg.cards import cards
from mpenv.worlds.materia_prima.draw.svg.day import day
from mpenv.worlds.materia_prima.draw.svg.ending import outcome
from mpenv.worlds.materia_prima.draw.svg.legend import legend
from mpenv.worlds.materia_prima.draw.svg.letters import n
from mpenv.worlds.materia_prima.draw.svg.marks import rect
from mpenv.worlds.materia_prima.draw.svg.panels import panels
from mpenv.worlds.materia_prima.draw.svg.places import WIDTH, Box
from mpenv.worlds.materia_prima.draw.svg.scene import Piece, Scene
from mpenv.worlds.materia_prima.draw.svg.seats import seats
from mpenv.worlds.materia_prima.draw.svg.troubles import troubles
from mpenv.worlds.materia_prima.view import View

ON_BOARD = ("board", "hex", "tiles", "dark", "column", "figure", "inquisitor", "on")


def pieces(view: View) -> list[Piece]:
    """Key and markup of every piece, in drawing order; for all themes, because colours stand in the frame's style.

    The keys are the same for all views of a game; the markup is one line, empty where nothing lies.
    """
    return _pieces(Scene(view))


def frame(theme: str, view: View, only_board: bool = False) -> str:
    """The opening of a picture: size, style, and the drawings that its pieces use; `</svg>` closes it."""
    return _frame(theme, Scene(view), only_board)


def svg(view: View, theme: str = "light", only_board: bool = False) -> str:
    """The whole picture, or the board alone, as a file that stands for itself."""
    scene = Scene(view)
    shown = [markup for key, markup in _pieces(scene) if not only_board or key.split()[0] in ON_BOARD]
    return _frame(theme, scene, only_board) + "".join(shown) + "</svg>"


def parts(view: View, theme: str = "light") -> list[tuple[Box, str]]:
    """The same picture as pictures that lie side by side, each with its place: most of them stay from ply to ply."""
    scene = Scene(view)
    return [(box, f"{_opening(theme, scene, box)}{held}</svg>") for box, held in panels(scene, _pieces(scene))]


def _pieces(scene: Scene) -> list[Piece]:
    rooms = (day, board, troubles, cards, seats)
    found = [piece for room in rooms for piece in room(scene)]
    return [*found, ("legend", legend(scene)), ("outcome", outcome(scene))]


def _frame(theme: str, scene: Scene, only_board: bool) -> str:
    return _opening(theme, scene, scene.places.board if only_board else Box(0, 0, WIDTH, scene.places.height))


def _opening(theme: str, scene: Scene, box: Box) -> str:
    style = colours.style(theme, shapes.element_places(scene.pack))
    place = " ".join(map(n, box))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' class='mp' viewBox='{place}' width='{n(box.w)}' height='{n(box.h)}'>"
        f"<style>{style}</style><defs>{shapes.definitions(scene.pack)}</defs>{rect(box, 'page', 0)}"
    )
