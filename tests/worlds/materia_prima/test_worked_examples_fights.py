"""Worked examples of fights and of where elements come from and go, and whole games that lose none."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from typing import Any

import pytest

from mpenv.worlds.materia_prima.game import Game
from tests.worlds.materia_prima.examples import KINDS, RECIPES, end_of_turn, figure, new, position, table

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


def prompt(game: Game) -> dict[str, Any]:
    """The open prompt; empty at the end."""
    found: list[dict[str, Any]] = table(game).get("prompt", [{}])
    return found[-1]


def looted(asked: dict[str, Any], fits: bool, words: str, then: dict[str, Any]) -> Counter[str]:
    """The loot that an answer brings into play; what would fit is forgone by a no."""
    if asked.get("kind") not in ("loot", "swap") or then.get("kind") == "swap" or (fits and words.endswith(" no")):
        return Counter()
    return Counter({asked["element"]: 1})


def fits(game: Game, asked: dict[str, Any]) -> bool:
    """Does the figure that is asked have room for one more element?"""
    if not asked:
        return False
    seat = game.seat or 0
    carried = sum(figure(game, seat, asked["figure"])["load"].values())
    number = ("alchemist", "h1", "h2", "h3").index(asked["figure"])
    return carried < game.view(seat).stat(seat, number, "capacity")


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
            asked = prompt(game)
            room = fits(game, asked)
            game.apply(words)
            wanted = Counter(before)
            wanted.update(difference(words, game.happened()))
            wanted.update(looted(asked, room, words, prompt(game)))
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
