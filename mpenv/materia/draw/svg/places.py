"""Where everything lies in a picture; fixed for a game, so that a piece never moves when another one grows."""

from typing import NamedTuple

from mpenv.materia.content import vocabulary as v

WIDTH, MARGIN, GAP = 1400, 16, 12


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


SIDE = 660
LEFT, MIDDLE, RIGHT = MARGIN, MARGIN + SIDE + GAP, 1044
COLUMN = 344
TOP, FIRST = 12, 74


def places(seats: int, events: int, mission_lines: int) -> Places:
    """The boxes for so many seats, rows of the event table and lines of the mission."""
    board = Box(LEFT, FIRST + 40, SIDE, SIDE)
    heights = [30 + 15 * mission_lines, 132, 30 + 25 * events if events else 0, 172, 26 + 3 * 40]
    spare = board.bottom - FIRST - sum(heights) - GAP * (sum(h > 0 for h in heights) - 1)
    y, column = float(FIRST), list[Box]()
    for number, height in enumerate(heights):
        grown = height + (spare / 2 if number in (3, 4) and spare > 0 else 0)
        column.append(Box(MIDDLE, y, COLUMN, grown))
        y += grown + GAP if height else 0
    rows = -(-len(v.KINDS) * seats // 2)
    pitch = (board.bottom - FIRST - GAP - 2 * 30) / (rows + 3)
    wide = WIDTH - MARGIN - RIGHT
    pool = Box(RIGHT, FIRST, wide, 30 + rows * pitch)
    hand = Box(RIGHT, pool.bottom + GAP, wide, 30 + 3 * pitch)
    low = board.bottom + GAP
    tall = 176 if seats == 2 else 206
    each = (WIDTH - 2 * MARGIN - GAP * (seats - 1)) / seats
    row = [Box(MARGIN + k * (each + GAP), low, each, tall) for k in range(seats)]
    legend = Box(MARGIN, low + tall + GAP, WIDTH - 2 * MARGIN, 58)
    headline, asked = Box(LEFT, TOP, SIDE, 50), Box(MIDDLE, TOP, WIDTH - MARGIN - MIDDLE, 50)
    track = Box(LEFT, FIRST, SIDE, 32)
    mission, alarm, table, inquisition, towns = column
    return Places(
        height=legend.bottom + MARGIN,
        headline=headline,
        asked=asked,
        track=track,
        board=board,
        mission=mission,
        alarm=alarm,
        events=table,
        inquisition=inquisition,
        towns=towns,
        pool=pool,
        hand=hand,
        seats=row,
        legend=legend,
    )
