"""Campaigns and growing goals that a pack cannot have are told, each by its entry and field."""

import shutil
from pathlib import Path

import pytest

from mpenv.worlds.materia_prima.content.faults import BrokenPack
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.draw import words
from tests.places import TESTS

PACK = TESTS / "packs" / "campaign"
FORGE = '{ scenario = "forge", next = "ambush"'
HOME = '{ scenario = "homecoming", '
DETOUR = '{ scenario = "detour", next = "ambush" }'
DAYS = "days = { easy = 6, normal = 5, hard = 4 }\n"
GAUNTLET = DAYS + 'mission = [{ keep = "homunculus", who = "each" }]'
HOLD = 'mission = [{ hold = "equipment", level = 0, count = 1, who = "team" }]'

# name of the case: what is written instead of what, and the entry, field and words of the fault
CASES: dict[str, tuple[str, str, str, str, str]] = {
    "a chapter twice": (DETOUR, f"{DETOUR},\n  {DETOUR}", "three-roads", "chapters", "a scenario is a chapter once"),
    "a way to no chapter": (DETOUR + ",\n", "", "three-roads", "chapters", "leads to detour, which is no chapter"),
    "a way back": (
        HOME, HOME + 'next = "setting-out", ', "three-roads", "chapters",
        "a way leads from setting-out back to it",
    ),
    "a way back by failure": (
        HOME, HOME + 'instead = "ambush", ', "three-roads", "chapters", "a way leads from ambush back to it",
    ),
    "a branch at a level the scenario is not played at": (
        FORGE, FORGE + ', next_by_difficulty = { heroic = "ambush" }', "three-roads", "chapters",
        "'heroic' is not one of easy, normal, hard",
    ),
    "a reward without an element": (
        "{ hard = { gold = 1 } } },\n]", "{ hard = { tin = 1 } } },\n]", "three-roads", "chapters",
        "there is no element 'tin'",
    ),
    "a chapter of no scenario": (DETOUR, '{ scenario = "nowhere" }', "three-roads", "chapters", "no scenario 'now"),
    "no chapter": ("chapters = [", "chapters = []\nother = [", "three-roads", "chapters", "wanted 1 to 16"),
    "a goal of each that grows": (
        GAUNTLET, DAYS + 'mission = [{ make = "stone", a_seat = 1, who = "each" }]', "gauntlet", "mission",
        "a_seat is said of team goals only",
    ),
    "a goal that counts nothing": (
        HOLD, 'mission = [{ missions = 0, who = "team" }]', "homecoming", "mission", "a goal counts to 1 at least",
    ),
    "a goal that counts nothing in a team of two": (
        HOLD, 'mission = [{ missions = [0, 1, 2], who = "team" }]', "homecoming", "mission",
        "a goal counts to 1 at least",
    ),
    "a goal for two sizes of the team": (
        HOLD, 'mission = [{ make = "stone", count = [1, 2], who = "team" }]', "homecoming", "mission",
        "count: has 2 entries, wanted 3",
    ),
    "a goal that grows twice": (
        HOLD, 'mission = [{ defeat = [1, 2, 2], a_seat = 1, who = "team" }]', "homecoming", "mission",
        "a_seat is not said of a goal that counts for each size of the team",
    ),
    "keeping that is counted": (
        GAUNTLET, DAYS + 'mission = [{ keep = "stone", count = 2, who = "each" }]', "gauntlet", "mission",
        "who loses nothing has no count",
    ),
    "cooperation of no known kind": (
        GAUNTLET, GAUNTLET + '\ncooperation = ["telepathy"]', "gauntlet", "cooperation",
        "'telepathy' is not one of hand-over",
    ),
}  # fmt: skip


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACK, tmp_path / "pack"))


def broken(pack: Path, old: str, new: str) -> set[tuple[str, str, str]]:
    """The faults of the pack with one thing changed, each by entry, field and words."""
    file = pack / "scenarios.toml"
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BrokenPack) as caught:
        load(str(pack))
    assert {fault.file for fault in caught.value.faults} == {"scenarios.toml"}
    return {(fault.entry, fault.field, fault.words) for fault in caught.value.faults}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "-"))
def test_what_is_wrong_with_a_campaign_or_a_goal_is_told(case: str, pack: Path) -> None:
    old, new, entry, field, words = CASES[case]
    found = broken(pack, old, new)
    assert any((one, there) == (entry, field) and words in said for one, there, said in found), found


def test_a_chapter_that_no_way_leads_to_is_told(pack: Path) -> None:
    file = pack / "scenarios.toml"
    file.write_text(file.read_text().replace('instead = "detour", ', "", 1), encoding="utf-8")
    assert load(str(pack)).ids["campaign"] == ["three-roads"]  # the gauntlet still leads there
    (said,) = {words for _, _, words in broken(pack, 'instead = "detour", ', "")}
    assert said == "detour: no way leads there"


@pytest.mark.rule("MP-CAMPAIGN-6")
def test_a_level_of_another_scenario_is_told(pack: Path) -> None:
    fixed = GAUNTLET.replace(DAYS, "days = 5\n")
    (said,) = {words for _, _, words in broken(pack, GAUNTLET, fixed)}
    assert said == "gauntlet: reward_by_difficulty names a difficulty it is not played at"


def test_a_goal_of_the_team_may_be_nothing_but_what_each_adds(pack: Path) -> None:
    file = pack / "scenarios.toml"
    file.write_text(file.read_text().replace(HOLD, 'mission = [{ defeat = 0, a_seat = 2, who = "team" }]'))
    (goal,) = load(str(pack)).entries["scenario"][-1]["mission"]
    assert (goal["count"], goal["a_seat"]) == (0, 2)


@pytest.mark.parametrize("said", ['make = "stone", count = [1, 3, 2]', "defeat = [1, 3, 2]"])
@pytest.mark.rule("MP-BASE-SCEN-2")
def test_a_goal_may_count_for_each_size_of_the_team(said: str, pack: Path) -> None:
    file = pack / "scenarios.toml"
    file.write_text(file.read_text().replace(HOLD, f'mission = [{{ {said}, who = "team" }}]'))
    found = load(str(pack))
    goal, number = found.entries["scenario"][-1]["mission"][0], len(found.entries["scenario"]) - 1
    assert found.readable.scenario[number].goal[0].wanted.tolist() == [0, 0, 1, 3, 2]
    assert [words.amount(goal, seats) for seats in (0, 2, 3, 4)] == ["1/3/2", "1", "3", "2"]
    assert [words.goal(found, goal, seats).endswith("s") for seats in (2, 3)] == [False, "defeat" in said]
