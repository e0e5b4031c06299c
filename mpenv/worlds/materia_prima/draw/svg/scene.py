"""A view laid out: who stands where, and where each hex is on the page."""

import functools
import math
from typing import Any, NamedTuple

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.svg.letters import lines
from mpenv.worlds.materia_prima.draw.svg.places import COLUMN, SIDE, Places, places
from mpenv.worlds.materia_prima.view import View

Piece = tuple[str, str]
Spots = tuple[float, list[tuple[int, int]]]
HALF, QUARTER = 24.0, 14.0  # half the width of a hex, and how far its corners stand from the middle row
ROW = 42.0  # from row to row
SIDES, ENDS = 54.0, 36.0  # beside the outermost centres, above and below them
LARGEST = 1.6
LOWER = 4  # a crowd stands where something lies
MOST_LINES = 3  # of a goal or of a special rule
ROOM = COLUMN - 24
COUNT = 62  # for how far the team is
CORNERS = ((0, -28), (HALF, -QUARTER), (HALF, QUARTER), (0, 28), (-HALF, QUARTER), (-HALF, -QUARTER))


def corner(number: int) -> tuple[float, float]:
    """A corner of a hex: number k begins the side to direction k."""
    return CORNERS[number % 6]


class Scene:
    """A view with the places of its hexes and figures: all that the drawings need."""

    def __init__(self, view: View) -> None:
        self.view, self.pack, self.s = view, view.pack, view.state
        s: Any = self.s
        self.colours = [notation.colour(self.pack, s, seat) for seat in range(s.seats)]
        self.scenario: dict[str, Any] = self.pack.entries["scenario"][s.scenario]
        self.mission = mission_lines(self)
        self.places: Places = places(s.seats, len(self.scenario["events"]), len(self.mission))
        self.scale, self.spots = spots(self.pack)
        self.edges = edges(self.pack)
        self.site, self.marker = s.site.tolist(), s.marker.tolist()
        self.towers = {s.seat[seat].tower: seat for seat in range(s.seats) if s.seat[seat].tower >= 0}
        self.loose, self.crowds = heaps(s), crowds(self)

    def spot(self, hex: int) -> tuple[float, float]:
        """The centre of a hex on the page."""
        x, y = self.spots[hex]
        board = self.places.board
        return board.x + x, board.y + (board.h - SIDE) // 2 + y

    def letter(self, type_: int) -> str:
        """The letter of a type of inquisitor."""
        return str(self.pack.entries["type"][type_]["letter"])[:2]

    def town(self, letter: int) -> str:
        """The id of the town that has this letter."""
        return str(next(entry["id"] for entry in self.pack.entries["town"] if entry["letter"] == letter))

    def limited(self, element: int) -> bool:
        """Check whether the supply of this element has an end."""
        return element in self.scenario["special"]["dry"]

    def left(self, element: int) -> int:
        return int(self.scenario["special"]["dry"][element] - self.s.dug[element])

    def dry(self, element: int) -> bool:
        return self.limited(element) and self.left(element) <= 0


class Line(NamedTuple):
    """A line of the mission as it stands on the page; `goal` is the goal of the team that it ends, or -1."""

    said: str
    style: str
    goal: int


def mission_lines(scene: Scene) -> list[Line]:
    """Goals of each alchemist, goals of the team, and the special rules."""
    pack, s, goals = scene.pack, scene.s, scene.scenario["mission"]
    found = []
    own = ", ".join(words.goal(pack, goal, s.seats) for goal in goals if goal["who"] == 0)
    if own:
        found += [Line(line, "text", -1) for line in lines(phrase("svg.each", goals=own), "text", ROOM, MOST_LINES)]
    for number, goal in enumerate(goals):
        if goal["who"] == 1:
            whole = phrase("svg.team", goals=words.goal(pack, goal, s.seats))
            said = lines(whole, "text", ROOM - COUNT, MOST_LINES)
            found += [Line(line, "text", number if line is said[-1] else -1) for line in said]
    special = scene.scenario["special"]
    for rule in (*words.special(pack, special, scene.colours), *words.switches(s, special)):
        said = lines(rule[:1].upper() + rule[1:], "fine", ROOM, MOST_LINES)
        found += [Line(line, "pale", -1) for line in said]
    return found


@functools.lru_cache(maxsize=16)
def spots(pack: Pack) -> Spots:
    """Size of the hexes of a pack, and their place on the board."""
    t = pack.readable
    raw = [((t.q[hex] + t.r[hex] / 2) * 2 * HALF, t.r[hex] * ROW) for hex in range(t.hexes)]
    left, right = min(x for x, _ in raw), max(x for x, _ in raw)
    top, low = min(y for _, y in raw), max(y for _, y in raw)
    scale = round(min(LARGEST, SIDE / (right - left + 2 * SIDES), SIDE / (low - top + 2 * ENDS)), 3)
    dx, dy = SIDE / 2 + 7 - scale * (left + right) / 2, SIDE / 2 - scale * (top + low) / 2
    return scale, [(round(dx + scale * x), round(dy + scale * y)) for x, y in raw]


@functools.lru_cache(maxsize=16)
def edges(pack: Pack) -> list[tuple[int, int]]:
    """The sides of hexes where a tile ends: hex and direction, each side once."""
    t = pack.readable
    tile = {hex: slot for slot, hexes in enumerate(t.place[:, : t.tile_hexes].tolist()) for hex in hexes}
    around = t.neighbour.tolist()
    return [
        (hex, side)
        for hex in range(t.hexes)
        for side in range(6)
        if (other := around[hex][side]) < 0 or (other > hex and tile[other] != tile[hex])
    ]


def heaps(s: Any) -> dict[int, list[int]]:
    """The loose elements of each hex."""
    found: dict[int, list[int]] = {}
    for heap in range(s.heaps):
        hex, element = divmod(s.heap_at[heap], v.MAX_ELEMENTS)
        found.setdefault(hex, [0] * v.MAX_ELEMENTS)[element] = s.heap_count[heap]
    return found


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
            if s.slot[slot].hex[which] < 0:
                continue
            found.setdefault(s.slot[slot].hex[which], []).append(f"inquisitor {slot + 1}.{which + 1}")
    return found


def stands(scene: Scene, hex: int, key: str) -> tuple[float, float, float, bool]:
    """Place and size of a figure on a shared hex: alone in the middle, else in rows; and whether it is alone."""
    crowd = scene.crowds[hex]
    x, y = scene.spot(hex)
    if len(crowd) == 1:
        return x, y, scene.scale, True
    ranks = 1 if len(crowd) == 2 else math.ceil(math.sqrt(len(crowd)))
    files = math.ceil(len(crowd) / ranks)
    rank, file = divmod(crowd.index(key), files)
    here = min(files, len(crowd) - rank * files)
    size = {1: 0.8, 2: 0.66}.get(ranks, 1.5 / ranks) * scene.scale
    dx, dy = (file - (here - 1) / 2) * 28 * size, (rank - (ranks - 1) / 2) * 34 * size
    return x + dx, y + dy + (LOWER * scene.scale if hex in scene.loose else 0), size, False
