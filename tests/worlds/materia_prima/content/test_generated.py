"""Generated scenarios: a pure function of the pack and a number, sensible, and entries like any other."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from mpenv import toml
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.draft import LEAST, LONGEST, MOST_GOALS, SHORTEST, draft, longest
from mpenv.worlds.materia_prima.content.generated import HIGHEST, with_generated, written
from mpenv.worlds.materia_prima.content.goal_catalogue import deeds
from mpenv.worlds.materia_prima.content.pack import Pack, load
from mpenv.worlds.materia_prima.content.supplies import means
from tests.places import TESTS

PACKS = TESTS / "packs"
WHOLE = str(PACKS / "whole")
SMALL = str(PACKS / "small")
MANY = range(1000)


def drafts(pack: str) -> list[dict[str, Any]]:
    known = load(pack)
    return [written(known, f"generated:{number}") for number in MANY]


@pytest.mark.parametrize("pack", ["inquisition", WHOLE, SMALL])
def test_a_thousand_numbers_make_a_thousand_scenarios_without_a_fault(pack: str) -> None:
    for number in MANY:
        known = with_generated(load(pack), [f"generated:{number}"])
        assert known.ids["scenario"][-1] == f"generated:{number}"


def test_a_number_means_the_same_scenario_on_every_machine_until_the_generator_is_raised() -> None:
    told = hashlib.sha256(json.dumps(drafts(WHOLE)).encode()).hexdigest()[:16]
    assert told == "a51e42a2aa3b6d0c", "raise GENERATOR when what is drawn changes, then write the new digest here"


def test_hardly_any_two_numbers_mean_the_same_scenario() -> None:
    told = {json.dumps({key: value for key, value in one.items() if key != "id"}) for one in drafts(WHOLE)}
    assert len(told) >= len(MANY) - 10


@pytest.mark.parametrize("pack", ["inquisition", WHOLE])
def test_whoever_is_hunted_has_a_hunter_and_a_destroyer_after_him_where_the_pack_has_them(pack: str) -> None:
    can = means(load(pack).entries, load(pack).ids)
    for one in drafts(pack):
        if one["types"]:
            assert {*one["types"]} & {*can.hunters}
            assert not can.destroyers or {*one["types"]} & {*can.destroyers}


@pytest.mark.parametrize("pack", ["inquisition", WHOLE, SMALL])
def test_a_mission_is_one_to_three_goals_that_the_pack_can_reach_in_time_and_at_most_one_is_held(pack: str) -> None:
    can = means(load(pack).entries, load(pack).ids)
    for one in drafts(pack):
        known = {json.dumps(deed.goal): deed for deed in deeds(can, one["types"])}
        asked = [known[json.dumps(goal)] for goal in one["mission"]]
        shortest = min(one["days"].values()) if isinstance(one["days"], dict) else one["days"]
        assert 1 <= len(asked) <= MOST_GOALS
        assert len({deed.family for deed in asked}) == len(asked)
        assert LEAST <= sum(deed.days for deed in asked) <= shortest
        assert SHORTEST <= max(shortest, *(deed.least for deed in asked)) == shortest <= longest(one["days"]) <= LONGEST
        assert sum(deed.held for deed in asked) <= 1


def test_most_goals_are_latched_deeds() -> None:
    latched = [goal["latched"] for one in drafts(WHOLE) for goal in one["mission"]]
    assert sum(latched) / len(latched) > 0.9


def test_more_days_are_easier_and_an_easier_game_is_never_shorter() -> None:
    levels = [one["days"] for one in drafts(WHOLE) if isinstance(one["days"], dict)]
    assert len(levels) > len(MANY) / 2
    assert all(days["easy"] > days["normal"] > days["hard"] for days in levels)


def test_events_cost_more_from_day_to_day_and_for_more_alchemists() -> None:
    tables = [one["events"] for one in drafts(WHOLE) if one["events"]]
    assert len(tables) > len(MANY) / 2
    for rows in tables:
        costs = [row["cost"] for row in rows]
        assert all(cost == sorted(cost) for cost in costs)
        assert all(list(column) == sorted(column) and column[0] < column[-1] for column in zip(*costs, strict=True))


def test_an_event_gives_to_who_pays_and_takes_from_who_does_not() -> None:
    for one in drafts(WHOLE):
        for row in one["events"]:
            assert row["paid"].split()[0] in ("gain", "alchemists")
            assert row["unpaid"].split()[0] in ("lose", "inquisitors")
            assert one["types"] or row["unpaid"].startswith("lose")


def test_where_defeats_are_asked_for_an_inquisitor_is_there_from_the_start() -> None:
    hunts = [one for one in drafts(WHOLE) if any("defeat" in goal for goal in one["mission"])]
    assert hunts
    assert all(one["special"]["start"] for one in hunts)


def test_with_licences_any_two_colours_can_mine_everything() -> None:
    can = means(load(WHOLE).entries, load(WHOLE).ids)
    limited = [one["special"]["licences"] for one in drafts(WHOLE) if "licences" in one["special"]]
    assert limited
    for licences in limited:
        for one in v.COLOURS:
            assert len(licences[one]) < len(can.mined)
            for other in {*v.COLOURS} - {one}:
                assert {*licences[one], *licences[other]} == {*can.mined}


def test_every_special_rule_but_sight_comes_up_and_so_does_every_kind_of_goal() -> None:
    found = drafts(WHOLE)
    assert {rule for one in found for rule in one["special"]} == {
        "no_sailing", "closed", "dry", "licences", "markers_on_own_hex", "start", "destroy_from",
    }  # fmt: skip
    assert {next(word for word in v.PREDICATES if word in goal) for one in found for goal in one["mission"]} == {
        *v.PREDICATES
    }


def test_an_entry_pasted_into_a_pack_is_the_same_scenario(tmp_path: Path) -> None:
    for path in Path(WHOLE).glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    known = load(WHOLE)
    text = ""
    for number in range(8):
        lines = written(known, f"generated:{number}").items()
        text += "[[scenario]]\n" + toml.lines(dict(lines))
    file = tmp_path / "scenarios.toml"
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")
    pasted = load(str(tmp_path))
    for number in range(8):
        generated = with_generated(known, [f"generated:{number}"])
        assert _row(pasted, f"generated-{number}") == _row(generated, f"generated:{number}")


def _row(pack: Pack, name: str) -> bytes:
    return bytes(pack.tables["scenario"][0, pack.index("scenario", name)].tobytes())


def test_a_change_of_other_scenarios_of_a_pack_leaves_the_generated_ones_as_they_are() -> None:
    known = load(WHOLE)
    can = means({**known.entries, "scenario": []}, known.ids)
    assert draft(can, 17) == written(known, "generated:17")


@pytest.mark.parametrize(
    "name", ["", "x", "-1", "+1", "1.0", "007", " 7", "7 ", "1e3", "\u0667", str(HIGHEST + 1), "9" * 5000]
)
def test_what_is_no_number_is_refused(name: str) -> None:
    words = f"scenario {f'generated:{name}'!r}: behind 'generated:' stands a whole number from 0 to {HIGHEST}"
    with pytest.raises(ValueError, match=re.escape(words)):
        with_generated(load("inquisition"), [f"generated:{name}"])


def test_the_highest_number_is_one() -> None:
    assert written(load("inquisition"), f"generated:{HIGHEST}")["mission"]


def test_there_is_room_for_as_many_at_once_as_the_tables_have() -> None:
    with_generated(load(SMALL), [f"generated:{number % v.MAX_GENERATED}" for number in range(1000)])
    with pytest.raises(ValueError, match="there are 513 generated scenarios, there is room for 512 at once"):
        with_generated(load(SMALL), [f"generated:{number}" for number in range(513)])
