"""Styles: how a team plays, in a few numbers."""

from typing import NamedTuple


class Style(NamedTuple):
    """What a team does: bring elements to others; serve towns for the events, at so much effort for the root of the
    points; leave the others out of account; make things for the next scenario in spare time."""

    handover: int = 1
    points: int = 4
    alone: int = 0
    spare: int = 1
    helpers: int = 0
    quiet: int = 1


GREEDY = Style()
BUSY = Style(helpers=1, quiet=0)
LONER = Style(handover=0, alone=1)
