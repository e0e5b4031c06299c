"""The page of reference results: it keeps the figures of the commands, and says what they say."""

import json
from pathlib import Path
from typing import Any

from mpenv import cli
from scripts.maintain import docs_results

CALIBRATED: dict[str, Any] = {
    "difficulty": [
        {
            "scenario": "vault", "seats": 3, "difficulty": level,
            "teams": {
                "expert": {"share": share, "games": 100, "met": round(100 * share)},
                "hermit": {"share": 0.1, "games": 100, "met": 10},
            },
        }
        for level, share in (("easy", 0.7), ("normal", 0.5), ("hard", 0.12))
    ]
}  # fmt: skip


def measured(folder: Path) -> dict[str, Any]:
    """The commands of the page, for a few games each."""
    words = ("--scenario", "drill-errand", "--seats", "2")
    assert cli.main(["regret", "random", "expert", "--only", "drill-errand-2", "--seeds", "1",
                     "--json", str(folder / "regret.json")]) == 0  # fmt: skip
    assert (
        cli.main(["evaluate", "random", "expert", *words, "--games", "3", "--json", str(folder / "latency.json")]) == 0
    )
    assert cli.main(["losses", "random", "expert", "--reasons", *words, "--games", "6",
                     "--json", str(folder / "losses-drill-errand.json")]) == 0  # fmt: skip
    cell = {
        "cell": "vault/3/easy",
        "teams": {name: {"share": 0.5, "low": 0.2, "high": 0.8} for name in ("search", "expert")},
    }
    (folder / "planner.json").write_text(json.dumps({"search": {"code": "mcts", "games": 2, "cells": [cell]}}))
    return docs_results.gathered(folder)


def test_the_figures_of_the_commands_are_kept_and_told(tmp_path: Path) -> None:
    found = measured(tmp_path)
    docs_results.main(str(tmp_path), str(tmp_path / "results.json"))
    assert json.loads((tmp_path / "results.json").read_text()) == json.loads(json.dumps(found))
    told = {
        name: make(found, CALIBRATED) for name, make in docs_results.TABLES.items() if name not in ("about", "teams")
    }
    assert told["regret"].splitlines()[2].startswith("| `expert` | 0.")
    mean = next(one for one in found["latency"] if one["team"] == "expert")
    row = next(line for line in told["latency"].splitlines() if line.startswith("| `expert` |"))
    assert row.endswith(f"| {mean['mean_ms'] / mean['median_ms']:,.0f} |")
    assert "somebody did not bring 2 elements" in told["losses"]
    assert "| `vault/3/easy` | 50% (20-80) | 50% (20-80) |" in told["planners"]


def test_who_is_surely_ahead_of_those_who_work_alone_is_bold() -> None:
    assert docs_results.together_table({}, CALIBRATED).splitlines()[2] == (
        "| `vault` | 3 | **+60 ± 11** | **+40 ± 11** | +2 ± 9 |"
    )
