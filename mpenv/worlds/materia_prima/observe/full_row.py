"""The row of the `full` encoder: the numbers of `flat`, then what lies on the table beyond them.

Scales are those of `flat`. Prices are signed: above 0 is what is lacking, below 0 what is owned already. Ways are
counted in moves, around what stands in the way; near is 1 and far is 0.
"""

from typing import Annotated

import numpy as np

from mpenv.encoders import Field
from mpenv.engine.jit import rule
from mpenv.engine.records import About, Floats, Many, array_fields, layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.observe import summary
from mpenv.worlds.materia_prima.observe.summary import Row, cut
from mpenv.worlds.materia_prima.rules.state import DRAWN

MINED = 5  # kinds of mines that are told: those of the first elements, of the printed game all
IN_HAND = 1 + DRAWN
OTHERS = v.SEATS - 1
HELPERS = v.FIGURES - 1  # homunculi of a seat
PLACES = 1 + MINED  # a figure's ways: home, and to mines
SWITCHES = 17
WALK, CHASE = 16, 8  # moves from which figures and inquisitors are far

_PRICE = "price by element (of 3): lacking to the own alchemist; below 0: what it costs of what he has"
_ABILITY = "additional actions, better mining and abilities (of 2)"


class InPool:
    """A recipe in a slot of the pool; kind and level stand in `pool`."""

    price: Annotated[Floats, "f4", v.MAX_ELEMENTS, About(-1, 1, _PRICE)]
    stats: Annotated[Floats, "f4", 4, About(-1, 1, "attack, defence, capacity, actions (of 4)")]
    ability: Annotated[float, "f4", About(0, 1, _ABILITY)]


class InHand:
    """A recipe in hand: the own private one, then those drawn."""

    kind: Annotated[Floats, "f4", len(v.KINDS), About(0, 1, "kind, also of one that lies face down")]
    level: Annotated[float, "f4", About(0, 1, "level (of 3)")]
    price: Annotated[Floats, "f4", v.MAX_ELEMENTS, About(-1, 1, "price by element, as in the pool")]
    stats: Annotated[Floats, "f4", 4, About(-1, 1, "attack, defence, capacity, actions (of 4)")]
    ability: Annotated[float, "f4", About(0, 1, _ABILITY)]


class Standing:
    """A homunculus of another seat."""

    there: Annotated[float, "f4", About(0, 1, "there (0.5: out of sight)")]
    place: Annotated[Floats, "f4", 2, About(-1, 1, "place")]


class Walker:
    """An own figure: what it can do, and its ways; those of the alchemist also by ship."""

    strength: Annotated[Floats, "f4", 2, About(-1, 1, "attack, defence (of 6)")]
    extra: Annotated[Floats, "f4", 2, About(0, 1, "additional attacks, other additional actions but moves left (of 2)")]
    loud: Annotated[float, "f4", About(0, 1, "markers beside it (of 6)")]
    home: Annotated[float, "f4", About(0, 1, "near the own tower")]
    mine: Annotated[Floats, "f4", MINED, About(0, 1, "near the nearest mine of each of the first elements")]
    town: Annotated[Floats, "f4", len(v.TOWNS), About(0, 1, "near each town")]
    tower: Annotated[Floats, "f4", OTHERS, About(0, 1, "near each other tower (of 16 moves until beside it)")]
    friend: Annotated[Floats, "f4", OTHERS, About(0, 1, "near each other alchemist, likewise")]
    homeward: Annotated[Floats, "f4", 6, About(-1, 1, "by direction: does a step come nearer (1) or farther (-1)?")]
    mineward: Annotated[Floats, "f4", MINED * 6, About(-1, 1, "the same for those mines")]


class Lacking:
    """A goal: what it still lacks."""

    team: Annotated[float, "f4", About(0, 1, "all together (of 6)")]
    seat: Annotated[
        Floats, "f4", v.SEATS, About(-1, 1, "each seat (of 6); below 0: what it has given to a goal of the team")
    ]


class LaterGoal:
    """A goal behind those that `goals` describes."""

    predicate: Annotated[float, "f4", About(0, 1, "predicate")]
    team: Annotated[float, "f4", About(0, 1, "team")]
    what: Annotated[float, "f4", About(0, 1, "what it counts: kind, element or town (of 16)")]
    level: Annotated[float, "f4", About(0, 1, "level (of 3)")]


class Prowling:
    """An inquisitor on the board, in the order of `inquisition`; none, far and barred are 0."""

    figure: Annotated[Floats, "f4", v.FIGURES, About(0, 1, "near each own figure (of 8 moves until beside it)")]
    tower: Annotated[float, "f4", About(0, 1, "near the own tower")]


class Served:
    """A town: what its mission wants brought, and when it opens."""

    wanted: Annotated[
        Floats, "f4", v.MAX_ELEMENTS, About(-1, 1, "by element (of 2): lacking to the own load; below 0: carried")
    ]
    opens: Annotated[float, "f4", About(0, 1, "days until it opens (of 8)")]


class More:
    """The numbers behind those of `flat`."""

    recipes: Annotated[Many[InPool], v.POOL]
    in_hand: Annotated[Many[InHand], IN_HAND]
    carried: Annotated[
        Floats, "f4", v.MAX_ELEMENTS, About(0, 1, "what the own homunculi carry together, by element (of 6)")
    ]
    owned: Annotated[
        Floats,
        "f4",
        OTHERS * v.MAX_ELEMENTS,
        About(0, 1, "what each other seat has in its tower and its loads, by element, as far as is seen (of 6)"),
    ]
    homunculi: Annotated[Many[Standing], OTHERS * HELPERS]
    walkers: Annotated[Many[Walker], v.FIGURES]
    townward: Annotated[
        Floats, "f4", len(v.TOWNS) * 6, About(-1, 1, "own alchemist: for each town by direction, as `walkers`")
    ]
    lacking: Annotated[Many[Lacking], v.MAX_GOALS]
    later_goals: Annotated[Many[LaterGoal], v.MAX_GOALS - summary.GOALS]
    hunted: Annotated[
        Floats,
        "f4",
        v.SLOTS * len(v.TARGETS),
        About(0, 1, "each slot: whom it hunts next, when not the primary target"),
    ]
    prowling: Annotated[Many[Prowling], v.SLOTS * v.STANDEES]
    ring: Annotated[Floats, "f4", 12, About(0, 1, "markers on the second ring around the own alchemist, from NE")]
    loose: Annotated[
        Floats, "f4", v.MAX_ELEMENTS, About(0, 1, "near loose elements of each kind, from the own alchemist")
    ]
    may_mine: Annotated[Floats, "f4", v.SEATS * MINED, About(0, 1, "each seat: may it mine the first elements?")]
    left: Annotated[Floats, "f4", MINED, About(0, 1, "left in all mines of the first elements (of 8)")]
    served: Annotated[Many[Served], len(v.TOWNS)]
    switches: Annotated[
        Floats,
        "f4",
        SWITCHES,
        About(
            0,
            1,
            "rules of this table: event_attack total, tower_figures_mark off, base_from_top_card, pool_refill, "
            "private_slot off, ask_payment, new_homunculus_acts at once, pick_up (of 2), lost_homunculus discard, "
            "extension asked for, carry-over asked for, private_research, table_talk, limited supply, no inquisitors, "
            "a verb left out; the mean of a die (of 2)",
        ),
    ]


class FullRow:
    """A row as a record."""

    summary: Annotated[Many[Row], 1]
    more: Annotated[Many[More], 1]


def fields_in(record: type) -> tuple[Field, ...]:
    """The fields of a row that a record of fractions describes, one for each kind of thing in it."""
    found = []
    for part in array_fields(record):
        size = int(np.prod(part.shape))
        if len(part.fields) == 1 and part.fields[0][0] == part.name:
            found.append(Field(part.name, size, part.meaning))
            continue
        told = "; ".join(f"{name} ({int(np.prod(shape))}): {about.meaning}" for name, shape, about in part.fields)
        times = f"{part.shape[0]} times: " if len(part.shape) > 1 else ""
        found.append(Field(part.name, size, f"{times}{part.meaning.rstrip('.')}. {told}"))
    return tuple(found)


FIELDS = (*(Field(*field) for field in summary.FIELDS), *fields_in(More))
OMITS = (
    "which elements lie in a tower and which are carried, of others",
    "what homunculi of other seats can do, what they have left, and how many markers are beside them",
    "mines of other elements than the first five, and all but the nearest of a kind",
    "loose elements and markers farther off, but for the way to the nearest of a kind",
    "which cards lie in discard piles and which inquisitor cards are displayed, only their final values",
    "which cards are unseen, only how many of a sort; unseen extensions",
    "which item of a slot is worn, what was made and is gone",
    "what events and tower extensions give exactly, and what the market of a town gives and costs",
    "which hexes are in sight, and so whether a tower out of sight is empty",
    "anything above the scale of its field",
)
SIZE = sum(field.size for field in FIELDS)
ROW: np.dtype[np.void] = readable(layout(FullRow)) if PLAIN else layout(FullRow)


@rule()
def near(moves: int, far: int) -> float:
    """1 where something is, 0 from `far` moves on, or where no way leads (below 0)."""
    return cut(1.0 - moves / far) if 0 <= moves < far else 0.0
