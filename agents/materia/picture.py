"""What a seat makes of the table it sees: a record of its own, filled anew for every decision."""

from typing import Annotated

import numpy as np

from mpenv.jit import PLAIN
from mpenv.layout import I2, Many, Numbers, Plane, layout, readable
from mpenv.materia.content import vocabulary as v

JOBS = 32
MINES = 48
HUNTERS = v.SLOTS * v.STANDEES
MOST_DICE = 12
MOST_TOTAL = 24
FAR = 60  # an effort or a way that does not exist
UNCHOSEN = 4 * FAR  # the effort of a job that nobody can do
WAIT = 200  # the effort of a job that can not be begun now
NOBODY = -1
NONE = -1
HELP = len(v.PREDICATES)  # jobs behind those of goals: bringing something to another seat,
GEAR = HELP + 1  # and arming oneself for the hunt


class Style:
    """How a team plays, in a few numbers."""

    handover: I2  # are elements brought to others?
    points: I2  # the effort a town mission may cost for the root of its points
    alone: I2  # are the others left out of account?
    spare: I2  # is spare time used to make what goes along into the next scenario?
    helpers: I2  # how many homunculi are made whatever the mission is
    quiet: I2  # are hexes beside alarm markers avoided?


class Job:
    """Something that a seat has to do: one unit of a goal."""

    predicate: I2
    goal: I2
    seat: I2
    what: I2  # the pool slot, the town, the hunter or the element it is done with; -1 while none is chosen
    count: I2
    effort: I2


class Hunter:
    """An inquisitor on the board, with the values of today."""

    hex: I2
    slot: I2
    which: I2
    attack: I2
    defence: I2
    actions: I2
    prey: I2  # bit 0: goes for alchemists, bit 1: for homunculi
    lured: I2  # moves to the nearest prey outside a tower


class Picture:
    style: Style
    seat: I2
    jobs: I2
    mines: I2
    hunters: I2
    main: I2  # the job of the alchemist
    gather: I2  # the job for which elements are brought
    refuge: I2
    slot: I2  # the recipe that is being made
    finished: I2
    calls: I2  # alarms are welcome: there is something to hunt for
    job: Annotated[Many[Job], JOBS]
    hunter: Annotated[Many[Hunter], HUNTERS]
    mine: Annotated[Numbers, "i2", MINES]
    town: Annotated[Numbers, "i2", 4]
    taken: Annotated[Numbers, "i2", v.POOL + 2]  # by pool slot: the seat that will use the recipe
    busy: Annotated[Numbers, "i2", v.SEATS]
    near: Annotated[Plane, "i2", v.SEATS, v.MAX_ELEMENTS]  # from a tower to the nearest mine its seat may use
    recipe: Annotated[Plane, "i2", v.SEATS, v.POOL + 2]  # efforts of the recipes
    errand: Annotated[Plane, "i2", v.SEATS, 4]  # efforts of the town missions
    ask: Annotated[Plane, "i2", v.SEATS, v.MAX_ELEMENTS]  # what others must bring to a seat
    need: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    short: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    odds: Annotated[Plane, "i2", MOST_DICE, MOST_TOTAL]  # chances in a thousand that so many dice show so much
    held: Annotated[Numbers, "i1", v.MAX_HEXES]
    way: Annotated[Plane, "i1", v.FIGURES, v.MAX_HEXES]
    home: Annotated[Numbers, "i1", v.MAX_HEXES]
    chase: Annotated[Plane, "i1", HUNTERS, v.MAX_HEXES]


PICTURE: np.dtype[np.void] = layout(Picture)


def new_pictures(count: int) -> np.ndarray:
    """Zeroed pictures, in the form that the rules of this process take."""
    pictures = np.zeros(count, PICTURE)
    return pictures.view(readable(PICTURE)) if PLAIN else pictures
