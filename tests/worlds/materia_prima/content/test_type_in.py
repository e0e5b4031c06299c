"""The page for owners of the printed game tells the truth: each sheet is typed in, checked, and played in the end."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.worlds.materia_prima import Game
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import read_fields
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.content.schema import FILES
from tests.places import ROOT
from tests.worlds.materia_prima.content.test_pack_guide import put

PAGE = (ROOT / "docs/type-in.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\S*) ?(.*)\n([^`]*)^```$", PAGE, re.MULTILINE)
PLACED = [(file, below, text) for language, file, below, text in BLOCKS if language == "toml" and file]
SHOWN = [text for language, file, _, text in BLOCKS if language == "toml" and not file]
COMMANDS = [line for language, _, _, text in BLOCKS if language == "sh" for line in text.splitlines()]


def run(line: str) -> int:
    return cli.main(shlex.split(line)[1:])


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The pack of the page; it is sound after each sheet."""
    monkeypatch.chdir(tmp_path)
    assert run(COMMANDS[0]) == 0
    for file, below, text in PLACED:
        put(tmp_path / "my-copy" / file, below, text)
        load(str(tmp_path / "my-copy"))
    return tmp_path / "my-copy"


def test_each_sheet_is_typed_in_checked_and_played(typed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    for line in COMMANDS[1:]:
        assert run(line) == 0, line
    assert "is sound" in capsys.readouterr().out


def test_the_commands_of_the_checklist_show_the_sheets(typed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(r"`(mpenv pack show [^`]+)` \|", PAGE)
    assert len(shown) == 10
    for line in shown:
        capsys.readouterr()
        assert run(line) == 0, line
        assert len(capsys.readouterr().out) > 100


def test_the_cards_of_the_page_are_played_to_the_end(typed: Path) -> None:
    sisters = {"alchemists": ["yellow", "alchemist.sister"], "colours": ["grey", "yellow"]}
    game = Game("salt road", 2, 3, pack=str(typed), layout="as in the book", temple="temple.2", **sisters)
    assert "temple card: Temple of the Moon" in game.text()
    while game.outcome is None:
        game.apply(game.legal()[-1])
    assert game.outcome.day > 1


def test_entries_that_are_only_shown_are_written_as_a_pack_takes_them() -> None:
    ids = load("inquisition").ids
    kinds = {kind: fields for file in FILES.values() for kind, fields in file.items() if kind}
    found = [(kind, one) for text in SHOWN for kind, ones in tomllib.loads(text).items() for one in ones]
    assert {kind for kind, _ in found} == {"tile", "town", "tower"}
    assert [wrong for kind, one in found for wrong in read_fields(one, kinds[kind], ids)[1]] == []


def test_every_kind_of_entry_has_its_sheet() -> None:
    kinds = {kind for file in FILES.values() for kind in file if kind}
    typed_in = {
        kind for text in [*SHOWN, *(text for _, _, text in PLACED)] for kind in re.findall(r"\[\[(\w+)]]", text)
    }
    assert typed_in == kinds
    assert f"points of a card are 1 to {v.MOST_POINTS}" in PAGE
    assert f"there may be {['no', 'one', 'two', 'three'][v.MAX_LAYOUTS - 1]} more" in PAGE
