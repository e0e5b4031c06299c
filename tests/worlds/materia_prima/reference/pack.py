"""Reading a pack: a folder of TOML files with the cards, the board and the scenarios."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .board import Board, Hex, lay_tiles

KINDS = ("homunculus", "equipment", "stone")
STATS = ("attack", "defence", "capacity", "actions")
EXTRA_FIGURE = "extra figure"

Entry = dict  # one entry of a file, as TOML gives it, with the fields left out filled in

SCENARIO: Entry = {
    "alarm_order": [],
    "setup": None,
    "alarms": [],
    "inquisitor_deck": True,
    "mission": [],
    "events": [],
    "special": {},
}


@dataclass
class Pack:
    """Everything printed. Each table goes from id to entry and keeps the order of its file."""

    elements: dict[str, Entry]
    conversions: list[Entry]
    shape: list[Hex]
    frame: list[Hex]
    connections: list[set[str]]
    towns: dict[str, str]  # id -> letter
    tiles: dict[str, Entry]
    layouts: dict[str, Entry]
    alchemists: dict[str, Entry]
    recipes: dict[str, Entry]
    types: dict[str, Entry]  # letter -> entry
    inquisitors: dict[str, Entry]  # card -> entry with its letter
    alarms: dict[str, Entry]
    missions: dict[str, Entry]
    extensions: dict[str, Entry]
    temples: list[str]
    scenarios: dict[str, Entry]

    def board(self, slots: list[str]) -> Board:
        symbols = {entry["symbol"]: name for name, entry in self.elements.items()}
        return lay_tiles(slots, self.shape, self.frame, self.tiles, symbols)

    def recipes_of(self, kind: str) -> list[str]:
        return [card for card, entry in self.recipes.items() if entry["kind"] == kind]


@cache
def read_pack(folder: str) -> Pack:
    """All files of a pack, which no game changes; towns.toml may be missing."""

    def read(name: str) -> dict:
        path = Path(folder) / f"{name}.toml"
        return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    board, towns = read("board"), read("towns")
    types = {entry["letter"]: entry for entry in read("inquisitors").get("type", [])}
    return Pack(
        elements=_by_id(read("elements")["element"], {"yield": 1}),
        conversions=read("elements").get("conversion", []),
        shape=[tuple(place) for place in board["shape"]],
        frame=[tuple(place) for place in board["frame"]],
        connections=[set(pair) for pair in board.get("connections", [["T", "R"], ["T", "G"], ["R", "G"]])],
        towns={entry["id"]: entry["letter"] for entry in board["town"]},
        tiles=_by_id(board["tile"], {}),
        layouts=_by_id(board["layout"], {}),
        alchemists=_by_id(read("alchemists")["alchemist"], {"abilities": []}),
        recipes=_recipes(read("recipes")),
        types=types,
        inquisitors={card["id"]: card | {"letter": letter} for letter in types for card in types[letter]["cards"]},
        alarms=_by_id(read("alarms")["alarm"], {"modifiers": [], "alchemists": [], "homunculi": [], "deck": True}),
        missions=_by_id(towns.get("mission", []), {"level": 0}),
        extensions=_by_id(towns.get("extension", []), dict.fromkeys(STATS, 0) | {"price": {}, "abilities": []}),
        temples=[entry["id"] for entry in towns.get("temple", [])],
        scenarios=_by_id(read("scenarios")["scenario"], SCENARIO),
    )


def _by_id(entries: list[Entry], defaults: Entry) -> dict[str, Entry]:
    return {entry["id"]: defaults | entry for entry in entries}


def _recipes(file: dict) -> dict[str, Entry]:
    """The three decks in one table, in the order homunculus, equipment, stone."""
    recipes: dict[str, Entry] = {}
    for kind in KINDS:
        recipes |= _by_id(file.get(kind, []), dict.fromkeys(STATS, 0) | {"kind": kind, "abilities": []})
    return recipes


def days_of(scenario: Entry, difficulty: str) -> int:
    """MP-SETUP-19: the length at a difficulty; `none` where a scenario has one length only."""
    days = scenario["days"]
    if isinstance(days, int) != (difficulty == "none"):
        raise ValueError(f"{scenario['id']} has no difficulty {difficulty!r}")
    return days if isinstance(days, int) else days[difficulty]
