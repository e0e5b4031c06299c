"""The worlds that are installed, and the one in which a replay was recorded."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mpenv.record.replay.reading import Replay
    from mpenv.world import World


def installed() -> "dict[str, World]":
    """Each world by its name."""
    from mpenv.worlds.materia_prima import WORLD

    return {WORLD.name: WORLD}


def of(replay: "Replay") -> "World":
    """The world that the header of a replay names; `Parted` when it is not installed."""
    from mpenv.record.replay.resimulate import world_of

    return world_of(replay, installed())
