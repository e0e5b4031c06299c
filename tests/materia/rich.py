"""Random legal situations in the middle of a game: stocked towers, homunculi, items, displays, alarms about to sound.

Random play alone never makes anything; half of the whole-game tests start from here.
"""

import random
from typing import Any

from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.pack import Pack, load
from mpenv.materia.draw.words import place
from mpenv.materia.game import Game

COLOURS = ("green", "yellow", "brown", "grey")


def game(seed: int, pack: str = "inquisition", scenario: str = "prologue") -> Game:
    """A playable game from a random situation; the same seed is the same one."""
    return Game.from_position(position(random.Random(seed), load(pack), pack, scenario))


def position(rng: random.Random, pack: Pack, name: str, scenario: str) -> dict[str, Any]:
    seats = rng.randint(2, 4)
    colours = rng.sample(COLOURS, seats)
    entry = pack.entries["scenario"][pack.index("scenario", scenario)]
    days = max(entry["days"])
    level = v.DIFFICULTIES[entry["days"].index(days)]
    hexes = [place(pack, hex) for hex in range(pack.readable.hexes)]
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
        "day": rng.randint(1, days),
        "phase": rng.choice(["turns", "inquisition", "turns"]),
        "alarm": {"active": rng.choice(entry["alarm_order"] or pack.ids["alarm"])},
        "inquisition": _inquisition(rng, pack, entry, hexes),
        "seat": [_seat(rng, pack, colour, home, hexes, recipes) for colour, home in zip(colours, homes, strict=True)],
    }
    left = [rng.choice([card, "-"]) for kind in v.KINDS for card in recipes[kind][: v.POOL // 3]]
    given["recipes"] = {"pool": left}
    _deal_alarms(rng, pack, given)
    given["board"] = _board(rng, hexes, homes, pack)
    return given


def _far(one: str, other: str) -> int:
    (q, r), (a, b) = (tuple(map(int, hex.split(","))) for hex in (one, other))
    return max(abs(q - a), abs(r - b), abs(q + r - a - b))


def _deal_alarms(rng: random.Random, pack: Pack, given: dict[str, Any]) -> None:
    active = given["alarm"].pop("active")
    others = [card for card in pack.ids["alarm"] if card != active]
    rng.shuffle(others)
    revealed = others[: given["day"] - 1]
    given["alarm"] = {"revealed": [*revealed, active], "deck": others[given["day"] - 1 :]}


def _inquisition(rng: random.Random, pack: Pack, scenario: dict[str, Any], hexes: list[str]) -> dict[str, Any]:
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
    for _ in range(rng.randint(0, 2)):
        if recipes["equipment"]:
            card = recipes["equipment"].pop()
            slot = pack.entries["equipment"][pack.ids["equipment"].index(card)]["slot"]
            items.append(card if slot in worn or rng.random() < 0.3 else f"{card} worn")
            worn |= {slot} if items[-1].endswith("worn") else set()
    fragments = [recipes["stone"].pop() for _ in range(rng.randint(0, 1)) if recipes["stone"]]
    stock = {element: rng.choice([0, 0, 1, 2, 5]) for element in pack.ids["element"]}
    seat = {"alchemist": colour, "tower": home, "stone": stone, "stock": stock, "items": items}
    return {**seat, "fragments": fragments, "figure": figures}


def _board(rng: random.Random, hexes: list[str], homes: list[str], pack: Pack) -> dict[str, Any]:
    free = [place(pack, hex) for hex in range(pack.readable.hexes) if place(pack, hex) not in homes]
    markers = rng.sample(free, rng.choice([0, 20, 60]))
    loose = {hex: load for hex in rng.sample(free, 20) if (load := _load(rng, pack, 3))}
    return {"markers": markers, "loose": loose}
