"""Phrases: every language has the same ones with the same fields, and the code says all of them and no other."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from mpenv import language
from mpenv.language import LANGUAGES, Phrases, speaking, spoken
from tests.places import ROOT

ROOMS = sorted(path for path in (ROOT / "mpenv").rglob("phrases") if path.is_dir() and (path / "en.toml").exists())
NAMES = [room.relative_to(ROOT).as_posix() for room in ROOMS]
ONLY_TRANSLATED = "reason."  # English has these where the rules say them
COUNTED = "counted"


class Said:
    """A call that says a phrase: a key with its fields, or a pattern of keys."""

    def __init__(self, where: str, key: ast.expr, fields: set[str]) -> None:
        self.where, self.fields = where, fields
        self.key = key.value if isinstance(key, ast.Constant) else None
        parts = key.values if isinstance(key, ast.JoinedStr) else []
        self.pattern = "".join(
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^.]+" for part in parts
        )


def said(room: Path) -> Iterator[Said]:
    """All that the sources say from the tables of a room."""
    module = ".".join(room.relative_to(ROOT).parts)
    for path in sorted((ROOT / "mpenv").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            one.asname or one.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == module
            for one in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield Said(where, node.args[0], {str(one.arg) for one in node.keywords})


@pytest.mark.parametrize("room", ROOMS, ids=NAMES)
def test_every_language_has_the_same_phrases_with_the_same_fields(room: Path) -> None:
    phrases = Phrases(room)
    english = phrases.table("en")
    assert {path.stem for path in room.glob("*.toml")} == set(LANGUAGES)
    for other in LANGUAGES:
        table = {key: words for key, words in phrases.table(other).items() if not key.startswith(ONLY_TRANSLATED)}
        assert list(table) == list(english), other
        differing = [key for key in english if language.fields(table[key]) != language.fields(english[key])]
        assert differing == [], other


@pytest.mark.parametrize("room", ROOMS, ids=NAMES)
def test_the_code_says_every_phrase_with_its_fields_and_no_other(room: Path) -> None:
    table, calls = Phrases(room).table("en"), list(said(room))
    wrong = [
        f"{call.where}: {call.key} with {sorted(call.fields)}"
        for call in calls
        if call.key is not None and (call.key not in table or language.fields(table[call.key]) != call.fields)
    ]
    assert wrong == []
    known = {call.key for call in calls if call.key}
    patterns = [re.compile(call.pattern) for call in calls if call.pattern]
    spare = [
        key
        for key in table
        if key not in known and not key.startswith("count.") and not any(one.fullmatch(key) for one in patterns)
    ]
    assert spare == []


def test_things_are_counted_in_the_singular_and_the_plural() -> None:
    for room in ROOMS:
        counted = {key for key in Phrases(room).table("en") if key.startswith("count.")}
        assert {key.rpartition(".")[2] for key in counted} <= {"one", "many"}
        assert len(counted) == 2 * len({key.split(".")[1] for key in counted})


def test_a_language_is_spoken_until_the_block_is_left_also_by_an_error() -> None:
    assert spoken() == "en"
    with speaking("de"):
        with speaking(None):
            assert spoken() == "de"
        with speaking("en"):
            assert spoken() == "en"
        assert spoken() == "de"
    with pytest.raises(KeyError), speaking("de"):
        raise KeyError
    assert spoken() == "en"


@pytest.mark.parametrize("given", ["xx", "DE", "", 7])
def test_an_unknown_language_is_refused_with_the_list(given: str) -> None:
    with pytest.raises(ValueError, match=r"there is no language .*, there are: en, de"), speaking(given):
        pass


def test_the_tables_are_plain_texts() -> None:
    for room in ROOMS:
        for path in room.glob("*.toml"):
            text = path.read_text(encoding="utf-8")
            assert all(isinstance(one, str) for one in _leaves(tomllib.loads(text))), path
            assert "  \n" not in text, path


def _leaves(table: dict[str, object]) -> Iterator[object]:
    for value in table.values():
        if isinstance(value, dict):
            yield from _leaves(value)
        else:
            yield value
