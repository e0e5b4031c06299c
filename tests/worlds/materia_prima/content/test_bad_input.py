"""Whatever lies in the folder of a pack, it is refused by its faults: at once, in safe words, and by nothing else."""

import gc
import json
import os
import random
import re
import shutil
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mpenv.worlds.materia_prima.content.checks import shown
from mpenv.worlds.materia_prima.content.faults import BrokenPack, Fault
from mpenv.worlds.materia_prima.content.files import MOST_BYTES
from mpenv.worlds.materia_prima.content.pack import load
from tests.mutation import mutated
from tests.places import TESTS

WHOLE = TESTS / "packs" / "whole"
AT_ONCE = 1.0  # seconds of this process, however busy the machine


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(WHOLE, tmp_path / "pack"))


@pytest.fixture(scope="module", autouse=True)
def _nothing_to_sweep() -> Iterator[None]:
    """What the tests before have left is not the loader's to sweep."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def refused(pack: Path) -> list[Fault]:
    """The faults of a pack that is refused within a second and within the memory of a small pack."""
    start = time.process_time()
    with pytest.raises(BrokenPack) as caught:
        load(str(pack))
    assert time.process_time() - start < AT_ONCE
    assert str(caught.value).replace("\n", "").isprintable()
    assert len(str(caught.value)) < 200_000
    return caught.value.faults


def told(pack: Path, file: str, entry: str, words: str) -> bool:
    return any((one.file, one.entry) == (file, entry) and words in str(one) for one in refused(pack))


def write(pack: Path, file: str, words: str | bytes) -> None:
    (pack / file).write_bytes(words if isinstance(words, bytes) else words.encode())


def put(pack: Path, file: str, old: str, new: str) -> None:
    before = (pack / file).read_text(encoding="utf-8")
    assert old in before
    write(pack, file, before.replace(old, new, 1))


M = MOST_BYTES
# name of the case: what stands in elements.toml, and what is said of it
TEXTS: dict[str, tuple[str | bytes, str]] = {
    "a list nested a hundred thousand deep": ("a = " + "[" * 100_000, "nested more than 8 deep"),
    "a closed list nested two thousand deep": ("a = " + "[" * 2000 + "]" * 2000, "nested more than 8 deep"),
    "a table nested a thousand deep": ("a = " + "{a=" * 1000 + "1" + "}" * 1000, "nested more than 8 deep"),
    "a key of a thousand parts": (".".join(["a"] * 1000) + " = 1", "a key of more than 8 parts"),
    "a key of a thousand quoted parts": (" . ".join(['"a.b"'] * 1000) + " = 1", "a key of more than 8 parts"),
    "a head of half a million parts": ("[" + ".".join("a" * (M // 2 - 40_000)) + "]", "a key of more than 8 parts"),
    "a number of five thousand digits": ("a = " + "9" * 5000, "is not TOML"),
    "a hexadecimal number of a million digits": ("a = 0x" + "f" * (M - 100_000), "too many digits"),
    "an unclosed text": ('a = """' + "x\\" * (M // 2 - 20000), "is not TOML"),
    "many unclosed texts": ('"\\' * (M // 2 - 20000), "is not TOML"),
    "a NUL byte": ('a = "\0"', "is not TOML"),
    "only NUL bytes": (bytes(1000), "is not TOML"),
    "another encoding": ('a = "ä"'.encode("utf-16"), "is not TOML"),
    "a byte that begins nothing": (b'a = "\xff"', "is not TOML"),
    "half a letter": (b'a = "\xed\xa0\x80"', "is not TOML"),
    "a hundred thousand entries": ("[[element]]\n" * (M // 15), "the engine takes 16"),
    "a hundred thousand kinds": ("".join(f"[[k{i}]]\n" for i in range(M // 15)), "is unknown"),
    "a hundred thousand fields": ("[[element]]\n" + "".join(f"k{i} = 1\n" for i in range(M // 15)), "is unknown"),
    "one long line of fields": ("a = {" + ", ".join(f"k{i} = 1" for i in range(M // 20)) + "}", "is unknown"),
}


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: case.replace(" ", "-"))
def test_a_file_that_is_no_pack_file_is_refused_at_once(case: str, pack: Path) -> None:
    words, expected = TEXTS[case]
    write(pack, "elements.toml", words)
    assert any(one.file == "elements.toml" and expected in str(one) for one in refused(pack))


@pytest.mark.parametrize("size", [M + 1, 1_000_001, 100_000_000])
def test_a_file_that_is_too_big_is_refused_without_being_read(size: int, pack: Path) -> None:
    with (pack / "alarms.toml").open("wb") as file:
        file.truncate(size)
    tracemalloc.start()
    assert told(pack, "alarms.toml", "", "too big, the files of a pack have at most 500,000 bytes together")
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_files_that_are_too_big_only_together_are_refused_too(pack: Path) -> None:
    for file in ("alarms.toml", "board.toml", "towns.toml"):
        with (pack / file).open("a") as opened:
            opened.write("#" * 200_000)
    assert any("too big" in one.words for one in refused(pack))


NO_FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a folder": (lambda path: path.mkdir(), "is no plain file"),
    "a link that leads nowhere": (lambda path: path.symlink_to("nowhere"), "a link that leads nowhere"),
    "a link to itself": (lambda path: path.symlink_to(path), "cannot be read"),
    "a link to endless zeros": (lambda path: path.symlink_to("/dev/zero"), "is no plain file"),
    "a pipe that nobody writes to": (lambda path: os.mkfifo(path), "is no plain file"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="no devices and pipes in folders")
@pytest.mark.parametrize("file", ["pack.toml", "names.toml", "alarms.toml"])
@pytest.mark.parametrize("case", NO_FILES, ids=lambda case: case.replace(" ", "-"))
def test_what_is_no_file_is_named_and_not_read(case: str, file: str, pack: Path) -> None:
    make, words = NO_FILES[case]
    (pack / file).unlink()
    make(pack / file)
    assert told(pack, file, "", words)


@pytest.mark.parametrize(
    "bad", ["../x", "a/b", "a\\\\b", "/etc/passwd", "..", ".hidden", "", "x" * 61, "a\\nb", "a\\u202eb"]
)
def test_an_id_like_a_path_or_of_strange_characters_is_refused(bad: str, pack: Path) -> None:
    put(pack, "pack.toml", 'id = "whole"', f'id = "{bad}"')
    put(pack, "towns.toml", 'id = "fight.1"', f'id = "{bad}"')
    found = refused(pack)
    assert {(one.file, one.field) for one in found} >= {("pack.toml", "id"), ("towns.toml", "id")}


SCRIPTS = [
    "Lenka Pavatey",
    "Жаба",
    "賢者の石",
    "حجر",
    "פתק",
    "शिला",
    "بی\u200cبی",
    "Φιλοσοφική λίθος",
    "Zoë's + 2 (№ 7)",
]
WRONG = {
    "a bell": "a\\u0007",
    "an escape": "\\u001b[31mred",
    "a terminal's other escape": "\\u009b31m",
    "a NUL": "a\\u0000b",
    "a line end": "a\\nb",
    "an override": "evil\\u202elive",
    "an isolate": "a\\u2066b",
    "a mark of direction": "a\\u200fb",
    "a separator of lines": "a\\u2028b",
    "markup": "<script>alert(1)</script>",
    "half a tag": "a > b",
    "a character of nobody": "\\uE000",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_name_takes_letters_of_any_script(name: str, pack: Path) -> None:
    put(pack, "names.toml", '"Air"', json.dumps(name, ensure_ascii=False))
    assert load(str(pack)).name("air") == name


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.replace(" ", "-"))
def test_a_name_that_a_terminal_or_a_page_would_obey_is_refused(case: str, pack: Path) -> None:
    put(pack, "names.toml", '"Air"', f'"{WRONG[case]}"')
    assert told(pack, "names.toml", "en", "air: holds ")


@pytest.mark.parametrize("case", WRONG, ids=lambda case: case.replace(" ", "-"))
def test_strange_characters_are_refused_wherever_a_text_stands(case: str, pack: Path) -> None:
    put(pack, "pack.toml", 'version = "1"', f'version = "{WRONG[case]}"')
    put(pack, "elements.toml", 'symbol = "a"', f'symbol = "{WRONG[case]}"')
    put(pack, "scenarios.toml", 'types = ["C"]', f'types = ["{WRONG[case]}"]')
    put(pack, "recipes.toml", "level = 1", f'"{WRONG[case]}" = 1\nlevel = 1')
    assert {one.file for one in refused(pack)} >= {"pack.toml", "elements.toml", "scenarios.toml", "recipes.toml"}


def test_names_have_60_letters_and_introductions_1200_over_several_lines(pack: Path) -> None:
    put(pack, "names.toml", '"Air"', f'"{"x" * 60}"')
    story = "It rains.\n" * 120
    with (pack / "names.toml").open("a") as file:
        file.write(f'[en.introduction]\nvault = """\n{story}"""\n')
    assert load(str(pack)).introductions["vault"] == story
    put(pack, "names.toml", "x" * 60, "x" * 61)
    put(pack, "names.toml", "It rains.", "It rains!!")
    assert {(one.entry, one.field, one.words) for one in refused(pack)} == {
        ("en", "air", "has 61 characters, at most 60 are taken"),
        ("en.introduction", "vault", "has 1201 characters, at most 1200 are taken"),
    }


NUMBERS = ["9" * 4000, "0x" + "f" * 10000, "-" + "9" * 30, "1e400", "inf", "-inf", "nan", "1.5", "9223372036854775808"]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: number[:6])
def test_a_number_that_no_card_bears_is_refused_wherever_it_stands(number: str, pack: Path) -> None:
    places = {
        "pack.toml": 'version = "1"',
        "elements.toml": "level = 1",
        "board.toml": "[0, -2]",
        "alchemists.toml": "capacity = 3",
        "recipes.toml": "{ air = 2 }",
        "towns.toml": "points = 1",
        "inquisitors.toml": "defence = 2",
        "alarms.toml": '["SW"]',
        "scenarios.toml": "day = 4",
        "names.toml": '"Air"',
    }
    for file, old in places.items():
        put(pack, file, old, re.sub(r'1"?$|-2(?=])|\d(?= }|$)|\["SW"]|"Air"|"1"', number, old))
    assert {one.file for one in refused(pack)} == set(places)


@pytest.mark.parametrize("format", ["2", "999999999999999999", "9" * 4000])
def test_a_pack_of_a_newer_format_says_only_that(format: str, pack: Path) -> None:
    write(pack, "pack.toml", f"format = {format}\nid = 3")
    write(pack, "alarms.toml", "[[siren]]")
    [fault] = refused(pack)
    assert "this version of mpenv reads format 1: a newer mpenv is needed" in str(fault)
    assert len(format) > 20 or fault.words.startswith(f"is of format {format}, ")


@pytest.mark.parametrize("format", ["0", "-1", "true", '"2"', "1.5", "[]"])
def test_a_format_that_never_was_is_a_fault_like_others(format: str, pack: Path) -> None:
    put(pack, "pack.toml", "format = 1", f"format = {format}")
    assert told(pack, "pack.toml", "", "format: must be a whole number from 1 to 1")


def test_a_pack_is_read_again_when_any_of_its_files_changes_comes_or_goes(pack: Path) -> None:
    load(str(pack))
    (pack / "stray.toml").write_text("")
    assert told(pack, "stray.toml", "", "is not a file of a pack")
    (pack / "stray.toml").unlink()
    load(str(pack))
    (pack / "towns.toml").rename(pack / "towns.txt")
    assert told(pack, "towns.toml", "", "is missing")
    (pack / "towns.txt").rename(pack / "towns.toml")
    stamp = (pack / "names.toml").stat().st_mtime_ns
    put(pack, "names.toml", '"Air"', '"Wind"')
    os.utime(pack / "names.toml", ns=(stamp - 10, stamp - 10))
    assert load(str(pack)).name("air") == "Wind"


def test_a_file_with_the_mark_of_an_editor_or_foreign_line_ends_is_the_same(pack: Path) -> None:
    before = load(str(pack)).hash
    for file in pack.iterdir():
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    assert load(str(pack)).hash == before
    put(pack, "elements.toml", 'symbol = "gl"', 'symbol = "GL"')
    [fault] = refused(pack)
    assert fault.line > 1


def test_a_gain_of_two_digits_is_no_effect(pack: Path) -> None:
    put(pack, "scenarios.toml", '"gain 1 copper"', '"gain 12 copper"')
    assert told(pack, "scenarios.toml", "printed", "is none of 'gain 1 gold'")


LINES = {
    "elements.toml": ('symbol = "gl"', 'symbol = "GL"'),
    "board.toml": ('"tile.2 A 0"', '"tile.9 A 0"'),
    "recipes.toml": ("{ air = 2 }", "{ tin = 2 }"),
    "alarms.toml": ('town = "town.r"', 'town = "town.x"'),
    "names.toml": ('"Earth"', '"<b>"'),
    "scenarios.toml": ('types = ["A"]', 'types = ["X"]'),
    "inquisitors.toml": ('letter = "C"', 'letter = "c"'),
}


@pytest.mark.parametrize("file", LINES)
def test_a_fault_knows_its_line(file: str, pack: Path) -> None:
    old, new = LINES[file]
    put(pack, file, old, new)
    lines = (pack / file).read_text(encoding="utf-8").split("\n")
    assert new in lines[next(one.line for one in refused(pack) if one.file == file) - 1]


def test_a_missing_field_has_the_line_of_its_entry(pack: Path) -> None:
    put(pack, "elements.toml", 'id = "earth"\n', "")
    lines = (pack / "elements.toml").read_text(encoding="utf-8").split("\n")
    [line] = {one.line for one in refused(pack) if one.field == "id"}
    assert lines[line - 1] == "[[element]]"
    assert 'symbol = "e"' in lines[line]


@pytest.mark.parametrize(
    "value", [[[[[[]]]]], {"a": {"b": {"c": {}}}}, 1 << 70, "x" * 999, list(range(999)), float("nan")]
)
def test_what_a_fault_shows_of_a_value_is_short(value: object) -> None:
    assert 0 < len(shown(value)) < 80


def garbled(rng: random.Random, text: str) -> bytes:
    """Worse than a slip of the pen: bytes, brackets and characters anywhere, long repeats."""
    for _ in range(rng.choice((1, 3, 10))):
        place, other = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        noise = rng.choice('"[]{}=.\0\x1b\u202e<>#\n\\') * rng.choice((1, 2, 50))
        ways = (text[:place] + noise + text[place:], text[:place] + text[other:], text[:other] + text[place:])
        text = mutated(rng, text) if text and rng.random() < 0.3 else rng.choice(ways)[:100_000]
    raw = bytearray(text.encode())
    for _ in range(rng.choice((0, 0, 2)) if raw else 0):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    return bytes(raw)


def garbage(texts: dict[str, str], count: int) -> Iterator[dict[str, str | bytes]]:
    for seed in range(count):
        rng = random.Random(seed)
        changed: dict[str, str | bytes] = dict(texts)
        for file in rng.sample(sorted(texts), rng.choice((1, 1, 2))):
            changed[file] = garbled(rng, texts[file])
        yield changed


def test_a_garbled_pack_loads_or_is_refused_by_its_faults_within_a_second(tmp_path: Path) -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in WHOLE.glob("*.toml")}
    for number, changed in enumerate(garbage(texts, 300)):
        folder = tmp_path / str(number)
        folder.mkdir()
        for file, words in changed.items():
            write(folder, file, words)
        start = time.process_time()
        said = ""
        try:
            load(str(folder))
        except BrokenPack as fault:
            said = str(fault)
        except Exception as fault:
            pytest.fail(f"{number}: {type(fault).__name__}: {fault}")
        assert time.process_time() - start < AT_ONCE, number
        assert said.replace("\n", " ").isprintable(), number
