"""The table as a picture: SVG made of pieces, one function of a view."""

from mpenv.materia.draw.svg import colours, shapes
from mpenv.materia.draw.svg.board import board
from mpenv.materia.draw.svg.cards import pool
from mpenv.materia.draw.svg.day import day
from mpenv.materia.draw.svg.foes import foes
from mpenv.materia.draw.svg.legend import legend
from mpenv.materia.draw.svg.letters import safe
from mpenv.materia.draw.svg.places import WIDTH
from mpenv.materia.draw.svg.scene import Scene
from mpenv.materia.draw.svg.seats import seats
from mpenv.materia.view import View


def pieces(view: View) -> list[tuple[str, str]]:
    """Key and markup of every piece, in drawing order.

    The keys are the same for all views of a game; the markup is empty where nothing lies. Colours are classes,
    so that pieces are the same in every theme.
    """
    scene = Scene(view)
    return [
        *day(scene),
        *board(scene),
        *foes(scene),
        *pool(scene),
        *seats(scene),
        ("legend", legend(scene)),
        ("outcome", ""),
    ]


def frame(theme: str, view: View, only_board: bool = False) -> str:
    """The opening of a picture: its size, its style and the drawings that its pieces use. Close it with `</svg>`."""
    scene = Scene(view)
    x, y, wide, tall = scene.places.board if only_board else (0, 0, WIDTH, scene.places.height)
    style = colours.style(theme, shapes.element_places(view.pack))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mp" viewBox="{x:g} {y:g} {wide:g} {tall:g}"'
        f' width="{wide:g}" height="{tall:g}" style="{safe(colours.FAMILY)}"><style>{style}</style>'
        f"<defs>{shapes.definitions(view.pack)}</defs>"
        f'<rect class="page" x="{x:g}" y="{y:g}" width="{wide:g}" height="{tall:g}"/>'
    )


def svg(view: View, theme: str = "light", only_board: bool = False) -> str:
    """The whole picture, or the board alone, as a file that stands for itself."""
    shown = [markup for key, markup in pieces(view) if markup and (not only_board or key.split()[0] in BOARD)]
    return frame(theme, view, only_board) + "".join(shown) + "</svg>"


BOARD = ("board", "hex", "figure", "inquisitor")
