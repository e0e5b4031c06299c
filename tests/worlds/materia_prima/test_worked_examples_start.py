"""Worked examples of setting up and of the days of a game."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from mpenv.world import IllegalAction
from mpenv.worlds.materia_prima.game import Game
from tests.worlds.materia_prima.examples import (
    ALARMS,
    KINDS,
    LEVEL_ONE,
    REAL,
    RECIPES,
    SMALL,
    changed,
    end_of_turn,
    figure,
    new,
    position,
    table,
)

# --- setup ------------------------------------------------------------------------------------------


@pytest.mark.rule("WE-07", "MP-SETUP-10")
@pytest.mark.parametrize(("seats", "size"), [(2, 6), (3, 9), (4, 12)])
def test_the_pool_begins_with_one_level_one_recipe_of_each_kind_for_every_alchemist(seats: int, size: int) -> None:
    for seed in range(20):
        pool = [one for one in table(new(seats=seats, seed=seed))["recipes"]["pool"] if one != "-"]
        assert len(pool) == len(set(pool)) == size
        assert Counter(one.split(".")[0] for one in pool) == dict.fromkeys(KINDS, seats)
        assert {one.split(".")[1][0] for one in pool} == {"1"}


@pytest.mark.rule("MP-SETUP-10", "MP-SETUP-11")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_other_recipes_of_every_level_are_shuffled_into_three_decks_by_kind(seats: int) -> None:
    orders: dict[str, set[tuple[str, ...]]] = {kind: set() for kind in KINDS}
    pools = set()
    for seed in range(20):
        recipes = table(new(seats=seats, seed=seed))["recipes"]
        pools.add(frozenset(recipes["pool"]))
        for kind in KINDS:
            deck = recipes[kind]["deck"]
            assert recipes[kind]["discard"] == []
            in_pool = [one for one in recipes["pool"] if one.startswith(kind)]
            assert sorted(deck + in_pool) == [f"{kind}.{name}" for name in RECIPES]
            orders[kind].add(tuple(deck))
    assert all(len(found) > 1 for found in orders.values())
    assert len(pools) > 1 or seats == LEVEL_ONE


@pytest.mark.rule("WE-08", "MP-SETUP-17")
@pytest.mark.parametrize(("scenario", "letters"), [("duel", "B"), ("prologue", "AB"), ("trial", "ABC")])
def test_the_inquisitor_deck_is_all_six_cards_of_each_type_of_the_scenario(scenario: str, letters: str) -> None:
    decks = [table(new(scenario, seed=seed))["inquisition"]["deck"] for seed in range(12)]
    for deck in decks:
        assert sorted(deck) == [f"{letter}{number}" for letter in letters for number in range(1, 7)]
    assert len({tuple(deck) for deck in decks}) > 6


@pytest.mark.rule("MP-SETUP-16", "WE-02")
def test_all_alarm_cards_are_shuffled_and_the_first_one_is_face_up() -> None:
    firsts = set()
    for seed in range(30):
        alarm = table(new(seed=seed))["alarm"]
        assert len(alarm["revealed"]) == 1
        assert sorted(alarm["revealed"] + alarm["deck"]) == ALARMS
        firsts.add(alarm["revealed"][0])
    assert len(firsts) > 8


@pytest.mark.rule("MP-SETUP-6", "MP-SETUP-9", "MP-SETUP-13", "MP-SETUP-14", "MP-SETUP-15", "WE-09", "MP-BASE-FIG-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_new_game_begins_on_day_one_with_a_stone_each_at_home_and_nothing_else(seats: int) -> None:
    towers = {2: ["3,0", "-3,0"], 3: ["3,0", "-3,0", "0,3"], 4: ["3,0", "-3,0", "0,3", "0,-3"]}[seats]
    start = table(new(seats=seats, seed=7))
    assert (start["day"], start["phase"], start["scenario"]) == (1, "turns", "trial")
    assert [one["alchemist"] for one in start["seat"]] == [
        f"alchemist.{colour}" for colour in ("yellow", "brown", "grey", "green")[:seats]
    ]
    for seat, tower in zip(start["seat"], towers, strict=True):
        assert seat["stone"] is True
        assert seat["tower"] == tower
        assert (seat["stock"], seat["items"], seat["fragments"]) == ({}, [], [])
        assert seat["made"] == {kind: [0, 0, 0] for kind in KINDS}
        assert [(one["name"], one["at"], one["load"]) for one in seat["figure"]] == [("alchemist", tower, {})]
    assert start["board"]["loose"] == {}
    assert start["inquisition"]["slots"] == [{}, {}, {}]
    assert start["inquisition"]["defeated"] == []


@pytest.mark.rule("MP-SETUP-6")
def test_players_pick_alchemists_of_different_colours_in_any_order() -> None:
    start = table(new(seats=3, alchemists=["green", "alchemist.grey", "yellow"]))
    assert [one["alchemist"] for one in start["seat"]] == ["alchemist.green", "alchemist.grey", "alchemist.yellow"]
    with pytest.raises(ValueError, match="each alchemist is played once"):
        new(alchemists=["green", "alchemist.green"])
    with pytest.raises(ValueError, match="2 seats take 2 alchemists"):
        new(alchemists=["green", "grey", "brown"])


@pytest.mark.rule("MP-SETUP-19", "WE-01")
@pytest.mark.parametrize(("difficulty", "days"), [("easy", 20), ("normal", 16), ("hard", 12)])
def test_the_difficulty_is_the_number_of_days(difficulty: str, days: int) -> None:
    start = table(new(difficulty=difficulty))
    assert (start["difficulty"], start["days"], start["day"]) == (difficulty, days, 1)


@pytest.mark.rule("MP-SETUP-1", "MP-BASE-SCEN-4")
def test_the_prologue_lasts_twelve_days_and_has_no_difficulty() -> None:
    assert table(new("prologue"))["days"] == 12
    with pytest.raises(ValueError, match="no difficulty"):
        new("prologue", difficulty="easy")


@pytest.mark.rule("MP-SETUP-2", "MP-BASE-BOARD-2", "MP-BASE-BOARD-4")
def test_seven_tiles_fill_the_frame_in_a_fixed_or_in_any_arrangement() -> None:
    tiles = sorted(f"tile.{number}" for number in range(1, 8))
    assert {tuple(table(new(seed=seed))["board"]["tiles"]) for seed in range(5)} == {
        tuple(f"{tile} A 0" for tile in tiles)
    }
    drawn = [table(new(seed=seed, layout="random"))["board"]["tiles"] for seed in range(40)]
    for layout in drawn:
        assert sorted(one.split()[0] for one in layout) == tiles
    assert {side for layout in drawn for side in (one.split()[1] for one in layout)} == {"A", "B"}
    assert {turn for layout in drawn for turn in (one.split()[2] for one in layout)} == set("012345")
    assert len({tuple(layout) for layout in drawn}) == len(drawn)
    assert table(new(seed=11, layout="random"))["board"]["tiles"] == drawn[11]


@pytest.mark.rule("MP-SETUP-13", "MP-BASE-BOARD-7")
@pytest.mark.parametrize("placement", ["standard", "random"])
@pytest.mark.parametrize("layout", ["standard", "random"])
def test_every_alchemist_starts_in_his_tower_on_a_plain_hex_of_his_own(layout: str, placement: str) -> None:
    for seed, seats in itertools.product(range(12), (2, 4)):
        game = new(seats=seats, seed=seed, layout=layout, placement=placement)
        known, site = game.pack.readable, game.view(0).state.site
        plain = {f"{known.q[hex]},{known.r[hex]}" for hex in range(known.hexes) if site[hex] == 0}
        places = [seat["tower"] for seat in table(game)["seat"]]
        assert [figure(game, seat)["at"] for seat in range(seats)] == places
        assert len(set(places)) == seats
        assert set(places) <= plain


@pytest.mark.rule("WE-89", "MP-INQ-8", "MP-INQ-9", "MP-SETUP-17")
@pytest.mark.parametrize("folder", [SMALL, REAL], ids=["small", "inquisition"])
def test_a_type_has_six_cards_of_one_modifier_each_which_differ_but_for_extra_figures(folder: Path) -> None:
    types = tomllib.loads((folder / "inquisitors.toml").read_text(encoding="utf-8"))["type"]
    assert types
    for one in types:
        modifiers = [card["modifier"] for card in one["cards"]]
        others = [words for words in modifiers if words != "extra figure"]
        assert len(modifiers) == 6
        assert len(others) == len(set(others)) >= 4
        assert all(re.fullmatch(r"none|(attack|defence|actions|destroy) \+[1-9]", words) for words in others)


@pytest.mark.rule("WE-89", "MP-SETUP-17")
def test_a_pack_with_two_equal_cards_in_a_type_is_refused(tmp_path: Path) -> None:
    line = '{ id = "B4", modifier = "defence +1" }'
    pack = changed(tmp_path / "twice", "inquisitors", line, '{ id = "B4", modifier = "attack +1" }')
    with pytest.raises(ValueError, match=r"type\.b: .*cards: the six cards of a type must differ"):
        Game("trial", pack=str(pack))


@pytest.mark.rule("WE-89", "MP-SETUP-17")
def test_a_pack_with_five_cards_in_a_type_is_refused(tmp_path: Path) -> None:
    pack = changed(tmp_path / "five", "inquisitors", '  { id = "B4", modifier = "defence +1" },\n', "")
    with pytest.raises(ValueError, match=r"type\.b"):
        Game("trial", pack=str(pack))


# --- days -------------------------------------------------------------------------------------------


@pytest.mark.rule("WE-02", "MP-DAY-1", "MP-DAY-2", "MP-DAY-4", "MP-DAY-5", "MP-END-3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_on_day_d_there_are_d_alarm_cards_face_up_until_the_last_day_is_over(seats: int) -> None:
    game, turns = new("prologue", seats, seed=5), Counter[int]()
    before: list[str] = []
    while game.outcome is None:
        now = table(game)
        assert len(now["alarm"]["revealed"]) == game.day
        assert now["alarm"]["revealed"][: len(before)] == before
        assert sorted(now["alarm"]["revealed"] + now["alarm"]["deck"]) == ALARMS
        before = now["alarm"]["revealed"]
        if now["prompt"][-1]["kind"] == "turn":
            turns[game.day] += 1
        game.apply(game.legal()[0])
    assert turns == dict.fromkeys(range(1, 13), seats)
    assert (game.outcome.result, game.day) == ("failure", 12)


@pytest.mark.rule("WE-06", "MP-END-4", "MP-DAY-2", "MP-END-2")
def test_a_mission_met_on_day_five_is_won_on_day_twelve() -> None:
    met = {"homunculus": [1, 0, 0], "stone": [1, 0, 0]}
    seats = [{"alchemist": "yellow", "made": met}, {"alchemist": "brown", "made": met}]
    game, days = position(scenario="prologue", day=5, seat=seats), []
    while game.outcome is None:
        days.append(game.day)
        game.apply(game.legal()[0])
    assert sorted(set(days)) == [5, 6, 7, 8, 9, 10, 11, 12]
    assert (game.outcome.result, game.day) == ("success", 12)
    assert game.legal() == []
    with pytest.raises(IllegalAction, match="the game has ended"):
        game.apply(0)


@pytest.mark.rule("MP-DAY-1", "MP-DAY-3", "MP-ALCH-1")
def test_every_day_is_alarm_then_turns_then_inquisition_the_last_one_too() -> None:
    away = {"name": "h1", "card": "homunculus.1a", "at": "5,-5"}
    seats = [{"alchemist": "yellow", "figure": [away]}, {"alchemist": "brown"}]
    shown = {"slots": [{"cards": ["B4"], "figures": ["-5,7"]}]}
    game, story = position(scenario="duel", seat=seats, inquisition=shown), list[str]()
    while game.outcome is None:
        game.apply(end_of_turn(game))
        story += game.happened()
    short = [re.sub(r"^alarm card (alarm\.\d\d).*", r"\1", line) for line in story if "marker" not in line]
    short = [
        "hunt" if line.startswith(("B1 moves", "B1 attacks")) or "against attack" in line else line for line in short
    ]
    days = {2: ("alarm.01", "yellow", "brown"), 3: ("alarm.02", "yellow", "brown"), 4: ("alarm.03", "yellow", "brown")}
    wanted = ["brown's turn", "hunt"]
    for day, (card, first, second) in days.items():
        wanted += [f"day {day} begins", card, f"{first}'s turn", f"{second}'s turn", "hunt"]
    assert [words for words, _ in itertools.groupby(short)] == [*wanted, "the game ends on day 4: failure"]
