"""The geometry of a frame of seven tiles: hexes, neighbours, and where a turned tile puts its hexes."""

from typing import NamedTuple

import numpy as np

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.content import vocabulary as v

Hex = tuple[int, int]


def turn(one: Hex, times: int) -> Hex:
    """A hex turned about the origin by 60 degrees, `times` times."""
    q, r = one
    for _ in range(times):
        q, r = -r, q + r
    return q, r


class Geometry(NamedTuple):
    """All hexes in reading order, and for each frame slot the hex of each place of the shape."""

    hexes: list[Hex]
    place: list[list[int]]
    turned: list[list[int]]

    def neighbours(self, one: int) -> list[int]:
        q, r = self.hexes[one]
        index = {hex_: i for i, hex_ in enumerate(self.hexes)}
        return [index.get((q + dq, r + dr), -1) for dq, dr in v.STEPS]


@implements("MP-BASE-BOARD-1", also=("MP-DIV-9",))
def geometry(shape: list[Hex], frame: list[Hex]) -> Geometry:
    cells = [[(q + dq, r + dr) for dq, dr in shape] for q, r in frame]
    hexes = sorted({one for tile in cells for one in tile}, key=lambda one: (one[1], one[0]))
    index = {one: i for i, one in enumerate(hexes)}
    turned = [[shape.index(turn(one, k)) if turn(one, k) in shape else -1 for one in shape] for k in range(6)]
    return Geometry(hexes, [[index[one] for one in tile] for tile in cells], turned)


def rotations(shape: list[Hex]) -> list[int]:
    """The rotations that map the shape of a tile onto itself."""
    return [k for k in range(6) if {turn(one, k) for one in shape} == set(shape)]


def site(token: str, symbols: list[str]) -> int:
    """The site code of a token on a tile: plain, blocked, a mine or a town."""
    if token in v.TOWNS:
        return v.TOWN + v.TOWNS.index(token)
    if token in symbols:
        return v.MINE + symbols.index(token)
    if token not in (".", "#"):
        raise ValueError(f"{token!r} is neither '.', '#', a town ({', '.join(v.TOWNS)}) nor an element symbol")
    return v.BLOCKED if token == "#" else v.PLAIN


def shape_rows(shape: list[Hex]) -> list[int]:
    """The number of hexes in each row of a tile, from the top."""
    return [sum(r == row for _, r in shape) for row in sorted({r for _, r in shape})]


def lay(geo: Geometry, sides: dict[tuple[int, int], list[int]], slots: list[tuple[int, int, int]]) -> list[int]:
    """The site of every hex when tiles lie as `slots` says: (tile, side, rotation) for each slot."""
    sites = [v.PLAIN] * len(geo.hexes)
    for slot, (tile, side, rotation) in enumerate(slots):
        for k, code in enumerate(sides[tile, side]):
            sites[geo.place[slot][geo.turned[rotation][k]]] = code
    return sites


def slot_of(words: str, tiles: list[str]) -> tuple[int, int, int]:
    """`tile.1 A 0` -> tile, side, rotation."""
    parts = words.rsplit(maxsplit=2)  # an id may have spaces
    if len(parts) != 3 or parts[0] not in tiles or parts[1] not in ("A", "B") or parts[2] not in tuple("012345"):
        raise ValueError(f"{words!r} must be a tile, its side A or B, and how often it is turned (0 to 5)")
    return tiles.index(parts[0]), "AB".index(parts[1]), int(parts[2])


def apart(q: np.ndarray, r: np.ndarray) -> np.ndarray:
    """Straight distance in hexes of each place from each other."""
    dq, dr = np.subtract.outer(q, q), np.subtract.outer(r, r)
    return np.asarray((abs(dq) + abs(dr) + abs(dq + dr)) // 2)
