"""The `inquisition` pack, counted on paper: plain TOML, without the engine or its loader."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from typing import Any

import pytest

from tests.places import ROOT

PACK = ROOT / "mpenv" / "worlds" / "materia_prima" / "content" / "packs" / "inquisition"
FILES = ("pack", "elements", "board", "alchemists", "recipes", "inquisitors", "alarms", "scenarios", "names")
ENTRIES = {
    "elements": ("element", "conversion"),
    "board": ("town", "tile", "layout"),
    "alchemists": ("alchemist", "tower"),
    "recipes": ("homunculus", "equipment", "stone"),
    "inquisitors": ("type",),
    "alarms": ("alarm",),
    "scenarios": ("scenario", "campaign"),
}
LEVEL_1 = ("air", "earth", "water", "fire", "iron")
COLOURS = ("yellow", "brown", "grey", "green")
DIRECTIONS = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
Hex = tuple[int, int]


def load(name: str) -> dict[str, Any]:
    return tomllib.loads((PACK / f"{name}.toml").read_text(encoding="utf-8"))


DATA = {name: load(name) for name in FILES}
ELEMENTS = DATA["elements"]["element"]
LEVEL = {element["id"]: element["level"] for element in ELEMENTS}
SYMBOL = {element["symbol"]: element["id"] for element in ELEMENTS}
BOARD = DATA["board"]
ALARMS = [card for card in DATA["alarms"]["alarm"] if card.get("deck", True)]
RECIPES = DATA["recipes"]
KINDS = ("homunculus", "equipment", "stone")


def turned(hexagon: Hex, times: int) -> Hex:
    q, r = hexagon
    for _ in range(times):
        q, r = -r, q + r
    return q, r


def apart(one: Hex, other: Hex) -> int:
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def side(tile: dict[str, Any], letter: str) -> dict[Hex, str]:
    """What stands on each hex of one side, by the pack's order of hexes."""
    tokens = [token for row in tile[letter] for token in row.split()]
    return {(q, r): token for (q, r), token in zip(BOARD["shape"], tokens, strict=True)}


def mines(hexes: dict[Hex, str]) -> dict[Hex, str]:
    return {place: SYMBOL[token] for place, token in hexes.items() if token in SYMBOL}


def standard_board() -> dict[Hex, str]:
    tiles = {tile["id"]: tile for tile in BOARD["tile"]}
    (layout,) = BOARD["layout"]
    board: dict[Hex, str] = {}
    for (centre_q, centre_r), slot in zip(BOARD["frame"], layout["slots"], strict=True):
        tile, letter, rotation = slot.split()
        for place, token in side(tiles[tile], letter).items():
            q, r = turned(place, int(rotation))
            board[q + centre_q, r + centre_r] = token
    return board


def around(place: Hex, board: dict[Hex, str]) -> list[Hex]:
    near = ((place[0] + q, place[1] + r) for q, r in DIRECTIONS.values())
    return [hexagon for hexagon in near if hexagon in board]


def walks(start: Hex, board: dict[Hex, str], barred: set[Hex]) -> dict[Hex, int]:
    steps, queue = {start: 0}, [start]
    for place in queue:
        for neighbour in around(place, board):
            if neighbour not in steps and neighbour not in barred:
                steps[neighbour] = steps[place] + 1
                queue.append(neighbour)
    return steps


def teams() -> list[list[Hex]]:
    towers = BOARD["layout"][0]["towers"]
    return [[(q, r) for q, r in towers[size]] for size in ("2", "3", "4")]


def nearest(team: list[Hex], board: dict[Hex, str]) -> list[dict[str, int]]:
    """For each tower the walk to the nearest mine of each kind, other towers in the way."""
    found = []
    for tower in team:
        steps = walks(tower, board, set(team) - {tower})
        figures: dict[str, int] = {}
        for place, element in mines(board).items():
            figures[element] = min(steps[place], figures.get(element, 99))
        found.append(figures)
    return found


def test_every_entry_has_a_unique_id_and_a_known_provenance() -> None:
    entries = [entry for file, kinds in ENTRIES.items() for kind in kinds for entry in DATA[file][kind]]
    assert max(Counter(entry["id"] for entry in entries).values()) == 1
    sources = {"rulebook", "attested", "inferred", "reconstruction", "training drill"}
    assert {entry["provenance"] for entry in entries} <= sources
    for file, kinds in ENTRIES.items():
        assert {key for key, value in DATA[file].items() if key not in ("shape", "frame")} == set(kinds)
    assert DATA["pack"] == {"format": 1, "id": "inquisition", "version": "1"}


def test_every_nameable_entry_has_one_name_and_no_two_share_it() -> None:
    nameable = ELEMENTS + BOARD["town"] + DATA["alchemists"]["alchemist"] + DATA["scenarios"]["scenario"]
    nameable += DATA["inquisitors"]["type"] + [card for kind in KINDS for card in RECIPES[kind]]
    nameable += DATA["scenarios"]["campaign"]
    names = {one: name for one, name in DATA["names"]["en"].items() if one != "introduction"}
    assert set(names) == {entry["id"] for entry in nameable}
    assert len(set(names.values())) == len(names)
    assert names["town.g"] == "Gravit Muri"


@pytest.mark.rule("MP-BASE-ELEM-1", "MP-BASE-ELEM-2")
def test_there_are_thirteen_elements_in_three_levels_and_eight_conversions() -> None:
    assert [element["id"] for element in ELEMENTS if element["level"] == 1] == list(LEVEL_1)
    assert Counter(LEVEL.values()) == {1: 5, 2: 5, 3: 3}
    assert len(SYMBOL) == 13
    assert all(len(symbol) == (1 if LEVEL[element] == 1 else 2) for symbol, element in SYMBOL.items())
    made = {conversion["to"]: set(conversion["from"]) for conversion in DATA["elements"]["conversion"]}
    assert made == {
        "glass": {"fire", "earth"},
        "copper": {"earth", "iron"},
        "vitriol": {"iron", "water"},
        "salt": {"water", "air"},
        "sulphur": {"air", "fire"},
        "gold": {"copper", "sulphur"},
        "aqua regia": {"vitriol", "salt"},
        "quicksilver": {"glass", "salt"},
    }


@pytest.mark.rule("MP-BASE-BOARD-2")
def test_seven_tiles_of_nineteen_hexes_fill_a_frame_of_133() -> None:
    disc = [[q, r] for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2]
    assert BOARD["shape"] == disc
    assert [tuple(centre) for centre in BOARD["frame"]] == [(0, 0)] + [turned((5, -2), k) for k in range(6)]
    for rows in (tile[letter] for tile in BOARD["tile"] for letter in "AB"):
        assert [len(row.split()) for row in rows] == [3, 4, 5, 4, 3]
    used = [slot.split()[0] for slot in BOARD["layout"][0]["slots"]]
    assert sorted(used) == [f"tile.{n}" for n in range(1, 8)]
    assert len(standard_board()) == 133


@pytest.mark.rule("MP-BASE-BOARD-3")
def test_three_tiles_hold_one_town_each_on_the_same_hex_of_both_sides() -> None:
    held: list[str] = []
    for tile in BOARD["tile"]:
        towns = [{p: t for p, t in side(tile, s).items() if t.isupper()} for s in "AB"]
        assert towns[0] == towns[1]
        assert len(towns[0]) <= 1
        held += towns[0].values()
    assert sorted(held) == sorted(town["letter"] for town in BOARD["town"]) == ["G", "R", "T"]


@pytest.mark.rule("MP-BASE-BOARD-3")
def test_every_tile_side_has_three_to_five_mines_and_four_on_average() -> None:
    for letter in "AB":
        counts = [len(mines(side(tile, letter))) for tile in BOARD["tile"]]
        assert min(counts) >= 3
        assert max(counts) <= 5
        assert sum(counts) == 4 * 7
    tokens = {token for tile in BOARD["tile"] for s in "AB" for token in side(tile, s).values()}
    assert tokens == set(".#") | set("aewfi") | set("TRG")


@pytest.mark.rule("MP-BASE-BOARD-3")
def test_every_level_1_element_has_five_mines_on_every_side_choice() -> None:
    for element in LEVEL_1:
        least = sum(min(Counter(mines(side(t, s)).values())[element] for s in "AB") for t in BOARD["tile"])
        assert least >= 5, element


@pytest.mark.rule("MP-BASE-BOARD-3")
def test_no_two_mines_touch_on_a_tile_or_on_the_standard_board() -> None:
    boards = [side(tile, letter) for tile in BOARD["tile"] for letter in "AB"] + [standard_board()]
    for board in boards:
        assert all(apart(one, other) > 1 for one, other in itertools.combinations(mines(board), 2))


@pytest.mark.rule("MP-BASE-BOARD-7")
def test_standard_towers_stand_on_plain_hexes_with_room_and_away_from_towns() -> None:
    board = standard_board()
    for size, team in zip((2, 3, 4), teams(), strict=True):
        assert len(team) == size
        for tower in team:
            assert board[tower] == "."
            near = around(tower, board)
            assert not any(board[place].isupper() for place in near)
            assert sum(board[place] == "." and place not in team for place in near) >= 2
        assert all(3 <= apart(one, other) <= 6 for one, other in itertools.combinations(team, 2))


@pytest.mark.rule("MP-BASE-BOARD-6", "MP-BASE-BOARD-7")
def test_standard_towers_are_two_moves_from_the_mines_and_equally_good() -> None:
    board = standard_board()
    for team in teams():
        figures = nearest(team, board)
        assert all(set(tower) == set(LEVEL_1) and max(tower.values()) <= 4 for tower in figures)
        sums = [sum(tower.values()) for tower in figures]
        assert max(sums) - min(sums) <= 1
        assert 1.5 <= sum(sums) / (5 * len(team)) <= 2.2


@pytest.mark.rule("MP-BASE-FIG-1", "MP-BASE-FIG-2")
def test_the_first_four_alchemists_have_the_starting_values_and_each_has_a_second_row() -> None:
    stats = ("attack", "defence", "capacity", "actions")
    alchemists = DATA["alchemists"]["alchemist"]
    assert [alchemist["colour"] for alchemist in alchemists] == [*COLOURS, *COLOURS]
    rows = [tuple(alchemist[stat] for stat in stats) for alchemist in alchemists]
    assert rows[:4] == [(2, 2, 3, 3), (2, 3, 4, 3), (2, 2, 4, 3), (3, 2, 3, 3)]
    for alchemist in alchemists:
        full, bare = ([row[stat] for stat in stats] for row in (alchemist, alchemist["without_stone"]))
        assert [a - b for a, b in zip(full, bare, strict=True)] == [1, 1, 0, 0]
    abilities = [ability for alchemist in alchemists for ability in alchemist["abilities"]]
    assert abilities[:4] == ["extra move", "mining iron", "extra convert", "extra fight"]
    assert len(set(abilities)) == len(alchemists) == 8
    assert [tower["digit"] for tower in DATA["alchemists"]["tower"]] == [1, 2, 3, 4]


@pytest.mark.rule("MP-BASE-INQ-2")
def test_the_printed_alarm_card_is_the_first_and_unchanged() -> None:
    assert ALARMS[0] == {
        "id": "alarm.01",
        "town": "town.g",
        "modifiers": ["attack +1"],
        "alchemists": ["SW"],
        "homunculi": [],
        "loot": ["fire", "glass", "aqua regia"],
        "order": ["green", "yellow", "brown", "grey"],
        "provenance": "rulebook",
    }
    assert [card["provenance"] for card in ALARMS].count("rulebook") == 1


@pytest.mark.rule("MP-BASE-INQ-2")
def test_alarm_cards_mark_16_alchemists_6_homunculi_2_both_in_one_direction_each() -> None:
    marked = Counter((bool(card["alchemists"]), bool(card["homunculi"])) for card in ALARMS)
    assert marked == {(True, False): 16, (False, True): 6, (True, True): 2}
    for card in ALARMS:
        assert len(set(card["alchemists"] + card["homunculi"])) == 1
        assert max(len(card["alchemists"]), len(card["homunculi"])) == 1
    assert Counter((c["alchemists"] + c["homunculi"])[0] for c in ALARMS) == dict.fromkeys(DIRECTIONS, 4)
    assert Counter(card["town"] for card in ALARMS) == {"town.t": 8, "town.r": 8, "town.g": 8}


@pytest.mark.rule("MP-BASE-INQ-2")
def test_each_colour_takes_each_place_of_the_order_on_six_alarm_cards() -> None:
    for place in range(4):
        assert Counter(card["order"][place] for card in ALARMS) == dict.fromkeys(COLOURS, 6)
    assert all(sorted(card["order"]) == sorted(COLOURS) for card in ALARMS)


@pytest.mark.rule("MP-BASE-INQ-2")
def test_alarm_modifiers_are_10_none_4_attack_4_defence_4_actions_2_destroy() -> None:
    modifiers = Counter(" and ".join(card["modifiers"]) or "none" for card in ALARMS)
    assert modifiers == {"none": 10, "attack +1": 4, "defence +1": 4, "actions +1": 4, "destroy +1": 2}


@pytest.mark.rule("MP-BASE-INQ-2")
def test_loot_levels_come_12_6_6_and_loot_elements_are_spread_evenly() -> None:
    levels = Counter(tuple(LEVEL[element] for element in card["loot"]) for card in ALARMS)
    assert levels == {(1, 1, 2): 12, (1, 2, 2): 6, (1, 2, 3): 6}
    found = Counter(element for card in ALARMS for element in card["loot"])
    for level in (1, 2, 3):
        counts = [found[element] for element in LEVEL if LEVEL[element] == level]
        assert max(counts) - min(counts) <= 1
    assert all(len(set(card["loot"])) == 3 for card in ALARMS)


@pytest.mark.rule("MP-BASE-INQ-2")
def test_no_two_alarm_cards_are_alike_even_but_for_their_order() -> None:
    shown = ("town", "modifiers", "alchemists", "homunculi", "loot")
    assert len({str([card[key] for key in shown]) for card in ALARMS}) == len(ALARMS) == 24
    assert [card["id"] for card in ALARMS] == [f"alarm.{n:02}" for n in range(1, 25)]
