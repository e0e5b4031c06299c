"""The runs behind docs/learning.md: each can be made, and what they leave is judged and told."""

import contextlib
import json
import sys
from pathlib import Path

import pytest

from mpenv import recipes
from mpenv.worlds.materia_prima import WORLD
from scripts.maintain import docs_learning
from scripts.maintain.learning import measure, plan

pytest.importorskip("torch")

from mpenv.agents.learned import config
from scripts.maintain.learning import one_run


def test_every_run_has_a_folder_of_its_own_and_a_configuration_without_faults() -> None:
    runs, seen = plan.runs(list(plan.GROUPS)), set()
    assert len({run.folder for run in runs}) == len(runs)
    for run in runs:
        if (kind := (run.configuration, str(run.changes))) not in seen:
            seen.add(kind)
            with one_run.held_out_mates() if run.group == plan.MEASURE else contextlib.nullcontext():
                config.load(
                    recipes.find(run.configuration), {"name": run.folder, "seed": run.seed, **run.changes}, WORLD
                )


def test_every_scenario_is_trained_with_every_number_of_seats() -> None:
    cells = {run.name for run in plan.standard()}
    assert cells == {f"{scenario}/{seats}" for scenario in plan.SCENARIOS for seats in plan.SEATS}
    assert sum(run.name == "vault/3" for run in plan.standard()) == plan.SEEDS


def test_a_short_run_is_judged_and_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"learner.games": 8, "learner.rollout": 4, "learner.hidden": 8, "held_out": 8, "evaluation_seeds": 8}
    run = plan.Run("standard", "vault/3", 1, "standard", {**small, "game.difficulty": "easy"})
    monkeypatch.setattr(plan, "GROUPS", {"standard": lambda: iter([run])})
    monkeypatch.setattr(measure, "GAMES", 12)
    monkeypatch.setattr(sys, "argv", ["one_run", run.group, run.folder, str(tmp_path), "64"])
    one_run.main()
    found = docs_learning.gathered(tmp_path)
    (told,) = found["runs"]
    assert told["cell"]["scenario"] == "vault"
    assert told["expert"]["games"] == told["likeliest"]["games"] == 12
    assert told["curve"][-1][0] == told["decisions"] == 64
    assert "`vault/3`" in docs_learning.cells_table(found)
    assert json.loads((tmp_path / run.folder / "result.json").read_text())["beside_expert"]["low"] < 1
