"""A scripted player's working memory for a decision: a record filled anew from its view."""

from typing import Annotated

import numpy as np

from mpenv.agents.materia_prima.features import FEATURES
from mpenv.engine.records import I2, About, Many, Numbers, Plane, layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.content import vocabulary as v

JOBS = 32
MINES = 48
HUNTERS = v.SLOTS * v.STANDEES
MOST_DICE = 12
MOST_TOTAL = 24
FAR = 60  # effort or distance of what is impossible
UNCHOSEN = 4 * FAR  # effort of a job that nobody can do
WAIT = 200  # effort of a job that cannot be begun now
NOBODY = -1
NONE = -1
HELP = len(v.PREDICATES)  # jobs beyond those of goals: bring something to another seat,
GEAR = HELP + 1  # make what is useful in any mission,
TRADE = GEAR + 1  # buy a tower extension in a town,
STUDY = TRADE + 1  # draw recipes of a kind,
FETCH = STUDY + 1  # and bring an element home


class Habits:
    """Habits: numbers that shape how a player plans."""

    handover: Annotated[int, "i2", About(0, 1, "are elements brought to others?")]
    alone: Annotated[int, "i2", About(0, 1, "are the others left out of account?")]
    generous: Annotated[
        int, "i2", About(0, 1, "is anything brought that others lack, also what they could get themselves?")
    ]
    eager: Annotated[int, "i2", About(0, 1000, "how long bringing something is thought to take, in percent")]
    points: Annotated[int, "i2", About(0, 20, "the effort a town mission may cost for the root of its points")]
    spoils: Annotated[int, "i2", About(0, 20, "the same while there is somebody to defeat")]
    punctual: Annotated[
        int,
        "i2",
        About(0, 60, "how many actions sooner than other work the towns are served for events that must be paid"),
    ]
    early: Annotated[int, "i2", About(0, 60, "how many actions too soon a place is taken that must be held at the end")]
    longest: Annotated[int, "i2", About(0, 1, "is the work that takes longest shared out first?")]
    back_up: Annotated[
        int, "i2", About(0, 2, "does the idle make once more what another makes for the team? 2: sooner than help")
    ]
    spare: Annotated[int, "i2", About(0, 1, "is spare time used to make what goes along into the next scenario?")]
    helpers: Annotated[int, "i2", About(0, 3, "how many homunculi are made whatever the mission is")]
    patience: Annotated[int, "i2", About(0, 60, "the days that a homunculus must still have to be worth making")]
    quiet: Annotated[int, "i2", About(0, 1, "are hexes beside alarm markers avoided?")]
    guard: Annotated[int, "i2", About(0, 60, "the effort for an inquisitor that is worth spare time")]
    most: Annotated[int, "i2", About(1, 6, "elements brought to another at a time")]
    detour: Annotated[int, "i2", About(0, 20, "steps out of the way home for what is needed later")]
    brave: Annotated[
        int, "i2", About(0, 1000, "the chance of a win, in a thousand, from which a neighbour is attacked")
    ]
    brave_at_home: Annotated[int, "i2", About(0, 1000, "the same out of the own tower")]
    bold: Annotated[int, "i2", About(0, 20, "how much more peril than at work is run into for a fight")]
    likely: Annotated[int, "i2", About(0, 1000, "the chance to fell an inquisitor today that is worth a detour")]
    keen: Annotated[int, "i2", About(0, 1000, "the chance that is worth a detour while there is somebody to defeat")]
    loud: Annotated[int, "i2", About(0, 500, "how much a marked neighbour repels an idle figure")]
    nerve: Annotated[int, "i2", About(0, 1000, "the peril an alchemist runs into, in percent of what is usual")]
    mettle: Annotated[int, "i2", About(0, 1000, "the same while there is somebody to defeat")]
    rush: Annotated[int, "i2", About(0, 500, "how much more peril is run into each day of the last three")]
    risk: Annotated[int, "i2", About(0, 1000, "the peril a homunculus runs into, in a thousand")]
    brought: Annotated[int, "i2", About(0, 60, "the effort counted for an element that another has to bring")]
    draws: Annotated[int, "i2", About(0, 30, "research actions counted until a wanted recipe is found")]
    trade: Annotated[
        int, "i2", About(0, 1000, "what a tower extension is worth, in percent of what it is thought to save")
    ]
    near: Annotated[int, "i2", About(0, 20, "how much an idle figure minds each step away from home")]
    fetched: Annotated[int, "i2", About(0, 30, "the effort counted for each level of a recipe that is not known yet")]
    private: Annotated[int, "i2", About(0, 1, "are recipes kept in the private slot that the own work wants?")]
    abroad: Annotated[int, "i2", About(0, 1, "is use made of abilities to transmute or to look for recipes anywhere?")]
    market: Annotated[
        int, "i2", About(0, 1, "are tower extensions bought also where something must be held at the end?")
    ]
    gifts: Annotated[
        int, "i2", About(0, 300, "what such an ability in the market saves a day, in hundredths of an action")
    ]
    sturdy: Annotated[
        int, "i2", About(0, 300, "the same for a defence die or room for an element, in hundredths of an action")
    ]
    leisure: Annotated[
        int, "i2", About(0, 1000, "the time for all own work, in percent, that is left where points are earned besides")
    ]
    whim: Annotated[int, "i2", About(0, 30000, "how much of what is drawn at random goes into the worth of an answer")]


class Job:
    """A job of a seat: one unit of a goal, or something useful besides."""

    predicate: I2
    goal: I2
    seat: I2
    what: I2  # the pool slot, the town, the hunter or the element it is done with; -1 while none is chosen
    count: I2
    effort: I2


class Order:
    """An order that a seat carries out before anything else; kind 0 means none."""

    kind: I2
    what: I2
    sign: I2  # a number of the game that changes when the order is carried out
    until: I2  # the last day on which it is tried


class Hunter:
    """An inquisitor on the board, with its values of today."""

    hex: I2
    slot: I2
    which: I2
    attack: I2
    defence: I2
    actions: I2
    prey: I2  # bit 0: attacks alchemists, bit 1: homunculi
    lured: I2  # moves to the nearest prey outside a tower


class Memory:
    """A seat's working memory for a decision."""

    weight: Annotated[Numbers, "i4", len(FEATURES)]
    feature: Annotated[Numbers, "i4", len(FEATURES)]
    habits: Habits
    seat: I2
    jobs: I2
    shared: I2  # number of jobs of the team, before those the seat adds for itself,
    dawn: I2  # and the day on which they were allocated
    mines: I2
    hunters: I2
    main: I2  # the job of the alchemist
    gather: I2  # the job for which elements are brought
    refuge: I2
    slot: I2  # the recipe that is being made
    finished: I2
    hunts: I2  # this seat or the team still has an inquisitor to defeat
    calls: I2  # alarms help: more must be defeated than stand on the board
    planned: I2  # the action that the plan takes next
    late: I2  # share of the time left that the own jobs take, in hundredths
    watched: I2  # the figure that `calm` is about
    calm: I2  # the least peril it can reach tonight
    order: Order
    job: Annotated[Many[Job], JOBS]
    hunter: Annotated[Many[Hunter], HUNTERS]
    mine: Annotated[Numbers, "i2", MINES]
    town: Annotated[Numbers, "i2", 4]
    astir: I2  # distances must be measured again, as one of these changed:
    keep: I2  # the own tower,
    port: Annotated[Numbers, "i2", 4]  # the towns that ships sail to,
    ground: Annotated[Numbers, "i1", v.MAX_HEXES]  # where own figures can go,
    stood: Annotated[Numbers, "i2", v.FIGURES]  # and where they stood then
    taken: Annotated[Numbers, "i2", v.POOL + 2]  # by pool slot: the seat that will use the recipe
    busy: Annotated[Numbers, "i2", v.SEATS]
    near: Annotated[Plane, "i2", v.SEATS, v.MAX_ELEMENTS]  # from a tower to the nearest mine its seat may use
    recipe: Annotated[Plane, "i2", v.SEATS, v.POOL + 2]  # efforts of the recipes
    errand: Annotated[Plane, "i2", v.SEATS, 4]  # efforts of the town missions
    ask: Annotated[Plane, "i2", v.SEATS, v.MAX_ELEMENTS]  # elements that others must bring to a seat
    own: Annotated[Plane, "i2", v.SEATS, v.MAX_ELEMENTS]  # elements in a seat's tower and its figures' loads
    rank: Annotated[Numbers, "i2", v.MAX_ELEMENTS]  # the elements, those of the highest level first
    made: Annotated[Numbers, "i2", v.MAX_ELEMENTS]  # the conversion that makes an element
    need: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    short: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    die: Annotated[Numbers, "i2", v.DIE_SIDES]  # the die of `odds`
    odds: Annotated[Plane, "i2", MOST_DICE, MOST_TOTAL]  # chance in thousandths that so many dice show at least a total
    held: Annotated[Numbers, "i1", v.MAX_HEXES]
    way: Annotated[Plane, "i1", v.FIGURES, v.MAX_HEXES]
    home: Annotated[Numbers, "i1", v.MAX_HEXES]
    chase: Annotated[Plane, "i1", HUNTERS, v.MAX_HEXES]


MEMORY: np.dtype[np.void] = layout(Memory)


def new_memories(count: int) -> np.ndarray:
    """Zeroed records, in the form that compiled and plain rules take."""
    memories = np.zeros(count, MEMORY)
    return memories.view(readable(MEMORY)) if PLAIN else memories


NO_ROWS = np.zeros((0, len(FEATURES)), np.int64)  # features are not wanted
