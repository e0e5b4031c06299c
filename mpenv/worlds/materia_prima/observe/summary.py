"""The row of the `flat` encoder: what its numbers tell, what it leaves out, and how they are scaled.

Seats are told relative to the one who looks: itself first, then the others in today's order.
Places are told relative to its alchemist, in hexes divided by 8. Everything is cut to -1 ... 1.
"""

from typing import Annotated

import numpy as np

from mpenv.engine.jit import rule
from mpenv.engine.records import Floats, layout, readable
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.state import State

GOALS = 4
PROMPT_KINDS = prompts.SAY - 1  # without "nothing"; saying shows as a question of no kind
CAUSES = len(prompts.CAUSES)
SEAT = 25
GOAL = 9
UNSEEN = len(v.KINDS) * v.LEVELS + len(v.TOWNS) + len(v.ERRANDS) + v.SLOTS + 2
SLOT = 16
POOL = 6
TOWN = 14
FAR = 8.0
HALF_THERE = 0.5  # on the board, out of sight
BYTE, MOST = 8, 255  # cards of a sort are counted in a byte of one number; a deck has fewer
NOWHERE = (1 << 15) - 1  # farther than any mine
INTENTIONS, THINGS = 8, 128  # scales of what a seat said: the intention in eighths, of what within one

FIELDS: tuple[tuple[str, int, str], ...] = (
    ("day", 5, "day, length, days left (of 20), last day, number of seats (of 4)"),
    ("prompt", PROMPT_KINDS + CAUSES + 6,
     "kind asked (saying: none); cause; steps done, items touched, slot, column chosen; element and amount pending"),
    ("asked", 5, "whose prompt, by relative seat; which figure it is about (of 3)"),
    ("alarm", 28, "today's card: town, modifiers, level of the loot, marks of both causes, place in the order"),
    ("goals", GOALS * GOAL, "the first goals: exists, predicate, team, kind, level, count, the element (of 16)"),
    ("seats", v.SEATS * SEAT,
     "colour (grey: none), stone, stats, tower, worn items, fragments, homunculi, goals, load, actions"),
    ("stock", v.MAX_ELEMENTS, "the own tower stock by element (of 6)"),
    ("stocks", (v.SEATS - 1) * v.LEVELS, "other tower stocks in sight by level (of 6)"),
    ("load", v.MAX_ELEMENTS, "what the own alchemist carries, by element (of 6)"),
    ("figures", v.FIGURES * 11,
     "own figures: there, place, load, room, actions, extra moves, home, mine, danger, in town; where the alchemist's "
     "place would be, which is 0, stands what the own seat and the next one said (eighths: the intention)"),
    ("others", (v.SEATS - 1) * 3, "other alchemists: there (0.5: out of sight), place"),
    ("mines", v.MAX_ELEMENTS * 2, "way to the nearest mine of each element"),
    ("pool", v.POOL * POOL, "each slot: there, kind (stone: none), level, elements missing to pay it, payable"),
    ("wanted", len(v.KINDS) * v.MAX_ELEMENTS, "elements missing for the cheapest recipe of each kind"),
    ("compass", len(v.KINDS) * 6, "for that recipe of each kind: does a step there come nearer to what it lacks?"),
    ("inquisition", v.SLOTS * SLOT,
     "each slot: there, cards, final values, destroys, primary target (tower: none), figures (0.5: out of sight)"),
    ("around", 28,
     "own hex and its six neighbours: marker, loose elements, inquisitor, other colour; of these two on the own hex, "
     "which are never there, stands what the third and fourth seat said"),
    ("unseen", UNSEEN,
     "cards that can still come (of 8): recipes by kind and level, alarms by town, town missions by kind, "
     "inquisitors by the types of the scenario; cards left of the inquisitor deck, defeated"),
    ("special", 4, "special rules: no sailing, marks on the own hex, destroy from a day (of 20); sight (of 8)"),
    ("events", 18,
     "days to the next event, its cost, the purse, its cards by value; kinds of effect if paid, if not; bonuses"),
    ("towns", len(v.TOWNS) * TOWN,
     "place, open; mission: there, kind, wanted, points, the own alchemist can fulfil it; marker: there, affordable"),
    ("private", 2, "own private recipe: there (0.5), payable; recipes drawn"),
)  # fmt: skip
OMITS = (
    "the second kind of element where an event or a town mission names two",
    "which elements other alchemists, homunculi and towers hold, only how many",
    "where homunculi of other seats stand and what budgets they have left",
    "which cards lie in discard piles and which inquisitor cards are displayed, only their final values",
    "which cards are unseen, only how many of a sort; unseen extensions; which homunculus is asked about exactly",
    "markers and loose elements farther than one hex from the own alchemist; all mines but the nearest of a kind",
    "blocked hexes, the fifth goal and further ones, the town where a goal is to stand apart from its kind",
    "which item of a slot is worn, what was made and is gone",
    "what events and tower extensions give exactly, which cards were drawn, what the market of a town gives",
    "which hexes are in sight, and so whether a tower out of sight is empty",
    "the rule switches; of the special rules closed towns before they open, kinds that run dry or are barred, "
    "printed orders",
    "anything above the scale of its field",
)
SIZE = sum(size for _, size, _ in FIELDS)


class Row:
    """A row as a record: between rules that is cheaper than an array, which is counted up and down."""

    number: Annotated[Floats, "f4", SIZE]


ROW: np.dtype[np.void] = readable(layout(Row)) if PLAIN else layout(Row)


@rule()
def cut(value: float) -> float:
    return min(1.0, max(-1.0, value))


@rule()
def here(s: State, seat: int) -> int:
    """Where the own alchemist stands; the first hex while he is not placed yet."""
    return max(s.seat[seat].figure[0].hex, 0)


@rule()
def locate(t: Tables, here: int, hex: int, out: Row, at: int) -> None:
    out.number[at] = cut((t.q[hex] - t.q[here]) / FAR)
    out.number[at + 1] = cut((t.r[hex] - t.r[here]) / FAR)
