"""Replays: a header, then one JSON line for each action with its notation and what chance brought.

A replay is no film: it plays the game again, and says at which ply it parts from what was recorded.
"""

from mpenv.record.replay.reading import Parted, Replay, read, replays
from mpenv.record.replay.resimulate import plies, resimulate
from mpenv.record.replay.writer import FORMAT, Recorder, compact, header

__all__ = [
    "FORMAT",
    "Parted",
    "Recorder",
    "Replay",
    "compact",
    "header",
    "plies",
    "read",
    "replays",
    "resimulate",
]
