"""The README tells the truth: its numbers are those of the code. Its examples and commands: test_docs.py."""

import json
import re

import pytest

import mpenv
from mpenv.bench import chart, metrics
from mpenv.worlds.materia_prima import WORLD
from mpenv.worlds.materia_prima.catalogue import ACTIONS
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.content.vocabulary import COOPERATION
from mpenv.worlds.materia_prima.observe import summary
from mpenv.worlds.materia_prima.rules.state import STATE
from mpenv.worlds.materia_prima.studies import endings, overview_table, pack_stats
from tests.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_two_commands_of_the_readme_are_verbs_of_make() -> None:
    assert re.findall(r"^    (make \w+)", README, re.MULTILINE)[:2] == ["make train", "make test"]


def test_the_sizes_in_the_readme_are_those_of_the_code() -> None:
    for page in (README, (ROOT / "docs/environments.md").read_text(encoding="utf-8")):
        assert f"float32[{summary.SIZE}]" in page
        assert f"int8[{ACTIONS}]" in page
        assert f"Discrete({ACTIONS})" in page
    assert f"{STATE.itemsize:,} bytes" in README


def test_the_front_door_says_what_it_has() -> None:
    assert [mpenv.scenarios()[k] for k in (0, -2, -1)] == ["prologue", "watch-in-fog", "first-days"]
    with pytest.raises(AttributeError, match=r"it has Game, __version__, check_world, env, .*, vector_env, worlds"):
        _ = mpenv.nonsense


def test_the_committed_run_is_complete_and_the_chart_is_of_it() -> None:
    drawn = (ROOT / "docs/bench.svg").read_text(encoding="utf-8")
    run = json.loads((ROOT / "docs/bench.json").read_text(encoding="utf-8"))
    assert set(run["ratios"]) == set(metrics.ratios(WORLD)), "run make bench for docs/bench.json and docs/bench.svg"
    for name in (name for name, one in metrics.RATIOS.items() if one.must):
        assert f"<!-- {chart.times(run['ratios'][name])}" in drawn, name


def test_the_figures_of_the_endings_are_those_of_their_truth() -> None:
    page = (ROOT / "docs/truth.md").read_text(encoding="utf-8")
    best = [max(one.moves.values()) for one in endings.shipped()]
    assert f"There are {len(best)}, eight for every scenario" in page
    assert f"A perfect team succeeds in {100 * sum(best) / len(best):.1f} % of these endings" in page


def test_the_pulse_in_the_documentation_is_that_of_the_published_pack() -> None:
    pack = load("inquisition")
    page = (ROOT / "docs/pulse.md").read_text(encoding="utf-8")
    assert f"`{pack.hash}`" in page, "the pack has changed: run make pulse, and put the table into docs/pulse.md"
    played = pack_stats.measure(
        pack_stats.cells("inquisition", ["prologue"], [2]), pack_stats.USUAL, 100, lambda words: None, 1
    )
    rows = [" ".join(row.split()) for row in overview_table.glance(played).splitlines() if row.startswith("| prologue")]
    assert set(rows) <= {" ".join(row.split()) for row in page.splitlines()}, "run make pulse"
    drills = {"drill-errand", "drill-hunt", "first-days", "watch-in-fog"}
    told = set(re.findall(r"^\| ([a-z-]+) +\| [234] ", page, re.MULTILINE)) - {"target"}
    assert told == set(pack.ids["scenario"]) - drills
    chosen = README.partition("## Scenarios that need each other")[2].partition("\n## ")[0]
    assert set(re.findall(r"^\| `([a-z-]+)`", chosen, re.MULTILINE)) == told
    asked = {
        name: entry["cooperation"] for name, entry in zip(pack.ids["scenario"], pack.entries["scenario"], strict=True)
    }
    for name in told - {"prologue"}:
        tags = ", ".join(COOPERATION[tag] for tag in asked[name])
        assert f"| `{name}` | {tags} |" in chosen
