"""Rows of `entities`, `planes` and `oracle`: their tokens, planes and piles."""

from typing import Annotated

import numpy as np

from mpenv.engine.records import About, Many, Numbers, Plane, layout
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.card_tokens import CARDS, Faces
from mpenv.worlds.materia_prima.observe.tokens import (
    ALL_FIGURES,
    ELEMENTS,
    SPAN,
    STANDEES,
    Aim,
    Alarm,
    Display,
    Extension,
    Fellow,
    Happening,
    Hex,
    Inquisitor,
    Mission,
    Player,
    Question,
    Recipe,
    Standee,
    Stores,
    Table,
    Town,
)
from mpenv.worlds.materia_prima.rules.state import PROMPTS


class Common:
    """Everything but the hexes; masks mark the tokens in use."""

    table: Table
    stores: Annotated[Many[Stores], ELEMENTS]
    seats: Annotated[Many[Player], v.SEATS]
    figures: Annotated[Many[Fellow], ALL_FIGURES]
    slots: Annotated[Many[Display], v.SLOTS]
    standees: Annotated[Many[Standee], STANDEES]
    goals: Annotated[Many[Aim], v.MAX_GOALS]
    events: Annotated[Many[Happening], v.EVENTS]
    towns: Annotated[Many[Town], len(v.TOWNS)]
    prompts: Annotated[Many[Question], PROMPTS]
    recipes: Annotated[Many[Recipe], v.MAX_RECIPES]
    extensions: Annotated[Many[Extension], v.MAX_EXTENSIONS]
    missions: Annotated[Many[Mission], v.MAX_MISSIONS]
    alarms: Annotated[Many[Alarm], v.MAX_DECK]
    inquisitors: Annotated[Many[Inquisitor], CARDS]
    seats_mask: Annotated[Numbers, "i1", v.SEATS, About(0, 1, "the seat is played; goes with `seats`")]
    figures_mask: Annotated[Numbers, "i1", ALL_FIGURES, About(0, 1, "it stands on the board, in sight")]
    slots_mask: Annotated[Numbers, "i1", v.SLOTS, About(0, 1, "cards lie there")]
    standees_mask: Annotated[Numbers, "i1", STANDEES, About(0, 1, "it stands on the board, in sight")]
    goals_mask: Annotated[Numbers, "i1", v.MAX_GOALS, About(0, 1, "the goal exists")]
    events_mask: Annotated[Numbers, "i1", v.EVENTS, About(0, 1, "the row exists")]
    towns_mask: Annotated[Numbers, "i1", len(v.TOWNS), About(0, 1, "the town lies on this board")]
    prompts_mask: Annotated[Numbers, "i1", PROMPTS, About(0, 1, "the decision is pending")]
    hexes_mask: Annotated[Numbers, "i1", v.MAX_HEXES, About(0, 1, "the hex exists, numbered as the board counts")]


class Entities:
    """A row of `entities`."""

    common: Annotated[Many[Common], 1]
    hexes: Annotated[Many[Hex], v.MAX_HEXES]
    faces: Annotated[Many[Faces], 1]


class Grids:
    """Planes on the axial grid, `[column, row]`."""

    board: Annotated[Plane, "i1", SPAN, SPAN, About(0, 1, "a hex of the board that is not blocked")]
    blocked: Annotated[Plane, "i1", SPAN, SPAN, About(0, 1, "a blocked hex")]
    marker: Annotated[Plane, "i1", SPAN, SPAN, About(0, 127, "alarm markers")]
    danger: Annotated[
        Plane,
        "i1",
        SPAN,
        SPAN,
        About(0, 127, "moves of the nearest inquisitor in sight to here and one more; 0: none can come"),
    ]
    seen: Annotated[Plane, "i1", SPAN, SPAN, About(0, 1, "in sight; elsewhere nothing is told but what is printed")]
    asked: Annotated[Plane, "i1", SPAN, SPAN, About(0, 1, "the figure that is asked about")]
    chosen: Annotated[Plane, "i1", SPAN, SPAN, About(0, 1, "the column that was chosen")]
    town: Annotated[Plane, "i1", len(v.TOWNS), SPAN, SPAN, About(0, 1, "towns T, R, G")]
    tower: Annotated[Plane, "i1", v.SEATS, SPAN, SPAN, About(0, 1, "towers by seat")]
    figure: Annotated[Plane, "i1", ALL_FIGURES, SPAN, SPAN, About(0, 1, "figures by seat and number")]
    inquisitor: Annotated[Plane, "i1", STANDEES, SPAN, SPAN, About(0, 1, "inquisitors by slot, the older first")]
    mine: Annotated[Plane, "i1", ELEMENTS, SPAN, SPAN, About(0, 1, "mines by element")]
    loose: Annotated[Plane, "i1", ELEMENTS, SPAN, SPAN, About(0, 127, "loose elements by kind")]


class Planes:
    """A row of `planes`."""

    common: Annotated[Many[Common], 1]
    planes: Annotated[Many[Grids], 1]
    faces: Annotated[Many[Faces], 1]


class Hidden:
    """What no seat sees: cards from 1, the next to be drawn first, and 0 behind the last."""

    alarms: Annotated[Numbers, "i2", v.MAX_DECK, About(0, v.MAX_DECK, "the alarm deck")]
    inquisitors: Annotated[Numbers, "i2", v.MAX_DECK, About(0, CARDS, "the inquisitor deck")]
    missions: Annotated[Numbers, "i2", v.MAX_DECK, About(0, v.MAX_MISSIONS, "the deck of town missions")]
    extensions: Annotated[Numbers, "i2", v.MAX_DECK, About(0, v.MAX_EXTENSIONS, "the markers face down")]
    recipes: Annotated[Plane, "i2", len(v.KINDS), v.MAX_DECK, About(0, v.MAX_RECIPES, "the recipe decks")]
    private: Annotated[Numbers, "i2", v.SEATS, About(0, v.MAX_RECIPES, "the recipes in private slots by seat")]


class Oracle:
    """Everything but the chance to come: the whole table as the first seat counts it, and what nobody sees."""

    hidden: Annotated[Many[Hidden], 1]
    seen: Annotated[Many[Entities], 1]


ENTITIES: np.dtype[np.void] = layout(Entities)
PLANES: np.dtype[np.void] = layout(Planes)
ORACLE: np.dtype[np.void] = layout(Oracle)
