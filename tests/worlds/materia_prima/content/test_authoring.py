"""Tools for somebody who writes a pack: a folder to start in, a check of everything, tables to read."""

import itertools
import re
import shutil
import sys
import time
import tomllib
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.worlds.materia_prima.content import start
from mpenv.worlds.materia_prima.content.checks import Field, parts
from mpenv.worlds.materia_prima.content.faults import BrokenPack
from mpenv.worlds.materia_prima.content.field_docs import COMMON, MEANINGS
from mpenv.worlds.materia_prima.content.lint import notes
from mpenv.worlds.materia_prima.content.pack import Pack, _load, load
from mpenv.worlds.materia_prima.content.schema import FILES
from mpenv.worlds.materia_prima.draw import pack as drawn
from tests.full_disk import full_disk, posix_only
from tests.places import TESTS

PACKS = TESTS / "packs"


def tables(where: str, fields: dict[str, Field]) -> dict[str, set[str]]:
    """Every table of the schema by its place, with its fields."""
    found = {where: set(fields)}
    for name, field in fields.items():
        if inner := parts(field.check):
            found |= tables(f"{where}.{name}", inner)
    return found


def test_every_field_of_the_schema_has_a_meaning_and_no_meaning_is_left_over() -> None:
    schema: dict[str, set[str]] = {file: set() for file in FILES}
    for file, kinds in FILES.items():
        for kind, fields in kinds.items():
            schema |= tables(kind or file, fields)
    assert set(MEANINGS) == set(schema)
    for where, fields in schema.items():
        said = set(MEANINGS[where]) - {""}
        assert said | set(COMMON) >= fields, where
        assert said <= fields, where
        assert ("" in MEANINGS[where]) == ("." not in where or where in FILES), where


def test_a_new_pack_has_every_file_and_loads_without_faults_and_notes(tmp_path: Path) -> None:
    files = start.start(tmp_path / "my-pack")
    assert [path.name for path in files] == list(FILES)
    pack = load(str(tmp_path / "my-pack"))
    assert pack.id == "my-pack"
    assert notes(pack) == []


def test_the_comments_of_a_new_pack_name_every_kind_field_and_word(tmp_path: Path) -> None:
    start.start(tmp_path / "mine")
    for file, kinds in FILES.items():
        text = (tmp_path / "mine" / file).read_text(encoding="utf-8")
        comments = " ".join(line[1:].strip() for line in text.split("\n") if line.startswith("#"))
        for kind, fields in kinds.items():
            assert not kind or f"[[{kind}]] " in comments
            assert all(f" {field}: " in comments or f" {field} (may be left out): " in comments for field in fields)
        assert max(len(line) for line in text.split("\n")) <= 120
    scenarios = (tmp_path / "mine/scenarios.toml").read_text(encoding="utf-8")
    assert all(word in scenarios for word in ("hand-over", "markers_on_own_hex", "'gain 1 gold'", "latched"))


def test_a_new_pack_can_start_as_a_copy_and_plays_the_same_under_another_id(tmp_path: Path) -> None:
    start.start(tmp_path / "copy", "inquisition")
    start.start(tmp_path / "again", str(tmp_path / "copy"))
    first, copy, again = load("inquisition"), load(str(tmp_path / "copy")), load(str(tmp_path / "again"))
    assert [one.id for one in (first, copy, again)] == ["inquisition", "copy", "again"]
    assert first.tables.tobytes() == copy.tables.tobytes() == again.tables.tobytes()
    assert first.names == copy.names == again.names
    for file in set(FILES) - {"pack.toml"}:
        assert (tmp_path / "copy" / file).read_bytes() == (tmp_path / "again" / file).read_bytes()


def test_a_new_pack_never_overwrites(tmp_path: Path) -> None:
    start.start(tmp_path / "mine")
    before = {path: path.read_bytes() for path in (tmp_path / "mine").iterdir()}
    (tmp_path / "file").write_text("kept")
    (tmp_path / "link").symlink_to("nowhere")
    for name in ("mine", "file", "link"):
        with pytest.raises(ValueError, match="nothing was written"):
            start.start(tmp_path / name)
    assert {path: path.read_bytes() for path in (tmp_path / "mine").iterdir()} == before
    assert (tmp_path / "file").read_text() == "kept"


def test_a_folder_that_is_no_id_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    for name in ("a+b", "x" * 61, ".hidden"):
        with pytest.raises(ValueError, match="the folder gives the pack its id"):
            start.start(tmp_path / name)
    with pytest.raises(ValueError, match="there is no pack"):
        start.start(tmp_path / "mine", "nowhere")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave stderr to the commands: nothing says that it compiles."""
    monkeypatch.setenv("MPENV_QUIET", "1")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = cli.main(["pack", *words])
    said = capsys.readouterr()
    assert said.err == ""
    return code, said.out


def test_check_says_what_the_shipped_packs_hold_with_their_hash(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "check")
    pack = load("inquisition")
    assert code == 0
    assert out.startswith(f"inquisition is sound: inquisition {pack.version} ({pack.hash}): ")
    assert f"{len(pack.entries['scenario'])} scenarios" in out


def test_check_tells_notes_and_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "check", str(PACKS / "whole"))
    found = notes(load(str(PACKS / "whole")))
    assert code == 0
    assert out.count("\n  note: ") == len({(note.file, note.words) for note in found}) < len(found) / 2


def test_notes_that_say_the_same_of_several_entries_are_one_line_with_their_count_and_ids(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out = run(capsys, "check", str(PACKS / "whole"))
    few = "on some choice of sides the board has 3 mines of it, 5 are usual"
    assert f"  note: elements.toml: 4 entries, of each: {few}: air, earth, water, fire\n" in out
    assert f"  note: elements.toml: iron: {few.replace('3 mines', '2 mines')}\n" in out
    for note in notes(load(str(PACKS / "whole"))):
        (line,) = [one for one in out.splitlines() if f"note: {note.file}: " in one and note.words in one]
        assert note.entry in line


@pytest.mark.parametrize("name", ["inquisition", str(PACKS / "campaign")])
def test_every_reward_that_is_shown_is_one_of_the_pack(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(capsys, "show", name, "campaigns")
    shown = [part.split() for words in re.findall(r"\[won: ([^]]*)\]", out) for part in words.split(";")]
    found = [(one[0], sorted(" ".join(one[1:]).split(", "))) for one in shown]
    given = [
        (level, sorted(f"{count} {element}" for element, count in gains.items()))
        for campaign in tomllib.loads((Path(load(name).path) / "scenarios.toml").read_text())["campaign"]
        for chapter in campaign["chapters"]
        for level, gains in chapter.get("reward_by_difficulty", {}).items()
        if gains
    ]
    assert sorted(found) == sorted(given)
    assert len(found) > 2


@posix_only
@pytest.mark.parametrize("there", [False, True])
def test_of_a_pack_that_does_not_fit_on_the_disk_nothing_stays_behind(there: bool, tmp_path: Path) -> None:
    folder = tmp_path / "packs" / "mine"
    if there:
        folder.mkdir(parents=True)
    with full_disk(5000), pytest.raises(OSError, match=f"cannot be written: File too large: '{folder}'"):
        start.start(folder)
    left = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")]
    assert sorted(left) == (["packs", "packs/mine"] if there else [])


def test_ids_that_differ_only_in_capitals_are_refused_for_actions_are_read_without_them(tmp_path: Path) -> None:
    start.start(tmp_path / "mine", "inquisition")
    recipes = tmp_path / "mine/recipes.toml"
    text = recipes.read_text(encoding="utf-8")
    recipes.write_text(text.replace('id = "stone.1b"', 'id = "STONE.1A"'), encoding="utf-8")
    with pytest.raises(BrokenPack, match=r"STONE\.1A: id: differs only in capitals from 'stone\.1a' in recipes\.toml"):
        load(str(tmp_path / "mine"))


def test_a_tile_may_have_an_id_of_several_words(tmp_path: Path) -> None:
    start.start(tmp_path / "mine", "inquisition")
    for file in (tmp_path / "mine/board.toml", tmp_path / "mine/scenarios.toml"):
        file.write_text(file.read_text(encoding="utf-8").replace("tile.1", "the first tile"), encoding="utf-8")
    pack = load(str(tmp_path / "mine"))
    assert pack.tables.tobytes() == load("inquisition").tables.tobytes()
    assert "the first tile" in drawn.page(pack, "board")


@pytest.mark.skipif(sys.platform != "linux", reason="has no names of files that are not UTF-8")
def test_a_pack_whose_path_no_file_can_name_is_refused_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "half \udcff"
    shutil.copytree(load("inquisition").path, folder)
    with pytest.raises(ValueError, match="its path is not UTF-8, rename the folder"):
        load(str(folder))


def test_a_pack_may_be_begun_in_an_empty_folder_in_which_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    start.start(Path("."))
    assert load(".").id == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_check_tells_every_fault_in_a_line_with_its_line_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start.start(tmp_path / "mine")
    recipes = tmp_path / "mine/recipes.toml"
    text = recipes.read_text(encoding="utf-8").replace("{ iron = 2 }", "{ tin = 2 }").replace('"charm"', '"hat"')
    recipes.write_text(text, encoding="utf-8")
    code, out = run(capsys, "check", str(tmp_path / "mine"), "inquisition")
    assert code == 2
    lines = text.split("\n")
    numbers = [1 + lines.index(line) for line in ("cost = { tin = 2 }", 'slot = "hat"')]
    assert out.split("\n")[:3] == [
        f"{tmp_path / 'mine'} is refused",
        f"  recipes.toml: equipment.1a: cost: there is no element 'tin' (line {numbers[0]})",
        f"  recipes.toml: equipment.1d: slot: 'hat' is not one of weapon, armour, tool, charm (line {numbers[1]})",
    ]
    assert out.split("\n")[3].startswith("inquisition is sound")


@pytest.mark.parametrize(
    "name", ["inquisition", str(PACKS / "small"), str(PACKS / "whole")], ids=["box", "small", "whole"]
)
def test_show_has_a_line_for_every_entry_and_all_that_is_told(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    pack = load(name)
    code, out = run(capsys, "show", name)
    assert code == 0
    rows = [line.split("  ")[1] for line in out.split("\n") if line.startswith("  ")]
    shown = set(rows) | {line.split(" ")[1] for line in out.split("\n") if line.startswith(("Scenario ", "Campaign "))}
    missing = {entry for kind, ids in pack.ids.items() for entry in ids} - shown
    assert missing == set()
    flat = " ".join(out.split())
    assert all(" ".join(told.split()) in flat for told in [*pack.introductions.values(), *pack.names.values()])
    assert name != "inquisition" or max(len(line) for line in out.split("\n")[1:]) <= 120


def test_show_takes_a_section_or_an_entry(capsys: pytest.CaptureFixture[str]) -> None:
    whole = str(PACKS / "whole")
    _, out = run(capsys, "show", whole, "recipes")
    assert out.startswith("Homunculi: ")
    assert "\nFragments: " in out
    assert "Alarm" not in out
    _, out = run(capsys, "show", whole, "scenario.vault")
    assert out.startswith("Scenario vault\n  days: easy 20, normal 16, hard 12; types: C B\n")
    assert "all mines of iron give 5 together" in out
    _, out = run(capsys, "show", whole, "equipment.1a")
    assert out.split("\n")[2].split() == ["equipment.1a", "Dagger", "1", "2i", "weapon", "+1"]
    assert out.endswith("recipes.toml, provenance: reconstruction\n")


def test_every_section_can_be_shown_alone_and_together_they_are_the_whole() -> None:
    pack = load(str(PACKS / "whole"))
    sections = [drawn.page(pack, section) for section in drawn.SECTIONS if section != "campaigns"]
    assert drawn.page(pack, "campaigns") == "There are no campaigns."
    assert drawn.page(pack) == "\n\n".join([drawn.holds(pack), *sections])


def test_costs_are_counted_in_symbols_and_marks_by_direction() -> None:
    pack = load(str(PACKS / "whole"))
    _, marks, *_ = drawn.SECTIONS["alarms"](pack)
    assert isinstance(marks, drawn.Table)
    for row, who in zip(marks.rows, ("alchemists", "homunculi"), strict=True):
        assert sum(map(int, row[1:-1])) == sum(len(one[who]) for one in pack.entries["alarm"])
    glass = pack.index("element", "glass")
    assert drawn.cards.cost(pack, {glass: 1, pack.index("element", "earth"): 2}) == "2e gl"


def test_a_campaign_is_drawn_as_a_tree_that_names_every_chapter_and_ends() -> None:
    pack = load("inquisition")
    for story, one in zip(drawn.SECTIONS["campaigns"](pack), pack.entries["campaign"], strict=True):
        words = " ".join(story.lines())
        assert all(pack.ids["scenario"][chapter["scenario"]] in words for chapter in one["chapters"])
        assert sum("(see above)" not in line for line in story.rows) == len(one["chapters"])


def test_columns_line_up_in_every_script() -> None:
    table = drawn.Table("", ("id", "x"), [["a", "賢者"], ["b", "é"], ["c", "e\u0301"]])
    ends = {
        drawn.table.columns(line)
        for line in table._replace(head=("id", "x"), rows=[[*row[::-1]] for row in table.rows]).lines()[2:]
    }
    assert len(ends) == 1


def test_a_pack_of_full_size_is_read_in_a_fifth_of_a_second() -> None:
    pack, took = load_anew("inquisition")
    assert len(pack.ids["recipe"]) >= 54
    assert took < 0.2


def load_anew(name: str) -> tuple[Pack, float]:
    _load.cache_clear()
    begun = time.process_time()
    pack = load(name)
    return pack, time.process_time() - begun


def test_provenance_is_counted_by_file() -> None:
    pack = load("inquisition")
    [table] = drawn.SECTIONS["provenance"](pack)
    assert isinstance(table, drawn.Table)
    counts = {row[0]: sum(map(int, row[1:])) for row in table.rows}
    assert sum(counts.values()) == sum(len(pack.entries[kind]) for kind in itertools.chain(*FILES.values()) if kind)
