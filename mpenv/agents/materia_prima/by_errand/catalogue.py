"""Catalogue of errands: action ids behind those of single steps, the same for every seat, team size, scenario and pack.

A seat chooses one at its turn. Other prompts are answered by the ids of steps, as ever.
"""

from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v

_SIZES = (
    ("MAKE", v.POOL + 1, "pool slot, the last is the private slot: gather, convert and transmute"),
    ("SERVE", len(v.TOWNS), "town: fulfil its mission"),
    ("DEFEAT", v.SLOTS * v.STANDEES, "display slot x figure of the type: go there and attack"),
    ("BRING", (v.SEATS - 1) * v.MAX_ELEMENTS, "player after oneself x element: mine it and hand it over"),
    ("BUY", len(v.TOWNS), "town: bring the price and buy the tower extension"),
    ("STUDY", len(v.KINDS), "recipe deck: go to the nearest open town and draw"),
    ("FETCH", v.MAX_ELEMENTS, "element: mine as much as the alchemist carries and bring it home"),
    ("GATHER", v.MAX_ELEMENTS, "element: one more for the tower, mined or converted; all that the mission counts"),
    ("VISIT", len(v.TOWNS), "town: walk there"),
    ("MEET", v.SEATS - 1, "player after oneself: walk beside his alchemist"),
    ("HOME", 1, "walk home and unload"),
    ("REST", 1, "keep out of danger and end the turn"),
)


KINDS = c.blocks_of(_SIZES)  # of errands, counted from 0 over all kinds
ERRANDS = KINDS[-1].start + KINDS[-1].size
ACTIONS = c.ACTIONS + ERRANDS
MAKE, SERVE, DEFEAT, BRING, BUY, STUDY, FETCH, GATHER, VISIT, MEET, HOME, REST = (one.start for one in KINDS)

# No answer to a turn has an id from WHO on, so there a state keeps which errands are open.
MARKS = c.WHO
assert MARKS + ERRANDS <= c.ACTIONS

_KIND_OF = tuple(one for one in KINDS for _ in range(one.size))


def kind_of(action: int) -> c.Block:
    """Kind of an errand by its action id."""
    if not c.ACTIONS <= action < ACTIONS:
        raise ValueError(f"action {action} is no errand, their ids go from {c.ACTIONS} to {ACTIONS - 1}")
    return _KIND_OF[action - c.ACTIONS]
