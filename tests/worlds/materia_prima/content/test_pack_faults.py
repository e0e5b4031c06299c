"""A broken pack is refused with all that is wrong: file, entry, field, and words that say what is wanted."""

import random
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from mpenv.worlds.materia_prima.content.faults import BrokenPack, Fault
from mpenv.worlds.materia_prima.content.pack import load
from tests.mutation import mutated
from tests.worlds.materia_prima.content.broken_packs import (
    CASES,
    OF_THE_WHOLE,
    SMALL,
    WHOLE,
    edit,
    faults,
    swap,
    within,
)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SMALL, tmp_path / "pack"))


@pytest.mark.parametrize("case", OF_THE_WHOLE, ids=lambda case: case.replace(" ", "-"))
def test_one_broken_thing_of_the_whole_game_is_told_by_file_entry_and_field(case: str, tmp_path: Path) -> None:
    pack = Path(shutil.copytree(WHOLE, tmp_path / "whole"))
    file, change, entry, field, words = OF_THE_WHOLE[case]
    edit(pack, file, change)
    found = faults(pack)
    here = [fault for fault in found if (fault.file, fault.entry, fault.field) == (file, entry, field)]
    assert any(words in fault.words for fault in here), "\n".join(map(str, found))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.replace(" ", "-"))
def test_one_broken_thing_is_told_by_file_entry_and_field(case: str, pack: Path) -> None:
    file, change, entry, field, words = CASES[case]
    edit(pack, file, change)
    found = faults(pack)
    here = [fault for fault in found if (fault.file, fault.entry, fault.field) == (file, entry, field)]
    assert any(words in fault.words for fault in here), "\n".join(map(str, found))


def test_the_copy_that_all_these_break_is_sound(pack: Path) -> None:
    assert load(str(pack)).hash == load(str(SMALL)).hash


@pytest.mark.parametrize("file", ["elements.toml", "board.toml", "scenarios.toml", "names.toml"])
def test_a_missing_file_is_named(file: str, pack: Path) -> None:
    (pack / file).unlink()
    assert Fault(file, "", "", "is missing") in faults(pack)


def test_a_file_that_cannot_be_read_is_named(pack: Path) -> None:
    (pack / "alarms.toml").unlink()
    (pack / "alarms.toml").mkdir()
    assert any(fault.file == "alarms.toml" and "cannot be read" in fault.words for fault in faults(pack))


def test_a_file_in_another_encoding_is_no_toml(pack: Path) -> None:
    (pack / "names.toml").write_bytes(b'[en]\n"air" = "Lu\xdft"\n')
    assert any(fault.file == "names.toml" and "is not TOML" in fault.words for fault in faults(pack))


def test_an_unknown_file_is_named_with_those_there_are(pack: Path) -> None:
    (pack / "recipe.toml").write_text("")
    [fault] = faults(pack)
    assert fault.file == "recipe.toml"
    assert "recipes.toml" in fault.words


def test_five_faults_in_five_files_are_told_at_once(pack: Path) -> None:
    edit(pack, "elements.toml", swap('"gl"', '"GL"'))
    edit(pack, "board.toml", swap('"tile.2 A 0"', '"tile.2 A 0", "tile.2 A 0"'))
    edit(pack, "recipes.toml", within("stone.1d", "level = 1", "level = 2"))
    edit(pack, "inquisitors.toml", swap('"attack +2"', '"attack +1"'))
    edit(pack, "alarms.toml", swap('order = ["green", "yellow"', 'order = ["green", "green"'))
    found = faults(pack)
    assert {(fault.file, fault.entry, fault.field) for fault in found} == {
        ("elements.toml", "glass", "symbol"),
        ("board.toml", "standard", "slots"),
        ("recipes.toml", "stone", "level"),
        ("inquisitors.toml", "type.a", "cards"),
        ("alarms.toml", "alarm.01", "order"),
    }


def test_the_message_says_how_many_and_lists_them_a_line_each(pack: Path) -> None:
    edit(pack, "elements.toml", swap('"gl"', '"GL"'))
    edit(pack, "recipes.toml", within("stone.1d", "level = 1", "level = 2"))
    with pytest.raises(
        BrokenPack, match=r"2 faults:\n  elements\.toml: glass: symbol: .*\n  recipes\.toml: stone: level: "
    ):
        load(str(pack))


@pytest.mark.parametrize(
    "name", ["nowhere", "", "a\0b", "x" * 5000, 3, None, ["inquisition"]], ids=lambda one: repr(one)[:12]
)
def test_a_pack_that_is_not_there_is_told_with_those_that_are(name: Any) -> None:
    with pytest.raises(ValueError, match=r"there is no pack .* give one of inquisition, or a folder"):
        load(name)


def test_an_id_of_two_words_is_said_again_by_positions(pack: Path) -> None:
    from mpenv.worlds.materia_prima import Game

    edit(pack, "recipes.toml", swap('"equipment.1a"', '"great sword"'))
    edit(pack, "names.toml", swap('"equipment.1a"', '"great sword"'))
    given = f"""
        pack = {str(pack)!r}
        [[seat]]
        alchemist = "yellow"
        items = ["great sword worn"]
        [[seat]]
        alchemist = "brown"
        items = ["equipment.1b"]
    """
    game = Game.from_position(given)
    assert "great sword worn" in game.to_position()
    assert Game.from_position(game.to_position()) == game


def test_a_pack_mutated_at_random_is_refused_by_its_faults_and_by_nothing_else(tmp_path: Path) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in WHOLE.glob("*.toml")}
    refused, slowest = 0, 0.0
    for seed in range(400):
        rng, folder = random.Random(seed), tmp_path / str(seed)
        folder.mkdir()
        changed = dict(texts)
        for _ in range(rng.choice((1, 1, 2, 3))):
            file = rng.choice(sorted(texts))
            changed[file] = mutated(rng, changed[file])
        for file, text in changed.items():
            (folder / file).write_text(text, encoding="utf-8")
        start = time.perf_counter()
        try:
            load(str(folder))
        except BrokenPack:
            refused += 1
        except Exception as fault:
            pytest.fail(f"seed {seed}: {type(fault).__name__}: {fault}")
        slowest = max(slowest, time.perf_counter() - start)
    assert 300 < refused < 400, "the mutations break too few or too many packs to prove anything"
    assert slowest < 2
