"""The schema of a pack: each file, its entries, their fields, and the check of each field."""

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import (
    Field,
    line,
    listed,
    name,
    one_of,
    record,
    ref,
    table,
    truth_value,
    whole,
)
from mpenv.worlds.materia_prima.content.clauses import (
    EVENT,
    PRINTED,
    SPECIAL,
    ability,
    alarm_modifier,
    axial,
    brought,
    days,
    goal,
    modifier,
    rows,
)
from mpenv.worlds.materia_prima.content.files import FORMAT
from mpenv.worlds.materia_prima.content.own_setup import GUIDE, SETUP

PROVENANCE = Field(one_of(v.PROVENANCES))
ID = Field(name)
STAT = Field(whole(0, 12), 0)
FULL_STAT = Field(whole(0, 12))
LEVEL = Field(whole(1, v.LEVELS))
COST = Field(table(ref("element"), whole(1, 9)))
ABILITIES = Field(listed(ability, 0, 9), [])
ROW = Field(record(attack=FULL_STAT, defence=FULL_STAT, capacity=FULL_STAT, actions=Field(whole(1, 12))))
MARKS = Field(listed(one_of((*v.DIRECTIONS, "CENTRE")), 0, len(v.DIRECTIONS) + 1))
DIFFICULTY = one_of(v.DIFFICULTIES[1:])
CHAPTER = record(
    scenario=Field(ref("scenario")),
    next=Field(ref("scenario"), None),
    next_by_difficulty=Field(table(DIFFICULTY, ref("scenario")), {}),
    reward_by_difficulty=Field(table(DIFFICULTY, COST.check), {}),
    instead=Field(ref("scenario"), None),
)

FILES: dict[str, dict[str, dict[str, Field]]] = {
    "pack.toml": {"": {"format": Field(whole(FORMAT, FORMAT)), "id": ID, "version": Field(line)}},
    "elements.toml": {
        "element": {
            "id": ID,
            "symbol": Field(line),
            "level": LEVEL,
            "yield": Field(whole(1, 9), 1),
            "provenance": PROVENANCE,
        },
        "conversion": {
            "id": ID,
            "from": Field(listed(ref("element"), 2, 2)),
            "to": Field(ref("element")),
            "provenance": PROVENANCE,
        },
    },
    "board.toml": {
        "": {
            "shape": Field(listed(axial, 1, v.MAX_TILE_HEXES)),
            "frame": Field(listed(axial, v.TILES, v.TILES)),
            "connections": Field(listed(listed(one_of(v.TOWNS), 2, 2), 0, len(v.TOWNS)), [[0, 1], [0, 2], [1, 2]]),
        },
        "town": {"id": ID, "letter": Field(one_of(v.TOWNS)), "provenance": PROVENANCE},
        "tile": {"id": ID, "A": Field(rows), "B": Field(rows), "provenance": PROVENANCE},
        "layout": {
            "id": ID,
            "slots": Field(listed(line, v.TILES, v.TILES)),
            "towers": Field(table(one_of(("0", "1", "2", "3", "4")), listed(axial, 0, v.SEATS))),
            "provenance": PROVENANCE,
        },
    },
    "alchemists.toml": {
        "alchemist": {
            "id": ID,
            "colour": Field(one_of(v.COLOURS)),
            "attack": FULL_STAT,
            "defence": FULL_STAT,
            "capacity": FULL_STAT,
            "actions": Field(whole(1, 12)),
            "abilities": ABILITIES,
            "without_stone": ROW,
            "provenance": PROVENANCE,
        },
        "tower": {"id": ID, "digit": Field(whole(1, v.SEATS)), "provenance": PROVENANCE},
    },
    "recipes.toml": {
        "homunculus": {
            "id": ID,
            "level": LEVEL,
            "cost": COST,
            "attack": FULL_STAT,
            "defence": FULL_STAT,
            "capacity": FULL_STAT,
            "actions": FULL_STAT,
            "abilities": ABILITIES,
            "provenance": PROVENANCE,
        },
        "equipment": {
            "id": ID,
            "level": LEVEL,
            "cost": COST,
            "slot": Field(one_of(v.ITEM_SLOTS)),
            "attack": STAT,
            "defence": STAT,
            "capacity": STAT,
            "actions": STAT,
            "abilities": ABILITIES,
            "provenance": PROVENANCE,
        },
        "stone": {"id": ID, "level": LEVEL, "cost": COST, "provenance": PROVENANCE},
    },
    "towns.toml": {
        "mission": {
            "id": ID,
            "kind": Field(one_of(v.ERRANDS)),
            "defence": Field(whole(0, 20), None),
            "element": Field(brought, None),
            "level": Field(whole(0, v.LEVELS), None),
            "points": Field(whole(1, v.MOST_POINTS)),
            "provenance": PROVENANCE,
        },
        "extension": {
            "id": ID,
            "price": Field(table(ref("element"), whole(1, 9))),
            "attack": STAT,
            "defence": STAT,
            "capacity": STAT,
            "actions": STAT,
            "abilities": ABILITIES,
            "provenance": PROVENANCE,
        },
        "temple": {"id": ID, "provenance": PROVENANCE},
    },
    "inquisitors.toml": {
        "type": {
            "id": ID,
            "letter": Field(line),
            "attack": Field(whole(0, 20), None),
            "destroy": Field(whole(0, 20), None),
            "defence": Field(whole(0, 20)),
            "actions": Field(whole(0, 20)),
            "primary": Field(one_of(v.TARGETS)),
            "secondary": Field(one_of(v.TARGETS)),
            "cards": Field(listed(record(id=ID, modifier=Field(modifier), **PRINTED), v.TYPE_CARDS, v.TYPE_CARDS)),
            "provenance": PROVENANCE,
        }
    },
    "alarms.toml": {
        "alarm": {
            "id": ID,
            "town": Field(ref("town")),
            "modifiers": Field(listed(alarm_modifier, 0, 9)),
            "alchemists": MARKS,
            "homunculi": MARKS,
            "loot": Field(listed(ref("element"), v.DIE_FACES, v.DIE_FACES)),
            "order": Field(listed(one_of(v.COLOURS), 4, 4)),
            "deck": Field(truth_value, True),
            "provenance": PROVENANCE,
        }
    },
    "scenarios.toml": {
        "scenario": {
            "id": ID,
            "types": Field(listed(line, 0, v.SLOTS)),
            "days": Field(days),
            "alarm_order": Field(listed(ref("alarm"), 0, v.MAX_DECK), []),
            "alarms": Field(listed(ref("alarm"), 0, v.MAX_DECK), []),
            "inquisitor_deck": Field(truth_value, True),
            "setup": Field(SETUP, None),
            "events": Field(listed(EVENT, 0, v.EVENTS), []),
            "special": Field(SPECIAL, SPECIAL({}, {})),
            "cooperation": Field(listed(one_of(v.COOPERATION), 0, len(v.COOPERATION)), []),
            "mission": Field(listed(goal, 1, v.MAX_GOALS)),
            "guide": Field(GUIDE, []),
            "provenance": PROVENANCE,
        },
        "campaign": {
            "id": ID,
            "chapters": Field(listed(CHAPTER, 1, v.MAX_SCENARIOS)),
            "provenance": PROVENANCE,
        },
    },
    "names.toml": {},
}
BOUNDS = {
    "element": v.MAX_ELEMENTS,
    "conversion": v.MAX_CONVERSIONS,
    "town": len(v.TOWNS),
    "tile": v.TILES,
    "layout": v.MAX_LAYOUTS,
    "alchemist": v.MAX_ALCHEMISTS,
    "tower": v.SEATS,
    "homunculus": v.MAX_DECK,
    "equipment": v.MAX_DECK,
    "stone": v.MAX_DECK,
    "mission": v.MAX_MISSIONS,
    "extension": v.MAX_EXTENSIONS,
    "temple": v.MAX_TEMPLES,
    "type": v.MAX_TYPES,
    "alarm": v.MAX_DECK,
    "scenario": v.MAX_SCENARIOS,
    "campaign": v.MAX_CAMPAIGNS,
}
