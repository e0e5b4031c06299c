"""Consistency of a pack's entries with each other: counts, references between fields, the board."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima.content import board, campaign_graph, own_setup
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import Ids
from mpenv.worlds.materia_prima.content.faults import Fault

Entries = dict[str, list[dict[str, Any]]]
OPEN_HEXES = 40  # 16 figures, 4 towers and 6 inquisitors, and a way between them
PLAIN_HEXES = 8  # for four towers
NOT_PLAIN = range(v.PLAIN + 1, v.TOWN + len(v.TOWNS))
EXTRA_FIGURE = ("extra figure", 1)
MIN_ALARMS = 20  # AMB-15: the deck never runs out in the longest game


def check(entries: Entries, ids: Ids, broken: Collection[str] = ()) -> list[Fault]:
    """Every fault between entries; what reads a broken file is left out, as the fields of its entries may lack."""
    checks = {
        elements: {"elements.toml"},
        tiles: {"board.toml", "elements.toml"},
        figures: {"alchemists.toml"},
        recipes: {"recipes.toml"},
        towns: {"towns.toml", "elements.toml"},
        inquisitors: {"inquisitors.toml"},
        alarms: {"alarms.toml"},
        scenarios: {"scenarios.toml", "inquisitors.toml"},
        events: {"scenarios.toml"},
        specials: {"scenarios.toml", "inquisitors.toml"},
        own_setup.setups: {"scenarios.toml", "board.toml", "elements.toml", "recipes.toml"},
        own_setup.guides: {"scenarios.toml"},
        campaign_graph.campaigns: {"scenarios.toml", "elements.toml"},
    }
    return [fault for one, files in checks.items() if not files & {*broken} for fault in one(entries, ids)]


@implements(also=("MP-BASE-ELEM-1", "MP-BASE-ELEM-2"))
def elements(entries: Entries, ids: Ids) -> Iterator[Fault]:
    file = "elements.toml"
    symbols = Counter(one["symbol"] for one in entries["element"])
    for one in entries["element"]:
        symbol = one["symbol"]
        if symbols[symbol] > 1 or not symbol.isalpha() or not symbol.islower() or len(symbol) > 2:
            yield Fault(file, one["id"], "symbol", f"{symbol!r} must be one or two lower case letters of its own")
    pairs = Counter(frozenset(one["from"]) for one in entries["conversion"])
    for one in entries["conversion"]:
        if pairs[frozenset(one["from"])] > 1:
            yield Fault(file, one["id"], "from", "must be a pair of its own, another conversion takes the same")
        if one["to"] in one["from"]:
            yield Fault(file, one["id"], "to", "must be another element than those it is made from")


@implements(also=("MP-BASE-BOARD-2",))
def tiles(entries: Entries, ids: Ids) -> Iterator[Fault]:
    file = "board.toml"
    for kind, count in (("town", len(v.TOWNS)), ("tile", v.TILES)):
        if len(entries[kind]) != count:
            yield Fault(file, kind, "", f"there are {len(entries[kind])}, wanted {count}")
            return
    if len({one["letter"] for one in entries["town"]}) != len(v.TOWNS):
        yield Fault(file, "town", "letter", f"must be {', '.join(v.TOWNS)}, each once")
        return
    about = entries["board.toml"][0]
    shape, frame = about["shape"], about["frame"]
    if shape != sorted(set(shape), key=lambda one: (one[1], one[0])):
        yield Fault(file, "", "shape", "must list each hex once, row by row (sorted by r, then q)")
        return
    geo = board.geometry(shape, frame)
    if len(geo.hexes) != len(shape) * v.TILES:
        yield Fault(file, "", "frame", "tiles overlap")
        return
    for axis, letter in ((0, "q"), (1, "r")):
        span = max(one[axis] for one in geo.hexes) - min(one[axis] for one in geo.hexes) + 1
        if span > v.MAX_SPAN:
            yield Fault(file, "", "frame", f"the board spans {span} in {letter}, the engine takes {v.MAX_SPAN}")
    faults, sides = _sides(entries, shape)
    yield from faults
    if not faults:
        yield from _room(sides)
        yield from _layouts(entries, ids, geo, sides)


def _room(sides: dict[tuple[int, int], list[int]]) -> Iterator[Fault]:
    """On every choice of sides there is room for all figures, towers and inquisitors."""
    for what, least, closed in (("open", OPEN_HEXES, (v.BLOCKED,)), ("plain", PLAIN_HEXES, NOT_PLAIN)):
        kept = {key: sum(code not in closed for code in side) for key, side in sides.items()}
        there = sum(min(kept[tile, 0], kept[tile, 1]) for tile in range(v.TILES))
        if there < least:
            yield Fault("board.toml", "tile", "", f"the board has {there} {what} hexes on some sides, wanted {least}")


@implements(also=("MP-BASE-BOARD-3",))
def _sides(entries: Entries, shape: list[board.Hex]) -> tuple[list[Fault], dict[tuple[int, int], list[int]]]:
    symbols = [one["symbol"] for one in entries["element"]]
    faults, sides = [], {}
    for tile, one in enumerate(entries["tile"]):
        for side in (0, 1):
            rows = one["AB"[side]]
            if [len(row) for row in rows] != board.shape_rows(shape):
                words = f"must have rows of {board.shape_rows(shape)} hexes, not {[len(row) for row in rows]}"
                faults.append(Fault("board.toml", one["id"], "AB"[side], words))
                continue
            try:
                sides[tile, side] = [board.site(token, symbols) for row in rows for token in row]
            except ValueError as fault:
                faults.append(Fault("board.toml", one["id"], "AB"[side], str(fault)))
    if not faults:
        faults = list(_towns(sides))
    return faults, sides


@implements(also=("MP-BASE-BOARD-3",))
def _towns(sides: dict[tuple[int, int], list[int]]) -> Iterator[Fault]:
    for letter, code in zip(v.TOWNS, range(v.TOWN, v.TOWN + len(v.TOWNS)), strict=True):
        homes = [[tile for tile in range(v.TILES) for _ in range(sides[tile, side].count(code))] for side in (0, 1)]
        for side in (0, 1):
            if len(homes[side]) != 1:
                words = f"town {letter} stands {len(homes[side])} times on this side, wanted once"
                yield Fault("board.toml", "tile", "AB"[side], words)
        if len(homes[0]) == len(homes[1]) == 1 and homes[0] != homes[1]:
            yield Fault("board.toml", "tile", "B", f"town {letter} must stand on the tile where it stands on side A")


@implements(also=("MP-BASE-BOARD-4",))
def _layouts(
    entries: Entries, ids: Ids, geo: board.Geometry, sides: dict[tuple[int, int], list[int]]
) -> Iterator[Fault]:
    file, shape = "board.toml", entries["board.toml"][0]["shape"]
    if "standard" not in ids["layout"]:
        yield Fault(file, "layout", "id", "there must be one called standard")
    if "random" in ids["layout"]:
        yield Fault(file, "random", "id", "is what players say to have the board drawn, give it another name")
    for one in entries["layout"]:
        try:
            slots = [board.slot_of(words, ids["tile"]) for words in one["slots"]]
        except ValueError as fault:
            yield Fault(file, one["id"], "slots", str(fault))
            continue
        if len({tile for tile, _, _ in slots}) != v.TILES:
            yield Fault(file, one["id"], "slots", "must use each tile once")
            continue
        if turned := [rotation for _, _, rotation in slots if rotation not in board.rotations(shape)]:
            yield Fault(file, one["id"], "slots", f"rotation {turned[0]} does not fit the shape of a tile")
            continue
        yield from _towers(one, geo, board.lay(geo, sides, slots))


@implements(also=("MP-BASE-BOARD-7",))
def _towers(layout: dict[str, Any], geo: board.Geometry, sites: list[int]) -> Iterator[Fault]:
    if set(layout["towers"]) != {2, 3, 4}:
        yield Fault("board.toml", layout["id"], "towers", "must give the towers of 2, 3 and 4 alchemists")
        return
    for seats, towers in layout["towers"].items():
        wrong = [one for one in towers if one not in geo.hexes or sites[geo.hexes.index(one)] != v.PLAIN]
        if len(towers) != seats or len(set(towers)) != seats or wrong:
            words = f"of {seats} alchemists must be {seats} different plain hexes of the board (MP-BASE-BOARD-7)"
            yield Fault("board.toml", layout["id"], "towers", words + (f", not {list(wrong[0])}" if wrong else ""))


@implements(also=("MP-BASE-FIG-3",))
def figures(entries: Entries, ids: Ids) -> Iterator[Fault]:
    if sorted(one["digit"] for one in entries["tower"]) != [1, 2, 3, 4]:
        yield Fault("alchemists.toml", "tower", "digit", "must be 1, 2, 3, 4, each once")
    missing = [colour for i, colour in enumerate(v.COLOURS) if all(a["colour"] != i for a in entries["alchemist"])]
    if missing:
        yield Fault("alchemists.toml", "alchemist", "colour", f"nobody is {', '.join(missing)}")


@implements(also=("MP-ALCH-4", "MP-BASE-RECIPE-1"))
def recipes(entries: Entries, ids: Ids) -> Iterator[Fault]:
    for kind in v.KINDS:
        low = sum(one["level"] == 1 for one in entries[kind])
        if low < v.SEATS:
            words = f"there are {low} of level 1, the pool of four alchemists takes {v.SEATS} (MP-SETUP-10)"
            yield Fault("recipes.toml", kind, "level", words)
    for one in entries["homunculus"]:
        useless = [ability for ability in one["abilities"] if not _of_homunculi(ability)]
        if useless:
            words = "homunculi move, mine, drop, fight and exchange; other abilities are of alchemists (MP-ALCH-4)"
            yield Fault("recipes.toml", one["id"], "abilities", words)


def _of_homunculi(ability: tuple[str, int]) -> bool:
    kind, what = ability
    return kind == "mining" or (kind == "extra" and v.VERBS[what] in ("move", "mine", "drop", "fight", "exchange"))


NEEDS = {"fight": "defence", "element": "element", "homunculus": "level", "equipment": "level", "stone": "level"}


@implements(also=("MP-BASE-TOWN-1", "MP-BASE-TOWN-2"))
def towns(entries: Entries, ids: Ids) -> Iterator[Fault]:
    file = "towns.toml"
    for one in entries["mission"]:
        needed = NEEDS[v.ERRANDS[one["kind"]]]
        for field in ("defence", "element", "level"):
            if (one[field] is not None) != (field == needed):
                words = f"a mission of kind {v.ERRANDS[one['kind']]} gives its {needed}"
                yield Fault(file, one["id"], field, words)
    for one in entries["extension"]:
        if not one["abilities"] and not any(one[stat] for stat in v.STATS):
            yield Fault(file, one["id"], "abilities", "an extension gives an ability or a status point")


@implements(also=("MP-INQ-9", "MP-BASE-INQ-1"))
def inquisitors(entries: Entries, ids: Ids) -> Iterator[Fault]:
    file = "inquisitors.toml"
    letters = Counter(one["letter"] for one in entries["type"])
    cards = Counter(card["id"] for one in entries["type"] for card in one["cards"])
    for one in entries["type"]:
        letter = one["letter"]
        if letters[letter] > 1 or len(letter) != 1 or not letter.isupper():
            yield Fault(file, one["id"], "letter", f"{letter!r} must be one upper case letter of its own")
        if (one["attack"] is None) == (one["destroy"] is None):
            yield Fault(file, one["id"], "attack", "give either attack or destroy")
        for field in ("primary", "secondary"):
            if one["destroy"] is None and one[field] == v.TARGETS.index("tower"):
                yield Fault(file, one["id"], field, "who attacks hunts figures only, a tower is nothing to attack")
        modifiers = Counter(card["modifier"] for card in one["cards"])
        extra = modifiers.pop(EXTRA_FIGURE, 0)
        if modifiers and max(modifiers.values()) > 1:
            yield Fault(file, one["id"], "cards", "the six cards of a type must differ, but for extra figures (AMB-17)")
        if extra > v.STANDEES:
            yield Fault(
                file, one["id"], "cards", f"at most {v.STANDEES} cards of a type bring an extra figure (AMB-16)"
            )
        for card in one["cards"]:
            if cards[card["id"]] > 1 or card["id"] in (known for kind in ids.values() for known in kind):
                yield Fault(file, one["id"], "cards", f"the id {card['id']!r} is used twice")


@implements(also=("MP-ALARM-3.2", "MP-ALCH-1", "MP-BASE-INQ-2"))
def alarms(entries: Entries, ids: Ids) -> Iterator[Fault]:
    usual = sum(one["deck"] for one in entries["alarm"])
    if usual < MIN_ALARMS:
        yield Fault("alarms.toml", "alarm", "", f"there are {usual} for all decks, wanted at least {MIN_ALARMS}")
    for one in entries["alarm"]:
        if len(set(one["order"])) != len(v.COLOURS):
            yield Fault("alarms.toml", one["id"], "order", "must name every colour once (AMB-45)")


@implements("MP-INQ-4")
def scenarios(entries: Entries, ids: Ids) -> Iterator[Fault]:
    file = "scenarios.toml"
    letters = [one["letter"] for one in entries["type"]]
    if not entries["scenario"]:
        yield Fault(file, "scenario", "", "there is none")
    for one in entries["scenario"]:
        unknown = [letter for letter in one["types"] if letter not in letters]
        if unknown or len(set(one["types"])) != len(one["types"]):
            words = f"must name different types, known are {', '.join(letters)}"
            yield Fault(file, one["id"], "types", words)
        order = one["alarm_order"]
        if order and (len(set(order)) != len(order) or len(order) < max(one["days"])):
            yield Fault(file, one["id"], "alarm_order", f"must list a card for each of {max(one['days'])} days")
        if len(set(one["alarms"])) != len(one["alarms"]) or (order and one["alarms"]) or len(one["alarms"]) == 1:
            yield Fault(file, one["id"], "alarms", "must name two or more different cards, and none beside alarm_order")


@implements(also=("MP-EVENT-1",))
def events(entries: Entries, ids: Ids) -> Iterator[Fault]:
    """MP-EVENT-1: a table has a row for each event day, or there is none."""
    for one in entries["scenario"]:
        days = sorted(row["day"] for row in one["events"])
        if days and days != list(v.EVENT_DAYS):
            words = f"must have one row for each of the days {', '.join(map(str, v.EVENT_DAYS))}, or none at all"
            yield Fault("scenarios.toml", one["id"], "events", words)


@implements(also=("MP-BASE-SCEN-7",))
def specials(entries: Entries, ids: Ids) -> Iterator[Fault]:
    file = "scenarios.toml"
    types = {card["id"]: one["letter"] for one in entries["type"] for card in one["cards"]}
    for one in entries["scenario"]:
        start = [starter["card"] for starter in one["special"]["start"]]
        foreign = [card for card in start if types.get(card) not in one["types"]]
        if foreign:
            yield Fault(file, one["id"], "special", f"start: {foreign[0]!r} is no card of the scenario's types")
        elif len({types[card] for card in start}) != len(start):
            yield Fault(file, one["id"], "special", "start: at most one card of a type")
        if not one["inquisitor_deck"] and one["types"] and not start:
            yield Fault(
                file, one["id"], "inquisitor_deck", "without a deck the types never come, name none or start one"
            )
