"""The small languages of a pack: modifiers, abilities, effects of events, goals of missions, special rules."""

import re
from typing import Any, NamedTuple

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import (
    Check,
    Field,
    Ids,
    line,
    listed,
    one_of,
    record,
    ref,
    repeats,
    said,
    says,
    shown,
    table,
    truth_value,
    whole,
)

FARTHEST = 99  # from the middle of a board to any hex that a pack may name


@says("a hex [q, r]")
def axial(value: Any, ids: Ids) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2 or not all(type(one) is int for one in value):
        raise ValueError(f"must be a hex [q, r], not {shown(value)}")
    if max(map(abs, value)) > FARTHEST:
        raise ValueError(f"must be a hex [q, r] within {FARTHEST} of [0, 0], not {shown(value)}")
    return value[0], value[1]


AMOUNTS = [f"+{amount}" for amount in range(1, 10)]


@says(f"'extra figure', 'none', or one of {', '.join(v.VALUES)} with +1 to +9, like 'attack +1'")
@implements(also=("MP-INQ-8",))
def modifier(value: Any, ids: Ids) -> tuple[str, int]:
    """`attack +1` or, on inquisitor cards, `extra figure` or `none` (MP-INQ-8)."""
    if value in ("extra figure", "none"):
        return value, 1 if value == "extra figure" else 0
    stat, _, amount = value.rpartition(" ") if isinstance(value, str) else ("", "", "")
    if stat not in v.VALUES or amount not in AMOUNTS:
        raise ValueError(
            f"{shown(value)} is neither 'extra figure', 'none' nor one of {', '.join(v.VALUES)} with +1 to +9"
        )
    return stat, int(amount)


@says(f"one of {', '.join(v.VALUES)} with +1 to +9, like 'attack +1'")
def alarm_modifier(value: Any, ids: Ids) -> tuple[str, int]:
    if value in ("extra figure", "none"):
        raise ValueError("an alarm card lists values only, like 'attack +1', or nothing")
    return modifier(value, ids)


@says(f"'extra' with one of {', '.join(v.VERBS)}; 'mining' with an element; or one of {', '.join(v.GIFTS)}")
def ability(value: Any, ids: Ids) -> tuple[str, int]:
    """`extra move`, `mining earth` or a gift, stored with the index of the action, element or gift (MP-ABIL)."""
    if value in v.GIFTS:
        return "gift", v.GIFTS.index(value)
    kind, _, what = value.partition(" ") if isinstance(value, str) else ("", "", "")
    if kind == "extra" and what in v.VERBS:
        return kind, v.VERBS.index(what)
    if kind == "mining" and what in ids["element"]:
        return kind, ids["element"].index(what)
    raise ValueError(
        f"{shown(value)} is neither 'extra' with one of {', '.join(v.VERBS)}, 'mining' with an element, "
        f"nor one of {', '.join(v.GIFTS)}"
    )


class Effect(NamedTuple):
    """The effect of an event; `more` of the element `also` come along where it names two kinds."""

    kind: int
    what: int
    amount: int
    also: int = 0
    more: int = 0


@says(
    "'gain 1 gold', 'lose 3 earth', either also of two kinds: 'gain 1 gold and 2 air'; 'lose homunculus' (equipment, "
    f"fragment), 'alchemists attack +1' ({', '.join(v.STATS)}) or 'inquisitors defence +1' ({', '.join(v.VALUES)})"
)
def effect(value: Any, ids: Ids) -> Effect:
    """The effect of an event: `gain 1 gold`, `lose homunculus`, `alchemists attack +1` (MP-EVENT-6 to 11)."""
    verb, _, rest = value.partition(" ") if isinstance(value, str) else ("", "", "")
    if verb in ("gain", "lose") and (portions := _portions(rest, ids)):
        (what, count), (also, more) = (*portions, (0, 0))[:2]
        if more and also == what:
            raise ValueError(f"{shown(value)} names the same element twice, say the sum")
        return Effect(v.EFFECTS.index(verb), what, count, also, more)
    components = ("homunculus", "equipment", "fragment")
    if verb == "lose" and rest in components:
        return Effect(v.EFFECTS.index("sacrifice"), components.index(rest), 1)
    stat, _, amount = rest.rpartition(" ")
    raised = {"alchemists": v.STATS, "inquisitors": v.VALUES}.get(verb, ())
    if stat in raised and amount in AMOUNTS:
        return Effect(v.EFFECTS.index(verb), raised.index(stat), int(amount))
    raise ValueError(
        f"{shown(value)} is none of 'gain 1 gold', 'lose 3 earth', 'lose homunculus' (equipment, fragment), "
        "'alchemists attack +1' and 'inquisitors defence +1'; elements may be of two kinds: 'gain 1 gold and 2 air'"
    )


def _portions(words: str, ids: Ids) -> list[tuple[int, int]]:
    """`1 gold and 2 air` as elements and how many; empty where it says something else, or more than two kinds."""
    portions = re.split(r" and (?=[1-9] )", words)  # an element may be called `sand and salt`
    pairs = [portion.partition(" ") for portion in portions]
    right = all(number in tuple("123456789") and name in ids["element"] for number, _, name in pairs)
    return [(ids["element"].index(name), int(number)) for number, _, name in pairs] if right and len(pairs) < 3 else []


@says("the id of an element, or a list of two that are brought together")
def brought(value: Any, ids: Ids) -> list[int]:
    """What a town mission of elements takes, in the order of the elements."""
    one = ref("element")
    return sorted(listed(one, 2, 2)(value, ids)) if isinstance(value, list) else [one(value, ids)]


@says("1 to 40, or a table of easy, normal and hard, each 1 to 40")
def days(value: Any, ids: Ids) -> list[int]:
    """The length, without or by difficulty, in the order of DIFFICULTIES (0: not offered)."""
    if isinstance(value, dict):
        levels = table(one_of(v.DIFFICULTIES[1:]), whole(1, 40))(value, ids)
        if len(levels) != 3:
            raise ValueError("must give easy, normal and hard")
        return [0, levels[0], levels[1], levels[2]]
    return [whole(1, 40)(value, ids), 0, 0, 0]


_LINES = listed(line, 1, v.MAX_TILE_HEXES)


@says("a row of hexes a line, from the top: '.', '#', a town's letter or an element's symbol")
def rows(value: Any, ids: Ids) -> list[list[str]]:
    return [line.split() for line in _LINES(value, ids)]


TEAMS = (2, 3, 4)  # alchemists who may play together


def so_many(low: int, high: int) -> Check:
    """A number for all teams, or one for each size."""
    one, each = whole(low, high), listed(whole(low, high), len(TEAMS), len(TEAMS))

    @says(f"{said(one)}, or a list of three for 2, 3 and 4 alchemists")
    def check(value: Any, ids: Ids) -> Any:
        return each(value, ids) if isinstance(value, list) else one(value, ids)

    return check


TOWN = one_of(v.TOWNS)
_GOAL = record(
    make=Field(one_of(v.KINDS), None),
    hold=Field(one_of(v.KINDS), None),
    stock=Field(so_many(0, 99), None),
    missions=Field(so_many(0, 32), None),
    events=Field(so_many(1, v.EVENTS), None),
    defeat=Field(so_many(0, 99), None),
    stand=Field(TOWN, None),
    keep=Field(one_of(v.KEPT), None),
    element=Field(ref("element"), -1),
    level=Field(whole(0, v.LEVELS), 0),
    count=Field(so_many(0, 9), 1),
    a_seat=Field(whole(0, 9), 0),
    who=Field(one_of(v.WHO), 0),
    latched=Field(truth_value, False),
)
COUNTED = ("stock", "missions", "events", "defeat")  # goals whose word carries the count: `stock = 2`


@repeats(_GOAL)
@implements(also=("MP-END-6", "MP-BASE-SCEN-2"))
def goal(value: Any, ids: Ids) -> dict[str, Any]:
    """One goal of a mission, with what it counts as `kind` and how many as `count`."""
    read: dict[str, Any] = _GOAL(value, ids)
    named = [name for name in v.PREDICATES if read[name] is not None]
    if len(named) != 1:
        raise ValueError(f"a goal says one of {', '.join(v.PREDICATES)}")
    for field, meant in (("element", "stock"), ("level", "make or hold")):
        if field in value and named[0] not in meant:
            raise ValueError(f"{field} is said of {meant} only")
    if named[0] in COUNTED and "count" in value:
        raise ValueError(f"{named[0]} gives the count itself")
    if read["a_seat"] and v.WHO[read["who"]] != "team":
        raise ValueError("a_seat is said of team goals only")
    if named == ["keep"] and (read["count"], read["a_seat"]) != (1, 0):
        raise ValueError("who loses nothing has no count")
    found = {**read, "kind": read["element"] if named[0] in COUNTED else read[named[0]]}
    found["count"] = read[named[0]] if named[0] in COUNTED else read["count"]
    if read["a_seat"] and isinstance(found["count"], list):
        raise ValueError("a_seat is not said of a goal that counts for each size of the team")
    if not all(wanted(found, seats) for seats in TEAMS):
        raise ValueError("a goal counts to 1 at least")
    if named == ["events"] and v.WHO[read["who"]] != "team":
        raise ValueError("events are paid by the team")
    if named == ["keep"] and v.WHO[read["who"]] == "team":
        raise ValueError("who loses nothing is said of each")
    return found


def wanted(one: dict[str, Any], seats: int) -> int:
    """The number a goal counts to in a team of a given size."""
    count: int = one["count"][seats - TEAMS[0]] if isinstance(one["count"], list) else one["count"]
    return count + int(one["a_seat"]) * seats


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
    "licences": Field(table(one_of(v.COLOURS), listed(ref("element"), 0, v.MAX_ELEMENTS)), _NOTHING),
    "markers_on_own_hex": Field(truth_value, False),
    "start": Field(listed(record(card=Field(line), town=Field(TOWN)), 0, v.MAX_STARTERS), []),
    "destroy_from": Field(whole(1, 40), 0),
    "sight": Field(whole(1, 16), 0),
}
SPECIAL = record(**_SPECIAL)
PRINTED = {value: Field(whole(0, 20), None) for value in v.VALUES}
