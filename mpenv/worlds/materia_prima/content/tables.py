"""The tables of a pack: one record with room to spare, so that no pack recompiles the rules."""

from typing import Annotated

import numpy as np

from mpenv.engine.records import I2, Many, Numbers, Plane, layout
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.card_tokens import Faces


class Alchemist:
    """A character, with the soul stone and without it."""

    colour: I2
    grants: Annotated[Plane, "i2", 2, v.GRANTS]


class Recipe:
    """A card of the three recipe decks; the stats of a homunculus, the bonuses of equipment.

    `part` lists the elements that it costs, in their order.
    """

    kind: I2
    level: I2
    slot: I2
    cost: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    parts: I2
    part: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    grants: Annotated[Numbers, "i2", v.GRANTS]


class Extension:
    """A tower extension marker: its price, and what it gives the alchemist."""

    cost: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    grants: Annotated[Numbers, "i2", v.GRANTS]


class Errand:
    """A town mission; `wanted` is its defence, element or level (0: any), `also` a second element (-1: none)."""

    kind: I2
    wanted: I2
    also: I2
    points: I2


class Conversion:
    first: I2
    second: I2
    result: I2


class Alarm:
    """An alarm card; `marks[0]` is the pattern of alchemists, `marks[1]` that of homunculi."""

    town: I2
    value: Annotated[Numbers, "i2", 4]
    marks: Annotated[Plane, "i2", 2, 7]
    loot: Annotated[Numbers, "i2", v.DIE_FACES]
    order: Annotated[Numbers, "i2", 4]


class Inquisitor:
    """A type of inquisitor; `destroys` says that its actions destroy instead of attack."""

    destroys: I2
    value: Annotated[Numbers, "i2", 4]
    primary: I2
    secondary: I2


class InquisitorCard:
    """Its modifier, and the base values printed on it."""

    type: I2
    extra_figure: I2
    value: Annotated[Numbers, "i2", 4]
    printed: Annotated[Numbers, "i2", 4]


class Goal:
    """One predicate of a mission; `kind` is what it speaks of: a kind of card, an element (-1: any), a town."""

    predicate: I2
    who: I2
    kind: I2
    level: I2
    wanted: Annotated[Numbers, "i2", v.SEATS + 1]  # how many, by the number of alchemists who play
    latched: I2


class Effect:
    """The effect of an event: `what` is an element, a kind of card or a status value; `more` of `also` with it."""

    kind: I2
    what: I2
    count: I2
    also: I2
    more: I2


class Event:
    """A row of the event table; `effect[0]` if it is paid, `effect[1]` if not."""

    day: I2
    cost: Annotated[Numbers, "i2", v.SEATS + 1]
    effect: Annotated[Many[Effect], 2]


class Scenario:
    """A scenario card with its special rules."""

    types: I2
    type: Annotated[Numbers, "i2", v.SLOTS]
    days: Annotated[Numbers, "i2", len(v.DIFFICULTIES)]
    alarms: I2
    alarm: Annotated[Numbers, "i2", v.MAX_DECK]
    ordered: I2
    no_deck: I2
    goals: I2
    goal: Annotated[Many[Goal], v.MAX_GOALS]
    events: I2
    event: Annotated[Many[Event], v.EVENTS]
    no_sailing: I2
    marks_own_hex: I2
    destroy_from: I2  # the first day of one destroyed element more; 0: none
    sight: I2
    opens: Annotated[Numbers, "i2", len(v.TOWNS)]  # the day a town opens
    dry: Annotated[Numbers, "i2", v.MAX_ELEMENTS]  # what all mines of a kind give together; 0: no end
    forbidden: Annotated[Plane, "i2", len(v.COLOURS), v.MAX_ELEMENTS]  # kinds that a colour may not mine
    starters: I2
    starter: Annotated[Plane, "i2", v.MAX_STARTERS, 2]  # a displayed card, and the town of its figure
    own: I2  # it has a set-up of its own: board, places, pool
    laid: Annotated[Plane, "i2", v.TILES, 3]
    tower: Annotated[Numbers, "i2", len(v.COLOURS)]
    begins: Annotated[Numbers, "i2", len(v.COLOURS)]  # the hex of the alchemist
    dealt: I2
    pool: Annotated[Numbers, "i2", v.POOL]  # recipes that lie in the pool


class Side:
    site: Annotated[Numbers, "i2", v.MAX_TILE_HEXES]


class Tile:
    side: Annotated[Many[Side], 2]


class Layout:
    """The tile in each slot of the frame, its side and its turn."""

    laid: Annotated[Plane, "i2", v.TILES, 3]
    tower: Annotated[Plane, "i2", v.SEATS + 1, v.SEATS]


class Tables:
    elements: I2
    level: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    yields: Annotated[Numbers, "i2", v.MAX_ELEMENTS]
    conversions: I2
    conversion: Annotated[Many[Conversion], v.MAX_CONVERSIONS]
    hexes: I2
    q: Annotated[Numbers, "i2", v.MAX_HEXES]
    r: Annotated[Numbers, "i2", v.MAX_HEXES]
    column: Annotated[Numbers, "i2", v.MAX_HEXES]
    row: Annotated[Numbers, "i2", v.MAX_HEXES]
    neighbour: Annotated[Plane, "i2", v.MAX_HEXES, 6]
    apart: Annotated[Plane, "i1", v.MAX_HEXES, v.MAX_HEXES]  # straight distance in hexes
    tile_hexes: I2
    place: Annotated[Plane, "i2", v.TILES, v.MAX_TILE_HEXES]
    turned: Annotated[Plane, "i2", 6, v.MAX_TILE_HEXES]
    tile: Annotated[Many[Tile], v.TILES]
    route: Annotated[Plane, "i2", len(v.TOWNS), len(v.TOWNS)]
    layouts: I2
    layout: Annotated[Many[Layout], v.MAX_LAYOUTS]
    alchemists: I2
    alchemist: Annotated[Many[Alchemist], v.MAX_ALCHEMISTS]
    recipes: I2
    recipe: Annotated[Many[Recipe], v.MAX_RECIPES]
    errands: I2
    errand: Annotated[Many[Errand], v.MAX_MISSIONS]
    extensions: I2
    extension: Annotated[Many[Extension], v.MAX_EXTENSIONS]
    temples: I2
    types: I2
    inquisitor: Annotated[Many[Inquisitor], v.MAX_TYPES]
    card: Annotated[Many[InquisitorCard], v.MAX_TYPES * v.TYPE_CARDS]
    alarms: I2
    alarm: Annotated[Many[Alarm], v.MAX_DECK]
    scenarios: I2
    scenario: Annotated[Many[Scenario], v.MAX_SCENARIOS + v.MAX_GENERATED]
    faces: Annotated[Many[Faces], 1]  # the cards once more, as encoders tell them


TABLES: np.dtype[np.void] = layout(Tables)
