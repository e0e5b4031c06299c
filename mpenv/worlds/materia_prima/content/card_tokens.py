"""Tokens of a pack's cards for encoders: small numbers, the same in every game of the pack."""

from typing import Annotated, Any

import numpy as np

from mpenv.engine.records import About, Many, Numbers, Plane, layout
from mpenv.worlds.materia_prima.content import vocabulary as v

CARDS = v.MAX_TYPES * v.TYPE_CARDS


class ElementFace:
    """An element, by its number."""

    level: Annotated[int, "i1", About(0, v.LEVELS, "its level")]
    yields: Annotated[int, "i1", About(0, 9, "what a mine of it gives at a time")]


class ConversionFace:
    """A conversion: two elements become one."""

    first: Annotated[int, "i1", About(0, v.MAX_ELEMENTS - 1, "the one element that is paid")]
    second: Annotated[int, "i1", About(0, v.MAX_ELEMENTS - 1, "the other element that is paid")]
    result: Annotated[int, "i1", About(0, v.MAX_ELEMENTS - 1, "the element that it gives")]


class RecipeFace:
    """A recipe card; the first cards are homunculi, then equipment, then fragments of the stone."""

    kind: Annotated[int, "i1", About(0, 2, "homunculus, equipment, stone")]
    level: Annotated[int, "i1", About(0, v.LEVELS, "its level")]
    slot: Annotated[int, "i1", About(-1, 3, "where equipment is worn: weapon, armour, tool, charm; -1: no equipment")]
    cost: Annotated[Numbers, "i1", v.MAX_ELEMENTS, About(0, 9, "the price by element")]
    stat: Annotated[Numbers, "i1", 4, About(0, 12, "attack, defence, capacity, actions: of it, or added by it")]
    extra: Annotated[Numbers, "i1", len(v.VERBS), About(0, 9, "additional actions by verb")]
    mining: Annotated[Numbers, "i1", v.MAX_ELEMENTS, About(0, 9, "more of an element with every mine action")]
    gift: Annotated[
        Numbers, "i1", len(v.GIFTS), About(0, 9, "research more, private slot, research, transmute anywhere")
    ]


class ExtensionFace:
    """A tower extension marker."""

    cost: Annotated[Numbers, "i1", v.MAX_ELEMENTS, About(0, 9, "the price by element")]
    stat: Annotated[Numbers, "i1", 4, About(0, 12, "what it adds to attack, defence, capacity, actions")]
    extra: Annotated[Numbers, "i1", len(v.VERBS), About(0, 9, "additional actions by verb")]
    mining: Annotated[Numbers, "i1", v.MAX_ELEMENTS, About(0, 9, "more of an element with every mine action")]
    gift: Annotated[
        Numbers, "i1", len(v.GIFTS), About(0, 9, "research more, private slot, research, transmute anywhere")
    ]


class MissionFace:
    """A town mission card."""

    kind: Annotated[int, "i1", About(0, 4, "fight, element, homunculus, equipment, stone")]
    wanted: Annotated[int, "i1", About(0, 20, "its defence, the element or the level (0: any)")]
    also: Annotated[int, "i1", About(-1, v.MAX_ELEMENTS - 1, "the element brought together with it; -1: none")]
    points: Annotated[int, "i1", About(0, v.MOST_POINTS, "what it pays for events")]


class AlarmFace:
    """An alarm card."""

    town: Annotated[int, "i1", About(0, 2, "where inquisitors enter: town T, R, G")]
    value: Annotated[Numbers, "i1", 4, About(0, 81, "modifiers of attack, defence, actions, destroy")]
    marks: Annotated[Plane, "i1", 2, 7, About(0, 7, "markers around alchemists, then homunculi: six ways, the centre")]
    loot: Annotated[Numbers, "i1", v.DIE_FACES, About(0, v.MAX_ELEMENTS - 1, "the element found for each die face")]
    order: Annotated[Numbers, "i1", 4, About(0, 3, "the colours in the order of their turns")]


class InquisitorFace:
    """An inquisitor card with what its type has."""

    type: Annotated[int, "i1", About(0, v.MAX_TYPES - 1, "its type")]
    destroys: Annotated[int, "i1", About(0, 1, "its actions destroy instead of attack")]
    primary: Annotated[int, "i1", About(0, 2, "whom it hunts first: alchemist, homunculus, tower")]
    secondary: Annotated[int, "i1", About(0, 2, "whom it hunts next")]
    extra_figure: Annotated[int, "i1", About(0, 1, "it brings a second figure")]
    value: Annotated[Numbers, "i1", 4, About(0, 9, "what it adds to attack, defence, actions, destroy")]
    printed: Annotated[Numbers, "i1", 4, About(0, 20, "the base values printed on it")]
    of_type: Annotated[Numbers, "i1", 4, About(0, 20, "the base values of its type")]


class Faces:
    """All cards of the pack by their number; a mask marks those that there are."""

    elements: Annotated[Many[ElementFace], v.MAX_ELEMENTS]
    elements_mask: Annotated[Numbers, "i1", v.MAX_ELEMENTS, About(0, 1, "the element exists")]
    conversions: Annotated[Many[ConversionFace], v.MAX_CONVERSIONS]
    conversions_mask: Annotated[Numbers, "i1", v.MAX_CONVERSIONS, About(0, 1, "the conversion exists")]
    recipe_faces: Annotated[Many[RecipeFace], v.MAX_RECIPES]
    recipes_mask: Annotated[Numbers, "i1", v.MAX_RECIPES, About(0, 1, "the card exists")]
    extension_faces: Annotated[Many[ExtensionFace], v.MAX_EXTENSIONS]
    extensions_mask: Annotated[Numbers, "i1", v.MAX_EXTENSIONS, About(0, 1, "the marker exists")]
    mission_faces: Annotated[Many[MissionFace], v.MAX_MISSIONS]
    missions_mask: Annotated[Numbers, "i1", v.MAX_MISSIONS, About(0, 1, "the card exists")]
    alarm_faces: Annotated[Many[AlarmFace], v.MAX_DECK]
    alarms_mask: Annotated[Numbers, "i1", v.MAX_DECK, About(0, 1, "the card exists")]
    inquisitor_faces: Annotated[Many[InquisitorFace], CARDS]
    inquisitors_mask: Annotated[Numbers, "i1", CARDS, About(0, 1, "the card exists")]


# The columns of `grants` that each field shows.
GRANTED = {
    "stat": slice(v.EXTRA),
    "extra": slice(v.EXTRA, v.YIELD),
    "mining": slice(v.YIELD, v.GIFT),
    "gift": slice(v.GIFT, v.GRANTS),
}
FACES: np.dtype[np.void] = layout(Faces)


def furnish(t: Any) -> None:
    """Copy what is printed from the other tables of a pack."""
    faces = t.faces[0]
    known = {"recipe": t.recipes, "extension": t.extensions, "mission": t.errands, "alarm": t.alarms}
    for name, count in known.items():
        row, table = faces[f"{name}_faces"], t["errand" if name == "mission" else name]
        for field in row.dtype.names:
            row[field][:count] = table["grants"][:count, GRANTED[field]] if field in GRANTED else table[field][:count]
        faces[f"{name}s_mask"][:count] = 1
    for field in ConversionFace.__annotations__:
        faces["conversions"][field] = t["conversion"][field]
    faces.conversions_mask[: t.conversions] = faces.elements_mask[: t.elements] = 1
    faces["elements"]["level"], faces["elements"]["yields"] = t.level, t.yields
    _inquisitors(t, faces["inquisitor_faces"], t.types * v.TYPE_CARDS)
    faces.inquisitors_mask[: t.types * v.TYPE_CARDS] = 1


def _inquisitors(t: Any, row: Any, count: int) -> None:
    for field in ("type", "extra_figure", "value", "printed"):
        row[field][:count] = t["card"][field][:count]
    types = t["inquisitor"][row["type"][:count]]
    for field in ("destroys", "primary", "secondary"):
        row[field][:count] = types[field]
    row["of_type"][:count] = types["value"]
