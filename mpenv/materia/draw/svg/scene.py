"""A view laid out: who stands where, and where each hex is on the page."""

import functools
import math
from typing import Any, NamedTuple

from mpenv.materia import notation
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.pack import Pack
from mpenv.materia.draw import words
from mpenv.materia.draw.svg.letters import lines
from mpenv.materia.draw.svg.places import COLUMN, SIDE, Places, places
from mpenv.materia.view import View

HALF = 24.2  # half the width of a hex as it is drawn
STEP, ROW = 2 * 24.25, 42.0  # from hex to hex, from row to row
EDGE = 34.0  # beside the outermost centres
LARGEST = 1.6


class Standing(NamedTuple):
    """A figure on the board: its key, and where it is drawn how large."""

    key: str
    x: float
    y: float
    scale: float
    alone: bool


class Scene:
    """What every piece is drawn from."""

    def __init__(self, view: View) -> None:
        self.view, self.pack, self.s = view, view.pack, view.state
        self.colours = [notation.colour(self.pack, self.s, seat) for seat in range(self.s.seats)]
        self.scenario: dict[str, Any] = self.pack.entries["scenario"][self.s.scenario]
        self.told = mission_lines(self)
        self.places: Places = places(self.s.seats, len(self.scenario["events"]), len(self.told))
        self.scale, self.spots = spots(self.pack)
        self.site = self.s.site.tolist()
        self.towers = {self.s.seat[seat].tower: seat for seat in range(self.s.seats) if self.s.seat[seat].tower >= 0}
        self.crowds = crowds(self)

    def spot(self, hex: int) -> tuple[float, float]:
        """The centre of a hex on the page."""
        board = self.places.board
        x, y = self.spots[hex]
        return board.x + x, board.y + y


def mission_lines(scene: Scene) -> list[str]:
    """Mission and special rules, in the lines in which they stand on the page."""
    pack, s = scene.pack, scene.s
    said = [words.mission(pack, s.scenario, s.seats), *words.special(pack, scene.scenario["special"], scene.colours)]
    return [line for one in said for line in lines(one[:1].upper() + one[1:], "text", COLUMN - 24, 4)]


@functools.lru_cache(maxsize=16)
def spots(pack: Pack) -> tuple[float, list[tuple[float, float]]]:
    """How large the hexes of a pack are drawn, and where on the board."""
    t = pack.readable
    raw = [((t.q[hex] + t.r[hex] / 2) * STEP, t.r[hex] * ROW) for hex in range(t.hexes)]
    left, right = min(x for x, _ in raw), max(x for x, _ in raw)
    top, low = min(y for _, y in raw), max(y for _, y in raw)
    scale = min(LARGEST, SIDE / (right - left + 2 * EDGE), SIDE / (low - top + 2 * EDGE))
    dx, dy = SIDE / 2 - scale * (left + right) / 2, SIDE / 2 - scale * (top + low) / 2
    return round(scale, 4), [(round(dx + scale * x, 1), round(dy + scale * y, 1)) for x, y in raw]


def crowds(scene: Scene) -> dict[int, list[str]]:
    """The keys of those who stand on each hex."""
    found: dict[int, list[str]] = {}
    pack, s = scene.pack, scene.s
    for seat in range(s.seats):
        for number in range(v.FIGURES):
            if (hex := s.seat[seat].figure[number].hex) >= 0:
                found.setdefault(hex, []).append(f"figure {notation.figure(pack, s, seat, number)}")
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            found.setdefault(s.slot[slot].hex[which], []).append(f"inquisitor {slot + 1}.{which + 1}")
    return found


def stands(scene: Scene, hex: int, key: str) -> Standing:
    """Where one of a crowd stands: alone in the middle, else in rows."""
    crowd = scene.crowds[hex]
    x, y = scene.spot(hex)
    many, nth = len(crowd), crowd.index(key)
    if many == 1:
        return Standing(key, x, y, scene.scale, True)
    rows = 1 if many == 2 else math.ceil(math.sqrt(many))
    rank, file = divmod(nth, math.ceil(many / rows))
    files = min(math.ceil(many / rows), many - rank * math.ceil(many / rows))
    size = {1: 0.82, 2: 0.66}.get(rows, 1.5 / rows)
    dx = (file - (files - 1) / 2) * 28 * size
    dy = (rank - (rows - 1) / 2) * 33 * size
    return Standing(key, round(x + dx * scene.scale, 1), round(y + dy * scene.scale, 1), size * scene.scale, False)
