"""Every rule has a line, a function and a test; what RULES.md, functions and tests name is there."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.engine import rule_ids
from mpenv.worlds.materia_prima import rulebook
from mpenv.worlds.materia_prima.rulebook import contents

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


def test_every_rule_has_its_place_in_the_printed_rulebook_or_is_ours_with_a_decision(book: list[rulebook.Rule]) -> None:
    chapters = ("Introduction", "Setup", "Course of play", "Alarm phase", "Alchemist phase", "Inquisition phase",
                "End of a scenario", "Legend")  # fmt: skip
    for one in book:
        if one.source.startswith("ours"):
            decisions = re.findall(r"AMB-\d+", one.source)
            assert {*decisions} <= {*RULINGS}, one.id
            assert decisions or one.id.startswith("MP-BASE") or one.source == "ours (from public pages)", one.id
        else:
            assert one.source.startswith(chapters), one.id
        assert len(one.source) <= 70


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


def test_every_rule_has_exactly_one_primary_function_or_is_exempt(book: list[rulebook.Rule]) -> None:
    primary, also = contents.functions()
    assert {
        one.id: primary.get(one.id, []) for one in book if not one.exempt and len(primary.get(one.id, [])) != 1
    } == {}
    assert [one for one, places in primary.items() if set(places) & set(also.get(one, []))] == []
    assert [one.id for one in book if one.primary is not None and one.functions[0] != one.primary] == []


def test_every_rule_has_a_test_or_is_exempt(book: list[rulebook.Rule]) -> None:
    assert [one.id for one in book if not one.tests and not one.exempt] == []


def test_few_rules_are_exempt_and_each_of_them_for_a_reason(book: list[rulebook.Rule], known: set[str]) -> None:
    assert len(contents.EXEMPT) <= MOST_EXEMPT
    assert set(contents.EXEMPT) <= known
    assert all(contents.EXEMPT.values())
    assert [one.id for one in book if one.exempt and not one.lacks] == [], "this exemption is no longer needed"


def test_functions_name_no_rule_that_is_not_there(known: set[str]) -> None:
    primary, also = contents.functions()
    assert {*primary, *also} - known == set()


def test_tests_name_no_rule_that_is_not_there(known: set[str]) -> None:
    assert set(contents.tests()) - known - {*EXAMPLES, *RULINGS} == set()


def test_every_worked_example_has_a_test() -> None:
    assert {*EXAMPLES} - set(contents.tests()) == set()


def test_rulings_name_no_rule_that_is_not_there(known: set[str]) -> None:
    rulings = contents.LINES.read_text(encoding="utf-8").partition("\n# Rules\n")[0]
    named = re.findall(r"^\| (\S+) \|", rulings, re.MULTILINE)
    assert named[0] == "where"
    assert len(named) > 50
    assert named[1:] == [one for one, _ in rulebook.rulings()]
    assert set(named[1:]) - known == set()


def test_every_row_of_the_tables_is_read(book: list[rulebook.Rule]) -> None:
    rules = contents.LINES.read_text(encoding="utf-8").partition("\n# Rules\n")[2]
    assert len(re.findall(r"^\| *MP", rules, re.MULTILINE)) == len(book)


def test_a_rule_without_function_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(rule_ids.primary, "MP-SOUL-1")
    (found,) = rulebook.chosen(rulebook.book(), "MP-SOUL", missing=True)
    assert found.id == "MP-SOUL-1"


@pytest.mark.parametrize("name", ["content.consistency.nobody", "nowhere.check", "switches.NAMES"])
def test_a_function_that_is_not_there_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rule_ids.primary, "MP-SOUL-1", [contents.INSIDE + name])
    with pytest.raises((LookupError, ImportError)):
        contents.functions()


def test_a_file_of_the_pack_that_is_not_there_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(contents.CONTENT, "none.toml", ("MP-SOUL-1",))
    with pytest.raises(LookupError, match=r"there is no content/packs/inquisition/none\.toml"):
        contents.functions()


def test_a_place_leads_to_the_function(book: list[rulebook.Rule]) -> None:
    for one in book:
        for place in one.functions:
            path = contents.HOME / place.path
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
    free = len(contents.EXEMPT)
    assert f"{RULES} rules, {RULES - free} with a function, {RULES - free} with a test, {free} exempt." in page


def test_a_rule_is_shown_with_its_functions_and_tests(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = [one.primary.line for one in rulebook.book() if one.id == "MP-SOUL-1" and one.primary]
    assert cli.main(["rules", "MP-SOUL-1"]) == 0
    assert capsys.readouterr().out.splitlines()[:9] == [
        "Soul stones",
        "",
        "  MP-SOUL-1         There is one for each alchemist; who loses it plays on.",
        "    rulebook: End of a scenario: Soul stones (follows)",
        "    played by",
        f"      mpenv/worlds/materia_prima/rules/inquisition.py:{line} fell_alchemist",
        "    proved by 3 tests",
        "      ending/a-player-without-soul-stone-can-be-done.toml",
        "      setup/each-of-three-alchemists-begins-with-a-soul-stone-in-his-tower.toml",
    ]


def test_all_rules_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "MP-DIV", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in listed] == [f"MP-DIV-{number}" for number in range(1, 17)]
    assert set(listed[0]) == {"id", "chapter", "line", "source", "functions", "tests", "exempt"}
    assert set(listed[0]["functions"][0]) == set(listed[0]["tests"][0]) == {"name", "path", "line"}


def test_the_missing_rules_are_the_exempt_ones_with_their_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "--missing"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^  (MP-\S+)", out, re.MULTILINE) == list(contents.EXEMPT)
    assert all(f"exempt: {reason}" in out for reason in contents.EXEMPT.values())
    assert cli.main(["rules", "MP-SOUL", "--missing"]) == 0
    assert capsys.readouterr().out == "No rule lacks a function or a test.\n"


def test_an_unknown_id_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "MP-NOTHING"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("mpenv rules: there is no rule 'MP-NOTHING', chapters are: MP-DIV, ")
    assert printed.err.count("\n") == 1


def test_without_the_tests_at_hand_functions_are_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contents, "POSITIONS", tmp_path / "nowhere")
    assert cli.main(["rules", "MP-SOUL"]) == 0
    out = capsys.readouterr().out
    assert "fell_alchemist" in out
    assert "proved" not in out
    assert "5 rules, 5 with a function. The tests are not installed here; a checkout has them." in out
    assert cli.main(["rules", "MP-SOUL", "--json"]) == 0
    assert all(one["tests"] is None for one in json.loads(capsys.readouterr().out))


FOUND = {
    "town occupied, so adjacent": "MP-ALARM-6.12",
    "town occupied": "MP-ALARM-6.12",
    "tower in the town, next to it": "MP-ALARM-6.12",
    "order of targets": "MP-INQ-10",
    "attack must exceed the defence": "MP-ACT-FIGHT-3",
    "next lower level": "MP-INQ-35",
    "last soul stone": "MP-END-1",
    "two markers on a hex": "MP-ALARM-5.1",
    "trade with other players": "MP-DIV-4",
    "buy an upgrade": "MP-ACT-BUY-1",
    "who goes first": "MP-ALCH-1",
    "homunculus dies": "MP-INQ-30",
    "fell_alchemist": "MP-INQ-29",
    "Turmausbau kaufen": "MP-ACT-BUY-1",
    "Alarm phase 4": "MP-ALARM-4.1",
    "AMB-18": "MP-ALARM-6.12",
}


@pytest.mark.parametrize("words", FOUND)
def test_words_of_players_find_the_rule_first(words: str, book: list[rulebook.Rule]) -> None:
    assert rulebook.find(book, words).rules[0].id == FOUND[words]


def test_names_of_tests_and_functions_are_searched(book: list[rulebook.Rule]) -> None:
    for words, wanted in {"draw place": "MP-BASE-BOARD-7", "destroyed element falls back": "MP-INQ-37"}.items():
        assert wanted in [one.id for one in rulebook.find(book, words).rules]


def test_hits_are_printed_with_the_line_the_source_and_the_functions(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "--find", "attack must exceed the defence"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("  MP-ACT-FIGHT-3    The attack dice must exceed the defence; equal is lost.\n")
    assert "rulebook: Alchemist phase: Fight 2" in out
    assert max(map(len, out.splitlines())) <= 120
    assert cli.main(["rules", "MP-INQ", "--find", "attack", "--json"]) == 0
    assert all(one["id"].startswith("MP-INQ-") for one in json.loads(capsys.readouterr().out))


def test_for_a_word_that_no_rule_has_the_nearest_words_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "--find", "homonculus"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("No rule has the word 'homonculus'; nearest words: homunculus")
    assert cli.main(["rules", "--find", "xyzzy"]) == 1
    assert capsys.readouterr().out.startswith("No rule has the word 'xyzzy'.\n")
    assert cli.main(["rules", "--find", "xyzzy soul stone"]) == 0
    assert "MP-END-1" in capsys.readouterr().out
    assert cli.main(["rules", "--find", " "]) == 2
    assert "--find needs words" in capsys.readouterr().err
