"""The file of a chronicle: exact, readable, and refused with everything that cannot be."""

import os
import random
import re
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from mpenv.worlds.materia_prima import campaign
from mpenv.worlds.materia_prima.campaign import BrokenChronicle, Chronicle, Played
from mpenv.worlds.materia_prima.campaign.page import page
from mpenv.worlds.materia_prima.content.faults import Fault
from tests.mutation import mutated
from tests.worlds.materia_prima.campaigns import PACK, begin, play, start

ITEMS = {"equipment": {"equipment.1a": "stone.1c"}, "homunculi": {"homunculus.2a": "stone.2a"}}
PLAYED = (
    Played("setting-out", "failure", 4, "E", "N"),
    Played("setting-out", "success", 3, "N", "N"),
    Played("forge", "abort", 2, "H", "H"),
    Played("forge", "success", 4, "N", "H"),
    Played("ambush", "success", 7),
)


def rich() -> Chronicle:
    """A campaign for three before its last scenario, in which everything was won that can be carried."""
    begun = begin(names=["Ada", "Bo", "Cleo"])
    ada, bo, cleo = begun.players
    players = (replace(ada, **ITEMS, extension="ext.move"), replace(bo, stone=False), replace(cleo, digit=4))
    return replace(begun, next="homecoming", players=players, played=PLAYED)


@pytest.fixture(scope="module")
def text() -> str:
    return campaign.write(rich())


def faults(broken: str | bytes) -> list[Fault]:
    with pytest.raises(BrokenChronicle) as caught:
        campaign.parse(broken, "road.toml")
    assert {fault.file for fault in caught.value.faults} == {"road.toml"}
    return caught.value.faults


# --- what is written ----------------------------------------------------------------------------------


@pytest.mark.rule("MP-CAMPAIGN-2", "WE-61")
def test_the_file_holds_everything_that_a_chronicle_records(text: str) -> None:
    given = tomllib.loads(text)
    assert (given["campaign"], given["next"], given["seed"]) == ("three-roads", "homecoming", 3)
    assert [one["name"] for one in given["player"]] == ["Ada", "Bo", "Cleo"]
    assert [one["alchemist"] for one in given["player"]] == ["alchemist.yellow", "alchemist.brown", "alchemist.grey"]
    assert [one["digit"] for one in given["player"]] == [1, 2, 4]
    assert [one["stone"] for one in given["player"]] == [True, False, True]
    assert given["player"][0]["equipment"] == {"equipment.1a": "stone.1c"}
    assert given["player"][0]["homunculi"] == {"homunculus.2a": "stone.2a"}
    assert given["player"][0]["extension"] == "ext.move"
    assert [one["outcome"] for one in given["played"]] == ["failure", "success", "abort", "success", "success"]
    assert [one.get("difficulty") for one in given["played"]] == ["E", "N", "H", "N", None]
    assert [one.get("started") for one in given["played"]] == ["N", "N", "H", "H", None]
    assert given["pack"]["id"] == "campaign"
    assert re.fullmatch(r"[0-9a-f]{16}", given["pack"]["hash"])


@pytest.mark.rule("MP-CAMPAIGN-2", "WE-61")
def test_the_board_is_drawn_with_its_mines_towns_and_the_digits_of_the_towers(text: str) -> None:
    rows = [row.split() for row in tomllib.loads(text)["board"]["map"]]
    assert sum(map(len, rows)) == 7 * 19
    assert rows[7] == [".", ".", "2", ".", ".", ".", ".", ".", "1", ".", "f"]
    told = [token for row in rows for token in row]
    assert sorted(one for one in told if one.isdigit()) == ["1", "2", "4"]
    assert sorted(one for one in told if one.isupper()) == ["G", "R", "T"]
    assert {one for one in told if one.islower()} == set("aewfi")
    assert (
        "# How it lies: T R G towns, 1 to 4 towers, # blocked, mines: a air, e earth, w water, f fire, i iron." in text
    )


def test_neighbours_of_the_drawn_board_stand_side_by_side(text: str) -> None:
    rows = tomllib.loads(text)["board"]["map"]
    for upper, lower in pairwise(rows):
        above = {x for x, one in enumerate(upper) if one != " "}
        below = {x for x, one in enumerate(lower) if one != " "}
        assert all(x % 4 == min(above) % 4 for x in above)
        assert {x + 2 for x in above} & below or {x - 2 for x in above} & below
        assert not above & below


def test_what_is_written_is_read_as_it_was_and_written_the_same_again(text: str) -> None:
    assert campaign.parse(text) == rich()
    assert campaign.write(campaign.parse(text)) == text
    assert campaign.parse(text.replace("\n", "\r\n").encode()) == rich()


def test_what_may_be_left_out_is_drawn_and_filled_in_again(text: str) -> None:
    short = re.sub(r"map = \[.*?\n\]\n", "", text, flags=re.DOTALL)
    short = short.replace('difficulty = "N"\nstarted = "N"\n', 'difficulty = "N"\n')
    short = re.sub(r" *# .*", "", short)
    assert len(short) < len(text) / 2
    assert campaign.write(campaign.parse(short)) == text


def test_the_page_tells_the_road_so_far_and_ahead_and_who_has_what() -> None:
    lines = page(rich()).splitlines()
    assert lines[0] == "Three Roads, for 3 players, with seed 3"
    assert "   1  Setting Out: failure on day 4, easy (begun as normal)" in lines
    assert "   5  Ambush at Tarn Ostral: success on day 7" in lines
    assert lines[lines.index("The road ahead") :][:3] == [
        "The road ahead",
        "  > Homecoming",
        "        success: the end",
    ]
    assert "  Bo: Lenka Pavatey, tower 2 at -3,0, NO soul stone" in lines
    told = " ".join("\n".join(lines).split())
    assert "equipment.1a Dagger, level 1: 2 iron -> weapon, attack +1 (carried by Pale Shard)" in told
    assert any("tower extension: extra move" in line for line in lines)
    begun = page(begin()).splitlines()
    assert begun[begun.index("  > Setting Out") :][:8] == [
        "  > Setting Out",
        "        success at easy: The Forge, with 1 air in each tower",
        "        success at normal: The Forge, with 5 air, 5 earth, 5 water, 5 fire, 5 iron in each tower",
        "        success at hard: Gauntlet, with 6 air, 6 earth, 6 water, 6 fire, 6 iron, 1 gold in each tower",
        "    The Forge",
        "        success at easy: Ambush at Tarn Ostral",
        "        success at normal: Ambush at Tarn Ostral, with 2 air, 2 earth, 2 water, 2 fire, 2 iron in each tower",
        "        success at hard: Ambush at Tarn Ostral, with 1 copper in each tower",
    ]
    assert "        failure: again, or The Long Way Round instead" in begun
    assert max(map(len, lines + begun)) <= 110


# --- writing it -----------------------------------------------------------------------------------------


def test_saving_leaves_the_one_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "road.toml"
    campaign.save(begin(), path)
    campaign.save(rich(), path)
    assert [one.name for one in tmp_path.iterdir()] == ["road.toml"]
    assert campaign.read(path) == rich()


@pytest.mark.parametrize("verb", ["replace", "fsync"])
def test_a_write_that_fails_keeps_the_old_file_and_leaves_nothing_behind(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "road.toml"
    campaign.save(begin(), path)

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, verb, fail)
    with pytest.raises(OSError, match="the disk is full"):
        campaign.save(rich(), path)
    assert [one.name for one in tmp_path.iterdir()] == ["road.toml"]
    assert campaign.read(path) == begin()


def test_a_chronicle_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "road.toml"
    campaign.save(begin(), path)
    with pytest.raises(BrokenChronicle, match="there is no scenario 'nowhere'"):
        campaign.save(replace(begin(), next="nowhere"), path)
    assert campaign.read(path) == begin()


def test_the_longest_chronicle_is_read_again_and_takes_no_further_game(tmp_path: Path) -> None:
    begun = begin(names=["🜔" * 60, "名" * 60])
    full = replace(begun, played=(Played("setting-out", "failure", 4, "E", "H"),) * 999)
    campaign.save(full, tmp_path / "road.toml")
    assert campaign.read(tmp_path / "road.toml") == full
    with pytest.raises(ValueError, match="the chronicle is full: 999 games are recorded"):
        campaign.options(full)


def test_a_link_to_a_chronicle_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    link, real = tmp_path / "road.toml", tmp_path / "real" / "road.toml"
    campaign.save(begin(), real)
    link.symlink_to(real)
    campaign.save(rich(), link)
    assert link.is_symlink()
    assert campaign.read(real) == rich()


# --- what cannot be --------------------------------------------------------------------------------------


def line(old: str, new: str, count: int = 1) -> Callable[[str], str]:
    """One line of the file changed."""

    def change(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, count)

    return change


def players_as_number(text: str) -> str:
    return "player = 3\n" + re.sub(r"\[\[player\]\].*?\n\n", "", text, flags=re.DOTALL)


ADA, BO, CLEO = "player 1", "player 2", "player 3"
TWO = 'equipment = { "equipment.1a" = "stone.1c" }'
END = '[[played]]\nscenario = "{}"\noutcome = "{}"\nday = {}\n'.format

# name of the case: the change, entry and field of the fault, what its words must say
CASES: dict[str, tuple[Callable[[str], str], str, str, str]] = {
    "two towers in one place": (
        line('tower = "-3,0"', 'tower = "3,0"'),
        BO,
        "tower",
        "recorded twice, also of player 1",
    ),
    "a tower on a mine": (line('tower = "3,0"', 'tower = "5,0"'), ADA, "tower", "is no plain hex, it shows f"),
    "a tower on a town": (line('tower = "3,0"', 'tower = "5,-2"'), ADA, "tower", "is no plain hex, it shows T"),
    "a tower off the board": (line('tower = "3,0"', 'tower = "30,0"'), ADA, "tower", "is not a hex of the board"),
    "a tower that is gone": (line('tower = "3,0"', ""), ADA, "tower", "is missing"),
    "no tower after a success": (
        lambda text: re.sub(r"\ntower = .*", "", text),
        BO,
        "tower",
        "is missing, a scenario was won with it",
    ),
    "a digit twice": (line("digit = 2", "digit = 1"), BO, "digit", "recorded twice"),
    "a digit no tower has": (line("digit = 2", "digit = 5"), BO, "digit", "from 1 to 4"),
    "an item without a fragment": (line(TWO, 'equipment = { "equipment.1a" = "" }'), ADA, "equipment", "no stone ''"),
    "items as a list": (line(TWO, 'equipment = ["equipment.1a"]'), ADA, "equipment", "must be a table"),
    "an item of another level": (
        line("equipment.1a", "equipment.3a"),
        ADA,
        "equipment",
        "of level 3, stone.1c of level 1",
    ),
    "a fragment of another level": (
        line('"stone.1c"', '"stone.3a"'),
        ADA,
        "equipment",
        "of level 1, stone.3a of level 3",
    ),
    "a fragment used twice": (line('"stone.2a"', '"stone.1c"'), ADA, "equipment", "'stone.1c' is recorded twice"),
    "two items of one level": (
        line(TWO, 'equipment = { "equipment.1a" = "stone.1c", "equipment.1b" = "stone.1a" }'),
        ADA,
        "homunculi, equipment",
        "2 items of level 1 are carried",
    ),
    "a homunculus as equipment": (
        line("equipment.1a", "homunculus.1a"),
        ADA,
        "equipment",
        "no equipment 'homunculus.1a'",
    ),
    "a fragment as an item": (line("equipment.1a", "stone.1a"), ADA, "equipment", "there is no equipment 'stone.1a'"),
    "items without a soul stone": (
        line("stone = true", "stone = false"),
        ADA,
        "equipment",
        "without a soul stone nothing",
    ),
    "a card twice": (
        line('name = "Cleo"', 'name = "Cleo"\nequipment = { "equipment.1a" = "stone.1a" }'),
        CLEO,
        "equipment",
        "'equipment.1a' is recorded twice, also of player 1",
    ),
    "an extension twice": (
        line('name = "Bo"', 'name = "Bo"\nextension = "ext.move"'),
        BO,
        "extension",
        "recorded twice",
    ),
    "an unknown extension": (line("ext.move", "ext.fly"), ADA, "extension", "there is no extension 'ext.fly'"),
    "an unknown alchemist": (
        line("alchemist.grey", "alchemist.pink"),
        CLEO,
        "alchemist",
        "no alchemist 'alchemist.pink'",
    ),
    "a colour twice": (line("alchemist.grey", "alchemist.brown"), CLEO, "alchemist", "is recorded twice"),
    "an unknown tile": (line("tile.3 A 0", "tile.9 A 0"), "board", "tiles", "'tile.9 A 0' must be a tile"),
    "a tile twice": (line("tile.3 A 0", "tile.1 A 0"), "board", "tiles", "tile.1 is laid 2 times"),
    "six tiles": (line('  "tile.3 A 0",\n', ""), "board", "tiles", "has 6 entries, wanted 7"),
    "a drawing of another board": (line("tile.3 A 0", "tile.3 A 1"), "board", "map", "tiles and towers make"),
    "a drawing without a tower": (line(".   2   .", ".   .   ."), "board", "map", "row 8 shows"),
    "a drawing without a row": (line("map = [\n", "map = []\nrows = [\n"), "board", "map", "has 0 rows"),
    "an unknown campaign": (line('"three-roads"', '"four-roads"'), "", "campaign", "there is no campaign 'four-roads'"),
    "an unknown scenario": (
        line('scenario = "ambush"', 'scenario = "hunt"'),
        "played 5",
        "scenario",
        "no scenario 'hunt'",
    ),
    "another pack hash": (lambda text: re.sub('hash = ".', 'hash = "x', text), "pack", "hash", "this pack is campaign"),
    "a pack that is not there": (
        lambda text: re.sub('name = "/', 'name = "/no', text),
        "pack",
        "name",
        "there is no pack",
    ),
    "a scenario too early": (
        line('scenario = "forge"', 'scenario = "ambush"'),
        "played 3",
        "scenario",
        "open is forge",
    ),
    "a scenario that is no chapter": (line('next = "homecoming"', 'next = "trial"'), "", "next", "no scenario 'trial'"),
    "a next that is not open": (line('next = "homecoming"', 'next = "detour"'), "", "next", "open is homecoming"),
    "an end too early": (line('next = "homecoming"', ""), "", "next", "nothing cannot be next, open is homecoming"),
    "a scenario after the end": (
        lambda text: text + END("homecoming", "success", 3) + 'difficulty = "N"\n' + END("homecoming", "failure", 3),
        "played 7",
        "scenario",
        "open is nothing",
    ),
    "a level it is not played at": (
        lambda text: text.replace("day = 7", 'day = 7\ndifficulty = "N"'),
        "played 5",
        "difficulty",
        "played at no level",
    ),
    "no level where there are some": (
        lambda text: text + END("homecoming", "failure", 3),
        "played 6",
        "difficulty",
        "played at E, N, H, not without",
    ),
    "an unknown letter": (
        line('difficulty = "H"', 'difficulty = "X"'),
        "played 3",
        "difficulty",
        "not one of nothing, E",
    ),
    "a level that became harder": (
        line('started = "N"', 'started = "E"', 2),
        "played 2",
        "started",
        "never at a harder",
    ),
    "a success before the last day": (line("day = 7", "day = 6"), "played 5", "day", "success comes on day 7, not 6"),
    "an abort after the last day": (line("day = 2", "day = 4"), "played 3", "day", "abort comes on day 1 to 3, not 4"),
    "an abort before the game went on": (
        line('difficulty = "H"\nstarted = "H"', 'difficulty = "N"\nstarted = "H"'),
        "played 3",
        "day",
        "abort comes on day 4, not 2",
    ),
    "an unknown outcome": (
        line('outcome = "abort"', 'outcome = "lost"'),
        "played 3",
        "outcome",
        "success, failure, abort",
    ),
    "a reward nobody won": (
        line("[reward]\n", "[reward]\ngold = 1\n"),
        "reward",
        "",
        "is 1 gold, what was played brings",
    ),
    "an unknown key": (line("seed = 3", "sead = 3"), "", "sead", "is unknown"),
    "an unknown key of a player": (
        line('name = "Bo"', 'name = "Bo"\nhat = 1'),
        BO,
        "hat",
        "is unknown, known are name",
    ),
    "an unknown key of what was played": (line("day = 7", "day = 7\nhour = 1"), "played 5", "hour", "is unknown"),
    "a seed beyond TOML": (line("seed = 3", "seed = 9223372036854775808"), "", "seed", "must be a whole number"),
    "a newer format": (line("format = 1", "format = 2"), "", "format", "was written by a newer mpenv"),
    "a format of the wrong type": (line("format = 1", 'format = "1"'), "", "format", "must be a whole number"),
    "a name of two lines": (line('"Ada"', '"A\\nda"'), ADA, "name", "must be one line"),
    "a stone that is no truth": (line("stone = true", "stone = 1"), ADA, "stone", "must be true or false"),
    "players that are no entries": (players_as_number, "player", "", "must be written as"),
    "one player": (
        lambda text: text[: text.index('[[player]]\nname = "Bo"')],
        "player",
        "",
        "1 are recorded, a campaign has 2",
    ),
    "no TOML": (lambda text: text.replace("=", "= ="), "", "", "is not TOML"),
    "nothing": (lambda text: "", "pack", "", "is missing"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.rule(
    "MP-CAMPAIGN-2", "MP-CAMPAIGN-3", "MP-CAMPAIGN-7", "MP-STONE-2", "MP-STONE-4", "MP-STONE-5", "MP-SOUL-2",
    "MP-SETUP-6", "MP-DIFF-2", "MP-BASE-BOARD-7",
)  # fmt: skip
def test_an_impossible_chronicle_is_refused_with_entry_field_and_words(case: str, text: str) -> None:
    change, entry, field, words = CASES[case]
    found = faults(change(text))
    assert [one for one in found if (one.entry, one.field) == (entry, field) and words in one.words], found


@pytest.mark.parametrize(
    ("change", "entry", "field"),
    [
        (lambda one: replace(one, stone=False), ADA, "stone"),
        (lambda one: replace(one, extension="ext.move"), ADA, "extension"),
        (lambda one: replace(one, equipment=ITEMS["equipment"]), ADA, "equipment"),
    ],
)
@pytest.mark.rule("MP-CAMPAIGN-7")
def test_before_a_scenario_is_won_nothing_is_carried_and_nothing_lost(change: Callable, entry: str, field: str) -> None:
    begun = begin()
    (fault,) = faults(campaign.write(replace(begun, players=(change(begun.players[0]), begun.players[1]))))
    assert (fault.entry, fault.field) == (entry, field)
    assert "no scenario was won" in fault.words


@pytest.mark.rule("MP-SOUL-4")
def test_a_team_without_soul_stones_is_not_aborted() -> None:
    ambush = play(play(begin(), "normal"), "normal", yellow=["transmute stone."])
    bare = replace(ambush, players=tuple(replace(one, stone=False) for one in ambush.players))
    assert campaign.parse(campaign.write(bare)) == bare
    lost = replace(bare, played=(*bare.played, Played("ambush", "abort", 3)))
    (fault,) = faults(campaign.write(lost))
    assert (fault.entry, fault.field) == ("played 3", "outcome")
    assert "no soul stone was there to be lost" in fault.words


def test_a_colour_is_played_once_even_where_two_alchemists_have_it(tmp_path: Path, text: str) -> None:
    shutil.copytree(PACK, tmp_path / "twins")
    alchemists = tmp_path / "twins" / "alchemists.toml"
    first = alchemists.read_text().partition("[[alchemist]]")[2].partition("[[alchemist]]")[0]
    alchemists.write_text(f"{alchemists.read_text()}\n[[alchemist]]{first.replace('.yellow', '.twin')}")
    found = faults(text.replace(PACK, str(tmp_path / "twins")).replace("alchemist.brown", "alchemist.twin"))
    assert ("player 2", "alchemist", "yellow is played already, each colour is once") in [one[1:4] for one in found]


def test_all_faults_are_told_at_once(text: str) -> None:
    apart = [
        "two towers in one place", "a level it is not played at", "an unknown extension", "another pack hash",
        "an item of another level", "a next that is not open", "a digit twice", "an unknown key of a player",
    ]  # fmt: skip
    broken = text
    for case in apart:
        broken = CASES[case][0](broken)
    found = faults(broken)
    for case in apart:
        _, entry, field, words = CASES[case]
        assert [one for one in found if (one.entry, one.field) == (entry, field) and words in one.words], case


BAD = {
    "not UTF-8": (b"\xff\xfe" + b"a = 1", "is not UTF-8"),
    "over a megabyte": (b"#\n" * 600_000, "is longer than"),
    "deep nesting": (b"a = " + b"[\n" * 90_000, "is nested more than 16 deep"),
    "deep inside a line": (b"a = " + b"[" * 900, "is nested more than 16 deep"),
    "a very long line": (b"a = '" + b"x" * 5000 + b"'", "line 1 is longer than"),
    "a number of many digits": (b"seed = " + b"9" * 900, "must be a whole number"),
    "a thousand keys of many parts": (
        b"".join(b"k%d" % k + b".a" * 450 + b" = 1\n" for k in range(200)),
        "more than 16 parts",
    ),
    "very many keys": (b"".join(b"k%d = 1\n" % k for k in range(18_000)), "is unknown"),
    "very many entries": (b"[[played]]\n" * 18_000, "18000 entries, 999 is the most"),
    "a byte order mark": ("\ufeffformat = 1".encode(), "is not TOML"),
    "a zero byte": (b"format = 1\x00", "is not TOML"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_file_that_is_no_chronicle_at_all_is_refused_in_words(case: str) -> None:
    raw, words = BAD[case]
    assert any(words in one.words for one in faults(raw))


@pytest.mark.parametrize("seed", range(400))
def test_a_chronicle_with_anything_broken_is_refused_or_can_be_played(seed: int, text: str) -> None:
    rng = random.Random(seed)
    broken = text
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        broken = mutated(rng, broken)
    try:
        chronicle = campaign.parse(broken)
    except BrokenChronicle:
        return
    assert campaign.parse(campaign.write(chronicle)) == chronicle
    assert start(chronicle).seat is not None
    page(chronicle)


def test_the_pack_of_a_chronicle_may_be_given_by_any_path_to_it(text: str) -> None:
    moved = text.replace(PACK, os.path.relpath(PACK))
    assert campaign.parse(moved) == replace(rich(), pack=os.path.relpath(PACK))
