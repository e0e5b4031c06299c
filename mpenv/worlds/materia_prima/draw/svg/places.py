"""Where everything lies in a picture; fixed for a game, so that a piece never moves when another one grows."""

import math
from typing import NamedTuple

from mpenv.worlds.materia_prima.content import vocabulary as v

WIDTH, MARGIN, GAP = 1424, 16, 12
SIDE = 684  # of the board
TOP, FIRST = 14, 74
MIDDLE, RIGHT = MARGIN + SIDE + GAP, 1068
COLUMN = RIGHT - GAP - MIDDLE
LINE = 15
WHOLE = 4  # of which all edges of panels are multiples, so that a painter's scale of 3 / 4 brings them to whole pixels


class Box(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h


class Places(NamedTuple):
    """The boxes of a picture."""

    height: float
    headline: Box
    asked: Box
    track: Box
    board: Box
    mission: Box
    alarm: Box
    events: Box
    inquisition: Box
    towns: Box
    pool: Box
    hand: Box
    seats: list[Box]
    legend: Box


def places(seats: int, events: int, mission_lines: int) -> Places:
    """The boxes for so many seats, rows of the event table and lines of the mission."""
    least = _heights(events, mission_lines)
    usual: float = FIRST + 44 + SIDE
    more = FIRST + sum(least) + GAP * sum(height > 0 for height in least[1:]) - usual
    low = usual + max(0, WHOLE * math.ceil(more / WHOLE))
    board = Box(MARGIN, FIRST + 44, SIDE, low - FIRST - 44)
    mission, alarm, table, inquisition, towns = _column(least, low)
    pool, hand = _recipes(seats, board.bottom)
    low, tall = board.bottom + GAP, 178 if seats == 2 else 250
    each = (WIDTH - 2 * MARGIN - GAP * (seats - 1)) / seats
    legend = Box(MARGIN, low + tall + GAP, WIDTH - 2 * MARGIN, 64)
    return Places(
        height=legend.bottom + MARGIN,
        headline=Box(MARGIN, TOP, SIDE, 50),
        asked=Box(MIDDLE, TOP, WIDTH - MARGIN - MIDDLE, 50),
        track=Box(MARGIN, FIRST, SIDE, 34),
        board=board,
        mission=mission,
        alarm=alarm,
        events=table,
        inquisition=inquisition,
        towns=towns,
        pool=pool,
        hand=hand,
        seats=[Box(MARGIN + k * (each + GAP), low, each, tall) for k in range(seats)],
        legend=legend,
    )


def _heights(events: int, mission_lines: int) -> list[float]:
    """What mission, alarm card, events, Inquisition and towns need at least."""
    table = 44 + 22 * events if events else 0
    return [32 + LINE * mission_lines, 114, table, 30 + 44 * v.SLOTS, 30 + 34 * len(v.TOWNS)]


def _column(least: list[float], bottom: float) -> list[Box]:
    """These boxes, one below the other; what is left over goes to the alarm card, the Inquisition and the towns."""
    spare = bottom - FIRST - sum(least) - GAP * sum(height > 0 for height in least[1:])
    alarm, display = min(24, spare / 4), min(54, spare / 2)
    y, found = float(FIRST), list[Box]()
    for height, more in zip(least, [0, alarm, 0, display, spare - alarm - display], strict=True):
        found.append(Box(MIDDLE, y, COLUMN, height + more))
        y += height + more + GAP if height else 0
    return found


def _recipes(seats: int, bottom: float) -> tuple[Box, Box]:
    """The pool with two cards a row, and below it room for three more rows."""
    rows, wide = -(-len(v.KINDS) * seats // 2), WIDTH - MARGIN - RIGHT
    tall = (bottom - FIRST - GAP - 2 * 34) / (rows + 3)
    pool = Box(RIGHT, FIRST, wide, 34 + rows * tall)
    return pool, Box(RIGHT, pool.bottom + GAP, wide, 34 + 3 * tall)
