"""Worked examples that take numbers, many games or another pack: setup, turns, fights, days and the end."""

from __future__ import annotations

import itertools
import random
import re
import shutil
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mpenv.world import IllegalAction
from mpenv.worlds.materia_prima.game import Game
from tests.places import ROOT, TESTS

SMALL = TESTS / "packs" / "small"
REAL = ROOT / "mpenv" / "worlds" / "materia_prima" / "content" / "packs" / "inquisition"
KINDS = ("homunculus", "equipment", "stone")
DIRECTIONS = {"NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0), "NW": (0, -1)}
ALARMS = [f"alarm.{number:02}" for number in range(1, 25)]
LEVEL_ONE = 4  # recipes of level 1 of each kind in the small pack
RECIPES = ("1a", "1b", "1c", "1d", "2a", "3a")


def new(scenario: str = "trial", seats: int = 2, seed: int = 1, **options: Any) -> Game:
    return Game(scenario, seats, seed, pack=str(SMALL), **options)


def table(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.to_position())


def position(pack: Path = SMALL, **given: Any) -> Game:
    start = {"scenario": "trial", "alarm": {"active": "alarm.04"}, **given}
    return Game.from_position({"pack": str(pack), **start})


def changed(to: Path, file: str, old: str, new_: str) -> Path:
    """A copy of the small pack in which one thing is different."""
    if not to.exists():
        shutil.copytree(SMALL, to)
    text = (to / f"{file}.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    (to / f"{file}.toml").write_text(text.replace(old, new_), encoding="utf-8")
    return to


def grey_with(to: Path, ability: str) -> Path:
    """A copy of the small pack in which the grey alchemist has an ability."""
    text = (SMALL / "alchemists.toml").read_text(encoding="utf-8")
    entry = next(part for part in text.split("[[alchemist]]") if 'id = "alchemist.grey"' in part)
    return changed(to, "alchemists", entry, entry.replace("abilities = []", f'abilities = ["{ability}"]'))


def figure(game: Game, seat: int, name: str = "alchemist") -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in table(game)["seat"][seat]["figure"] if one["name"] == name)
    return found


def end_of_turn(game: Game) -> str:
    return game.words(0)


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
    with pytest.raises(ValueError, match="each colour is played once"):
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
def test_a_type_has_six_different_cards_of_one_modifier_each(folder: Path) -> None:
    types = tomllib.loads((folder / "inquisitors.toml").read_text(encoding="utf-8"))["type"]
    assert types
    for one in types:
        modifiers = [card["modifier"] for card in one["cards"]]
        assert len(modifiers) == len(set(modifiers)) == 6
        assert modifiers.count("extra figure") == 1
        assert all(re.fullmatch(r"extra figure|(attack|defence|actions|destroy) \+[1-9]", words) for words in modifiers)


@pytest.mark.rule("WE-89", "MP-SETUP-17")
@pytest.mark.parametrize("other", ['"attack +1"', '"extra figure"'])
def test_a_pack_with_two_equal_cards_in_a_type_is_refused(tmp_path: Path, other: str) -> None:
    pack = changed(
        tmp_path / "twice",
        "inquisitors",
        '{ id = "B4", modifier = "defence +1" }',
        f'{{ id = "B4", modifier = {other} }}',
    )
    with pytest.raises(ValueError, match=r"type\.b"):
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


# --- turns ------------------------------------------------------------------------------------------


@pytest.mark.rule("MP-ALCH-3")
def test_equipment_that_changes_actions_counts_from_the_next_turn(tmp_path: Path) -> None:
    pack = changed(tmp_path / "boots", "recipes", "capacity = 1\n", "actions = 1\n")
    seats = [{"alchemist": "yellow", "items": ["equipment.1c"], "stock": {"fire": 1}}, {"alchemist": "brown"}]
    game = position(pack, day=3, seat=seats)
    for words in ("yellow equip", "yellow wear equipment.1c", "yellow done"):
        game.apply(words)
    assert table(game)["seat"][0]["items"] == ["equipment.1c worn"]
    assert figure(game, 0)["actions"] == 2
    game.apply("yellow end")
    game.apply("brown end")
    assert (game.day, figure(game, 0)["actions"]) == (4, 4)


@pytest.mark.rule("MP-ABIL-1", "MP-ABIL-7")
@pytest.mark.parametrize(
    ("verb", "play"),
    [
        ("move", ["grey move E"]),
        ("mine", ["grey mine"]),
        ("drop", ["grey drop", "grey done"]),
        ("fight", ["grey fight B1"]),
    ],
)
def test_an_extra_action_outside_the_tower_is_spent_first_and_serves_its_own_kind_alone(
    tmp_path: Path, verb: str, play: list[str]
) -> None:
    pack = grey_with(tmp_path / "extra", f"extra {verb}")
    grey = {"alchemist": "grey", "figure": [{"at": "2,-2", "load": {"fire": 2}}]}
    game = position(
        pack,
        seat=[grey, {"alchemist": "brown"}],
        inquisition={"slots": [{"cards": ["B4"], "figures": ["2,-3"]}]},
        chance={"dice": [0, 0]},
    )
    assert (figure(game, 0)["actions"], figure(game, 0)["extra"]) == (3, {verb: 1})
    other = game.clone()
    for words in play:
        game.apply(words)
    assert (figure(game, 0)["actions"], figure(game, 0)["extra"]) == (3, {})
    other.apply("grey move W" if verb != "move" else "grey mine")
    assert (figure(other, 0)["actions"], figure(other, 0)["extra"]) == (2, {verb: 1})


@pytest.mark.rule("MP-ABIL-1", "MP-ABIL-7")
@pytest.mark.parametrize(
    ("verb", "play"),
    [
        ("convert", ["grey convert fire+earth"]),
        ("transmute", ["grey transmute stone.1a"]),
        ("equip", ["grey equip", "grey done"]),
    ],
)
def test_an_extra_action_in_the_tower_is_spent_first_and_comes_on_top(
    tmp_path: Path, verb: str, play: list[str]
) -> None:
    pack = grey_with(tmp_path / "extra", f"extra {verb}")
    grey = {"alchemist": "grey", "stock": {"earth": 4, "fire": 2}, "figure": [{"at": "2,0"}]}
    game = position(pack, seat=[grey, {"alchemist": "brown"}], recipes={"pool": ["stone.1a", "homunculus.1b"]})
    game.apply("grey move E")
    spent = game.clone()
    for words in play:
        game.apply(words)
    assert (figure(game, 0)["actions"], figure(game, 0)["extra"]) == (2, {})
    for words in ("grey move W", "grey move E"):
        spent.apply(words)
    assert (figure(spent, 0)["actions"], figure(spent, 0)["extra"]) == (0, {verb: 1})
    assert {spent.words(action).split()[1] for action in spent.legal()} == {"end", verb}
    for words in play:
        spent.apply(words)
    assert spent.seat == 1


@pytest.mark.rule("MP-ABIL-1", "MP-ACT-DROP-2")
def test_an_extra_drop_also_pays_for_picking_up_which_is_a_mode_of_drop(tmp_path: Path) -> None:
    pack = grey_with(tmp_path / "extra", "extra drop")
    seats = [{"alchemist": "grey", "figure": [{"at": "0,0"}]}, {"alchemist": "brown"}]
    game = position(pack, seat=seats, board={"loose": {"0,0": {"fire": 1}}})
    game.apply("grey pick")
    assert figure(game, 0)["load"] == {"fire": 1}
    assert (figure(game, 0)["actions"], figure(game, 0)["extra"]) == (3, {})


@pytest.mark.rule("MP-ABIL-1", "MP-ABIL-7", "WE-85")
def test_extra_moves_of_alchemist_and_equipment_add_up(tmp_path: Path) -> None:
    pack = changed(tmp_path / "boots", "recipes", "capacity = 1\nabilities = []", 'abilities = ["extra move"]')
    seats = [
        {"alchemist": "yellow", "items": ["equipment.1c worn"], "figure": [{"at": "0,0"}]},
        {"alchemist": "brown", "items": ["equipment.1d"]},
    ]
    game = position(pack, seat=seats)
    assert figure(game, 0)["extra"] == {"move": 2}
    for words, left in (("E", 3), ("W", 3), ("E", 2), ("W", 1)):
        game.apply(f"yellow move {words}")
        assert figure(game, 0)["actions"] == left
    game.apply("yellow move E")
    assert game.seat == 1
    assert figure(game, 0)["at"] == "1,0"


@pytest.mark.rule("MP-ABIL-3", "MP-ABIL-7", "MP-ACT-MINE-2", "WE-65")
def test_mining_abilities_of_the_same_element_add_up_to_the_capacity(tmp_path: Path) -> None:
    pack = changed(tmp_path / "pick", "recipes", "capacity = 1\nabilities = []", 'abilities = ["mining earth"]')
    for worn, load, mined in ((" worn", {}, 3), ("", {}, 2), (" worn", {"air": 1}, 2), (" worn", {"air": 2}, 1)):
        brown = {"alchemist": "brown", "items": [f"equipment.1c{worn}"], "figure": [{"at": "2,-2", "load": load}]}
        game = position(pack, seat=[brown, {"alchemist": "green"}])
        game.apply("brown mine")
        assert figure(game, 0)["load"] == {**load, "earth": mined}
        assert figure(game, 0)["actions"] == 2


@pytest.mark.rule("MP-ACT-MOVE-4", "MP-ACT-MOVE-1", "WE-63")
def test_a_blocked_hex_counts_as_off_the_board(tmp_path: Path) -> None:
    old = '". . e",\n  ". . . .",\n  ". . . . .",\n  ". . . .",\n  "a . .",'
    pack = changed(tmp_path / "rock", "board", old, old.replace('". . . . ."', '". . . # ."'))
    seats = [
        {"alchemist": "grey", "figure": [{"at": "0,0"}, {"name": "h1", "card": "homunculus.1a", "at": "2,0"}]},
        {"alchemist": "brown"},
    ]
    game = position(pack, seat=seats)
    legal = [game.words(action) for action in game.legal()]
    assert {f"grey move {way}" for way in ("NE", "SE", "SW", "W", "NW")} < set(legal)
    for words in ("grey move E", "grey.h1 move W"):
        with pytest.raises(IllegalAction, match="there is no hex that way"):
            game.apply(words)


@pytest.mark.rule("MP-ACT-MOVE-1", "MP-BASE-BOARD-1")
@pytest.mark.parametrize("way", DIRECTIONS)
def test_a_move_changes_the_hex_by_its_direction_and_back_again(way: str) -> None:
    seats = [{"alchemist": "grey", "figure": [{"at": "0,1"}]}, {"alchemist": "brown"}]
    game = position(seat=seats)
    game.apply(f"grey move {way}")
    q, r = DIRECTIONS[way]
    assert figure(game, 0)["at"] == f"{q},{1 + r}"
    back = {"NE": "SW", "E": "W", "SE": "NW", "SW": "NE", "W": "E", "NW": "SE"}[way]
    game.apply(f"grey move {back}")
    assert (figure(game, 0)["at"], figure(game, 0)["actions"]) == ("0,1", 1)


# --- fights -----------------------------------------------------------------------------------------

ATTACKERS: dict[int, dict[str, Any]] = {
    1: {"alchemist": "yellow", "stone": False},
    2: {"alchemist": "yellow"},
    3: {"alchemist": "green"},
    4: {"alchemist": "yellow", "items": ["equipment.2a worn"]},
    5: {"alchemist": "green", "items": ["equipment.2a worn"]},
}
DEFENDERS: dict[int, tuple[list[str], str]] = {
    1: (["B2"], "alarm.04"),
    2: (["B4"], "alarm.04"),
    3: (["B5"], "alarm.04"),
    4: (["B4", "B5"], "alarm.04"),
    5: (["B4", "B5"], "alarm.06"),
}


def duel(dice: int, defence: int, **given: Any) -> Game:
    """A figure with that many dice beside an inquisitor of that defence; only these two colours matter."""
    cards, alarm = DEFENDERS[defence]
    attacker = {**ATTACKERS[dice], "figure": [{"at": "0,0"}]}
    shown = {"slots": [{"cards": cards, "figures": ["1,0"]}]}
    return position(alarm={"active": alarm}, seat=[attacker, {"alchemist": "brown"}], inquisition=shown, **given)


def fight(game: Game) -> tuple[int, int, bool]:
    """Total, defence, and whether the inquisitor is gone."""
    while game.words(0).split()[0] == "brown":
        game.apply(end_of_turn(game))
    game.apply(f"{game.words(0).split()[0]} fight B1")
    rolled = next(found for line in game.happened() if (found := re.search(r"rolls (\d+) against defence (\d+)", line)))
    return int(rolled[1]), int(rolled[2]), table(game)["inquisition"]["slots"][0] == {}


@pytest.mark.rule("WE-43", "WE-38", "MP-ACT-FIGHT-2", "MP-ACT-FIGHT-3", "MP-ALCH-6", "MP-ALCH-7")
@pytest.mark.parametrize(
    ("dice", "defence", "wins", "chance"),
    [
        (1, 1, 1, 0.333),
        (2, 1, 6, 0.667),
        (2, 2, 3, 0.333),
        (2, 3, 1, 0.111),
        (3, 2, 17, 0.630),
        (3, 3, 10, 0.370),
        (3, 4, 4, 0.148),
        (3, 5, 1, 0.037),
        (4, 3, 50, 0.617),
        (4, 4, 31, 0.383),
        (5, 4, 147, 0.605),
    ],
)
def test_of_all_equally_likely_rolls_as_many_win_as_are_above_the_defence(
    dice: int, defence: int, wins: int, chance: float
) -> None:
    won = 0
    for faces in itertools.product((0, 1, 2), repeat=dice):
        total, against, gone = fight(duel(dice, defence, chance={"dice": [*faces, 0]}))
        assert (total, against) == (sum(faces), defence)
        assert gone == (total >= defence + 1)
        won += gone
    assert won == wins
    assert won / 3**dice == pytest.approx(chance, abs=0.0006)


@pytest.mark.slow
@pytest.mark.rule("MP-ALCH-7", "WE-43")
def test_the_faces_zero_one_and_two_come_equally_often() -> None:
    games = 600
    totals = Counter(fight(duel(2, 4, seed=seed))[0] for seed in range(games))
    assert set(totals) == {0, 1, 2, 3, 4}
    for total, ninths in enumerate((1, 2, 3, 2, 1)):
        assert totals[total] / games == pytest.approx(ninths / 9, abs=0.05)


@pytest.mark.slow
@pytest.mark.rule("MP-ACT-FIGHT-8", "MP-ALCH-7")
def test_each_result_of_the_loot_die_comes_equally_often() -> None:
    games = 600
    found = Counter[str]()
    for seed in range(games):
        game = duel(3, 1, seed=seed)
        while game.words(0).split()[0] != "green":
            game.apply(end_of_turn(game))
        game.apply("green fight B1")
        found.update(line.split(": ")[1] for line in game.happened() if "for loot" in line)
    won = found.total()
    assert won / games == pytest.approx(23 / 27, abs=0.05)
    assert set(found) == {"iron", "glass", "gold"}
    for count in found.values():
        assert count / won == pytest.approx(1 / 3, abs=0.05)


# --- elements ---------------------------------------------------------------------------------------

COST = {
    "homunculus": (
        {"air": 2},
        {"earth": 2},
        {"water": 2},
        {"fire": 2},
        {"glass": 1, "earth": 1},
        {"gold": 1, "glass": 1},
    ),
    "equipment": (
        {"iron": 2},
        {"fire": 1, "iron": 1},
        {"earth": 1, "air": 1},
        {"earth": 1, "iron": 1},
        {"copper": 1, "iron": 1},
        {"gold": 1, "copper": 1},
    ),
    "stone": (
        {"earth": 2},
        {"water": 2},
        {"air": 1, "fire": 1},
        {"water": 1, "iron": 1},
        {"glass": 1, "fire": 1},
        {"gold": 1, "copper": 1},
    ),
}
CONVERSIONS = {"fire+earth": "glass", "earth+iron": "copper", "copper+glass": "gold"}


def elements(now: dict[str, Any]) -> Counter[str]:
    """All elements on figures, in towers and on the ground."""
    found = Counter[str]()
    for seat in now["seat"]:
        found.update(seat["stock"])
        for one in seat["figure"]:
            found.update(one["load"])
    for heap in now["board"]["loose"].values():
        found.update(heap)
    return found


def difference(words: str, happened: list[str]) -> Counter[str]:
    """What an answer adds to the elements in play, and takes from them."""
    change = Counter[str]()
    verb, what = words.split()[1], words.split()[-1]
    if verb == "convert":
        change.subtract(what.split("+"))
        change[CONVERSIONS[what]] += 1
    if verb == "transmute":
        kind, name = what.split(".")
        change.subtract(COST[kind][RECIPES.index(name)])
    for line in happened:
        if mined := re.search(r" mines (\d) (.+)", line):
            change[mined[2]] += int(mined[1])
        if loot := re.search(r" for loot: (.+)", line):
            change[loot[1]] += 1
    return change


@pytest.mark.rule(
    "MP-ACT-MINE-1", "MP-ACT-DROP-1", "MP-ACT-DROP-2", "MP-ACT-DROP-4", "MP-ACT-FIGHT-8", "MP-ACT-EQUIP-1",
    "MP-ACT-CONVERT-1", "MP-ACT-TRANSMUTE-1", "WE-22", "WE-66", "WE-67", "WE-73", "WE-74",
)  # fmt: skip
def test_elements_come_from_mines_and_loot_and_go_for_conversions_and_recipes_alone() -> None:
    verbs, names = Counter[str](), ("air", "earth", "water", "fire", "iron", "glass", "copper", "gold")
    for seed in range(8):
        rng = random.Random(seed)
        stock = dict.fromkeys(names, 4)
        seats = [{"alchemist": colour, "stock": stock} for colour in ("yellow", "brown")]
        pool = [f"{kind}.{name}" for kind in KINDS for name in RECIPES[:2]]
        shown = {"slots": [{"cards": ["B4"], "figures": ["0,0"]}]}
        recipes = {"pool": pool}
        game = position(scenario="prologue", seed=seed, seat=seats, recipes=recipes, inquisition=shown)
        while game.outcome is None:
            before, words = elements(table(game)), game.words(rng.choice(game.legal()))
            verbs[words.split()[1]] += 1
            game.apply(words)
            wanted = Counter(before)
            wanted.update(difference(words, game.happened()))
            assert elements(table(game)) == wanted, words
    assert set(verbs) >= {"move", "mine", "drop", "pick", "put", "take", "equip", "convert", "transmute", "fight"}


@pytest.mark.rule("WE-73", "MP-ACT-CONVERT-1", "MP-BASE-ACT-2")
@pytest.mark.parametrize(
    ("load", "stock", "load_after", "stock_after"),
    [
        ({"fire": 1}, {"earth": 1}, {}, {"glass": 1}),
        ({"fire": 1, "earth": 1}, {"fire": 1, "earth": 1}, {}, {"fire": 1, "earth": 1, "glass": 1}),
        ({"earth": 3}, {"fire": 2, "glass": 1}, {"earth": 2}, {"fire": 1, "glass": 2}),
        ({}, {"fire": 1, "earth": 1, "gold": 1}, {}, {"glass": 1, "gold": 1}),
    ],
)
def test_a_conversion_takes_one_of_each_from_the_load_first_and_stores_one(
    load: dict[str, int], stock: dict[str, int], load_after: dict[str, int], stock_after: dict[str, int]
) -> None:
    seats = [{"alchemist": "grey", "stock": stock, "figure": [{"load": load}]}, {"alchemist": "brown"}]
    game = position(seat=seats)
    game.apply("grey convert fire+earth")
    assert figure(game, 0)["load"] == load_after
    assert table(game)["seat"][0]["stock"] == stock_after


@pytest.mark.rule("WE-74", "MP-ACT-TRANSMUTE-1", "MP-ACT-TRANSMUTE-3")
@pytest.mark.parametrize(
    ("load", "stock", "load_after", "stock_after"),
    [
        ({}, {"air": 2, "earth": 2}, {}, {"earth": 2}),
        ({"air": 1, "fire": 1}, {"air": 3}, {"fire": 1}, {"air": 2}),
        ({"air": 3}, {"air": 1}, {"air": 1}, {"air": 1}),
    ],
)
def test_aeribos_costs_two_air_from_the_load_first(
    load: dict[str, int], stock: dict[str, int], load_after: dict[str, int], stock_after: dict[str, int]
) -> None:
    seats = [{"alchemist": "grey", "stock": stock, "figure": [{"load": load}]}, {"alchemist": "brown"}]
    game = position(seat=seats, recipes={"pool": ["homunculus.1a", "stone.1a"]})
    game.apply("grey transmute homunculus.1a")
    assert figure(game, 0)["load"] == load_after
    assert figure(game, 0, "h1")["load"] == {}
    assert table(game)["seat"][0]["stock"] == stock_after
    assert elements(table(game)) == Counter(load) + Counter(stock) - Counter({"air": 2})


# --- whole games ------------------------------------------------------------------------------------


def moved(game: Game, rng: random.Random) -> None:
    """A random answer; the end of a turn only now and then, so that things happen."""
    legal = game.legal()
    game.apply(rng.choice(legal[1:] if legal[0] == 0 and len(legal) > 1 and rng.random() < 0.9 else legal))


def faults(game: Game, now: dict[str, Any]) -> list[str]:
    """What must hold between any two answers and does not."""
    found = []
    letters = {"prologue": "AB", "duel": "B"}[now["scenario"]]
    inquisition, recipes = now["inquisition"], now["recipes"]
    cards = inquisition["deck"] + inquisition["defeated"]
    cards += [card for slot in inquisition["slots"] for card in slot.get("cards", [])]
    if sorted(cards) != [f"{letter}{number}" for letter in letters for number in range(1, 7)]:
        found.append(f"inquisitor cards: {cards}")
    owned = [one.removesuffix(" worn") for seat in now["seat"] for one in seat["items"] + seat["fragments"]]
    owned += [one["card"] for seat in now["seat"] for one in seat["figure"] if "card" in one]
    owned += recipes["pool"] + recipes["drawn"]
    owned += [card for kind in KINDS for pile in recipes[kind].values() for card in pile]
    if sorted(one for one in owned if one != "-") != sorted(f"{kind}.{name}" for kind in KINDS for name in RECIPES):
        found.append(f"recipe cards: {owned}")
    places: dict[str, set[str]] = {}
    for number, seat in enumerate(now["seat"]):
        places.setdefault(seat["tower"], set()).add(seat["alchemist"])
        if len(seat["figure"]) > 4:
            found.append(f"seat {number} has too many figures")
        for k, one in enumerate(seat["figure"]):
            places.setdefault(one["at"], set()).add(seat["alchemist"])
            room = game.view(0).stat(number, int(one["name"][1:]) if k else 0, "capacity")
            if sum(one["load"].values()) > room:
                found.append(f"seat {number} {one['name']} carries {one['load']} of {room}")
    found += [f"{place} has {sorted(who)}" for place, who in places.items() if len(who) > 1]
    for slot in inquisition["slots"]:
        found += [f"an inquisitor on {place}" for place in slot.get("figures", []) if place in places]
    towers = {seat["tower"] for seat in now["seat"]}
    if towers & (set(now["board"]["markers"]) | set(now["board"]["loose"])):
        found.append("something lies on a tower hex")
    if len(now["alarm"]["revealed"]) != now["day"]:
        found.append(f"day {now['day']}: {now['alarm']['revealed']}")
    return found


@pytest.mark.rule(
    "MP-DAY-4", "MP-SETUP-7", "MP-ACT-MOVE-2", "MP-ALCH-6", "MP-ACT-TRANSMUTE-2", "MP-ACT-DROP-4", "WE-02"
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_loads_places_and_the_calendar_stay_right_in_any_game(seats: int) -> None:
    results = Counter[str]()
    for seed in range(6):
        game, rng = new("prologue", seats, seed, layout=("standard", "random")[seed % 2]), random.Random(seed)
        while game.outcome is None:
            assert faults(game, table(game)) == []
            moved(game, rng)
        results[game.outcome.result] += 1
        assert game.day == 12 or game.outcome.result == "abort"
        assert (game.outcome.result == "abort") == (not any(seat["stone"] for seat in table(game)["seat"]))
    assert results


@pytest.mark.rule("MP-ALCH-1", "MP-ALCH-3", "MP-ALCH-5")
def test_every_turn_can_be_ended_at_any_time_and_takes_no_more_actions_than_the_figures_have() -> None:
    for seed in range(4):
        game, rng, taken, turn = new("prologue", 3, seed), random.Random(seed), 0, (0, -1)
        budget = 0
        while game.outcome is None:
            now = table(game)
            if now["prompt"][-1]["kind"] != "turn":
                moved(game, rng)
                continue
            assert 0 in game.legal()
            assert game.seat is not None
            seat = game.seat
            if turn != (game.day, seat):
                turn, taken = (game.day, seat), 0
                budget = sum(one["actions"] + sum(one["extra"].values()) for one in now["seat"][seat]["figure"])
            left = sum(one["actions"] + sum(one["extra"].values()) for one in now["seat"][seat]["figure"])
            assert left == budget - taken
            others = [one for number, other in enumerate(now["seat"]) if number != seat for one in other["figure"]]
            assert not any(one["actions"] or one["extra"] for one in others)
            ends = rng.random() < 0.1
            taken += 1
            game.apply(0 if ends else rng.choice(game.legal()))


@pytest.mark.rule("MP-SETUP-16", "MP-SETUP-17", "MP-ALCH-7")
def test_the_same_seed_and_the_same_answers_make_the_same_game() -> None:
    def played(seed: int) -> tuple[list[str], str]:
        game, rng, story = new("prologue", 2, seed), random.Random(3), list[str]()
        while game.outcome is None:
            moved(game, rng)
            story += game.happened()
        return story, game.fingerprint()

    assert played(4) == played(4)
    assert played(4) != played(5)
