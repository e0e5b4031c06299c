"""Worked examples of turns: moves, extra actions and abilities that add up."""

from __future__ import annotations

from pathlib import Path

import pytest

from mpenv.world import IllegalAction
from tests.worlds.materia_prima.examples import DIRECTIONS, changed, figure, grey_with, position, table

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
