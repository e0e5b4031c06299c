"""The course of a campaign: what leads where, what is carried along, and what stays."""

import json
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from mpenv.worlds.materia_prima import campaign
from mpenv.worlds.materia_prima.campaign import Chronicle, Player
from mpenv.worlds.materia_prima.content.pack import load
from tests.worlds.materia_prima.campaigns import PACK, at_random, begin, finish, play, start, table

MADE = ["transmute stone.", "transmute equipment."]
BUYS = ["equip", "take earth", "take fire", "take iron", "go -2,-3", "buy"]
WITH_EXTENSION = [*MADE, *BUYS]


def last(chronicle: Chronicle) -> tuple[str, str, int, str, str]:
    one = chronicle.played[-1]
    return one.scenario, one.outcome, one.day, one.difficulty, one.started


# --- a whole campaign -------------------------------------------------------------------------------


@pytest.mark.rule(
    "MP-CAMPAIGN-1", "MP-CAMPAIGN-2", "MP-CAMPAIGN-3", "MP-CAMPAIGN-4", "MP-CAMPAIGN-5", "MP-CAMPAIGN-7",
    "MP-CAMPAIGN-8", "MP-CAMPAIGN-9", "MP-SOUL-2", "MP-SOUL-3", "MP-STONE-1", "MP-STONE-3", "MP-SETUP-8", "MP-SETUP-9",
)  # fmt: skip
def test_a_campaign_carries_items_by_fragments_an_extension_for_one_scenario_and_remembers_a_lost_soul_stone() -> None:
    begun = begin()
    assert (begun.next, begun.reward, begun.played) == ("setting-out", {}, ())
    forge = play(begun, "normal")
    assert last(forge) == ("setting-out", "success", 3, "N", "N")
    assert (forge.next, forge.attempt) == ("forge", 1)
    assert forge.reward == {"air": 5, "earth": 5, "water": 5, "fire": 5, "iron": 5}

    again = play(forge, "hard", yellow=["transmute equipment."])
    assert last(again) == ("forge", "failure", 3, "H", "H")
    assert again == replace(forge, played=again.played)
    assert again.attempt == 2

    ambush = play(again, "normal", yellow=[*MADE, "choose equipment."], brown=[*WITH_EXTENSION, "choose equipment."])
    assert last(ambush) == ("forge", "success", 4, "N", "N")
    yellow, brown = ambush.players
    (taken,), (dagger,) = yellow.equipment, brown.equipment
    assert yellow.equipment[taken].startswith("stone.1")
    assert brown.equipment[dagger].startswith("stone.1")
    assert brown.extension.startswith("ext.")
    assert yellow.extension == ""

    game = start(ambush)
    lines = table(game)
    assert [one["items"] for one in lines["seat"]] == [[f"{taken} worn"], [f"{dagger} worn"]]
    assert lines["seat"][1]["extensions"] == [brown.extension]
    assert brown.extension not in lines["towns"]["market"] + lines["towns"]["extension_deck"]
    assert lines["seat"][0]["stock"] == {"air": 2, "earth": 2, "water": 2, "fire": 2, "iron": 2}
    assert lines["seat"][0]["fragments"] == []

    finish(game, yellow=["go 4,-1"], brown=["transmute stone.", "choose equipment."])
    home = campaign.record(ambush, game)
    assert last(home) == ("ambush", "success", 7, "", "")
    assert [one.stone for one in home.players] == [False, True]
    assert home.players[0].items == []
    assert home.players[1].items == [dagger]
    assert home.players[1].extension == ""
    assert home.reward == {}

    lines = table(start(home, "easy"))
    assert [one["stone"] for one in lines["seat"]] == [False, True]
    assert [one["items"] for one in lines["seat"]] == [[], [f"{dagger} worn"]]
    assert [one["tower"] for one in lines["seat"]] == ["3,0", "-3,0"]
    assert [one["figure"][0]["at"] for one in lines["seat"]] == ["3,0", "-3,0"]


@pytest.mark.rule("MP-CAMPAIGN-5", "MP-SOUL-2", "MP-CAMPAIGN-4")
def test_without_a_soul_stone_a_new_extension_goes_along_and_nothing_else() -> None:
    forge = play(begin(), "normal")
    ambush = play(forge, "normal", brown=[*WITH_EXTENSION, "choose equipment."])
    old = ambush.players[1].extension
    home = play(ambush, brown=["transmute stone.", *BUYS, "go 4,-2"])
    assert last(home)[1] == "success"
    assert (home.players[1].stone, home.players[1].items) == (False, [])
    new = home.players[1].extension
    assert new.startswith("ext.")
    assert new != old
    later = table(start(home))
    assert later["seat"][1]["extensions"] == [new]
    assert old in later["towns"]["market"] + later["towns"]["extension_deck"]


@pytest.mark.rule("MP-CAMPAIGN-7", "MP-SOUL-4", "MP-END-1")
def test_an_abort_is_listed_and_the_soul_stones_are_those_of_the_record() -> None:
    ambush = play(play(begin(), "normal"), "normal", yellow=["transmute stone."])
    aborted = play(ambush, yellow=["go 4,-1"], brown=["go 4,-2"])
    scenario, outcome, day, *levels = last(aborted)
    assert (scenario, outcome, levels) == ("ambush", "abort", ["", ""])
    assert day <= 7
    assert aborted == replace(ambush, played=aborted.played)
    assert [one["stone"] for one in table(start(aborted))["seat"]] == [True, True]


# --- the branches of the road -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "letter", "scenario", "reward"),
    [
        ("easy", "E", "forge", {"air": 1}),
        ("normal", "N", "forge", {"air": 5, "earth": 5, "water": 5, "fire": 5, "iron": 5}),
        ("hard", "H", "gauntlet", {"air": 6, "earth": 6, "water": 6, "fire": 6, "iron": 6, "gold": 1}),
    ],
)
@pytest.mark.rule("MP-CAMPAIGN-6")
def test_the_level_decides_what_comes_next_and_what_lies_in_the_towers(
    level: str, letter: str, scenario: str, reward: dict[str, int]
) -> None:
    chronicle = play(begin(alchemists=["grey", "green", "yellow"], names=["a", "b", "c"]), level)
    assert last(chronicle)[3:] == (letter, letter)
    assert (chronicle.next, chronicle.reward) == (scenario, reward)
    assert [one["stock"] for one in table(start(chronicle, "hard"))["seat"]] == [reward] * 3


@pytest.mark.rule("MP-DIFF-2", "MP-CAMPAIGN-6")
def test_a_scenario_that_went_on_at_an_easier_level_counts_as_that_level() -> None:
    forge = play(begin(), "normal")
    late = ["end"] * 3 + ["yes", "transmute stone."]
    game = finish(start(forge, "hard"), **{_leader(forge): late})
    after = campaign.record(forge, game)
    assert last(after) == ("forge", "success", 4, "N", "H")
    assert after.reward == {"air": 2, "earth": 2, "water": 2, "fire": 2, "iron": 2}
    assert campaign.parse(campaign.write(after)) == after


def _leader(chronicle: Chronicle) -> str:
    """Who is asked whether the hard game goes on."""
    game = start(chronicle, "hard")
    while game.words(game.legal()[-1]).split()[1] != "yes":
        game.apply(game.legal()[0])
    return game.words(game.legal()[0]).split()[0]


def test_after_a_failure_the_other_road_may_be_taken_from_the_same_record() -> None:
    forge = play(begin(), "normal")
    assert campaign.other_road(begin()) is None
    assert campaign.other_road(forge) is None
    failed = play(forge, "normal")
    assert (failed.next, failed.attempt) == ("forge", 2)
    other = campaign.other_road(failed)
    assert other == replace(failed, next="detour")
    assert other.attempt == 1
    assert [one["stock"] for one in table(start(other))["seat"]] == [forge.reward] * 2
    after = play(other)
    assert last(after) == ("detour", "success", 3, "", "")
    assert (after.next, after.reward) == ("ambush", {})
    assert campaign.other_road(after) is None


def test_where_no_other_road_is_there_is_none() -> None:
    ambush = play(play(begin(), "normal"), "normal", yellow=["transmute stone."])
    failed = play(ambush, yellow=["go 4,-1"], brown=["go 4,-2"])
    assert campaign.other_road(failed) is None


def test_the_last_scenario_ends_the_campaign_without_a_reward() -> None:
    chronicle = play(play(begin(), "hard"), "normal")
    assert chronicle.next == "homecoming"
    rich = replace(chronicle, reward={"iron": 9, "air": 9, "water": 9, "fire": 9, "earth": 9})
    end = play(rich, "hard", yellow=["transmute equipment."])
    assert (end.next, end.reward) == ("", {})
    assert last(end) == ("homecoming", "success", 2, "H", "H")
    with pytest.raises(ValueError, match="the campaign has ended"):
        campaign.options(end)


# --- games and chronicles -----------------------------------------------------------------------------


def test_each_scenario_and_each_attempt_has_a_seed_of_its_own() -> None:
    one = begin()
    seeds = [campaign.options(one)["seed"]]
    assert campaign.options(begin())["seed"] == seeds[0]
    forge = play(one, "normal")
    failed = play(forge, "normal")
    seeds += [campaign.options(each)["seed"] for each in (forge, failed, play(failed, "hard"), begin(seed=4))]
    assert len(set(seeds)) == len(seeds)


def test_the_options_of_a_scenario_make_the_same_game_through_json() -> None:
    forge = play(begin(), "normal")
    told = json.loads(json.dumps(campaign.options(forge, "hard")))
    assert start(forge, "hard") == type(start(forge))(**told)


def test_only_the_next_game_of_a_chronicle_is_recorded_and_only_after_its_end() -> None:
    begun = begin()
    with pytest.raises(ValueError, match="has not ended"):
        campaign.record(begun, start(begun))
    other = finish(start(begin(seed=4)))
    with pytest.raises(ValueError, match="is not the next one"):
        campaign.record(begun, other)
    forge = play(begun)
    with pytest.raises(ValueError, match="is not the next one"):
        campaign.record(forge, finish(start(begun)))


def test_a_campaign_read_from_its_file_goes_on_as_if_it_had_never_been_laid_aside() -> None:
    def played(resumed: bool) -> Chronicle:
        chronicle, rng = begin(layout="random", placement="random", seed=11), random.Random(8)
        for _ in range(6):
            if resumed:
                chronicle = campaign.parse(campaign.write(chronicle))
            chronicle = campaign.record(chronicle, at_random(start(chronicle), rng))
        return chronicle

    assert played(True) == played(False)


@pytest.mark.rule("MP-SETUP-13", "MP-CAMPAIGN-3")
def test_players_who_place_their_towers_do_so_until_a_scenario_is_won_with_them() -> None:
    begun = begin(placement="players", layout="random")
    assert [one.tower for one in begun.players] == ["", ""]
    assert table(start(begun))["board"]["tiles"] == list(begun.tiles)
    rng = random.Random(1)
    won = campaign.record(begun, at_random(start(begun), rng))
    towers = [one.tower for one in won.players]
    assert all(towers)
    assert won.tiles == begun.tiles
    later = table(start(won))
    assert later["phase"] == "turns"
    assert [one["tower"] for one in later["seat"]] == towers
    assert later["board"]["tiles"] == list(begun.tiles)
    assert campaign.parse(campaign.write(won)) == won


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"campaign": "four-roads"}, "has no campaign four-roads, it has: three-roads"),
        ({"pack": "nowhere"}, "there is no pack 'nowhere'"),
        ({"seed": -1}, "must be a whole number from 0"),
        ({"seed": "3"}, "must be a whole number from 0"),
        ({"seed": True}, "must be a whole number from 0"),
        ({"seed": 2**63}, "must be a whole number from 0"),
        ({"names": ["a"]}, "one person plays two alchemists"),
        ({"names": ["a"] * 5}, "there are games of 2, 3 and 4 seats"),
        ({"names": ["a", "b\nc"]}, "is no name of a player"),
        ({"names": ["a", " "]}, "is no name of a player"),
        ({"alchemists": ["yellow"]}, "2 seats take 2 alchemists"),
        ({"alchemists": ["yellow", "yellow"]}, "each alchemist is played once"),
        ({"layout": "round"}, "there is no layout 'round'"),
        ({"placement": "here"}, "there is no placement 'here'"),
    ],
)
def test_a_campaign_that_cannot_begin_is_told_why(chosen: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        campaign.begin(**{"pack": PACK, **chosen})


# --- any campaign -------------------------------------------------------------------------------------


def cards(lines: dict[str, Any]) -> Counter[str]:
    """Every recipe card and tower extension, wherever it lies."""
    recipes, towns = lines["recipes"], lines["towns"]
    found = [*recipes["pool"], *recipes["drawn"], *recipes["gone"], *towns["market"], *towns["extension_deck"]]
    for kind in ("homunculus", "equipment", "stone"):
        found += recipes[kind]["deck"] + recipes[kind]["discard"]
    for seat in lines["seat"]:
        found += [one.removesuffix(" worn") for one in seat["items"]]
        found += seat["fragments"] + seat["extensions"] + [seat.get("private", "-")]
        found += [figure["card"] for figure in seat["figure"] if "card" in figure]
    return Counter(one for one in found if one != "-")


def carried(lines: dict[str, Any], seat: int) -> set[str]:
    me = lines["seat"][seat]
    homunculi = {figure["card"] for figure in me["figure"] if "card" in figure}
    return {one.removesuffix(" worn") for one in me["items"]} | homunculi | set(me["extensions"])


def random_campaign(seed: int) -> tuple[Chronicle, random.Random]:
    rng = random.Random(seed)
    colours = rng.sample(["green", "yellow", "brown", "grey"], rng.randint(2, 4))
    names = [rng.choice(["Ada", "Bo", 'Zoë "Z"', "\\", "名前", "🜔", "#"]) for _ in colours]
    where = {"layout": rng.choice(["standard", "random"]), "placement": rng.choice(["standard", "random", "players"])}
    return begin(names=names, alchemists=colours, seed=rng.getrandbits(63), **where), rng


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.rule("MP-CAMPAIGN-2", "MP-CAMPAIGN-3", "MP-CAMPAIGN-9", "MP-STONE-3", "MP-STONE-4")
def test_in_any_campaign_the_file_is_exact_no_card_is_lost_and_players_stay_who_they_are(seed: int) -> None:
    chronicle, rng = random_campaign(seed)
    pack = load(PACK)
    every = Counter([*pack.ids["recipe"], *pack.ids["extension"]])
    begun = chronicle
    while chronicle.next and len(chronicle.played) < 9:
        text = campaign.write(chronicle)
        assert campaign.parse(text) == chronicle
        assert campaign.write(campaign.parse(text)) == text
        levels = pack.entries["scenario"][pack.index("scenario", chronicle.next)]["days"]
        game = start(chronicle, None if levels[0] else rng.choice(["easy", "normal", "hard"]))
        lines = table(game)
        assert cards(lines) == every
        for number, player in enumerate(chronicle.players):
            wanted = {*player.items, player.extension} - {""}
            assert carried(lines, number) == wanted
            assert lines["seat"][number]["stone"] == player.stone
            assert lines["seat"][number]["fragments"] == []
        after = campaign.record(chronicle, at_random(game, rng))
        assert [_who(one) for one in after.players] == [_who(one) for one in begun.players]
        assert (after.tiles, after.seed, after.hash) == (begun.tiles, begun.seed, begun.hash)
        for before, player in zip(chronicle.players, after.players, strict=True):
            assert before.tower in ("", player.tower)
            assert before.stone or not player.stone
        if not after.played[-1].success:
            assert after == replace(chronicle, played=after.played)
            after = campaign.other_road(after) or after
        elif rng.random() < 0.5:
            after = with_extension(after, rng)
        chronicle = after


def with_extension(chronicle: Chronicle, rng: random.Random) -> Chronicle:
    """Somebody bought a tower extension; players at random hardly ever do."""
    left = {*load(PACK).ids["extension"]} - {one.extension for one in chronicle.players}
    lucky = rng.randrange(len(chronicle.players))
    players = list(chronicle.players)
    players[lucky] = replace(players[lucky], extension=rng.choice(sorted(left)))
    return replace(chronicle, players=tuple(players))


def _who(player: Player) -> tuple[str, str, int]:
    return player.name, player.alchemist, player.digit
