"""A campaign: the chronicle of what was played and won, from one scenario to the next."""

from mpenv.materia.campaign.course import begin, is_next, options, other_road, record
from mpenv.materia.campaign.faults import BrokenChronicle
from mpenv.materia.campaign.kept import Chronicle, Played, Player
from mpenv.materia.campaign.reading import parse, read
from mpenv.materia.campaign.saving import Changed, save, update
from mpenv.materia.campaign.writing import write

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
