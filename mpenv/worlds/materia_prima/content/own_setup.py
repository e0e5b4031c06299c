"""Scenarios with a set-up of their own: board, starting places and recipes, and a guide through their days."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.content import board
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import (
    Field,
    Ids,
    line,
    listed,
    one_of,
    plain,
    record,
    says,
    shown,
    table,
    text,
    whole,
)
from mpenv.worlds.materia_prima.content.clauses import axial
from mpenv.worlds.materia_prima.content.faults import Fault

Entries = dict[str, list[dict[str, Any]]]
FILE = "scenarios.toml"
LANGUAGES = ("en", "de")
MOST_LINES = 120  # of a guide
MOST_SAID = 400  # characters of a line
MINES = range(v.MINE, v.TOWN)


@says("the id of a homunculus, an equipment or a stone")
def recipe(value: Any, ids: Ids) -> int:
    """A recipe of any kind, stored as its place in the three decks together."""
    known = [one for kind in v.KINDS for one in ids[kind]]
    if value not in known:
        raise ValueError(f"there is no recipe {shown(value)}")
    return known.index(value)


@says(f"a text of at most {MOST_SAID} characters")
def said(value: Any, ids: Ids) -> str:
    return plain(text(value, ids), MOST_SAID)


PLACE = record(tower=Field(axial), alchemist=Field(axial, None))
SETUP = record(
    tiles=Field(listed(line, v.TILES, v.TILES)),
    places=Field(table(one_of(v.COLOURS), PLACE)),
    pool=Field(listed(recipe, 0, v.POOL), []),
)
GUIDE = listed(
    record(
        day=Field(whole(1, 40)),
        colour=Field(one_of(v.COLOURS), None),
        answers=Field(listed(line, 0, 40), []),
        en=Field(said),
        de=Field(said),
    ),
    0,
    MOST_LINES,
)


@implements(also=("MP-SETUP-1", "MP-SETUP-2"))
def tiles(words: list[str], ids: list[str], shape: list[board.Hex]) -> tuple[list[tuple[int, int, int]], list[str]]:
    """Read the tile, side and rotation of each slot, and list everything that is wrong with them."""
    slots, faults, fits = list[tuple[int, int, int]](), list[str](), board.rotations(shape)
    if len(words) != v.TILES:
        faults.append(f"there are {len(words)}, the frame has {v.TILES} slots")
    for number, one in enumerate(words, 1):
        try:
            slot = board.slot_of(one, ids)
        except ValueError as fault:
            faults.append(f"slot {number}: {fault}")
            continue
        slots.append(slot)
        if slot[2] not in fits:
            faults.append(f"slot {number}: {one!r} is turned as the shape of a tile does not allow")
    counts = Counter(tile for tile, _, _ in slots)
    faults += [f"{ids[tile]} is laid {count} times" for tile, count in counts.items() if count > 1]
    return slots, faults


def setups(entries: Entries, ids: Ids) -> Iterator[Fault]:
    """Every fault of the set-ups that scenarios bring, with the board they are laid on."""
    about = entries["board.toml"][0]
    for number, one in enumerate(entries["scenario"]):
        own = one["setup"]
        if own is None:
            continue
        if any(chapter["scenario"] == number for road in entries["campaign"] for chapter in road["chapters"]):
            words = "is played in no campaign, whose board stays the same"
            yield Fault(FILE, one["id"], "setup", words)
        slots, wrong = tiles(own["tiles"], ids["tile"], about["shape"])
        yield from (Fault(FILE, one["id"], "setup", f"tiles: {words}") for words in wrong)
        yield from (Fault(FILE, one["id"], "setup", f"pool: {words}") for words in _pool(entries, ids, own["pool"]))
        if not wrong:
            geo = board.geometry(about["shape"], about["frame"])
            found = _places(geo, _sites(entries, geo, slots), own["places"])
            yield from (Fault(FILE, one["id"], "setup", f"places: {words}") for words in found)


def _sites(entries: Entries, geo: board.Geometry, slots: list[tuple[int, int, int]]) -> list[int]:
    symbols = [one["symbol"] for one in entries["element"]]
    sides = {
        (tile, side): [board.site(token, symbols) for row in one["AB"[side]] for token in row]
        for tile, one in enumerate(entries["tile"])
        for side in (0, 1)
    }
    return board.lay(geo, sides, slots)


@implements(also=("MP-SETUP-13",))
def _places(geo: board.Geometry, sites: list[int], places: dict[int, dict[str, Any]]) -> Iterator[str]:
    """Towers stand on plain hexes, alchemists in their tower, on a plain hex or on a mine."""
    kinds = dict(zip(geo.hexes, sites, strict=True))
    if missing := [name for colour, name in enumerate(v.COLOURS) if colour not in places]:
        yield f"{', '.join(missing)} stands nowhere"
    towers = Counter(one["tower"] for one in places.values())
    starts = Counter(one["alchemist"] or one["tower"] for one in places.values())
    for colour, one in places.items():
        name, tower, start = v.COLOURS[colour], one["tower"], one["alchemist"] or one["tower"]
        if kinds.get(tower) != v.PLAIN:
            yield f"the tower of {name} must stand on a plain hex of the board, not on {list(tower)}"
        if kinds.get(start) != v.PLAIN and kinds.get(start) not in MINES:
            yield f"the alchemist of {name} must stand on a plain hex or a mine, not on {list(start)}"
        if towers[tower] > 1 or starts[start] > 1 or (start != tower and start in towers):
            yield f"{name} stands where another colour does"


@implements(also=("MP-SETUP-10",))
def _pool(entries: Entries, ids: Ids, pool: list[int]) -> Iterator[str]:
    cards = [(kind, one) for kind in v.KINDS for one in entries[kind]]
    kinds = Counter(cards[card][0] for card in pool)
    yield from (f"{cards[card][1]['id']} is listed {n} times" for card, n in Counter(pool).items() if n > 1)
    yield from (f"{cards[card][1]['id']} is not of level 1" for card in pool if cards[card][1]["level"] != 1)
    yield from (f"there are {n} of {kind}, at most {v.SEATS} are dealt" for kind, n in kinds.items() if n > v.SEATS)


def guides(entries: Entries, ids: Ids) -> Iterator[Fault]:
    """Faults of guides that show without a game; whether the lines can be played is tried by playing them."""
    for one in entries["scenario"]:
        lines, last = one["guide"], max(one["days"])
        if lines and (one["setup"] is None or not one["alarm_order"]):
            words = "needs a setup and an alarm_order of its own, so that every game begins alike"
            yield Fault(FILE, one["id"], "guide", words)
        seen: set[tuple[int, int | None]] = set()
        for number, said_of in enumerate(lines, 1):
            day, colour = said_of["day"], said_of["colour"]
            if day > last:
                yield Fault(FILE, one["id"], "guide", f"line {number}: day {day} is behind the last, which is {last}")
            if colour is None and said_of["answers"]:
                yield Fault(FILE, one["id"], "guide", f"line {number}: answers need a colour that gives them")
            if (day, colour) in seen:
                whose = "the day" if colour is None else v.COLOURS[colour]
                yield Fault(FILE, one["id"], "guide", f"line {number}: {whose} has a line on day {day} already")
            seen.add((day, colour))
