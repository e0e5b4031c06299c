"""Situations to draw, and what stands where in a picture of them."""

import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from PIL import ImageFont

from mpenv.agents import make
from mpenv.picture import FONTS
from mpenv.worlds.materia_prima.draw.svg import letters
from mpenv.worlds.materia_prima.draw.svg.places import Box
from mpenv.worlds.materia_prima.draw.svg.scene import Scene
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.view import View
from tests.worlds.materia_prima import rich
from tests.worlds.materia_prima.test_positions import FILES, PACKS

FINE = 1000  # letters are measured this large


def from_files(every: int = 1) -> Iterator[tuple[str, Game]]:
    """The situation of every position file of the tests, or of every so manieth, after what is played there."""
    for path in FILES[::every]:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
        test = given.pop("test")
        where = given.get("new", given)
        if where.get("pack") in ("small", "whole", "campaign"):
            where["pack"] = str(PACKS / where["pack"])
        game = Game(**where) if "new" in given else Game.from_position(given)
        for words in test.get("play", []):
            game.apply(words)
        yield path.stem, game


def played(scenario: str, seats: int, seed: int, agent: str = "expert", plies: int = 999) -> Iterator[Game]:
    """The same game again and again, as it goes on."""
    game = Game(scenario, seats, seed)
    agents = [make(agent) for _ in range(seats)]
    for seat, one in enumerate(agents):
        one.reset(seat, seed)
    yield game
    while game.seat is not None and game.plies < plies:
        game.apply(agents[game.seat].act(game.view(game.seat)))
        yield game


def crowded() -> Iterator[Game]:
    """Random situations with everything in them."""
    yield from (rich.any_game(seed) for seed in range(80))


class Text(NamedTuple):
    """A text of a picture: what it says and the box that it covers."""

    key: str
    said: str
    style: str
    box: Box


@cache
def _font(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"DejaVuSans{'-Bold' if bold else ''}.ttf", FINE)


def wide(said: str, style: str) -> float:
    """How wide a text is in the font that is shipped."""
    size, bold, _ = letters.STYLES[style]
    return _font(bold).getlength(said) * size / FINE


def texts(key: str, markup: str) -> Iterator[Text]:
    """All texts of a piece that are not turned or moved as a group."""
    for one in _unmoved(ET.fromstring(f"<g>{markup}</g>")):
        style, *how = one.get("class", "").replace("m-", "").split()
        said, x, y = one.text or "", float(one.get("x", 0)), float(one.get("y", 0))
        size, across = letters.STYLES[style][0], wide(said, style)
        left = x - across / 2 if "mid" in how else x - across if "end" in how else x
        yield Text(key, said, style, Box(left, y - 0.76 * size, across, 0.8 * size))


def _unmoved(node: ET.Element) -> Iterator[ET.Element]:
    for child in node:
        if child.tag == "text":
            yield child
        elif "transform" not in child.attrib:
            yield from _unmoved(child)


def home(view: View, key: str) -> Box:
    """The box that a piece may not leave."""
    places = Scene(view).places
    first, _, rest = key.partition(" ")
    if first in ("seat", "values", "stock", "who", "load", "left", "things", "goals") and not rest.isdigit():
        colour = rest.partition(".")[0]
        return places.seats[Scene(view).colours.index(colour)]
    boxes = {
        "headline": places.headline, "today": places.headline, "asked": places.asked, "question": places.asked,
        "track": places.track, "now": places.track, "due": places.track, "mission": places.mission,
        "team": places.mission, "alarm": places.alarm, "events": places.events, "came": places.events,
        "inquisition": places.inquisition, "inquisitor": places.inquisition, "slot": places.inquisition,
        "values": places.inquisition, "towns": places.towns, "purse": places.towns, "town": places.towns,
        "pool": places.pool, "recipe": places.pool, "conversions": places.hand, "hand": places.hand,
        "outcome": places.hand, "legend": places.legend, "board": places.board, "hex": places.board,
        "tiles": places.board, "dark": places.board, "column": places.board, "figure": places.board,
        "turn": places.legend,
    }  # fmt: skip
    return boxes[first]
