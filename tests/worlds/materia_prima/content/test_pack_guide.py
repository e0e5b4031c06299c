"""The guide to packs tells the truth: its steps are done in order, and its words are those of the vocabularies."""

import re
import shlex
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import MOST_LETTERS, MOST_STORY, parts
from mpenv.worlds.materia_prima.content.clauses import SPECIAL
from mpenv.worlds.materia_prima.content.files import FORMAT, MOST_BYTES
from mpenv.worlds.materia_prima.content.schema import FILES
from mpenv.worlds.materia_prima.draw.pack import SECTIONS
from tests.places import ROOT

GUIDE = (ROOT / "docs/packs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\S*) ?(.*)\n([^`]*)^```$", GUIDE, re.MULTILINE)


def put(path: Path, below: str, text: str) -> None:
    """Text at the end of a file, or below a line of it."""
    before = path.read_text(encoding="utf-8")
    if below:
        head, mark, tail = before.partition(f"\n{below}\n")
        assert mark, f"{path.name} has no line {below}"
        path.write_text(head + mark + text + tail, encoding="utf-8")
    else:
        path.write_text(f"{before}\n{text}", encoding="utf-8")


def test_the_steps_of_the_guide_make_a_pack_whose_new_scenario_is_played_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for language, file, below, text in BLOCKS:
        if language == "toml":
            put(tmp_path / "my-pack" / file, below, text)
            continue
        for line in text.splitlines():
            assert cli.main(shlex.split(line)[1:]) == 0, line
            printed = capsys.readouterr().out
            if "check" in line:
                assert "is sound" in printed
                assert "note" not in printed
            if "show" in line:
                assert printed.startswith("Scenario night-shift - Night Shift\n")
            if "play" in line:
                assert "What to try next" in printed
    game = Game("night-shift", 3, seed=5, pack="my-pack", alchemists=["yellow", "brown", "alchemist.grey2"])
    while game.outcome is None:
        game.apply(game.legal()[-1])
    assert game.outcome.day > 1


def test_the_steps_add_one_card_one_alchemist_one_type_and_one_scenario() -> None:
    added = [
        kind
        for language, _, _, text in BLOCKS
        if language == "toml"
        for kind in re.findall(r"^\[\[(\w+)\]\]", text, re.M)
    ]
    assert added == ["equipment", "alchemist", "type", "scenario"]


def test_the_guide_names_every_file_entry_and_word() -> None:
    words = set(re.findall(r"`([^`\n]+)`", GUIDE)) | {"move"}
    kinds = {f"[[{kind}]]" for file in FILES.values() for kind in file if kind}
    vocabularies = (v.PROVENANCES, v.VERBS, v.GIFTS, v.STATS, v.COLOURS, v.TOWNS, v.DIRECTIONS, v.ITEM_SLOTS)
    more = (v.ERRANDS, v.TARGETS, v.PREDICATES, v.KINDS, v.KEPT, v.WHO, v.COOPERATION, v.DIFFICULTIES[1:])
    known = (
        {word for words in (*vocabularies, *more) for word in words}
        | set(parts(SPECIAL))
        | set(SECTIONS)
        | set(FILES)
        | kinds
    )
    assert known - words == set()


def test_the_guide_knows_the_bounds() -> None:
    assert f"files ({FORMAT})" in GUIDE
    assert f"{MOST_BYTES:,} bytes together" in GUIDE
    assert f"A name has at most {MOST_LETTERS} characters, an introduction at most {MOST_STORY:,}" in GUIDE
    assert f"most {MOST_LETTERS} characters: letters of any script" in GUIDE
    assert "on the days " + " and ".join(", ".join(map(str, v.EVENT_DAYS)).rsplit(", ", 1)) in GUIDE
