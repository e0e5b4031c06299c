"""Campaigns: a chronicle records results and rewards from one scenario to the next."""

from mpenv.worlds.materia_prima.campaign.chronicle import Chronicle, Played, Player
from mpenv.worlds.materia_prima.campaign.faults import BrokenChronicle
from mpenv.worlds.materia_prima.campaign.progress import begin, is_next, options, other_road, record
from mpenv.worlds.materia_prima.campaign.reading import parse, read
from mpenv.worlds.materia_prima.campaign.saving import Changed, save, update
from mpenv.worlds.materia_prima.campaign.writing import write

__all__ = [
    "BrokenChronicle",
    "Changed",
    "Chronicle",
    "Played",
    "Player",
    "begin",
    "is_next",
    "options",
    "other_road",
    "parse",
    "read",
    "record",
    "save",
    "update",
    "write",
]
