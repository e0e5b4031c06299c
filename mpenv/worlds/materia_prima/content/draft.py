"""A scenario drawn by its number: the entry that a scenarios.toml would hold, made of what a pack has.

Every choice is a hash of GENERATOR, the number and what is chosen, so that it is the same on every machine; whatever
changes what is drawn raises GENERATOR.
"""

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.goal_catalogue import Deed, deeds
from mpenv.worlds.materia_prima.content.supplies import Means

GENERATOR = 1
SHORTEST, LONGEST = 8, 20  # days
LEAST = 6  # days of work that a mission is, at the least
HARD = 14  # the most days of the shortest difficulty
PEACEFUL = 6  # of a hundred scenarios have no Inquisition at all
MOST_GOALS = 3
LEAST_ALARMS = 12  # of a deck that is not the whole one
T = TypeVar("T")
Entry = dict[str, Any]


class Lots:
    """The choices of one scenario; each has a name, so that none shifts another."""

    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, what: str, count: int) -> int:
        digest = hashlib.sha256(f"{GENERATOR} {self.number} {what}".encode()).digest()
        return int.from_bytes(digest[:8], "little") * count >> 64

    def within(self, what: str, low: int, high: int) -> int:
        return low + self.below(what, high - low + 1)

    def of_hundred(self, what: str, count: int) -> bool:
        return self.below(what, 100) < count

    def one(self, what: str, among: Sequence[T]) -> T:
        return among[self.below(what, len(among))]

    def some(self, what: str, among: Sequence[T], count: int) -> list[T]:
        left = list(among)
        return [left.pop(self.below(f"{what} {k}", len(left))) for k in range(min(count, len(left)))]


def draft(means: Means, number: int) -> Entry:
    """The scenario of a number, as it would stand in a file."""
    lots = Lots(number)
    types = _types(means, lots)
    chosen = _mission(means, types, lots)
    shortest = max([SHORTEST, sum(deed.days for deed in chosen), *(deed.least for deed in chosen)])
    days = _days(lots, min(shortest, HARD))
    special = _special(means, types, chosen, days, lots)
    return {
        "id": f"generated-{number}",
        "types": types,
        "days": days,
        **_alarms(means, days, lots),
        "events": _events(means, types, chosen, lots),
        "special": special,
        "cooperation": _cooperation(chosen, special),
        "mission": [deed.goal for deed in chosen],
        "provenance": "generated",
    }


def _types(means: Means, lots: Lots) -> list[str]:
    """A hunter of alchemists and a destroyer, where the pack has them, and perhaps a third type (MP-BASE-SCEN-5)."""
    if not means.types or lots.of_hundred("peaceful", PEACEFUL):
        return []
    drawn = [lots.one(f"type {k}", role) for k, role in enumerate((means.hunters, means.destroyers)) if role]
    others = [letter for letter in means.types if letter not in drawn]
    drawn += lots.some("type", others, lots.below("more types", v.SLOTS + 1 - len(drawn)))
    return lots.some("order of types", drawn, len(drawn))


def _mission(means: Means, types: list[str], lots: Lots) -> list[Deed]:
    """One to three goals of different families, no errand of a day or two; one at most is held to the end."""
    wanted = lots.within("goals", 1, MOST_GOALS)
    chosen: list[Deed] = []
    known = deeds(means, types)
    held = lots.of_hundred("held", 25)
    families = sorted({deed.family for deed in known})
    for family in lots.some("family", families, len(families)):
        fit = [deed for deed in known if deed.family == family and deed.held <= held and _fits(deed, chosen)]
        short = sum(deed.days for deed in chosen) < LEAST
        if fit and (len(chosen) < wanted or (short and len(chosen) < MOST_GOALS)):
            deed = lots.one(f"deed {family}", fit)
            chosen.append(deed)
            held = held and not deed.held
    return chosen


def _fits(deed: Deed, chosen: list[Deed]) -> bool:
    """Do the goals fit together: deeds before things to preserve, and all of it in time?"""
    return (bool(chosen) or not deed.held) and sum(one.days for one in chosen) + deed.days <= HARD


def _days(lots: Lots, shortest: int) -> int | dict[str, int]:
    if lots.of_hundred("no difficulty", 30):
        return lots.within("days", shortest, min(LONGEST, shortest + 8))
    hard = lots.within("hard", shortest, min(HARD, shortest + 3))
    normal = hard + lots.within("normal", 2, min(4, (LONGEST - hard) // 2))
    return {"easy": min(LONGEST, normal + lots.within("easy", 2, 4)), "normal": normal, "hard": hard}


def longest(days: int | dict[str, int]) -> int:
    return max(days.values()) if isinstance(days, dict) else days


def _alarms(means: Means, days: int | dict[str, int], lots: Lots) -> Entry:
    """The whole deck, a part of it, or a printed order."""
    way = lots.below("alarms", 10)
    if way == 0:
        return {"alarm_order": lots.some("alarm order", means.alarms, longest(days))}
    if way <= 2 and len(means.alarms) > LEAST_ALARMS:
        count = lots.within("alarm cards", LEAST_ALARMS, len(means.alarms) - 1)
        return {"alarms": sorted(lots.some("alarm card", means.alarms, count))}
    return {}


# What an event brings, milder ones first; `strength` counts up with the rows of the table.
GOOD = (
    ("gain 2 {1}", "alchemists attack +1", "alchemists defence +1"),
    ("gain 1 {2}", "alchemists capacity +1", "alchemists defence +1"),
    ("gain 2 {2}", "alchemists actions +1", "alchemists attack +2"),
    ("gain 1 {3}", "gain 3 {1}", "alchemists actions +1"),
)
BAD = (
    ("lose 2 {1}",),
    ("lose 3 {1}", "lose equipment", "inquisitors defence +1"),
    (
        "lose 4 {1}",
        "lose 2 {2}",
        "lose homunculus",
        "inquisitors actions +1",
        "inquisitors attack +1",
        "inquisitors destroy +1",
    ),
    ("lose 5 {1}", "lose 3 {2}", "lose fragment", "inquisitors attack +1", "inquisitors destroy +1"),
)


def _events(means: Means, types: list[str], chosen: list[Deed], lots: Lots) -> list[Entry]:
    """A row for each event day: costs grow by day and team, each gain stands against a loss."""
    asked = any("events" in deed.goal for deed in chosen)
    if not (means.errands and means.mined) or not (asked or lots.of_hundred("events", 70)):
        return []
    dearer = lots.within("first cost", 1, 2)
    rows: list[Entry] = []
    for k, day in enumerate(v.EVENT_DAYS):
        dearer += k > 0 and (k == 2 or lots.of_hundred(f"dearer {day}", 50))
        told = {side for row in rows for side in (row["paid"], row["unpaid"])}
        good = [words for one in GOOD[k] for words in means.elements(one) if words not in told]
        bad = [words for one in BAD[k] for words in means.elements(one) if _hurts(means, words, types, chosen, told)]
        paid, unpaid = lots.one(f"paid {day}", good), lots.one(f"unpaid {day}", bad)
        rows.append({"day": day, "cost": [dearer, dearer + 1, dearer + 1 + k // 2], "paid": paid, "unpaid": unpaid})
    return rows


def _hurts(means: Means, words: str, types: list[str], chosen: list[Deed], told: set[str]) -> bool:
    """A loss that means something here, and spoils no goal."""
    if words in told or any(deed.held and deed.spoilt == words for deed in chosen):
        return False
    verb, _, what = words.partition(" ")
    return verb != "inquisitors" or means.raises(types, what.partition(" ")[0])


RULES = ("no_sailing", "closed", "dry", "licences", "markers_on_own_hex", "start", "destroy_from")


def _special(
    means: Means, types: list[str], chosen: list[Deed], days: int | dict[str, int], lots: Lots
) -> dict[str, Any]:
    """Up to two special rules; where defeats are asked for, the Inquisition is there from the first day."""
    possible = [
        rule
        for rule in RULES
        if (rule != "start" or types)
        and (rule != "destroy_from" or means.raises(types, "destroy"))
        and (rule != "dry" or means.mined)
        and (rule != "licences" or len(means.mined) >= len(v.COLOURS))
    ]
    names = lots.some("special", possible, lots.one("specials", (0, 0, 1, 1, 1, 2)))
    names += ["start"] if "start" not in names and any("defeat" in deed.goal for deed in chosen) else []
    return {name: _rule(name, means, types, lots) for name in RULES if name in names}


def _rule(name: str, means: Means, types: list[str], lots: Lots) -> Any:
    if name == "closed":
        towns = lots.some("closed", v.TOWNS, lots.within("closed towns", 1, 2))
        return {town: lots.within(f"opens {town}", 3, 6) for town in sorted(towns)}
    if name == "dry":
        kinds = lots.some("dry", means.mined, lots.within("dry kinds", 1, 2))
        return {kind: lots.within(f"dry {kind}", 16, 30) for kind in sorted(kinds)}
    if name == "licences":
        return _licences(means, lots)
    if name == "start":
        letters = lots.some("start", types, lots.one("starters", (1, 1, 2)))
        return [
            {"card": lots.one(f"starter {k}", means.cards[k]), "town": lots.one(f"at {k}", v.TOWNS)} for k in letters
        ]
    return lots.within("destroy from", 5, 10) if name == "destroy_from" else True


def _licences(means: Means, lots: Lots) -> dict[str, list[str]]:
    """Each colour lacks kinds of its own, so that any two of them can mine everything."""
    dealt = lots.some("licence", means.mined, len(means.mined))
    lacks = {colour: dealt[k :: len(v.COLOURS)] for k, colour in enumerate(v.COLOURS)}
    return {colour: [kind for kind in means.mined if kind not in lacks[colour]] for colour in v.COLOURS}


def _cooperation(chosen: list[Deed], special: dict[str, Any]) -> list[str]:
    """The cooperation that a mission asks for, in the words of the vocabulary."""
    asked = {
        "hand-over": "licences" in special,
        "guarding": any(deed.held for deed in chosen),
        "role split": any(
            deed.goal["who"] == "team" and ("make" in deed.goal or "defeat" in deed.goal) for deed in chosen
        ),
        "shared payment": any("events" in deed.goal for deed in chosen),
        "timing": "closed" in special or any("stand" in deed.goal for deed in chosen),
    }
    return [words for words in v.COOPERATION if asked[words]]
