"""Replays: a header, then a JSON line for each action with its notation and chance results.

Reading a replay plays the game again, and says at which ply it diverges from the recording.
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
