"""The cards of the `inquisition` pack, counted on paper: recipes, towns, inquisitors, scenarios, the campaign."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import pytest

from tests.worlds.materia_prima.content.test_packs_on_paper import ALARMS, DATA, KINDS, LEVEL, LEVEL_1, RECIPES, load

SCENARIOS = DATA["scenarios"]["scenario"]
PLAYED = [one for one in SCENARIOS if one["provenance"] != "training drill" and "setup" not in one]
TOWNS = load("towns")
NAMES = DATA["names"]["en"]
STATS = ("attack", "defence", "capacity", "actions")
PRINTED_TABLE = [
    {"day": 4, "cost": [1, 2, 2], "paid": "gain 1 copper", "unpaid": "lose 2 air"},
    {"day": 8, "cost": [1, 2, 2], "paid": "alchemists capacity +1", "unpaid": "lose 3 earth"},
    {"day": 12, "cost": [2, 3, 4], "paid": "alchemists defence +1", "unpaid": "inquisitors actions +1"},
    {"day": 16, "cost": [3, 4, 5], "paid": "gain 1 gold", "unpaid": "inquisitors defence +1"},
]


def of_level(kind: str, level: int) -> list[dict[str, Any]]:
    return [card for card in RECIPES[kind] if card["level"] == level]


def spread(cards: list[dict[str, Any]], elements: list[str]) -> int:
    used = Counter(dict.fromkeys(elements, 0))
    used.update(element for card in cards for element in card["cost"] if element in used)
    return max(used.values()) - min(used.values())


# --- recipes ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-BASE-RECIPE-1")
def test_each_deck_has_eight_six_and_four_cards_by_level() -> None:
    for kind in KINDS:
        assert [len(of_level(kind, level)) for level in (1, 2, 3)] == [8, 6, 4]


@pytest.mark.rule("MP-BASE-RECIPE-2")
def test_a_card_costs_two_elements_of_its_level_by_the_guide_and_every_element_is_asked_for() -> None:
    for kind in KINDS:
        for card in RECIPES[kind]:
            levels = sorted((LEVEL[one] for one, count in card["cost"].items() for _ in range(count)), reverse=True)
            assert levels == {1: [1, 1], 2: [2, 1], 3: [3, 2]}[card["level"]], card["id"]
        assert spread(of_level(kind, 1), list(LEVEL_1)) <= 1
    for level in (1, 2, 3):
        cards = [card for kind in KINDS for card in of_level(kind, level)]
        assert spread(cards, [one for one in LEVEL if LEVEL[one] == level]) <= 2
    for kind in KINDS:
        costs = [tuple(sorted(card["cost"].items())) for card in RECIPES[kind]]
        assert len(set(costs)) == len(costs)


@pytest.mark.rule("MP-BASE-FIG-4")
def test_homunculi_act_three_times_or_more_and_vary_around_the_guide() -> None:
    guide = {1: (3, 2, 1, 1), 2: (3, 3, 1, 2), 3: (4, 3, 2, 3)}
    rows = {
        card["id"]: tuple(card[s] for s in ("actions", "capacity", "attack", "defence")) for card in RECIPES[KINDS[0]]
    }
    for card in RECIPES["homunculus"]:
        row = rows[card["id"]]
        assert row[0] >= 3
        assert min(row) >= 1
        assert abs(sum(row) - sum(guide[card["level"]])) <= 2, card["id"]
    given = [(*rows[card["id"]], *card["abilities"]) for card in RECIPES["homunculus"]]
    assert len(set(given)) == len(given)
    cost = {NAMES[card["id"]]: (card["level"], card["cost"]) for card in RECIPES["homunculus"]}
    assert cost["Aeribos"] == (1, {"air": 2})
    assert cost["Kypitau"][0] == 2
    assert next(card for card in RECIPES["homunculus"] if NAMES[card["id"]] == "Caligor")["capacity"] >= 1


@pytest.mark.rule("MP-BASE-RECIPE-3")
def test_each_slot_gives_its_own_kind_of_help_and_more_of_it_at_higher_levels() -> None:
    help_of = {
        "weapon": ({"attack"}, {"extra fight"}),
        "armour": ({"defence"}, {"extra move"}),
        "tool": ({"capacity"}, {f"mining {one}" for one in LEVEL_1}),
        "charm": ({"actions"}, {"extra move", "extra fight", "transmute anywhere"}),
    }
    for card in RECIPES["equipment"]:
        stats, abilities = help_of[card["slot"]]
        assert {stat for stat in STATS if stat in card} <= stats, card["id"]
        assert set(card["abilities"]) <= abilities, card["id"]
    for slot, stat in (("weapon", "attack"), ("armour", "defence")):
        best = [max(c[stat] for c in of_level("equipment", level) if c["slot"] == slot) for level in (1, 2, 3)]
        assert best == [1, 2, 3]
    for level, least in ((1, 2), (2, 1), (3, 1)):
        slots = Counter(card["slot"] for card in of_level("equipment", level))
        assert set(slots) == set(help_of)
        assert min(slots.values()) >= least
    assert [card["slot"] for card in of_level("equipment", 1) if NAMES[card["id"]] == "Dagger"] == ["weapon"]


# --- towns ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-BASE-TOWN-1")
def test_twenty_four_town_missions_of_five_kinds_are_worth_what_they_ask() -> None:
    missions = TOWNS["mission"]
    points = {kind: [m["points"] for m in missions if m["kind"] == kind] for kind in {m["kind"] for m in missions}}
    assert {kind: (len(worth), sum(worth)) for kind, worth in points.items()} == {
        "fight": (6, 21),
        "element": (10, 18),
        "homunculus": (3, 6),
        "equipment": (3, 6),
        "stone": (2, 5),
    }
    assert all(m["points"] == LEVEL[m["element"]] for m in missions if m["kind"] == "element")


@pytest.mark.rule("MP-BASE-TOWN-1")
def test_no_town_mission_asks_more_than_another_of_its_kind_for_the_same_points() -> None:
    for one, other in itertools.permutations(TOWNS["mission"], 2):
        if (one["kind"], one["points"]) == (other["kind"], other["points"]):
            assert one["kind"] == "element"
            assert one["element"] != other["element"]


@pytest.mark.rule("MP-BASE-TOWN-2", "MP-BASE-ACT-6")
def test_an_extension_costs_a_level_1_element_and_one_more_action_a_level_2_element() -> None:
    for one in TOWNS["extension"]:
        ((element, count),) = one["price"].items()
        assert (LEVEL[element], count) == (2 if "actions" in one else 1, 1)
    assert len(TOWNS["extension"]) == 10


# --- the Inquisition --------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-BASE-INQ-1")
def test_six_types_have_their_values_and_six_different_cards() -> None:
    keys = ("letter", "attack", "destroy", "defence", "actions", "primary", "secondary")
    assert [tuple(t.get(key) for key in keys) for t in DATA["inquisitors"]["type"]] == [
        ("A", 2, None, 2, 2, "alchemist", "homunculus"),
        ("B", 1, None, 1, 3, "homunculus", "alchemist"),
        ("C", None, 2, 2, 1, "tower", "homunculus"),
        ("D", 3, None, 2, 1, "alchemist", "homunculus"),
        ("E", 2, None, 3, 2, "homunculus", "alchemist"),
        ("F", None, 3, 1, 1, "tower", "alchemist"),
    ]
    patterns = set()
    for kind in DATA["inquisitors"]["type"]:
        assert [card["id"] for card in kind["cards"]] == [f"{kind['letter']}{n}" for n in range(1, 7)]
        patterns.add(tuple(sorted(card["modifier"] for card in kind["cards"])))
        assert "extra figure" in {card["modifier"] for card in kind["cards"]}
    assert len(patterns) == 6


# --- nothing twice ----------------------------------------------------------------------------------------------


def numbers(value: Any) -> tuple[list[int], Any]:
    """The numbers of an entry, and its shape without them."""
    if isinstance(value, bool) or not isinstance(value, int | dict | list):
        return [], value
    if isinstance(value, int):
        return [value], "#"
    pairs = sorted(value.items()) if isinstance(value, dict) else list(enumerate(value))
    read = [(key, numbers(one)) for key, one in pairs if key not in ("id", "provenance")]
    return [number for _, (found, _) in read for number in found], [(key, str(shape)) for key, (_, shape) in read]


def alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Do two cards differ in nothing but a name, or in nothing but a factor of all their numbers?"""
    (mine, shape), (yours, outline) = numbers(one), numbers(other)
    if shape != outline:
        return False
    scale, unit = math.gcd(*mine) or 1, math.gcd(*yours) or 1
    return [n // scale for n in mine] == [n // unit for n in yours]


def test_no_two_cards_differ_only_in_name_or_by_a_factor() -> None:
    decks = [RECIPES[kind] for kind in KINDS]
    decks += [TOWNS["mission"], TOWNS["extension"], ALARMS, DATA["alchemists"]["alchemist"], SCENARIOS]
    decks += [[{**one, "level": 0} for one in RECIPES[kind]] for kind in KINDS[:2]]
    decks.append([{key: one[key] for key in one if key != "letter"} for one in DATA["inquisitors"]["type"]])
    for deck in decks:
        for one, other in itertools.combinations(deck, 2):
            assert not alike(one, other), f"{one['id']} and {other['id']}"
    assert alike({"id": "a", "cost": {"air": 1}, "points": 2}, {"id": "b", "cost": {"air": 2}, "points": 4})
    assert not alike({"cost": {"air": 1}}, {"cost": {"fire": 1}})


# --- scenarios --------------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-BASE-SCEN-4")
def test_the_prologue_lasts_12_days_against_a_and_b_with_its_two_deeds() -> None:
    prologue = SCENARIOS[0]
    assert [one["id"] for one in SCENARIOS if one not in PLAYED] == [
        "drill-errand",
        "drill-hunt",
        "watch-in-fog",
        "first-days",
    ]
    assert prologue["id"] == "prologue"
    assert (prologue["types"], prologue["days"], prologue["alarm_order"]) == (["A", "B"], 12, [])
    assert prologue["mission"] == [
        {"make": "homunculus", "level": 0, "count": 1, "who": "each"},
        {"make": "stone", "level": 1, "count": 1, "who": "each"},
    ]
    assert not {"events", "special"} & set(prologue)


@pytest.mark.rule("MP-BASE-SCEN-1")
def test_a_prologue_and_more_than_six_scenarios_make_one_campaign_and_one_has_the_printed_events() -> None:
    (campaign,) = DATA["scenarios"]["campaign"]
    chapters = [chapter["scenario"] for chapter in campaign["chapters"]]
    assert chapters == [one["id"] for one in PLAYED]
    assert chapters[0] == "prologue"
    assert len(chapters) >= 7
    tables = [one["events"] for one in PLAYED[1:]]
    assert tables.count(PRINTED_TABLE) == 1
    assert len({str(table) for table in tables}) == len(tables)
    assert any("next_by_difficulty" in chapter for chapter in campaign["chapters"])
    assert any("reward_by_difficulty" in chapter for chapter in campaign["chapters"])
    assert any("instead" in chapter for chapter in campaign["chapters"])


@pytest.mark.rule("MP-BASE-SCEN-5")
def test_every_scenario_but_the_prologue_has_a_destroyer_and_a_hunter_of_alchemists() -> None:
    for one in PLAYED[1:]:
        assert set(one["types"]) & {"C", "F"}, one["id"]
        assert set(one["types"]) & {"A", "D", "E"}, one["id"]
        assert one["days"] == {"easy": 20, "normal": 16, "hard": 12}
    assert {letter for one in PLAYED for letter in one["types"]} == set("ABCDEF")


@pytest.mark.rule("MP-BASE-SCEN-7")
def test_each_special_rule_is_used_by_a_scenario() -> None:
    used = {rule for one in SCENARIOS for rule in one.get("special", {})}
    assert not any("sight" in one.get("special", {}) for one in PLAYED)  # nobody can play fog at a table
    assert used == {
        "no_sailing", "closed", "dry", "licences", "markers_on_own_hex", "start", "destroy_from", "sight",
    }  # fmt: skip
    assert any(goal["who"] == "team" for one in PLAYED for goal in one["mission"])  # the shared goal


@pytest.mark.rule("MP-BASE-SCEN-6")
def test_each_scenario_says_what_cooperation_it_asks_for_and_all_five_kinds_are_asked() -> None:
    asked = [one["cooperation"] for one in PLAYED[1:]]
    assert all(asked)
    assert {tag for tags in asked for tag in tags} == {
        "hand-over", "guarding", "role split", "shared payment", "timing",
    }  # fmt: skip


@pytest.mark.rule("MP-BASE-SCEN-6", "MP-BASE-SCEN-7")
def test_nobody_may_mine_all_that_his_own_goal_is_made_of() -> None:
    made = {conversion["to"]: conversion["from"] for conversion in DATA["elements"]["conversion"]}

    def ground(one: str) -> set[str]:
        return set().union(*map(ground, made[one])) if one in made else {one}

    (entry,) = (one for one in SCENARIOS if one["id"] == "licences")
    assert {"stock": 1, "element": "glass", "who": "each"} in entry["mission"]
    licences = entry["special"]["licences"]
    assert set(licences) == {"yellow", "brown", "grey", "green"}
    for allowed in licences.values():
        assert not ground("glass") <= set(allowed)
    for one, other in itertools.combinations(licences.values(), 2):
        assert len(set(one) | set(other)) >= 4
    assert set(licences["yellow"]) | set(licences["brown"]) == set(LEVEL_1)  # who sits down by default


@pytest.mark.rule("MP-BASE-SCEN-2", "MP-EVENT-10")
def test_every_kind_of_goal_is_asked_for_somewhere_and_an_increase_is_above_1() -> None:
    goals = [goal for one in PLAYED for goal in one["mission"]]
    kinds = {"make", "hold", "stock", "missions", "events", "defeat", "stand", "keep"}
    assert {kind for goal in goals for kind in kinds & set(goal)} == kinds
    rows = [row for one in PLAYED for row in one.get("events", [])]
    assert any(row[side].endswith("+2") for row in rows for side in ("paid", "unpaid"))


@pytest.mark.rule("MP-BASE-SCEN-2", "MP-BASE-SCEN-6")
def test_all_missions_but_the_first_owe_something_as_a_team() -> None:
    shared = {one["id"] for one in PLAYED if any(goal["who"] == "team" for goal in one["mission"])}
    assert shared == {one["id"] for one in PLAYED} - {"prologue"}


def test_each_scenario_of_the_campaign_has_a_short_introduction() -> None:
    told = NAMES["introduction"]
    assert set(told) == {"first-days", "watch-in-fog"} | {one["id"] for one in PLAYED}
    assert all(20 <= len(words.split()) <= 60 for words in told.values())
