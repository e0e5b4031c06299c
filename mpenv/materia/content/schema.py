"""What a pack may say: each file, its entries, their fields, and the words each field takes."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from mpenv.materia.content import vocabulary as v

Ids = dict[str, list[str]]
Check = Callable[[Any, Ids], Any]
REQUIRED = object()
ID_WORDS = re.compile(r"\w[\w.'-]*(?: [\w.'-]+)*")


class Field(NamedTuple):
    """How a value is checked and what it becomes; without a default it must be there."""

    check: Check
    default: Any = REQUIRED


def whole(low: int, high: int) -> Check:
    def check(value: Any, ids: Ids) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    return check


def text(value: Any, ids: Ids) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"must be a text, not {value!r}")
    return value


def name(value: Any, ids: Ids) -> str:
    """An id: one line that notation and positions can say again."""
    if not isinstance(value, str) or not ID_WORDS.fullmatch(value) or value.endswith(" worn"):
        raise ValueError(f"must be words of letters, digits, '.', '-' and '_', not {value!r}")
    return value


def one_of(words: tuple[str, ...]) -> Check:
    """A word of a closed vocabulary, kept as its index."""

    def check(value: Any, ids: Ids) -> int:
        if value not in words:
            raise ValueError(f"{value!r} is not one of {', '.join(words)}")
        return words.index(value)

    return check


def ref(kind: str) -> Check:
    """The id of another entry, kept as its index."""

    def check(value: Any, ids: Ids) -> int:
        if value not in ids[kind]:
            raise ValueError(f"there is no {kind} {value!r}")
        return ids[kind].index(value)

    return check


def listed(check_one: Check, low: int = 0, high: int = 999) -> Check:
    def check(value: Any, ids: Ids) -> list[Any]:
        if not isinstance(value, list):
            raise ValueError(f"must be a list, not {value!r}")
        if not low <= len(value) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise ValueError(f"has {len(value)} entries, wanted {wanted}")
        return [check_one(one, ids) for one in value]

    return check


def table(key: Check, value: Check) -> Check:
    def check(given: Any, ids: Ids) -> dict[Any, Any]:
        if not isinstance(given, dict):
            raise ValueError(f"must be a table, not {given!r}")
        read = {key(k, ids): value(one, ids) for k, one in given.items()}
        if len(read) < len(given):
            raise ValueError(f"says something twice: {', '.join(map(str, given))}")
        return read

    return check


def record(**fields: Field) -> Check:
    """A table inside an entry with fields of its own."""

    def check(given: Any, ids: Ids) -> dict[str, Any]:
        if not isinstance(given, dict):
            raise ValueError(f"must be a table, not {given!r}")
        values, faults = read_fields(given, fields, ids)
        if faults:
            raise ValueError("; ".join(f"{name}: {words}" for name, words in faults))
        return values

    return check


def read_fields(
    given: dict[str, Any], fields: dict[str, Field], ids: Ids
) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The checked values of an entry, and (field, words) of everything wrong with it."""
    faults = [(str(name), f"is unknown, known are {', '.join(fields)}") for name in given if name not in fields]
    values = {}
    for name, field in fields.items():
        if name not in given and field.default is REQUIRED:
            faults.append((name, "is missing"))
            continue
        try:
            values[name] = field.check(given[name], ids) if name in given else field.default
        except ValueError as fault:
            faults.append((name, str(fault)))
    return values, faults


def axial(value: Any, ids: Ids) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(type(one) is int for one in value):
        raise ValueError(f"must be a hex [q, r], not {value!r}")
    return value[0], value[1]


AMOUNTS = [f"+{amount}" for amount in range(1, 10)]


def modifier(value: Any, ids: Ids) -> tuple[str, int]:
    """`attack +1` or, on inquisitor cards, `extra figure` or `none` (MP-INQ-8)."""
    if value in ("extra figure", "none"):
        return value, 1 if value == "extra figure" else 0
    stat, _, amount = value.rpartition(" ") if isinstance(value, str) else ("", "", "")
    if stat not in v.VALUES or amount not in AMOUNTS:
        raise ValueError(f"{value!r} is neither 'extra figure', 'none' nor one of {', '.join(v.VALUES)} with +1 to +9")
    return stat, int(amount)


def alarm_modifier(value: Any, ids: Ids) -> tuple[str, int]:
    if value in ("extra figure", "none"):
        raise ValueError("an alarm card lists values only, like 'attack +1', or nothing")
    return modifier(value, ids)


def ability(value: Any, ids: Ids) -> tuple[str, int]:
    """`extra move`, `mining earth` or a gift, kept with the index of the action, element or gift (MP-ABIL)."""
    if value in v.GIFTS:
        return "gift", v.GIFTS.index(value)
    kind, _, what = value.partition(" ") if isinstance(value, str) else ("", "", "")
    if kind == "extra" and what in v.VERBS:
        return kind, v.VERBS.index(what)
    if kind == "mining" and what in ids["element"]:
        return kind, ids["element"].index(what)
    raise ValueError(
        f"{value!r} is neither 'extra' with one of {', '.join(v.VERBS)}, 'mining' with an element, "
        f"nor one of {', '.join(v.GIFTS)}"
    )


def effect(value: Any, ids: Ids) -> tuple[int, int, int]:
    """What an event does: `gain 1 gold`, `lose homunculus`, `alchemists attack +1` (MP-EVENT-6 to 11)."""
    verb, _, rest = value.partition(" ") if isinstance(value, str) else ("", "", "")
    number, _, name = rest.partition(" ")
    if verb in ("gain", "lose") and number in "123456789" and name in ids["element"]:
        return v.EFFECTS.index(verb), ids["element"].index(name), int(number)
    components = ("homunculus", "equipment", "fragment")
    if verb == "lose" and rest in components:
        return v.EFFECTS.index("sacrifice"), components.index(rest), 1
    stat, _, amount = rest.rpartition(" ")
    raised = {"alchemists": v.STATS, "inquisitors": v.VALUES}.get(verb, ())
    if stat in raised and amount in AMOUNTS:
        return v.EFFECTS.index(verb), raised.index(stat), int(amount)
    raise ValueError(
        f"{value!r} is none of 'gain 1 gold', 'lose 3 earth', 'lose homunculus' (equipment, fragment), "
        "'alchemists attack +1' and 'inquisitors defence +1'"
    )


def truth_value(value: Any, ids: Ids) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value


def days(value: Any, ids: Ids) -> list[int]:
    """The length, without or by difficulty, in the order of DIFFICULTIES (0: not offered)."""
    if isinstance(value, dict):
        levels = table(one_of(v.DIFFICULTIES[1:]), whole(1, 40))(value, ids)
        if len(levels) != 3:
            raise ValueError("must give easy, normal and hard")
        return [0, levels[0], levels[1], levels[2]]
    return [whole(1, 40)(value, ids), 0, 0, 0]


def rows(value: Any, ids: Ids) -> list[list[str]]:
    return [line.split() for line in listed(text)(value, ids)]


PROVENANCE = Field(one_of(v.PROVENANCES))
ID = Field(name)
STAT = Field(whole(0, 12), 0)
FULL_STAT = Field(whole(0, 12))
LEVEL = Field(whole(1, v.LEVELS))
COST = Field(table(ref("element"), whole(1, 9)))
ABILITIES = Field(listed(ability, 0, 9), [])
ROW = Field(record(attack=FULL_STAT, defence=FULL_STAT, capacity=FULL_STAT, actions=Field(whole(1, 12))))
MARKS = Field(listed(one_of((*v.DIRECTIONS, "CENTRE")), 0, len(v.DIRECTIONS) + 1))
TOWN = one_of(v.TOWNS)
_GOAL = record(
    make=Field(one_of(v.KINDS), None),
    hold=Field(one_of(v.KINDS), None),
    stock=Field(whole(1, 99), None),
    missions=Field(whole(1, 32), None),
    events=Field(whole(1, v.EVENTS), None),
    defeat=Field(whole(1, 99), None),
    stand=Field(TOWN, None),
    keep=Field(one_of(v.KEPT), None),
    element=Field(ref("element"), -1),
    level=Field(whole(0, v.LEVELS), 0),
    count=Field(whole(1, 9), 1),
    who=Field(one_of(v.WHO), 0),
    latched=Field(truth_value, False),
)
COUNTED = ("stock", "missions", "events", "defeat")  # goals whose word carries the count: `stock = 2`


def goal(value: Any, ids: Ids) -> dict[str, Any]:
    """One goal of a mission, with what it counts as `kind` and how many as `count`."""
    read: dict[str, Any] = _GOAL(value, ids)
    said = [name for name in v.PREDICATES if read[name] is not None]
    if len(said) != 1:
        raise ValueError(f"a goal says one of {', '.join(v.PREDICATES)}")
    for field, meant in (("element", "stock"), ("level", "make or hold")):
        if field in value and said[0] not in meant:
            raise ValueError(f"{field} is said of {meant} only")
    if said[0] in COUNTED and "count" in value:
        raise ValueError(f"{said[0]} gives the count itself")
    if said == ["events"] and v.WHO[read["who"]] != "team":
        raise ValueError("events are paid by the team")
    if said == ["keep"] and v.WHO[read["who"]] == "team":
        raise ValueError("who loses nothing is said of each")
    if said[0] in COUNTED:
        return {**read, "count": read[said[0]], "kind": read["element"]}
    return {**read, "kind": read[said[0]]}


EVENT = record(
    day=Field(whole(1, 40)),
    cost=Field(listed(whole(1, 99), 3, 3)),
    paid=Field(effect),
    unpaid=Field(effect),
)
_NOTHING: dict[str, Any] = {}
_SPECIAL = {
    "no_sailing": Field(truth_value, False),
    "closed": Field(table(TOWN, whole(2, 40)), _NOTHING),
    "dry": Field(table(ref("element"), whole(1, 999)), _NOTHING),
    "licences": Field(table(one_of(v.COLOURS), listed(ref("element"))), _NOTHING),
    "markers_on_own_hex": Field(truth_value, False),
    "start": Field(listed(record(card=Field(text), town=Field(TOWN)), 0, v.MAX_STARTERS), []),
    "destroy_from": Field(whole(1, 40), 0),
    "sight": Field(whole(1, 16), 0),
}
SPECIAL = record(**_SPECIAL)
PRINTED = {value: Field(whole(0, 20), None) for value in v.VALUES}


FILES: dict[str, dict[str, dict[str, Field]]] = {
    "pack.toml": {"": {"format": Field(whole(1, 1)), "id": ID, "version": Field(text)}},
    "elements.toml": {
        "element": {
            "id": ID,
            "symbol": Field(text),
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
            "connections": Field(listed(listed(one_of(v.TOWNS), 2, 2)), [[0, 1], [0, 2], [1, 2]]),
        },
        "town": {"id": ID, "letter": Field(one_of(v.TOWNS)), "provenance": PROVENANCE},
        "tile": {"id": ID, "A": Field(rows), "B": Field(rows), "provenance": PROVENANCE},
        "layout": {
            "id": ID,
            "slots": Field(listed(text, v.TILES, v.TILES)),
            "towers": Field(table(one_of(("0", "1", "2", "3", "4")), listed(axial))),
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
            "element": Field(ref("element"), None),
            "level": Field(whole(0, v.LEVELS), None),
            "points": Field(whole(1, v.POINTS)),
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
            "letter": Field(text),
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
            "provenance": PROVENANCE,
        }
    },
    "scenarios.toml": {
        "scenario": {
            "id": ID,
            "types": Field(listed(text, 0, v.SLOTS)),
            "days": Field(days),
            "alarm_order": Field(listed(ref("alarm")), []),
            "alarms": Field(listed(ref("alarm")), []),
            "inquisitor_deck": Field(truth_value, True),
            "events": Field(listed(EVENT, 0, v.EVENTS), []),
            "special": Field(SPECIAL, SPECIAL({}, {})),
            "mission": Field(listed(goal, 1, v.MAX_GOALS)),
            "provenance": PROVENANCE,
        }
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
}
