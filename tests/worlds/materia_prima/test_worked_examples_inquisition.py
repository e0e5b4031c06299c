"""Worked examples of the Inquisition that need numbers, many seeds or many days rather than one position."""

import random
import re
import shutil
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mpenv.worlds.materia_prima.game import Game
from tests.places import TESTS

SMALL = TESTS / "packs" / "small"
CARDS = {f"{letter}{number}" for letter in "ABC" for number in range(1, 7)}
EXTRA = {"A1", "B1", "C1"}  # the extra-figure cards of the small pack


def start(**given: Any) -> Game:
    return Game.from_position({"pack": str(SMALL), **given})


def table(game: Game) -> dict[str, Any]:
    return tomllib.loads(game.to_position())


def alchemist(at: str, **more: Any) -> list[dict[str, Any]]:
    return [{"name": "alchemist", "at": at, **more}]


def played(game: Game, *moves: str) -> list[str]:
    """All that happened while these moves were played."""
    happened = []
    for move in moves:
        game.apply(move)
        happened += game.happened()
    return happened


def changed_pack(folder: Path, name: str, old: str, new: str) -> str:
    """A copy of the small pack with one thing changed."""
    shutil.copytree(SMALL, folder / "pack")
    file = folder / "pack" / name
    text = file.read_text()
    assert text.count(old) >= 1
    file.write_text(text.replace(old, new, 1))
    return str(folder / "pack")


# --- alarms and cards ---------------------------------------------------------------------------


@pytest.mark.rule("MP-ALARM-6.1", "MP-ALARM-6.2", "MP-SOLO-2", "WE-27")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("alarms", [0, 1, 2, 3, 4, 5])
def test_as_many_cards_are_drawn_as_hexes_sound_an_alarm_but_at_most_one_for_each_alchemist(
    seats: int, alarms: int
) -> None:
    # Card 08 marks the north-east hex of every alchemist and every homunculus.
    places = [("-1,-3", "-4,3"), ("1,-3", "0,5"), ("-1,2", "4,2"), ("2,-4", "-5,0")]
    hit = ["0,-4", "-3,2", "2,-4", "1,4", "0,1"][:alarms]
    colours = ["yellow", "brown", "grey", "green"]
    seated = []
    for k in range(seats):
        home, out = places[k]
        figures = [*alchemist(home), {"name": "h1", "card": f"homunculus.1{'abcd'[k]}", "at": out}]
        if seats == 2 and k == 0:  # a fifth hex to mark
            figures.append({"name": "h2", "card": "homunculus.1c", "at": "-1,2"})
        seated.append({"alchemist": colours[k], "figure": figures})
    game = start(scenario="trial", day=8, phase="dawn", board={"markers": hit}, seat=seated)
    after = table(game)
    assert sum("ALARM on" in words for words in game.happened()) == alarms
    assert sum("inquisitor card" in words for words in game.happened()) == min(alarms, seats)
    assert len(after["inquisition"]["deck"]) == 18 - min(alarms, seats)
    assert not set(hit) & set(after["board"]["markers"])


@pytest.mark.rule("MP-ALARM-6.13", "WE-35")
def test_the_second_draw_of_a_batch_comes_from_the_three_defeated_cards_in_any_order() -> None:
    drawn: Counter[str] = Counter()
    for seed in range(60):
        game = start(
            scenario="duel",
            seed=seed,
            day=2,
            phase="dawn",
            board={"markers": ["1,0", "0,-3"]},
            inquisition={
                "slots": [{"cards": ["B1", "B3"], "figures": ["0,5", "1,5"]}],
                "deck": ["B2"],
                "defeated": ["B4", "B5", "B6"],
            },
            seat=[
                {"alchemist": "yellow", "figure": alchemist("0,0")},
                {"alchemist": "brown", "figure": alchemist("-1,-3")},
            ],
        )
        after = table(game)["inquisition"]
        shown = after["slots"][0]["cards"]
        assert shown[:3] == ["B1", "B3", "B2"]
        assert len(shown) == 4
        assert after["defeated"] == []
        assert sorted(after["deck"] + shown[3:]) == ["B4", "B5", "B6"]
        drawn[shown[3]] += 1
    assert min(drawn[card] for card in ("B4", "B5", "B6")) >= 8


@pytest.mark.rule("MP-ALARM-6.13", "MP-ACT-FIGHT-10")
def test_after_the_last_face_down_card_the_defeated_ones_are_a_shuffled_pile_at_once() -> None:
    orders = set()
    for seed in range(40):
        game = start(
            scenario="duel",
            seed=seed,
            day=2,
            phase="dawn",
            board={"markers": ["1,0"]},
            inquisition={"deck": ["B2"], "defeated": ["B1", "B3", "B4", "B5", "B6"]},
            seat=[{"alchemist": "yellow", "figure": alchemist("0,0")}, {"alchemist": "brown"}],
        )
        after = table(game)["inquisition"]
        assert after["slots"][0] == {"cards": ["B2"], "figures": ["5,-2"]}
        assert after["defeated"] == []
        assert sorted(after["deck"]) == ["B1", "B3", "B4", "B5", "B6"]
        orders.add(tuple(after["deck"]))
    assert len(orders) > 20


@pytest.mark.rule("MP-ALARM-3.2")
def test_an_empty_alarm_deck_is_shuffled_anew_of_all_revealed_cards_but_the_active_one(tmp_path: Path) -> None:
    pack = changed_pack(tmp_path, "scenarios.toml", 'types = ["B"]\ndays = 4', 'types = ["B"]\ndays = 40')
    orders = set()
    for seed in range(6):
        game = Game("duel", seed=seed, pack=pack)
        cards = table(game)["alarm"]["revealed"]
        while not game.outcome:
            colour = game.words(0).split()[0]
            for event in played(game, f"{colour} end"):
                cards += re.findall(r"alarm card (alarm\.\d\d)", event)
        assert len(cards) == 40
        assert set(cards[:24]) == {f"alarm.{number:02}" for number in range(1, 25)}
        assert len(set(cards[24:])) == 16
        assert cards[23] not in cards[24:]
        orders.add(tuple(cards.index(card) for card in cards[24:]))
    assert len(orders) == 6


@pytest.mark.rule("MP-ALARM-6.4", "MP-ALARM-6.9", "MP-DAY-4", "MP-ALARM-5.1", "MP-INQ-22", "MP-INQ-4")
@pytest.mark.parametrize(("seats", "seed"), [(2, 2), (2, 5), (3, 3), (3, 5), (4, 0), (4, 3)])
def test_cards_markers_and_figures_stay_in_order_through_a_game_of_random_moves(seats: int, seed: int) -> None:
    choose = random.Random(seed)
    game = Game("trial", seats, seed=seed, difficulty="easy", pack=str(SMALL))
    most = 0
    while not game.outcome:
        game.apply(choose.choice(game.legal()))
        after = table(game)
        inquisition = after["inquisition"]
        shown = [card for slot in inquisition["slots"] if slot for card in slot["cards"]]
        assert sorted(inquisition["deck"] + inquisition["defeated"] + shown) == sorted(CARDS)
        assert len(after["alarm"]["revealed"]) == after["day"]
        assert len(set(after["board"]["markers"])) == len(after["board"]["markers"])
        towers = {seat["tower"] for seat in after["seat"]}
        stood = towers | {figure["at"] for seat in after["seat"] for figure in seat["figure"]}
        assert not towers & set(after["board"]["markers"])
        entering = bool(after.get("prompt")) and after["prompt"][-1]["kind"] == "entry"
        for slot in inquisition["slots"]:
            if slot and not entering:
                extra = len(EXTRA & set(slot["cards"]))
                assert len({card[0] for card in slot["cards"]}) == 1
                assert len(slot["figures"]) == min(len(slot["cards"]), 1 + extra, 2)
                assert not stood & set(slot["figures"])
                most = max(most, len(slot["figures"]))
    assert most >= 1


# --- the inquisition phase ----------------------------------------------------------------------


@pytest.mark.rule("MP-INQ-20")
def test_an_inquisitor_without_a_target_of_either_kind_does_nothing(tmp_path: Path) -> None:
    old = 'primary = "homunculus"\nsecondary = "alchemist"'
    pack = changed_pack(tmp_path, "inquisitors.toml", old, old.replace('"alchemist"', '"homunculus"'))
    game = start(
        pack=pack,
        scenario="trial",
        difficulty="easy",
        day=20,
        phase="inquisition",
        alarm={"active": "alarm.04"},
        inquisition={"slots": [{"cards": ["B4"], "figures": ["0,0"]}]},
        chance={"dice": [0, 0]},
        seat=[{"alchemist": "yellow", "figure": alchemist("1,0")}, {"alchemist": "brown"}],
    )
    after = table(game)
    assert after["inquisition"]["slots"][0] == {"cards": ["B4"], "figures": ["0,0"]}
    assert after["chance"]["dice"] == [0, 0]
    assert [seat["stone"] for seat in after["seat"]] == [True, True]
    assert not any("B1" in words for words in game.happened())


@pytest.mark.rule("MP-INQ-29", "MP-INQ-30", "MP-INQ-32", "WE-47", "WE-49")
def test_a_defeat_moves_exactly_the_load_the_figure_and_one_stone_or_card() -> None:
    def seated(stone: bool, where: str, load: dict[str, int], homunculus: bool) -> list[dict[str, Any]]:
        figures = alchemist(where, load=load)
        if homunculus:
            figures += [{"name": "h1", "card": "homunculus.1a", "at": "1,0", "load": {"glass": 1}}]
        stock = {"earth": 1}
        items = ["equipment.1a worn", "equipment.1d"]
        mine = {"alchemist": "yellow", "stone": stone, "stock": stock, "items": items, "fragments": ["stone.1a"]}
        return [{**mine, "figure": figures}, {"alchemist": "brown"}]

    def after(seat: list[dict[str, Any]], card: str, dice: list[int]) -> dict[str, Any]:
        return table(
            start(
                scenario="trial",
                difficulty="easy",
                day=20,
                phase="inquisition",
                alarm={"active": "alarm.04"},
                inquisition={"slots": [{"cards": [card], "figures": ["0,0"]}]},
                chance={"dice": dice},
                seat=seat,
            )
        )

    felled = after(seated(True, "1,0", {"fire": 2}, False), "A1", [0, 1])
    yellow = felled["seat"][0]
    assert felled["board"]["loose"] == {"1,0": {"fire": 2}}
    assert (yellow["stone"], yellow["stock"], yellow["fragments"]) == (False, {"earth": 1}, ["stone.1a"])
    assert yellow["items"] == ["equipment.1a worn", "equipment.1d"]
    assert [(one["at"], one["load"]) for one in yellow["figure"]] == [("3,0", {})]
    assert felled["seat"][1]["stone"] is True

    felled = after(seated(True, "3,0", {"fire": 2}, True), "B4", [0])
    yellow = felled["seat"][0]
    assert felled["board"]["loose"] == {"1,0": {"glass": 1}}
    assert [(one["name"], one["at"], one["load"]) for one in yellow["figure"]] == [("alchemist", "3,0", {"fire": 2})]
    assert (yellow["stone"], yellow["stock"]) == (True, {"earth": 1})
    assert felled["recipes"]["gone"] == ["homunculus.1a"]
    assert felled["recipes"]["homunculus"]["discard"] == []


# --- chance -------------------------------------------------------------------------------------


def line(seed: int, attacks: int) -> tuple[list[str], list[str], dict[str, Any]]:
    """Yellow attacks in vain, brown attacks, the phase runs, a day dawns: yellow's rolls, all else, the end."""
    game = start(
        scenario="duel",
        seed=seed,
        day=3,
        alarm={"active": "alarm.04"},
        board={"markers": ["2,-1"]},
        inquisition={
            # Defence 1 + 1 + 2 = 4: two dice never exceed it.
            "slots": [{"cards": ["B4", "B5"], "figures": ["0,0"]}],
            "deck": ["B2"],
            "defeated": ["B1", "B3", "B6"],
        },
        seat=[
            {
                "alchemist": "yellow",
                "figure": [*alchemist("1,0"), {"name": "h1", "card": "homunculus.3a", "at": "3,-1"}],
            },
            {"alchemist": "brown", "figure": alchemist("-1,0")},
        ],
    )
    mine = played(game, *["yellow fight B1"] * attacks)
    rest = played(game, "yellow end", "brown fight B1", "brown end")
    return mine, rest, table(game)


@pytest.mark.rule("MP-INQ-27", "MP-ALARM-6.13")
def test_one_more_attack_shifts_no_other_die_and_no_shuffle() -> None:
    rolls, differing = set(), 0
    for seed in range(30):
        without, with_one, with_two = (line(seed, attacks) for attacks in (0, 1, 2))
        assert without[1] == with_one[1] == with_two[1]
        for after in (without[2], with_one[2]):
            assert after["inquisition"] == with_two[2]["inquisition"]
            assert after["alarm"] == with_two[2]["alarm"]
            assert after["seat"] == with_two[2]["seat"]
        assert with_one[0] == with_two[0][:1]
        differing += with_two[0][0] != with_two[0][1]
        found = [re.search(r"brown rolls (\d) against defence 4", words) for words in without[1]]
        rolls |= {one[1] for one in found if one}
    assert rolls == {"0", "1", "2", "3", "4"}
    assert differing >= 10


def test_the_same_seed_and_the_same_answers_give_the_same_game() -> None:
    for seed in (0, 7, 2**63 + 1):
        one, other = (Game("trial", 3, seed=seed, pack=str(SMALL)) for _ in range(2))
        choose = random.Random(1)
        for _ in range(150):
            if one.outcome:
                break
            assert one.fingerprint() == other.fingerprint()
            assert one.legal() == other.legal()
            answer = choose.choice(one.legal())
            one.apply(answer)
            other.apply(answer)
            assert one.happened() == other.happened()
        assert one == other
        assert one.outcome == other.outcome


def test_another_seed_gives_other_decks() -> None:
    found = set()
    for seed in range(20):
        after = table(Game("trial", seed=seed, pack=str(SMALL)))
        found.add((tuple(after["alarm"]["revealed"] + after["alarm"]["deck"]), tuple(after["inquisition"]["deck"])))
    assert len(found) == 20


@pytest.mark.rule("AMB-2", "MP-ALCH-7", "MP-INQ-27")
def test_each_face_of_the_die_comes_equally_often() -> None:
    faces: Counter[str] = Counter()
    for seed in range(600):
        game = start(
            scenario="duel",
            seed=seed,
            day=4,
            phase="inquisition",
            alarm={"active": "alarm.04"},
            inquisition={"slots": [{"cards": ["B4"], "figures": ["0,0"]}]},
            seat=[
                {"alchemist": "yellow", "figure": [{"name": "h1", "card": "homunculus.1a", "at": "1,0"}]},
                {"alchemist": "brown"},
            ],
        )
        first = next(words for words in game.happened() if "yellow.h1 rolls" in words)
        faces[first.split()[2]] += 1
    assert set(faces) == {"0", "1", "2"}
    assert all(160 <= count <= 240 for count in faces.values())
