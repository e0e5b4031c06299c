"""The pages tell the truth: their snippets run, their commands exist, their tables are those of the code."""

import argparse
import doctest
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from docs import conf
from mpenv import cli
from mpenv.agents import registry
from mpenv.intervals import wilson
from mpenv.worlds.materia_prima import ACTIONS, switches
from mpenv.worlds.materia_prima.view import View
from scripts.maintain import docs_flow, docs_reporting, docs_tables
from tests.places import ROOT
from tests.record.recorded import small
from tests.test_import_arrows import ORDER

PAGES = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in [
    ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))
]}  # fmt: skip
FENCED = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`mpenv ([a-z-][^`\n]*)`")  # in a sentence
PRINTED = re.compile(r"^ *(?:\S*bin/|[\"'])?mpenv ([a-z]+(?: [^\s\"'|\\\\]+)*)", re.MULTILINE)  # on a line of its own
FOLDERS = ("mpenv", "mpenv/agents", "scripts", "configs", "docs", "tests")
SOURCES = {"", ".py", ".toml", ".md", ".html", ".txt"}
EXAMPLES = ROOT / "scripts/examples"
SCRIPTS = {name for page in PAGES.values() for _, name, _ in docs_tables.PART.findall(page) if name.endswith(".py")}


def without_scripts(page: str) -> str:
    """A page without the scripts that it shows: they are run as scripts."""
    return docs_tables.PART.sub(lambda part: "" if part[2] in SCRIPTS else part[0], page)


def blocks(page: str, language: str) -> list[str]:
    return [text for known, text in FENCED.findall(without_scripts(page)) if known == language]


def commands(page: str) -> list[str]:
    """The command lines of a page: indented, or in blocks of the shell."""
    lines = "\n".join([*re.findall(r"^    (.+)$", page, re.MULTILINE), *blocks(page, "sh")])
    return re.findall(r"^(?:\.venv/bin/)?mpenv (.+?)(?:\s+#.*)?$", lines, re.MULTILINE)


def prepare(name: str, folder: Path) -> None:
    """What the snippets of a page find where they are run."""
    if name == "docs/datasets.md":
        small(folder / "games", max_plies=20)
    if name == "docs/reporting.md":
        docs_reporting.record(folder, 6)
    if name == "docs/training.md":
        for run, won in (("standard-1", "e0"), ("standard-2", "80")):
            line = {"team": "trained", "update": 1, "decisions": 9, "seconds": 1.0, "games": 4, "won": won}
            (folder / "runs" / run).mkdir(parents=True)
            text = json.dumps({**line, "success": 0.5, "low": 0.2, "high": 0.8})
            (folder / "runs" / run / "evaluations.jsonl").write_text(text + "\n")


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if blocks(page, "python")])
def test_the_snippets_of_a_page_run_one_after_another(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    prepare(name, tmp_path)
    there: dict[str, object] = {"__name__": name}
    runner = doctest.DocTestRunner()
    for block in blocks(PAGES[name], "python"):
        if ">>>" not in block:
            exec(compile(block, name, "exec"), there)
            continue
        examples = doctest.DocTestParser().get_doctest(block, there, name, name, 0)
        runner.run(examples, clear_globs=False)
        there = examples.globs
    assert runner.summarize(verbose=False).failed == 0


def test_the_figures_of_the_page_on_reporting_are_those_of_its_games(tmp_path: Path) -> None:
    found = json.loads(docs_reporting.FIGURES.read_text(encoding="utf-8"))
    for name, met in found["met"].items():
        share, low, high = wilson(met.count("1"), len(met))
        assert f"{name}: met {share:.1%}, 95 % {low:.1%} to {high:.1%}\n" in found["printed"]
    docs_reporting.record(tmp_path, 12)
    assert docs_reporting.met(tmp_path) == {name: met[:12] for name, met in found["met"].items()}, (
        "run make docs-tables"
    )


@pytest.mark.parametrize("name", PAGES)
def test_no_snippet_hides_from_these_tests(name: str) -> None:
    languages = {language for language, _ in FENCED.findall(PAGES[name])}
    assert languages <= {"python", "sh", "toml", "text"} | ({""} if "{include}" in PAGES[name] else set())


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if commands(page)])
def test_the_command_lines_of_a_page_are_understood(name: str) -> None:
    for line in commands(PAGES[name]):
        cli._parser().parse_args(shlex.split(line))


@pytest.mark.parametrize("name", PAGES)
def test_commands_that_are_named_in_a_sentence_exist(name: str) -> None:
    for words in NAMED.findall(PAGES[name].replace("\n", " ")):
        assert_exists(words)


@pytest.mark.parametrize("folder", [*FOLDERS, "Makefile"])
def test_commands_that_are_named_anywhere_in_the_sources_exist(folder: str) -> None:
    home = ROOT / folder
    for path in [home] if home.is_file() else sorted(home.resolve().rglob("*")):
        if path.suffix in SOURCES and path.is_file():
            text = path.read_text(encoding="utf-8")
            for words in (*NAMED.findall(text), *PRINTED.findall(text)):
                assert_exists(words)


def assert_exists(words: str) -> None:
    """Are these verbs of the command line, with options that they have?"""
    parser, options = cli._parser(), []
    for word in words.split():
        verbs = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
        if verbs and word in verbs[0].choices:
            parser = verbs[0].choices[word]
            if "|" in words:  # a list of verbs
                break
        assert not verbs or word in verbs[0].choices or word.startswith("-") or word.isupper(), words
        options += [word.partition("=")[0]] if re.match("--[a-z]", word) else []
    assert set(options) <= set(parser._option_string_actions), words


@pytest.mark.parametrize("words", ["agents --tempers", "evalute", "pack shwo", "play --sead 3"])
def test_a_command_that_does_not_exist_is_found(words: str) -> None:
    with pytest.raises(AssertionError):
        assert_exists(words)


@pytest.mark.parametrize("name", PAGES)
def test_verbs_of_make_exist(name: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for verb in re.findall(r"(?:^    |`)make ([\w-]+)", PAGES[name], re.MULTILINE):
        known = re.search(rf"^{verb}:.*##", makefile, re.MULTILINE)
        library = verb.removeprefix("adapter-")
        example = library != verb and (library == "NAME" or (EXAMPLES / f"with_{library}.py").exists())
        assert known or example, f"make {verb} does not exist"


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if docs_tables.PART.search(page)])
def test_what_a_page_takes_from_the_code_is_up_to_date(name: str) -> None:
    assert docs_tables.filled(PAGES[name]) == PAGES[name], "run make docs-tables"


def test_every_table_and_every_example_stands_in_a_page() -> None:
    shown = {name for page in PAGES.values() for _, name, _ in docs_tables.PART.findall(page)}
    examples = {path.relative_to(ROOT).as_posix() for path in EXAMPLES.rglob("*") if path.suffix in (".py", ".toml")}
    assert shown == {*docs_tables.MADE, *examples}


def test_every_page_stands_once_in_the_order_of_the_site() -> None:
    listed = re.findall(r"^([\w-]+)$", conf.tables_of_contents(PAGES["docs/index.md"]), re.MULTILINE)
    assert sorted([*listed, "index"]) == sorted(Path(name).stem for name in PAGES if name.startswith("docs/"))


def test_pictures_of_pages_follow_the_theme_of_the_site() -> None:
    source = [PAGES["docs/design.md"]]
    conf.for_the_site(None, "design", source)
    assert "<picture>" not in source[0]
    assert re.findall(r"img/flow-(\w+).svg\n:alt: From a pack [^\n]+\n:class: only-(\w+)", source[0]) == [
        ("light", "light"),
        ("dark", "dark"),
    ]


@pytest.mark.parametrize("theme", docs_flow.THEMES)
def test_the_picture_of_the_design_is_the_one_that_is_drawn(theme: str) -> None:
    drawn = docs_flow.drawn(theme)
    assert (docs_flow.IMAGES / f"flow-{theme}.svg").read_text(encoding="utf-8") == drawn, "run make pictures"
    assert f"one of {ACTIONS} ids" in drawn


def test_every_switch_is_told() -> None:
    assert set(docs_tables.EFFECTS) == set(switches.NAMES)


def test_the_page_on_agents_names_all_that_a_view_has_and_every_code() -> None:
    page = PAGES["docs/agents.md"]
    for name in vars(View):
        assert name.startswith("_") or f"`view.{name}" in page, name
    for code in registry.known():
        assert f"| `{code}` |" in page, code


def test_the_page_on_design_names_every_room() -> None:
    page = PAGES["docs/design.md"]
    for room in (room for rooms in ORDER for room in rooms):
        name = room.rpartition(".")[2]
        assert name == "*" or re.search(rf"[`/]{name}(\.py)?`", page), room


def test_stable_baselines_trains_in_thirty_lines(tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    script = EXAMPLES / "with_sb3.py"
    assert len(script.read_text(encoding="utf-8").splitlines()) <= 30
    words = [sys.executable, script, "--decisions", "4096", "--games", "20"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1, done.stderr  # so few decisions teach nothing, and that is told
    assert re.fullmatch(r"sb3_contrib \S+ +4,096 decisions, .+ FAILED: the intervals touch\n", done.stdout)


def test_the_citation_is_of_this_version() -> None:
    assert f'version: "{conf.release}"' in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
