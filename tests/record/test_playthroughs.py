"""Random games that are kept as files play out as they did; who changes the rules sees here what that changed."""

import json
import random
import tomllib
from typing import Any

import pytest

from mpenv.record.replay import playthrough
from mpenv.worlds.materia_prima import WORLD, Game
from scripts.maintain.playthroughs import FOLDER, file, wanted, written
from tests.worlds.toy import WORLD as FERRY

MOST_BYTES = 600_000


@pytest.mark.parametrize("name", wanted())
def test_the_game_plays_out_line_by_line_as_it_was_kept(name: str) -> None:
    kept = file(name).read_text(encoding="utf-8").splitlines()
    for number, (was, now) in enumerate(zip(kept, written(wanted()[name]).splitlines(), strict=False), 1):
        assert now == was, f"{file(name).name}, line {number}; if it is meant: make playthroughs"
    assert len(kept) == written(wanted()[name]).count("\n")


def test_each_scenario_and_team_size_has_one_and_nothing_else_lies_there() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {file(name).name for name in wanted()}


def test_all_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES


@pytest.mark.parametrize("name", ["alms-3", "hunt-4", "placed-and-extended"])
def test_the_whole_position_of_every_day_can_be_read_from_a_playthrough(name: str) -> None:
    game, rng = Game(seed=1, **wanted()[name]), random.Random(1)
    known, days = dict[str, Any](), set[int]()
    *lines, outcome = file(name).read_text(encoding="utf-8").splitlines()[2:]
    for line in lines:
        if line[0].isdecimal():
            if game.day not in days:
                assert known == playthrough.flat(tomllib.loads(game.to_position()))
                days.add(game.day)
            game.apply(rng.choice(game.legal()))
            assert line.endswith(game.fingerprint()[: playthrough.CHECK])
        elif line.startswith("  "):
            playthrough.rebuilt(known, line)
    assert known == playthrough.flat(tomllib.loads(game.to_position()))
    assert len(days) > 5
    assert json.loads(outcome) == json.loads(json.dumps(game.outcome))


def test_any_world_has_playthroughs() -> None:
    lines = list(playthrough.lines(FERRY, seed=3))
    assert lines[0].startswith("ferry_v0 ")
    assert any(line.startswith("  turn = ") for line in lines)
    assert lines == list(playthrough.lines(FERRY, seed=3))
    assert lines != list(playthrough.lines(FERRY, seed=4))


def test_a_row_that_is_drawn_from_or_grows_is_told_by_that_alone() -> None:
    before = {"deck": [1, 2, 3], "row": [1], "left": 1, "same": [4], "other": [5, 6]}
    now = {"deck": [3], "row": [1, 2], "same": [4], "other": [5], "new": {}}
    told = list(playthrough.changes(before, now))
    assert told == ["  deck -= 2", "  row += [2]", "  other = [5]", "  new = {}", "  left gone"]
    for line in told:
        playthrough.rebuilt(before, line)
    assert before == now


def test_the_pack_and_options_stand_in_front() -> None:
    head, identity = list(playthrough.lines(WORLD, scenario="drill-errand", seats=3))[:2]
    assert json.loads(head.partition(" ")[2])["seats"] == 3
    assert json.loads(identity.rpartition(" ")[0]) == Game("drill-errand", 3, seed=1).identity
