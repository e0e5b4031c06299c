"""Warnings about a pack that is valid but perhaps not as its author meant it: one function for each kind."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import gcd
from typing import Any, NamedTuple

from mpenv.worlds.materia_prima.content import board
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.content.schema import FILES

NAMED = ("element", "town", "alchemist", *v.KINDS, "type", "scenario", "campaign")
LEAST_MINES = 5  # of a level-1 element (MP-BASE-BOARD-3)
FILE_OF = {kind: file for file, kinds in FILES.items() for kind in kinds}
# Cards that are compared, and their fields that are amounts; what makes no difference to the player is left out.
AMOUNTS: dict[str, tuple[str, ...]] = {
    "homunculus": ("cost", *v.STATS),
    "equipment": ("cost", *v.STATS),
    "stone": ("cost",),
    "extension": ("price", *v.STATS),
    "mission": ("defence", "points"),
    "alchemist": (*v.STATS, "without_stone"),
    "alarm": (),
    "scenario": (),
}
NO_DIFFERENCE = ("id", "provenance", "colour", "cooperation")


class Note(NamedTuple):
    file: str
    entry: str
    words: str

    def __str__(self) -> str:
        return f"{self.file}: {self.entry}: {self.words}"


def notes(pack: Pack) -> list[Note]:
    """Everything doubtful about a pack, in the order of play."""
    return [
        Note(FILE_OF[kind], entry, words)
        for look in (
            elements,
            conversions,
            mines,
            recipes,
            twins,
            multiples,
            types,
            alarms,
            hunters,
            introductions,
            names,
        )
        for kind, entry, words in look(pack)
    ]


def grouped(found: Iterable[Note]) -> list[str]:
    """The notes in lines; those that say the same of several entries are one line with their count and ids."""
    alike: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in found:
        alike[one.file, one.words].append(one.entry)
    return [
        str(Note(file, entries[0], words))
        if len(entries) == 1
        else f"{file}: {len(entries)} entries, of each: {words}: {', '.join(entries)}"
        for (file, words), entries in alike.items()
    ]


Found = Iterator[tuple[str, str, str]]  # kind, entry, words


def elements(pack: Pack) -> Found:
    there = _made(pack)
    for element, name in enumerate(pack.ids["element"]):
        if element not in there:
            yield "element", name, "no mine of the board and no conversion makes it"


def conversions(pack: Pack) -> Found:
    """MP-BASE-ELEM-2: as a rule two elements of a level become one of the next."""
    level = [one["level"] for one in pack.entries["element"]]
    for one in pack.entries["conversion"]:
        if not all(level[each] == level[one["to"]] - 1 for each in one["from"]):
            yield "conversion", one["id"], "its result is not one level above both elements it is made from"


def _made(pack: Pack) -> set[int]:
    """Elements that alchemists can bring forth: mined, or converted from such."""
    there = {element for side in _mines(pack).values() for element in side}
    conversions = pack.entries["conversion"]
    for _ in conversions:
        there |= {one["to"] for one in conversions if there >= {*one["from"]}}
    return there


def _mines(pack: Pack) -> dict[tuple[int, str], Counter[int]]:
    """The mines of each side of each tile."""
    symbols = [one["symbol"] for one in pack.entries["element"]]
    sites = {
        (tile, side): [board.site(token, symbols) - v.MINE for row in one[side] for token in row]
        for tile, one in enumerate(pack.entries["tile"])
        for side in "AB"
    }
    return {key: Counter(site for site in side if 0 <= site < v.MAX_ELEMENTS) for key, side in sites.items()}


def mines(pack: Pack) -> Found:
    """MP-BASE-BOARD-3: enough mines, whichever sides lie up."""
    sides = _mines(pack)
    for element, one in enumerate(pack.entries["element"]):
        least = sum(min(sides[tile, "A"][element], sides[tile, "B"][element]) for tile in range(v.TILES))
        if one["level"] == 1 and least < LEAST_MINES:
            yield (
                "element",
                one["id"],
                f"on some choice of sides the board has {least} mines of it, {LEAST_MINES} are usual",
            )


def recipes(pack: Pack) -> Found:
    """Warn of prices in elements that never come: not mined, made, looted or given by an event."""
    gain = v.EFFECTS.index("gain")
    rows = [row for one in pack.entries["scenario"] for row in one["events"]]
    gains = [row[side] for row in rows for side in ("paid", "unpaid") if row[side].kind == gain]
    given = {one.what for one in gains} | {one.also for one in gains if one.more}
    there = _made(pack) | given | {element for one in pack.entries["alarm"] for element in one["loot"]}
    for kind, field in (*((kind, "cost") for kind in v.KINDS), ("extension", "price")):
        for one in pack.entries[kind]:
            if lacking := [pack.ids["element"][element] for element in one[field] if element not in there]:
                yield kind, one["id"], f"can never be paid, there is no {', '.join(lacking)}"


def twins(pack: Pack) -> Found:
    for kind in AMOUNTS:
        for same in _alike((_frozen(one, NO_DIFFERENCE), one) for one in pack.entries[kind]):
            yield (
                kind,
                same[0]["id"],
                f"is the same card as {', '.join(one['id'] for one in same[1:])}, but for its name",
            )


def multiples(pack: Pack) -> Found:
    """Cards whose numbers are another's, a few times over."""
    for kind, fields in AMOUNTS.items():
        if not fields:
            continue
        for first, *rest in _alike((_reduced(one, fields), one) for one in pack.entries[kind]):
            others = [one["id"] for one in rest if _amounts(one, fields) != _amounts(first, fields)]
            if others:
                yield kind, first["id"], f"its numbers are those of {', '.join(others)}, multiplied"


def _alike(faces: Iterable[tuple[Any, dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """The groups of two or more entries with the same face."""
    groups = defaultdict(list)
    for face, one in faces:
        groups[face].append(one)
    return [group for group in groups.values() if len(group) > 1]


def _frozen(value: Any, without: tuple[str, ...] = ()) -> Any:
    """A hashable copy of a value; the order of tables does not matter."""
    if isinstance(value, dict):
        return frozenset((key, _frozen(one)) for key, one in value.items() if key not in without)
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value


def _amounts(one: dict[str, Any], fields: tuple[str, ...]) -> dict[tuple[str, Any], int]:
    values = [(field, one.get(field)) for field in fields]
    tables = [(field, value if isinstance(value, dict) else {"": value}) for field, value in values]
    return {(field, key): amount for field, table in tables for key, amount in table.items() if amount}


def _reduced(one: dict[str, Any], fields: tuple[str, ...]) -> Any:
    """The entry with its amounts divided by what they have in common; where there are several the level grows along."""
    amounts = _amounts(one, fields)
    common = gcd(*amounts.values())
    left_out = (*NO_DIFFERENCE, *fields, *(["level"] if len(amounts) > 1 else []))
    return _frozen(one, left_out), frozenset((key, amount // common) for key, amount in amounts.items())


def types(pack: Pack) -> Found:
    used = {letter for one in pack.entries["scenario"] for letter in one["types"]}
    for one in pack.entries["type"]:
        if one["letter"] not in used:
            yield "type", one["id"], "no scenario uses it"


def alarms(pack: Pack) -> Found:
    scenarios = pack.entries["scenario"]
    used = {card for one in scenarios for card in one["alarms"] + one["alarm_order"]}
    if not all(one["alarms"] or one["alarm_order"] for one in scenarios):
        used |= {card for card, one in enumerate(pack.entries["alarm"]) if one["deck"]}
    for card, name in enumerate(pack.ids["alarm"]):
        if card not in used:
            yield "alarm", name, "no scenario uses it"


def hunters(pack: Pack) -> Found:
    """MP-BASE-SCEN-5: a hunter of alchemists and a destroyer come together, except where no difficulty is chosen."""
    by_letter = {one["letter"]: one for one in pack.entries["type"]}
    for one in pack.entries["scenario"]:
        if one["days"][0]:
            continue
        mine = [by_letter[letter] for letter in one["types"]]
        if all(kind["attack"] is not None for kind in mine):
            yield "scenario", one["id"], "no type destroys, so towers are a refuge that costs nothing (MP-BASE-SCEN-5)"
        if all(kind["attack"] is None or v.TARGETS[kind["primary"]] != "alchemist" for kind in mine):
            yield (
                "scenario",
                one["id"],
                "no type hunts alchemists first, so the game is hardly ever lost (MP-BASE-SCEN-5)",
            )


def introductions(pack: Pack) -> Found:
    drill = v.PROVENANCES.index("training drill")
    for one in pack.entries["scenario"]:
        if one["id"] not in pack.introductions and one["provenance"] != drill:
            yield "scenario", one["id"], "has no introduction in names.toml"


def names(pack: Pack) -> Found:
    for kind in NAMED:
        for one in pack.ids[kind]:
            if one not in pack.names:
                yield kind, one, "has no name in names.toml"
    for name, count in Counter(pack.names.values()).items():
        if count > 1:
            same = [one for one, called in pack.names.items() if called == name]
            kind = next(kind for kind in pack.ids if same[0] in pack.ids[kind])
            yield kind, same[0], f"is called {name!r}, and so is {', '.join(same[1:])}"
