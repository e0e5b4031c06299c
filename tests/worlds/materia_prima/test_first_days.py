"""The tutorial: its own set-up, its printed alarm cards, and a guide whose lines can be played."""

import shutil
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv.agents.materia_prima.guided import Guided
from mpenv.language import speaking
from mpenv.play import begin_team, play
from mpenv.worlds.materia_prima import WORLD, guide_check
from mpenv.worlds.materia_prima.content.faults import BrokenPack
from mpenv.worlds.materia_prima.content.pack import PACKS, load
from mpenv.worlds.materia_prima.game import Game

FIRST_DAYS = "first-days"
DAYS = [
    [
        *("brown move SE", "brown move SE", "brown move SE"),
        *("grey move NW", "grey mine", "grey mine"),
        *("yellow move E", "yellow move E", "yellow move NE", "yellow mine"),
        *("green mine", "green mine", "green move E"),
    ],
    [
        *("yellow mine", "yellow move SW", "yellow move W", "yellow move W"),
        *("brown move E", "brown mine", "brown mine"),
        *("grey move W", "grey move W", "grey move W"),
        "green transmute homunculus.1a",
    ],
]


def begun(seed: int = 1, **options: Any) -> Game:
    return Game(FIRST_DAYS, **{"seats": 4, "seed": seed, **options})


def table(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.to_position())


def colour(game: Game, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in table(game)["seat"] if one["alchemist"] == f"alchemist.{name}")
    return found


def alchemist(game: Game, name: str) -> tuple[str, dict[str, int]]:
    one = colour(game, name)["figure"][0]
    return one["at"], one["load"]


# --- the lines ------------------------------------------------------------------------------------


@pytest.mark.rule("MP-SETUP-1", "MP-ALARM-4.1", "MP-ALARM-4.3", "MP-ALCH-1", "MP-ABIL-1", "MP-ACT-MINE-1")
@pytest.mark.parametrize("seed", range(4))
def test_the_lines_of_the_first_two_days_are_played_word_for_word(seed: int) -> None:
    game = begun(seed)
    for line in DAYS[0]:
        game.apply(line)
    assert alchemist(game, "grey")[1] == {"air": 2}
    assert (game.day, table(game)["inquisition"]["slots"]) == (2, [{}, {}, {}])
    news = [line for line in game.happened() if "marker" in line]
    assert len(news) == 3, "grey stands beside his tower, which takes no marker"
    for line in DAYS[1]:
        game.apply(line)
    assert alchemist(game, "yellow") == (colour(game, "yellow")["tower"], {"earth": 2})
    assert alchemist(game, "brown")[1] == {"earth": 2}
    green = colour(game, "green")
    assert [one.get("card") for one in green["figure"]] == [None, "homunculus.1a"]
    assert (green["figure"][0]["load"], green["stock"]) == ({}, {})


def taught(seed: int, **options: Any) -> Game:
    game, team = begun(seed, **options), [Guided() for _ in range(4)]
    begin_team(game, team, seed)
    return play(game, team)


@pytest.mark.parametrize("seed", range(6))
def test_who_follows_the_guide_wins_in_every_game(seed: int) -> None:
    outcome = taught(seed).outcome
    assert outcome is not None
    assert outcome.success


def test_a_guided_player_goes_on_as_the_expert_where_there_is_no_guide() -> None:
    assert taught(2, layout="random").outcome is not None
    assert WORLD.guide(begun(2, layout="random")) == []


def test_a_guided_player_whose_line_was_spoiled_still_plays_to_the_end() -> None:
    game, player = begun(5), Guided()
    player.reset(0, 5)
    game.apply("brown end")  # and is not where the exchange of day 3 wants her
    while game.seat is not None:
        game.apply(player.act(game.view(game.seat)))
    assert game.outcome is not None


def test_the_guide_speaks_to_the_day_and_to_the_seat_that_is_asked() -> None:
    day, mine = WORLD.guide(begun())
    assert day.startswith("Day 1. Every day begins with an alarm card.")
    assert mine.startswith("Day 1, brown: Lenka")
    assert mine.endswith("[move SE, move SE, move SE]")
    assert WORLD.guide(Game(seed=1)) == []


def test_the_guide_speaks_the_language_of_the_table_and_keeps_the_notation() -> None:
    with speaking("de"):
        day, mine = WORLD.guide(begun())
    assert day.startswith("Tag 1. Jeder Tag beginnt mit einer Alarmkarte.")
    assert mine.startswith("Tag 1, Braun: Lenka")
    assert mine.endswith("[move SE, move SE, move SE]")


def test_every_line_stands_in_both_languages() -> None:
    for one in load("inquisition").entries["scenario"]:
        assert all(line["en"] and line["de"] and line["en"] != line["de"] for line in one["guide"])


# --- the set-up -----------------------------------------------------------------------------------


@pytest.mark.rule("MP-SETUP-1", "MP-SETUP-2", "MP-SETUP-10", "MP-SETUP-13", "MP-SETUP-16")
def test_every_tutorial_has_the_same_board_places_pool_and_alarm_cards() -> None:
    games = [table(begun(seed)) for seed in range(6)]
    own = next(
        one
        for one in tomllib.loads((PACKS / "inquisition/scenarios.toml").read_text(encoding="utf-8"))["scenario"]
        if one["id"] == FIRST_DAYS
    )
    for one in games:
        assert one["board"]["tiles"] == own["setup"]["tiles"]
        assert one["recipes"]["pool"] == own["setup"]["pool"]
        assert one["alarm"]["revealed"] + one["alarm"]["deck"] == own["alarm_order"]
        for seat in one["seat"]:
            place = own["setup"]["places"][seat["alchemist"].removeprefix("alchemist.")]
            start = place.get("alchemist", place["tower"])
            assert (seat["tower"], seat["figure"][0]["at"]) == tuple(f"{q},{r}" for q, r in (place["tower"], start))
    assert len({str(one["recipes"]["stone"]) for one in games}) > 1


@pytest.mark.rule("MP-SETUP-10")
def test_a_smaller_team_gets_the_first_named_recipes_of_each_kind() -> None:
    pool = table(begun(seats=2))["recipes"]["pool"]
    named = ["homunculus.1a", "homunculus.1b", "equipment.1e", "equipment.1a", "stone.1a", "stone.1e"]
    assert pool == named + ["-"] * (len(pool) - len(named))


@pytest.mark.rule("MP-SETUP-1")
def test_another_layout_or_placement_goes_before_the_set_up_of_a_scenario() -> None:
    usual = table(begun())
    drawn = table(begun(layout="random"))
    assert drawn["board"]["tiles"] != usual["board"]["tiles"]
    elsewhere = table(begun(placement="random"))
    assert elsewhere["board"]["tiles"] == usual["board"]["tiles"]
    assert [one["tower"] for one in elsewhere["seat"]] != [one["tower"] for one in usual["seat"]]
    assert begun(placement="players").asks().count("tower")


@pytest.mark.rule("MP-SETUP-16")
def test_alarm_cards_of_one_scenario_lie_in_no_other_deck() -> None:
    for scenario in ("prologue", "alms", "drill-hunt"):
        alarm = table(Game(scenario, seed=3))["alarm"]
        assert not [card for card in alarm["revealed"] + alarm["deck"] if card.startswith("alarm.day")]


def test_the_middle_of_the_tutorial_is_a_position_and_a_snapshot() -> None:
    game = begun()
    for line in DAYS[0]:
        game.apply(line)
    assert Game.from_position(game.to_position()).fingerprint() == game.fingerprint()
    other = begun(9)
    other.restore(game.snapshot())
    assert other.fingerprint() == game.fingerprint()


# --- who knows what -------------------------------------------------------------------------------


@pytest.mark.rule("MP-SETUP-16")
def test_a_printed_order_of_alarm_cards_is_known_and_other_decks_stay_hidden() -> None:
    game = begun(3)
    wanted, decks = table(game)["alarm"]["deck"], set()
    for seed in range(8):
        dreamt = table(game.view(0).determinize(np.random.default_rng(seed)))
        assert dreamt["alarm"]["deck"] == wanted
        decks.add((str(dreamt["inquisition"]["deck"]), str(dreamt["recipes"]["stone"]), str(dreamt["towns"])))
    assert len(decks) == 8


@pytest.mark.rule("MP-SETUP-16", "MP-ALARM-3.2")
def test_after_the_last_printed_card_the_shuffled_deck_is_unknown() -> None:
    game = begun(3, rules={"days": 9})
    while game.day < 5:
        game.apply(0 if 0 in game.legal() else game.legal()[0])
    orders = {str(table(game.view(0).determinize(np.random.default_rng(seed)))["alarm"]["deck"]) for seed in range(12)}
    assert len(orders) > 1


@pytest.mark.rule("MP-SETUP-16")
def test_the_next_printed_alarm_card_is_no_chance() -> None:
    game = begun(3)
    for line in DAYS[0][:-1]:
        game.apply(line)
    ((chance, after),) = game.futures(DAYS[0][-1])
    assert chance == 1
    assert table(after)["alarm"]["revealed"][-1] == "alarm.day2"


# --- faults of a pack -----------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKS / "inquisition", tmp_path / "taught"))


def edit(pack: Path, *changes: tuple[str, str]) -> str:
    path = pack / "scenarios.toml"
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"{old!r} is not there"
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return str(pack)


FAULTS = {
    "a line that walks into nothing": (('["move NW", "mine", "mine"]', '["mine", "mine"]'), "grey cannot play 'mine'"),
    "a line that leaves actions": (('"transmute stone.1a", "end"]', '"transmute stone.1a"]'), "'end' ends it"),
    "a guide that does not win": (('"transmute stone.1a", "end"]', '"end"]'), "who follows it does not win"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_a_line_that_cannot_be_played_is_a_fault_of_the_pack(case: str, pack: Path) -> None:
    change, words = FAULTS[case]
    found = guide_check.faults(edit(pack, change))
    assert any(words in fault.words for fault in found), found
    assert {(fault.file, fault.entry, fault.field) for fault in found} == {("scenarios.toml", FIRST_DAYS, "guide")}


def test_a_game_whose_guide_cannot_be_played_is_refused_before_its_first_line(pack: Path) -> None:
    broken = edit(pack, FAULTS["a line that walks into nothing"][0])
    with pytest.raises(BrokenPack, match="grey cannot play 'mine'"):
        WORLD.guide(Game(FIRST_DAYS, 4, 1, pack=broken))


def test_the_guides_of_our_packs_can_be_played() -> None:
    assert guide_check.faults("inquisition") == []


@pytest.mark.rule("MP-SETUP-1", "MP-SETUP-2", "MP-SETUP-10", "MP-SETUP-13")
def test_a_broken_set_up_is_refused_with_all_that_is_wrong(pack: Path) -> None:
    edit(
        pack,
        ('"tile.4 B 2", "tile.3 A 5"', '"tile.4 B 2", "tile.4 A 5"'),
        ('"homunculus.1a", "homunculus.1b", "homunculus.1c"', '"homunculus.1a", "homunculus.1a", "homunculus.2a"'),
        ("[[scenario.guide]]\nday = 1\n", "[[scenario.guide]]\nday = 5\n"),
        ('alarm_order = ["alarm.day1", "alarm.day2", "alarm.day3", "alarm.day4"]', "alarm_order = []"),
    )
    with pytest.raises(BrokenPack) as caught:
        load(str(pack))
    for words in (
        "tiles: tile.4 is laid 2 times",
        "pool: homunculus.1a is listed 2 times",
        "pool: homunculus.2a is not of level 1",
        "day 5 is behind the last, which is 4",
        "needs a setup and an alarm_order",
    ):
        assert words in str(caught.value)


PLACES = {
    "a tower on a mine": ("yellow = { tower = [4, -2] }", "yellow = { tower = [-1, -1] }", "the tower of yellow must"),
    "a tower off the board": ("yellow = { tower = [4, -2] }", "yellow = { tower = [40, 0] }", "on a plain hex"),
    "a colour left out": ("yellow = { tower = [4, -2] }\n", "", "yellow stands nowhere"),
    "two on a hex": ("yellow = { tower = [4, -2] }", "yellow = { tower = [1, 3] }", "where another colour does"),
    "an alchemist in a town": ("alchemist = [-1, -1]", "alchemist = [-2, -3]", "a plain hex or a mine"),
}


@pytest.mark.rule("MP-SETUP-13")
@pytest.mark.parametrize("case", PLACES)
def test_a_set_up_places_nobody_where_nobody_may_stand(case: str, pack: Path) -> None:
    old, new, words = PLACES[case]
    with pytest.raises(BrokenPack, match=words):
        load(edit(pack, (old, new)))


def test_a_campaign_has_no_chapter_with_a_set_up_of_its_own(pack: Path) -> None:
    with pytest.raises(BrokenPack, match="is played in no campaign"):
        load(edit(pack, ('scenario = "great-work"', f'scenario = "great-work"\nnext = "{FIRST_DAYS}"'), *CHAPTER))


CHAPTER = ((f'next = "{FIRST_DAYS}"', f'next = "{FIRST_DAYS}"\n\n[[campaign.chapters]]\nscenario = "{FIRST_DAYS}"'),)


def test_a_tutorial_does_not_change_the_games_that_a_pack_is_known_by(pack: Path) -> None:
    known = load("inquisition").hash
    assert load(edit(pack, ("Mine a second earth", "Dig a second earth"))).hash == known
    alarms = pack / "alarms.toml"
    text = alarms.read_text(encoding="utf-8")
    alarms.write_text(
        text.replace('loot = ["air", "earth", "salt"]', 'loot = ["air", "air", "salt"]'), encoding="utf-8"
    )
    assert load(str(pack)).hash == known
    assert load(edit(pack, ('  "alarm.18", "alarm.20"', '  "alarm.18", "alarm.day1", "alarm.20"'))).hash != known
