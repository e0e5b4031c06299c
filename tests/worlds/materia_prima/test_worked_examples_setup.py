"""Worked examples that take packs, views or refusals: letters and digits, secrets, one person, records of campaigns."""

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv.worlds.materia_prima.content.faults import BrokenPack
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.game import Game
from tests.places import ROOT, TESTS

PACKS = TESTS / "packs"
REAL = ROOT / "mpenv" / "worlds" / "materia_prima" / "content" / "packs" / "inquisition"
WHOLE = str(PACKS / "whole")
TILES = [f"tile.{number} A 0" for number in range(1, 8)]


def read(pack: Path, file: str) -> dict[str, Any]:
    return tomllib.loads((pack / f"{file}.toml").read_text(encoding="utf-8"))


def table(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.to_position())


def copied(to: Path, file: str, more: str = "", old: str = "", new: str = "") -> str:
    """A copy of the whole pack with something added to a file or changed in it."""
    pack = Path(shutil.copytree(WHOLE, to / "pack"))
    text = (pack / f"{file}.toml").read_text(encoding="utf-8")
    assert not old or text.count(old) == 1
    (pack / f"{file}.toml").write_text(text.replace(old, new) + more, encoding="utf-8")
    return str(pack)


# --- what a pack says -------------------------------------------------------------------------------


@pytest.mark.rule("WE-61", "MP-CAMPAIGN-2", "MP-BASE-FIG-3", "MP-BASE-BOARD-3", "MP-SETUP-19")
@pytest.mark.parametrize("pack", [PACKS / "small", PACKS / "whole", REAL], ids=lambda path: path.name)
def test_towers_have_the_digits_one_to_four_and_towns_the_letters_t_r_and_g(pack: Path) -> None:
    towers = read(pack, "alchemists")["tower"]
    assert [one["digit"] for one in towers] == [1, 2, 3, 4]
    assert all(set(one) == {"id", "digit", "provenance"} for one in towers), "towers are alike but for their digits"
    assert [one["letter"] for one in read(pack, "board")["town"]] == ["T", "R", "G"]
    for scenario in read(pack, "scenarios")["scenario"]:
        days = scenario["days"]
        assert isinstance(days, int) or days == {"easy": 20, "normal": 16, "hard": 12}


@pytest.mark.rule("MP-BASE-FIG-3")
def test_a_digit_that_two_towers_share_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokenPack, match="must be 1, 2, 3, 4, each once"):
        load(copied(tmp_path, "alchemists", old="digit = 4", new="digit = 3"))


ELEMENT = '\n[[element]]\nid = "more.{0}"\nsymbol = "z{1}"\nlevel = 1\nprovenance = "reconstruction"\n'


@pytest.mark.rule("MP-BASE-ELEM-3")
def test_sixteen_kinds_of_element_are_taken_and_the_seventeenth_is_named(tmp_path: Path) -> None:
    more = [ELEMENT.format(number, "abcdefgh"[number]) for number in range(8)]
    assert len(load(copied(tmp_path / "sixteen", "elements", "".join(more[:7]))).ids["element"]) == 16
    with pytest.raises(BrokenPack) as refused:
        load(copied(tmp_path / "seventeen", "elements", "".join(more)))
    (fault,) = refused.value.faults
    assert (fault.file, fault.entry) == ("elements.toml", "more.7")
    assert "there are 17 entries, the engine takes 16" in str(fault)


@pytest.mark.rule("MP-BASE-ELEM-3")
def test_the_seventeenth_conversion_is_named(tmp_path: Path) -> None:
    pairs = [("air", "water"), ("air", "fire"), ("air", "iron"), ("water", "fire"), ("water", "iron"), ("fire", "iron"),
             ("air", "earth"), ("earth", "water"), *[("air", "air")] * 6]  # fmt: skip
    more = [
        f'\n[[conversion]]\nid = "more.{number}"\nfrom = ["{first}", "{second}"]\nto = "glass"\n'
        'provenance = "reconstruction"\n'
        for number, (first, second) in enumerate(pairs)
    ]
    with pytest.raises(BrokenPack) as refused:
        load(copied(tmp_path, "elements", "".join(more)))
    told = [str(fault) for fault in refused.value.faults if fault.entry == "more.13"]
    assert any("there are 17 entries, the engine takes 16" in one for one in told)


# --- one person, and what does nothing --------------------------------------------------------------


@pytest.mark.rule("MP-SOLO-1")
def test_one_person_plays_two_alchemists_each_with_tower_and_stock_of_its_own() -> None:
    with pytest.raises(ValueError, match="one person plays two alchemists"):
        Game("printed", 1, 7, pack=WHOLE)
    seats = [
        {"alchemist": "yellow", "stock": {"air": 2}},
        {"alchemist": "brown", "stock": {"earth": 2}},
    ]
    game = Game.from_position(
        {
            "pack": WHOLE,
            "scenario": "printed",
            "alarm": {"active": "alarm.04"},
            "recipes": {"pool": ["homunculus.1a", "homunculus.1b", "equipment.1a", "equipment.1c", "stone.1a"]},
            "seat": seats,
        }
    )
    game.apply("yellow transmute homunculus.1a")
    game.apply("yellow end")
    game.apply("brown transmute homunculus.1b")
    yellow, brown = table(game)["seat"]
    assert (yellow["tower"], brown["tower"]) == ("3,0", "-3,0")
    assert (yellow["stock"], brown["stock"]) == ({}, {})
    assert [(one["name"], one["at"]) for one in yellow["figure"]] == [("alchemist", "3,0"), ("h1", "3,0")]
    assert [(one["name"], one["at"]) for one in brown["figure"]] == [("alchemist", "-3,0"), ("h1", "-3,0")]


@pytest.mark.rule("MP-SETUP-4", "MP-BASE-TOWN-3")
def test_with_the_one_or_the_other_temple_a_day_goes_the_same_way() -> None:
    seats = [{"alchemist": "yellow", "figure": [{"at": "5,-2", "load": {"fire": 1}}]}, {"alchemist": "brown"}]
    given = {"pack": WHOLE, "scenario": "printed", "alarm": {"active": "alarm.04"}, "seat": seats}
    towns = {"market": ["ext.move", "ext.mine", "ext.more"], "missions": ["bring.fire", "fight.1", "fight.2"]}
    games = [Game.from_position({**given, "towns": {**towns, "temple": one}}) for one in ("temple.1", "temple.2")]
    for words in ("yellow research stone", "yellow end", "brown move E", "brown end"):
        assert games[0].legal() == games[1].legal()
        for game in games:
            game.apply(words)
            if table(game)["prompt"][-1]["kind"] == "keep":
                game.apply(game.legal()[0])
    ends = [game.to_position() for game in games]
    assert ends[0] != ends[1]
    assert ends[0].replace("temple.1", "temple.2") == ends[1]


# --- secrets ----------------------------------------------------------------------------------------


def with_private(card: str) -> Game:
    """Yellow holds a recipe privately; the others of its kind lie in the deck in their usual order."""
    stones = ["stone.1b", "stone.1c", "stone.1d", "stone.2a", "stone.3a", "stone.1e", "stone.2b"]
    return Game.from_position(
        {
            "pack": WHOLE,
            "scenario": "printed",
            "alarm": {"active": "alarm.04"},
            "recipes": {
                "pool": ["homunculus.1a", "homunculus.1b", "equipment.1a", "equipment.1c", "stone.1a"],
                "stone": {"deck": [one for one in stones if one != card], "discard": []},
            },
            "seat": [
                {"alchemist": "yellow", "private": card, "extensions": ["ext.private"], "stock": {"water": 2}},
                {"alchemist": "brown"},
            ],
        }
    )


@pytest.mark.rule("WE-81", "MP-ABIL-4", "MP-DIV-14")
def test_a_private_recipe_is_seen_by_its_owner_only() -> None:
    first, second = with_private("stone.1b"), with_private("stone.1d")
    assert first.view(1).record.tobytes() == second.view(1).record.tobytes()
    assert first.view(1).encode().tobytes() == second.view(1).encode().tobytes()
    assert first.view(0).record.tobytes() != second.view(0).record.tobytes()
    assert "yellow transmute private" in [first.view(0).words(one) for one in first.view(0).legal]


@pytest.mark.rule("WE-81", "MP-ABIL-4")
def test_what_others_may_imagine_of_a_private_recipe_varies_within_its_kind() -> None:
    game = with_private("stone.1b")
    imagined = {
        table(game.view(1).determinize(np.random.default_rng(seed)))["seat"][0]["private"] for seed in range(60)
    }
    assert imagined == {f"stone.{name}" for name in ("1b", "1c", "1d", "2a", "3a", "1e", "2b")}
    own = {table(game.view(0).determinize(np.random.default_rng(seed)))["seat"][0]["private"] for seed in range(10)}
    assert own == {"stone.1b"}


# --- records of a campaign --------------------------------------------------------------------------


def recorded(first: dict[str, Any], second: dict[str, Any] | None = None, tiles: list[str] = TILES) -> dict[str, Any]:
    seats = [{"tower": "3,0", "stone": True, **first}, {"tower": "-3,0", "stone": True, **(second or {})}]
    return {"tiles": tiles, "seat": seats}


@pytest.mark.parametrize(
    ("campaign", "words"),
    [
        pytest.param(recorded({"items": ["stone.1a"]}), "fragments are never carried", id="a-fragment"),
        pytest.param(recorded({"items": ["equipment.1a", "homunculus.1a"]}), "one item of each level", id="a-pair"),
        pytest.param(
            recorded({"stone": False, "items": ["equipment.1a"]}), "without a soul stone nothing", id="without-a-stone"
        ),
        pytest.param(
            recorded({"items": ["equipment.1a"]}, {"items": ["equipment.1a"]}), "recorded twice", id="a-card-twice"
        ),
        pytest.param(
            recorded({"extension": "ext.move"}, {"extension": "ext.move"}), "recorded twice", id="a-marker-twice"
        ),
        pytest.param(recorded({"tower": "-3,0"}), "each on its own", id="two-towers-on-a-hex"),
        pytest.param(recorded({"tower": "5,-2"}), "towers stand on plain hexes", id="a-tower-on-a-town"),
        pytest.param(recorded({}, tiles=TILES[:6]), "tiles: has 6 entries, wanted 7", id="six-tiles"),
        pytest.param(recorded({}, tiles=[*TILES[:6], TILES[0]]), "tile.1 is laid 2 times", id="a-tile-twice"),
    ],
)
@pytest.mark.rule("MP-SOUL-2", "MP-STONE-2", "MP-STONE-4", "MP-CAMPAIGN-2", "MP-CAMPAIGN-3", "MP-BASE-BOARD-7")
def test_a_record_that_no_campaign_can_have_is_refused(campaign: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=f"^campaign: .*{re.escape(words)}"):
        Game("printed", 2, 7, pack=WHOLE, campaign=campaign)


@pytest.mark.rule("MP-CAMPAIGN-5", "MP-SETUP-8")
def test_an_extension_is_recorded_with_or_without_a_soul_stone() -> None:
    game = Game("printed", 2, 7, pack=WHOLE, campaign=recorded({"stone": False, "extension": "ext.move"}))
    assert table(game)["seat"][0]["extensions"] == ["ext.move"]
