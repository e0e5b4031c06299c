"""Supplies of a pack for an author of scenarios: elements to mine and make, inquisitors, cards."""

from typing import Any, NamedTuple

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import Ids

Entries = dict[str, list[dict[str, Any]]]


class Means(NamedTuple):
    """All by id, but for types, which go by letter."""

    mined: list[str]
    had: dict[int, list[str]]  # elements by level that can be mined or converted
    made: dict[str, list[int]]  # levels of each kind of recipe whose cost can be had
    errands: int  # town missions that can be fulfilled
    types: list[str]
    hunters: list[str]  # of alchemists first, or of anybody where the pack has none
    destroyers: list[str]
    cards: dict[str, list[str]]
    alarms: list[str]

    def elements(self, words: str) -> list[str]:
        """`gain 1 {2}` with each element of level 2 that can be had."""
        level = next((level for level in range(1, v.LEVELS + 1) if f"{{{level}}}" in words), 0)
        return [words.replace(f"{{{level}}}", name) for name in self.had[level]] if level else [words]

    def raises(self, types: list[str], value: str) -> bool:
        """Is there somebody whose value counts?"""
        destroying = [letter in self.destroyers for letter in types]
        return {"attack": not all(destroying), "destroy": any(destroying)}.get(value, bool(types))


def means(entries: Entries, ids: Ids) -> Means:
    elements = entries["element"]
    had = _had(entries)
    mined = [one for one in sorted(_mined(entries)) if one in had]
    made = {kind: sorted({one["level"] for one in entries[kind] if set(one["cost"]) <= had}) for kind in v.KINDS}
    types = {one["letter"]: one for one in entries["type"]}
    attackers = [letter for letter, one in types.items() if one["attack"] is not None]
    hunters = [letter for letter in attackers if v.TARGETS[types[letter]["primary"]] == "alchemist"]
    return Means(
        mined=[ids["element"][one] for one in mined],
        had={
            level: [ids["element"][one] for one in sorted(had) if elements[one]["level"] == level]
            for level in range(1, v.LEVELS + 1)
        },
        made=made,
        errands=sum(_can(one, had, made) for one in entries["mission"]),
        types=list(types),
        hunters=hunters or attackers,
        destroyers=[letter for letter in types if letter not in attackers],
        cards={letter: [card["id"] for card in one["cards"]] for letter, one in types.items()},
        alarms=[name for name, one in zip(ids["alarm"], entries["alarm"], strict=True) if one["deck"]],
    )


def _mined(entries: Entries) -> set[int]:
    """Elements that have a mine whichever sides lie up."""
    symbols = [one["symbol"] for one in entries["element"]]
    found = []
    for side in (0, 1):
        found.append({token for one in entries["tile"] for row in one["AB"[side]] for token in row})
    sure = {token for one in entries["tile"] for token in _both(one)} | (found[0] & found[1])
    return {k for k, symbol in enumerate(symbols) if symbol in sure}


def _both(tile: dict[str, Any]) -> set[str]:
    return {token for row in tile["A"] for token in row} & {token for row in tile["B"] for token in row}


def _had(entries: Entries) -> set[int]:
    """Elements that can be mined, or converted from what can be had."""
    had = _mined(entries)
    while more := {one["to"] for one in entries["conversion"] if {*one["from"]} <= had} - had:
        had |= more
    return had


def _can(errand: dict[str, Any], had: set[int], made: dict[str, list[int]]) -> bool:
    """Can a town mission be fulfilled?"""
    kind = v.ERRANDS[errand["kind"]]
    if kind == "fight":
        return True
    return {*errand["element"]} <= had if kind == "element" else errand["level"] in (0, *made[kind])
