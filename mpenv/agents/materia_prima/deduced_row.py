"""The row of the `deduced` encoder: the numbers of `full`, then the plan of the expert, and last of all its answer."""

from typing import Annotated

import numpy as np

from mpenv.agents.materia_prima.memory import FETCH, HUNTERS
from mpenv.engine.records import About, Floats, Many, layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.observe import full_row
from mpenv.worlds.materia_prima.observe.full_row import OTHERS, FullRow, fields_in

TOLD = 16  # jobs of the team
KINDS = FETCH + 1  # of jobs: the predicates of goals, and what is useful besides
SLOTS = v.POOL + 1  # of recipes: the pool, and the own private one
LONG, SHORT = 60, 40  # efforts in actions from which a job counts as long, a recipe as out of reach


class Planned:
    """A job of the team's plan; none is 0."""

    own: Annotated[float, "f4", About(0, 1, "it is the own seat's")]
    seat: Annotated[float, "f4", About(0, 1, "whose it is (of 4, from 1; 0: nobody's)")]
    predicate: Annotated[float, "f4", About(0, 1, "kind of job, in the order of `work` (of 13, from 1)")]
    goal: Annotated[float, "f4", About(0, 1, "the goal it is for (of 8, from 1; 0: none)")]
    what: Annotated[float, "f4", About(0, 1, "pool slot, town, inquisitor or element (of 16, from 1; 0: none yet)")]
    effort: Annotated[float, "f4", About(0, 1, "actions that it takes (of 60)")]
    main: Annotated[float, "f4", About(0, 1, "it is what the own seat does now")]
    gather: Annotated[float, "f4", About(0, 1, "it is what the own figures gather for")]


class Work:
    """The job of the own seat."""

    predicate: Annotated[
        Floats,
        "f4",
        KINDS,
        About(0, 1, f"{', '.join(v.PREDICATES)}, help, make what is of use, buy, draw recipes, fetch an element"),
    ]
    recipe: Annotated[Floats, "f4", SLOTS, About(0, 1, "the pool slot of its recipe, the last the private one")]
    kind: Annotated[Floats, "f4", len(v.KINDS), About(0, 1, "kind of that recipe")]
    level: Annotated[float, "f4", About(0, 1, "its level (of 3)")]
    town: Annotated[Floats, "f4", len(v.TOWNS), About(0, 1, "the town that it is about")]
    element: Annotated[Floats, "f4", v.MAX_ELEMENTS, About(0, 1, "the element that is brought or fetched")]
    helped: Annotated[Floats, "f4", OTHERS, About(0, 1, "the seat that is helped")]
    goal: Annotated[float, "f4", About(0, 1, "the goal that it is for (of 8, from 1)")]
    effort: Annotated[float, "f4", About(0, 1, "actions that it takes (of 60)")]
    count: Annotated[float, "f4", About(0, 1, "units that it makes (of 6)")]


class Headed:
    """An own figure: where the plan takes it, and its dangers."""

    sourceward: Annotated[
        Floats, "f4", 6, About(0, 1, "by direction: a step comes nearer to the source of what it gathers")
    ]
    source: Annotated[float, "f4", About(0, 1, "near that source (of 16 moves); 0: none")]
    placeward: Annotated[
        Floats, "f4", 6, About(0, 1, "the same for the place of the job: town, inquisitor, tower of who is helped")
    ]
    place: Annotated[float, "f4", About(0, 1, "near that place")]
    safeward: Annotated[
        Floats, "f4", 6, About(0, 1, "the same for the calmest place in reach, in danger or without work")
    ]
    peril: Annotated[
        Floats, "f4", 3, About(0, 1, "chance to be defeated tonight: here, in that place, and what is dared at most")
    ]
    odds: Annotated[Floats, "f4", HUNTERS, About(0, 1, "chance of one attack on each inquisitor, as in `prowling`")]


class Plan:
    """The numbers behind those of `full`."""

    jobs: Annotated[Many[Planned], TOLD]
    work: Annotated[Many[Work], 1]
    need: Annotated[Floats, "f4", v.MAX_ELEMENTS, About(0, 1, "elements that the own job takes (of 3)")]
    short: Annotated[Floats, "f4", v.MAX_ELEMENTS, About(0, 1, "of these, what must be mined or found (of 3)")]
    asked_for: Annotated[
        Floats, "f4", OTHERS * v.MAX_ELEMENTS, About(0, 1, "what each other seat needs brought, by element (of 3)")
    ]
    busy: Annotated[Floats, "f4", v.SEATS, About(0, 1, "actions that the jobs of each seat take (of 60)")]
    easy: Annotated[
        Floats, "f4", SLOTS, About(0, 1, "each recipe for the own seat: 1 is done at once, 0 takes 40 actions or more")
    ]
    easy_elsewhere: Annotated[Floats, "f4", SLOTS, About(0, 1, "the same for the best of the others")]
    taken: Annotated[Floats, "f4", SLOTS, About(-1, 1, "recipes that are given out: to the own seat 1, to others -1")]
    errand: Annotated[
        Floats, "f4", 2 * len(v.TOWNS), About(0, 1, "each town mission for the own seat, then for the best other one")
    ]
    outlook: Annotated[
        Floats,
        "f4",
        5,
        About(
            0, 1, "share of the time left that own jobs take (of 2), hunts, wants alarms, nothing left, jobs (of 32)"
        ),
    ]
    headed: Annotated[Many[Headed], v.FIGURES]


class Answer:
    """The last numbers of a row: what the expert answers."""

    answer: Annotated[Floats, "f4", ACTIONS, About(0, 1, "the expert's answer, when this seat is asked: 1 at its id")]


class DeducedRow:
    """A row as a record."""

    full: Annotated[Many[FullRow], 1]
    plan: Annotated[Many[Plan], 1]
    last: Annotated[Many[Answer], 1]


FIELDS = (*full_row.FIELDS, *fields_in(Plan), *fields_in(Answer))
OMITS = (*full_row.OMITS, "jobs of the team behind the first 16")
SIZE = sum(field.size for field in FIELDS)
ROW: np.dtype[np.void] = readable(layout(DeducedRow)) if PLAIN else layout(DeducedRow)
