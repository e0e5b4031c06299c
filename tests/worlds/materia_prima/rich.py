"""Random legal situations in the middle of a game: stocked towers, homunculi, items, displays, alarms about to sound.

Random play alone never makes anything; half of the whole-game tests start from here.
"""

import random
from typing import Any

from mpenv.worlds.materia_prima.content import board
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.fill import alarms_of
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.draw.words import place
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.switches import MOST_DAYS, SWITCHES, WITHOUT
from tests.places import TESTS

COLOURS = ("green", "yellow", "brown", "grey")


WHOLE = str(TESTS / "packs" / "whole")
SWITCHED = 0.3  # how often each switch of the rules is thrown


def game(seed: int, pack: str = "inquisition", scenario: str = "prologue") -> Game:
    """A playable game from a random situation; the same seed is the same one."""
    return Game.from_position(position(random.Random(seed), load(pack), pack, scenario))


def any_game(seed: int) -> Game:
    """A random situation of any scenario of the pack that has everything, with any rule switches."""
    rng = random.Random(seed)
    pack = load(WHOLE)
    scenario = rng.choice(pack.ids["scenario"])
    return Game.from_position(position(rng, pack, WHOLE, scenario, switches(rng)))


def switches(rng: random.Random) -> dict[str, Any]:
    """Some of the rule switches, thrown one way or another."""
    thrown: dict[str, Any] = {
        name: rng.choice(switch.values[1:])
        for name, switch in SWITCHES.items()
        if switch.record == "house" and rng.random() < SWITCHED
    }
    if rng.random() < SWITCHED:
        thrown["supply"] = rng.randint(1, 40)
    if rng.random() < SWITCHED:
        thrown["die_faces"] = [rng.randint(0, 2) for _ in range(6)]
    return thrown | candour(random.Random(repr(thrown))) | study(random.Random(repr(thrown) + "study"))


def candour(rng: random.Random) -> dict[str, Any]:
    """Some of the switches of what seats know and say."""
    found: dict[str, Any] = {"sight": rng.choice(["all", 1, 2, 4])} if rng.random() < SWITCHED else {}
    found |= {"private_research": True} if rng.random() < SWITCHED else {}
    return found | ({"table_talk": "open"} if rng.random() < SWITCHED else {})


def study(rng: random.Random) -> dict[str, Any]:
    """Another length, and some things that the table plays without."""
    found: dict[str, Any] = {"days": rng.randint(1, MOST_DAYS)} if rng.random() < SWITCHED else {}
    missing = rng.sample(WITHOUT, rng.randint(1, 4))
    return found | ({"without": sorted(missing, key=WITHOUT.index)} if rng.random() < SWITCHED else {})


def chronicle(rng: random.Random, pack: str, seats: int) -> dict[str, Any]:
    """A new campaign, or one that goes on with what a chronicle records."""
    if rng.random() < 0.3:
        return {}
    known = load(pack)
    start = Game(known.ids["scenario"][0], seats, rng.getrandbits(60), layout="random", placement="random", pack=pack)
    recipes, extensions = known.readable.recipe, known.ids["extension"][:]
    cards = [card for card in range(known.readable.recipes) if v.KINDS[recipes[card].kind] != "stone"]
    rng.shuffle(cards)
    rng.shuffle(extensions)
    lines = []
    for k in range(seats):
        stone = rng.random() < 0.8
        items = {recipes[card].level: known.ids["recipe"][card] for card in (cards.pop() for _ in range(3))}
        one = {"tower": place(known, start._state.seat[k].tower), "stone": stone, "items": [*items.values()] * stone}
        lines.append(one | ({"extension": extensions.pop()} if rng.random() < 0.6 else {}))
    tiles = [f"{known.ids['tile'][tile]} {'AB'[side]} {turn}" for tile, side, turn in start._state.laid.tolist()]
    elements = rng.sample(known.ids["element"], rng.choice([0, 0, 1, 2]))
    return {"tiles": tiles, "seat": lines, "reward": {element: rng.randint(1, 3) for element in elements}}


def position(
    rng: random.Random, pack: Pack, name: str, scenario: str, rules: dict[str, Any] | None = None
) -> dict[str, Any]:
    seats = rng.randint(2, 4)
    colours = rng.sample(COLOURS, seats)
    entry = pack.entries["scenario"][pack.index("scenario", scenario)]
    days = rng.choice([length for length in entry["days"] if length])
    level = v.DIFFICULTIES[entry["days"].index(days)]
    days = (rules or {}).get("days", days)
    peace = "inquisitors" in (rules or {}).get("without", [])
    closed = blocked(pack)
    hexes = [place(pack, hex) for hex in range(pack.readable.hexes) if hex not in closed]
    rng.shuffle(hexes)
    recipes = {kind: rng.sample(pack.ids[kind], len(pack.ids[kind])) for kind in v.KINDS}
    # A crowd around one spot, so that fights, blocked towns and alarms come up at once.
    middle = hexes[0]
    hexes.sort(key=lambda one: _far(one, middle) + rng.random() * 4)
    homes = [hexes.pop(rng.randrange(20)) for _ in range(seats)]
    given = {
        "pack": name,
        "scenario": scenario,
        "difficulty": level,
        "seed": rng.getrandbits(60),
        "day": rng.choice([rng.randint(1, days), days]),
        "phase": rng.choice(["turns", "inquisition", "turns", "turns"]),
        "alarm": {},
        "inquisition": {} if peace else _inquisition(rng, pack, entry, hexes),
        "seat": [_seat(rng, pack, colour, home, hexes, recipes) for colour, home in zip(colours, homes, strict=True)],
    }
    due = [day for day in v.EVENT_DAYS if day <= days]
    if entry["events"] and due and rng.random() < 0.4:
        given["day"], given["phase"] = rng.choice(due), "dawn"
    given |= {"rules": rules or {}, "campaign": bool(rules) and rng.random() < 0.5}
    if rules and level != "none" and rng.random() < 0.5:
        given["rules"] = {**rules, "extend": "ask"}
    _towns(rng, pack, entry, given)
    _deal_recipes(rng, given, recipes)
    _deal_alarms(rng, pack, entry, given)
    given["board"] = _board(rng, hexes, homes, pack)
    if rules and "supply" in rules:
        given["board"]["supply"] = {one: rng.randint(0, 9) for one in pack.ids["element"]}
    return given


def blocked(pack: Pack) -> set[int]:
    """The hexes of the standard layout that nothing can lie or stand on."""
    entries, about = pack.entries, pack.entries["board.toml"][0]
    geometry = board.geometry(about["shape"], about["frame"])
    symbols = [one["symbol"] for one in entries["element"]]
    sides = {
        (tile, side): [board.site(token, symbols) for row in one["AB"[side]] for token in row]
        for tile, one in enumerate(entries["tile"])
        for side in (0, 1)
    }
    words = entries["layout"][pack.index("layout", "standard")]["slots"]
    slots = [board.slot_of(one, pack.ids["tile"]) for one in words]
    return {hex for hex, site in enumerate(board.lay(geometry, sides, slots)) if site == v.BLOCKED}


def _far(one: str, other: str) -> int:
    (q, r), (a, b) = (tuple(map(int, hex.split(","))) for hex in (one, other))
    return max(abs(q - a), abs(r - b), abs(q + r - a - b))


def _deal_recipes(rng: random.Random, given: dict[str, Any], recipes: dict[str, list[str]]) -> None:
    """The pool, a private recipe here and there; a deck may be short and its discards high."""
    room = len(v.KINDS) * len(given["seat"])
    kinds = [rng.choice(v.KINDS) for _ in range(room)]
    given["recipes"] = {
        "pool": [recipes[kind].pop() if recipes[kind] and rng.random() < 0.8 else "-" for kind in kinds]
    }
    for seat in given["seat"]:
        kind = rng.choice(v.KINDS)
        if recipes[kind] and rng.random() < 0.3:
            seat["private"] = recipes[kind].pop()
    for kind in v.KINDS:
        left = recipes[kind]
        cut = rng.choice([0, 1, len(left) // 2, len(left)])
        given["recipes"][kind] = {"deck": left[:cut], "discard": left[cut:]}


def _deal_alarms(rng: random.Random, pack: Pack, scenario: dict[str, Any], given: dict[str, Any]) -> None:
    known = alarms_of(pack.entries, scenario)
    cards = [pack.ids["alarm"][card] for card in known]
    rng.shuffle(cards)
    shown = given["day"] - (given["phase"] == "dawn")
    if shown > len(cards):  # a small deck was made new
        shown = max(1, shown % len(cards))
    given["alarm"] = {"revealed": cards[:shown], "deck": cards[shown:]}


def _towns(rng: random.Random, pack: Pack, scenario: dict[str, Any], given: dict[str, Any]) -> None:
    """Missions and markers on the towns, a purse, extensions owned, events that came."""
    missions, markers = pack.ids["mission"][:], pack.ids["extension"][:]
    rng.shuffle(missions)
    rng.shuffle(markers)
    for seat in given["seat"]:
        seat["extensions"] = [markers.pop() for _ in range(rng.randint(0, 2)) if markers]
        if seat["extensions"] and random.Random(repr(seat)).random() < 0.3:
            seat["carried_extension"] = seat["extensions"][0]
    for seat in given["seat"]:
        seat["missions"], seat["defeated"] = rng.randint(0, 2), rng.randint(0, 2)
    purse = [missions.pop() for _ in range(rng.randint(0, 4)) if missions]
    spent = [missions.pop() for _ in range(rng.randint(0, 2)) if missions]
    on_towns = [missions.pop() if missions and rng.random() < 0.9 else "-" for _ in v.TOWNS]
    for_sale = [markers.pop() if markers and rng.random() < 0.9 else "-" for _ in v.TOWNS]
    given["towns"] = {"missions": on_towns, "market": for_sale, "mission_deck": missions, "extension_deck": markers}
    came = [row["day"] for row in scenario["events"] if row["day"] < given["day"]]
    if given["phase"] != "dawn":
        came += [row["day"] for row in scenario["events"] if row["day"] == given["day"]]
    happened = {str(day): rng.choice(["paid", "unpaid"]) for day in came}
    given["events"] = {"happened": happened, "purse": purse, "spent": spent}


def _inquisition(rng: random.Random, pack: Pack, scenario: dict[str, Any], hexes: list[str]) -> dict[str, Any]:
    if not scenario["inquisitor_deck"]:
        started = scenario["special"]["start"]
        return {"slots": [{"cards": [one["card"]], "figures": [hexes.pop(rng.randrange(9))]} for one in started]}
    slots, out = [], []
    letters = scenario["types"][:]
    rng.shuffle(letters)
    for letter in letters:
        entry = next(one for one in pack.entries["type"] if one["letter"] == letter)
        cards = rng.sample(entry["cards"], rng.randint(0, 4))
        extra = any(card["modifier"][0] == "extra figure" for card in cards)
        figures = min(len(cards), 1 + extra, 2)
        one = hexes.pop(rng.randrange(12)) if figures else ""
        where = [one, rng.choice([one, hexes.pop(rng.randrange(12))])][:figures]
        slots.append({"cards": [card["id"] for card in cards], "figures": where} if cards else {})
        out += [card["id"] for card in entry["cards"] if card not in cards]
    rng.shuffle(out)
    cut = rng.choice([0, 1, len(out) // 2, len(out)])
    return {"slots": slots, "deck": out[:cut], "defeated": out[cut:]}


def _load(rng: random.Random, pack: Pack, most: int) -> dict[str, int]:
    load: dict[str, int] = {}
    for _ in range(rng.randint(0, most)):
        element = rng.choice(pack.ids["element"])
        load[element] = load.get(element, 0) + 1
    return load


def _seat(
    rng: random.Random, pack: Pack, colour: str, home: str, hexes: list[str], recipes: dict[str, list[str]]
) -> dict[str, Any]:
    alchemist = next(one for one in pack.entries["alchemist"] if v.COLOURS[one["colour"]] == colour)
    stone = rng.random() < 0.8
    room = (alchemist if stone else alchemist["without_stone"])["capacity"]
    at = rng.choice([home, home, hexes.pop(rng.randrange(10))])
    figures = [{"name": "alchemist", "at": at, "load": _load(rng, pack, room)}]
    for number in range(1, v.FIGURES):
        if recipes["homunculus"] and rng.random() < 0.4:
            card = recipes["homunculus"].pop()
            entry = pack.entries["homunculus"][pack.ids["homunculus"].index(card)]
            where = rng.choice([home, at, hexes.pop(rng.randrange(10))])
            load = _load(rng, pack, entry["capacity"])
            figures.append({"name": f"h{number}", "card": card, "at": where, "load": load})
    worn, items = set(), []
    for _ in range(rng.randint(0, 3)):
        if recipes["equipment"]:
            card = recipes["equipment"].pop()
            slot = pack.entries["equipment"][pack.ids["equipment"].index(card)]["slot"]
            items.append(card if slot in worn or rng.random() < 0.3 else f"{card} worn")
            worn |= {slot} if items[-1].endswith("worn") else set()
    fragments = [recipes["stone"].pop() for _ in range(rng.randint(0, 2)) if recipes["stone"]]
    stock = {element: rng.choice([0, 0, 1, 2, 5]) for element in pack.ids["element"]}
    seat = {"alchemist": colour, "tower": home, "stone": stone, "stock": stock, "items": items}
    return {**seat, "fragments": fragments, "figure": figures}


def _board(rng: random.Random, hexes: list[str], homes: list[str], pack: Pack) -> dict[str, Any]:
    closed = blocked(pack)
    open_to_all = [place(pack, hex) for hex in range(pack.readable.hexes) if hex not in closed]
    free = [hex for hex in open_to_all if hex not in homes]
    markers = rng.sample(free, rng.choice([0, 20, 60]))
    loose = {hex: load for hex in rng.sample(free, 20) if (load := _load(rng, pack, 3))}
    return {"markers": markers, "loose": loose}
