"""A broken or impossible position is refused with all that is wrong; every other one can be played."""

import gc
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima.content import checks
from mpenv.worlds.materia_prima.content.faults import BrokenPack
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from tests.mutation import mutated
from tests.worlds.materia_prima.position.broken_positions import (
    CASES,
    OF_THE_WHOLE,
    SMALL,
    WHOLE,
    faults,
    figure,
    seats,
)


@pytest.mark.parametrize("case", OF_THE_WHOLE, ids=lambda case: case.replace(" ", "-"))
def test_one_impossible_thing_of_the_whole_game_is_told_by_entry_and_field(case: str) -> None:
    text, entry, field, words = OF_THE_WHOLE[case]
    with pytest.raises(BrokenPosition) as caught:
        Game.from_position(f"pack = {WHOLE!r}\n{text}")
    here = [fault for fault in caught.value.faults if (fault.entry, fault.field) == (entry, field)]
    assert any(words in fault.words for fault in here), "\n".join(map(str, caught.value.faults))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "-"))
def test_one_impossible_thing_is_told_by_entry_and_field(case: str) -> None:
    text, entry, field, words = CASES[case]
    if "alarm" not in text and "scenario" not in text:
        text += '\n[alarm]\nactive = "alarm.02"\n'  # yellow begins
    found = faults(text)
    here = [fault for fault in found if (fault.file, fault.entry, fault.field) == ("position", entry, field)]
    assert any(words in fault.words for fault in here), "\n".join(map(str, found))


def test_a_figure_on_a_blocked_hex_is_refused(tmp_path: Path) -> None:
    pack = Path(shutil.copytree(SMALL, tmp_path / "pack"))
    board = pack / "board.toml"
    board.write_text(board.read_text().replace('". . e"', '"# . e"', 1))  # 0,-2 in the standard layout
    with pytest.raises(BrokenPosition, match="seat 0: figure: yellow stands on the blocked hex 0,-2"):
        Game.from_position(f"pack = {str(pack)!r}\n" + seats(figure("alchemist", at='"0,-2"')))


def test_all_faults_are_told_at_once_words_and_situation_alike() -> None:
    found = faults(
        "dya = 3\n[alarm]\nactive = 'alarm.99'\n[board]\nmarkers = ['3,0']\n"
        "[recipes]\npool = ['stone.1a', 'stone.1a']\n"
        + seats('items = ["equipment.1a worn", "equipment.1b worn"]', figure("alchemist", load="{ air = 4 }"))
    )
    assert {(fault.entry, fault.field) for fault in found} == {
        ("", "dya"),
        ("alarm", "active"),
        ("board", "markers"),
        ("recipes", "stone.1a"),
        ("seat 0", "items"),
        ("seat 1", "load"),
    }


def test_a_broken_field_makes_no_faults_of_things_that_hang_on_it() -> None:
    found = faults(seats(figure("h1", card='"homunculus.99"')))
    assert [(fault.entry, fault.field) for fault in found] == [("seat 0 figure 0", "card")]


@pytest.mark.parametrize("given", [5, None, b"day = 1", [], {1: 2}, {"seat": [1, 2]}, {"prompt": {}}, {"pack": 3}])
def test_what_is_no_position_at_all_is_refused(given: Any) -> None:
    with pytest.raises(BrokenPosition):
        Game.from_position(given)


def test_a_position_of_an_unknown_pack_is_told_which_there_are() -> None:
    with pytest.raises(ValueError, match=r"there is no pack 'x': give one of inquisition"):
        Game.from_position('pack = "x"')


def test_reading_positions_leaves_nothing_behind_in_memory() -> None:
    text = Game(seed=1).to_position()
    Game.from_position(text)
    gc.collect()
    known = len(checks._said)
    for _ in range(5):
        Game.from_position(text)
    gc.collect()
    assert len(checks._said) == known


def test_an_empty_heap_leaves_nothing_behind() -> None:
    game = Game.from_position('[board]\nloose = { "0,1" = { fire = 0 }, "0,2" = {} }')
    assert Game.from_position(game.to_position()) == game
    assert game == Game.from_position("")


def texts() -> list[str]:
    """Positions out of random games; every other one with full towers."""
    found = []
    for seed in range(9):
        rng = random.Random(seed)
        game = Game(("trial", "duel", "prologue")[seed % 3], 2 + seed // 3, seed, pack=SMALL)
        for _ in range(rng.randrange(200)):
            if game.outcome is None:
                game.apply(rng.choice(game.legal()))
        text = game.to_position()
        if seed % 2:
            text = re.sub(r"stock = .*", "stock = { air = 9, earth = 9, water = 9, fire = 9, iron = 9 }", text)
        found.append(text)
    return found


def test_a_position_mutated_at_random_is_refused_by_its_faults_or_can_be_played() -> None:
    sound, refused, played = texts(), 0, 0
    for seed in range(900):
        rng = random.Random(seed)
        text = rng.choice(sound)
        for _ in range(rng.choice((1, 1, 2))):
            text = mutated(rng, text)
        try:
            survives(text, rng)
            played += 1
        except (BrokenPosition, BrokenPack):
            refused += 1
        except Exception as fault:
            if "there is no pack" not in str(fault):
                pytest.fail(f"seed {seed}: {type(fault).__name__}: {fault}")
            refused += 1
    assert refused > 450
    assert played > 30


def survives(text: str, rng: random.Random) -> None:
    """Refused, or played on: what a played position writes is never refused."""
    game = Game.from_position(text)
    assert Game.from_position(game.to_position()) == game
    for _ in range(30):
        if game.outcome is None:
            assert game.legal(), "nobody can answer"
            game.apply(rng.choice(game.legal()))
    game.text()
    try:
        again = Game.from_position(game.to_position())
    except ValueError as fault:
        raise AssertionError(f"what it led to is refused: {fault}") from None
    assert again == game
