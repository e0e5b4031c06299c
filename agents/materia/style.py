"""Styles: how a team plays, in a few numbers."""

from typing import NamedTuple


class Style(NamedTuple):
    """`points` is the effort that a town mission for the events may cost, for the root of its points."""

    handover: int = 1
    points: int = 4
    alone: int = 0


GREEDY = Style()
LONER = Style(handover=0, alone=1)
