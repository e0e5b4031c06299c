"""Every rule has a line, a function and a test; what RULES.md, functions and tests name is there."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.engine import jit
from mpenv.worlds.materia_prima import rulebook

RULES = 252
MOST_EXEMPT = 8
EXAMPLES = [f"WE-{number:02}" for number in range(1, 91)]
RULINGS = [f"AMB-{number}" for number in range(1, 54)]


@pytest.fixture(scope="module")
def book() -> list[rulebook.Rule]:
    return rulebook.book()


@pytest.fixture(scope="module")
def known(book: list[rulebook.Rule]) -> set[str]:
    return {one.id for one in book}


def numbers(one: str) -> tuple[int, ...]:
    return tuple(map(int, one.rpartition("-")[2].split(".")))


def test_every_rule_has_one_short_line(book: list[rulebook.Rule], known: set[str]) -> None:
    assert len(book) == len(known) == RULES
    assert [one.id for one in book if not 10 <= len(one.line) <= 120] == []
    assert [one.id for one in book if not one.chapter] == []


def test_the_rules_of_a_chapter_are_numbered_without_a_gap(book: list[rulebook.Rule]) -> None:
    for before, after in pairwise(book):
        chapter = before.id.rpartition("-")[0]
        if after.id.rpartition("-")[0] != chapter:
            assert numbers(after.id)[0] == 1, after.id
        elif numbers(after.id)[0] == numbers(before.id)[0]:
            assert numbers(after.id)[1] == numbers(before.id)[1] + 1, after.id
        else:
            assert numbers(after.id)[0] == numbers(before.id)[0] + 1, after.id
            assert numbers(after.id)[1:] in ((), (1,)), after.id


def test_every_rule_has_a_function_or_is_exempt(book: list[rulebook.Rule]) -> None:
    assert [one.id for one in book if not one.functions and not one.exempt] == []


def test_every_rule_has_a_test_or_is_exempt(book: list[rulebook.Rule]) -> None:
    assert [one.id for one in book if not one.tests and not one.exempt] == []


def test_few_rules_are_exempt_and_each_of_them_for_a_reason(book: list[rulebook.Rule], known: set[str]) -> None:
    assert len(rulebook.EXEMPT) <= MOST_EXEMPT
    assert set(rulebook.EXEMPT) <= known
    assert all(rulebook.EXEMPT.values())
    assert [one.id for one in book if one.exempt and not one.lacks] == [], "this exemption is no longer needed"


def test_functions_name_no_rule_that_is_not_there(known: set[str]) -> None:
    assert set(rulebook.functions()) - known == set()


def test_tests_name_no_rule_that_is_not_there(known: set[str]) -> None:
    assert set(rulebook.tests()) - known - {*EXAMPLES, *RULINGS} == set()


def test_every_worked_example_has_a_test() -> None:
    assert {*EXAMPLES} - set(rulebook.tests()) == set()


def test_rulings_name_no_rule_that_is_not_there(known: set[str]) -> None:
    rulings = rulebook.LINES.read_text(encoding="utf-8").partition("\n# Rules\n")[0]
    named = re.findall(r"^\| (\S+) \|", rulings, re.MULTILINE)
    assert named[0] == "where"
    assert len(named) > 50
    assert set(named[1:]) - known == set()


def test_every_row_of_the_tables_is_read(book: list[rulebook.Rule]) -> None:
    rules = rulebook.LINES.read_text(encoding="utf-8").partition("\n# Rules\n")[2]
    assert len(re.findall(r"^\| *MP", rules, re.MULTILINE)) == len(book)


def test_a_rule_without_function_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(jit.rules, "MP-SOUL-1")
    (found,) = rulebook.chosen(rulebook.book(), "MP-SOUL", missing=True)
    assert found.id == "MP-SOUL-1"


@pytest.mark.parametrize("name", ["content.truth.nobody", "nowhere.check", "content/packs/none.toml", "house.NAMES"])
def test_a_function_that_is_not_there_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulebook.OUTSIDE, "MP-SOUL-1", (name,))
    with pytest.raises((LookupError, ImportError)):
        rulebook.functions()


def test_a_place_leads_to_the_function(book: list[rulebook.Rule]) -> None:
    for one in book:
        for place in one.functions:
            path = rulebook.HOME / place.path
            text = path.read_text(encoding="utf-8").splitlines()
            assert path.suffix == ".toml" or any(f"def {place.name}(" in line for line in text[place.line - 1 :])


def test_an_id_is_a_rule_or_the_beginning_of_some(book: list[rulebook.Rule]) -> None:
    def ids(start: str) -> list[str]:
        return [one.id for one in rulebook.chosen(book, start)]

    assert ids("MP-INQ-1") == ["MP-INQ-1"]
    assert ids("mp-soul") == [f"MP-SOUL-{number}" for number in range(1, 6)]
    assert ids("MP-ALARM-5") == ["MP-ALARM-5.1", "MP-ALARM-5.2"]
    assert len(ids("MP-ACT")) == 36
    assert len(ids("")) == RULES
    with pytest.raises(
        ValueError, match=r"no rule 'MP-INQ-40', chapters are: MP-DIV, MP-SETUP, .*, MP-BASE; did you mean"
    ):
        ids("MP-INQ-40")


@pytest.mark.parametrize("full", [True, False])
def test_the_pages_are_120_columns_wide(full: bool, book: list[rulebook.Rule]) -> None:
    page = rulebook.page(book, full)
    assert max(map(len, page.splitlines())) <= 120
    free = len(rulebook.EXEMPT)
    assert f"{RULES} rules, {RULES - free} with a function, {RULES - free} with a test, {free} exempt." in page


def test_a_rule_is_told_with_its_functions_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    functions = rulebook.functions()
    assert cli.main(["rules", "MP-SOUL-1"]) == 0
    assert capsys.readouterr().out.splitlines()[:8] == [
        "Soul stones",
        "",
        "  MP-SOUL-1         There is one for each alchemist; who loses it plays on.",
        "    played by 1 function",
        f"      mpenv/worlds/materia_prima/rules/inquisition.py:{functions['MP-SOUL-1'][0].line} fell_alchemist",
        "    proved by 3 tests",
        "      ending/a-player-without-soul-stone-can-be-done.toml",
        "      setup/each-of-three-alchemists-begins-with-a-soul-stone-in-his-tower.toml",
    ]


def test_all_rules_are_told_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "MP-DIV", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in told] == [f"MP-DIV-{number}" for number in range(1, 17)]
    assert set(told[0]) == {"id", "chapter", "line", "functions", "tests", "exempt"}
    assert set(told[0]["functions"][0]) == set(told[0]["tests"][0]) == {"name", "path", "line"}


def test_what_is_missing_are_the_exempt_ones_with_their_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "--missing"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^  (MP-\S+)", out, re.MULTILINE) == list(rulebook.EXEMPT)
    assert all(f"exempt: {reason}" in out for reason in rulebook.EXEMPT.values())
    assert cli.main(["rules", "MP-SOUL", "--missing"]) == 0
    assert capsys.readouterr().out == "No rule lacks a function or a test.\n"


def test_an_unknown_id_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "MP-NOTHING"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("mpenv rules: there is no rule 'MP-NOTHING', chapters are: MP-DIV, ")
    assert printed.err.count("\n") == 1


def test_without_the_tests_at_hand_functions_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rulebook, "POSITIONS", tmp_path / "nowhere")
    assert cli.main(["rules", "MP-SOUL"]) == 0
    out = capsys.readouterr().out
    assert "fell_alchemist" in out
    assert "proved" not in out
    assert "5 rules, 5 with a function. The tests are not installed here; a checkout has them." in out
    assert cli.main(["rules", "MP-SOUL", "--json"]) == 0
    assert all(one["tests"] is None for one in json.loads(capsys.readouterr().out))
