"""The benchmark: every figure of one run, peers that are missing, the gate, the chart."""

import contextlib
import json
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mpenv import cli
from mpenv.bench import chart, compare, contenders, gate, interleave, metrics, report, speed
from mpenv.engine.batch import BatchGame
from mpenv.worlds.materia_prima import WORLD
from tests.places import ROOT

PROMISED = {
    "single_vs_openspiel_hanabi": (3, 6),
    "batch_vs_openspiel_hanabi": (10, 20),
    "playout_vs_openspiel_quoridor": (0.3, 0.7),
    "aec_vs_connect_four": (2, 4),
    "ppo_vs_free_env": (0.85, 0.95),
    "threads_2_vs_1": (1.6, 1.9),
    "entities_vs_flat": (0.4, None),
    "planes_vs_flat": (0.4, None),
    "sb3_vs_free_env": (0.85, None),
}
TINY = speed.Plan(rounds=2, seconds=0.02, learner_rounds=2, learner_seconds=0.01, starts=False)


def fake(name: str, *figures: float) -> interleave.Side:
    """A side that has these rates, the first one while warming up."""
    turns = iter(figures)
    return lambda seconds: {name: next(turns)}


def steady(name: str) -> interleave.Side:
    return lambda seconds: {name: 1.0}


def some_report(**changed: float) -> dict[str, Any]:
    names = {side for one in metrics.RATIOS.values() for side in one[:2]}
    found = {name: 2 * (one.must or 1) for name, one in metrics.RATIOS.items()} | changed
    return {
        "format": speed.FORMAT,
        "ratios": found,
        "rounds": {name: [value * 0.9, value * 1.1] for name, value in found.items()},
        "absolute": {f"{name}_steps_per_second": 123_456.0 for name in names} | {"machine_share_of_a_core": 1.0},
        "run": {"versions": {"numba": "1"}, "peers": {"OpenSpiel": {"open_spiel": "2"}}, "cores": 2},
    }


def test_all_sides_take_turns_and_every_second_round_goes_backwards() -> None:
    calls: list[tuple[str, float]] = []

    def side(name: str) -> interleave.Side:
        return lambda seconds: calls.append((name, seconds)) or {name: 1.0}  # type: ignore[func-returns-value]

    interleave.interleave([side("a"), side("b")], 2, 1.0)
    assert calls == [("a", 0.1), ("b", 0.1), ("a", 1.0), ("b", 1.0), ("b", 1.0), ("a", 1.0)]


def test_a_ratio_is_the_middle_of_the_rounds_of_one_run() -> None:
    rates = {"aec": [10.0, 90.0, 40.0], "connect_four": [10.0, 30.0, 10.0]}
    found = speed.ratios(rates)
    assert found["ratios"] == {"aec_vs_connect_four": 3.0}  # not 40 / 10, the ratio of the middles
    assert found["rounds"] == {"aec_vs_connect_four": [1.0, 4.0]}


def test_a_ratio_needs_both_sides_of_the_same_run() -> None:
    assert speed.ratios({"aec": [10.0], "openspiel_hanabi": [5.0]})["ratios"] == {}


def test_every_promised_ratio_has_its_two_sides_and_its_least() -> None:
    for name, wanted in PROMISED.items():
        assert (metrics.RATIOS[name].must, metrics.RATIOS[name].aim) == wanted, name
    assert {name for rows in chart.PANELS.values() for name in rows} == {
        name for name, one in metrics.RATIOS.items() if one.must
    }
    known = {*metrics.OURS, *metrics.THEIRS, "work", "clone", "entities_with_pick", "planes_with_pick"}
    assert {side for one in metrics.RATIOS.values() for side in one[:2]} == known - {"batch_1024_threads_2_with_pick"}


def test_a_batched_engine_is_never_set_beside_a_call_a_step_alone() -> None:
    """Whoever reads "1,024 games at once" finds the same peer beside one game from Python, too."""
    called = {"openspiel_hanabi", "openspiel_quoridor", "connect_four", "pettingzoo_hanabi", "catanatron"}
    for theirs in called:
        sides_of_ours = {one.ours for one in metrics.AGAINST_OTHERS.values() if one.theirs == theirs}
        assert len(sides_of_ours & {"single", "single_bare", "aec"}) == 1, theirs
        assert len(sides_of_ours & {"playout", metrics.BATCH}) == 1, theirs


def test_a_ratio_that_is_doubted_is_measured_once_more_and_the_better_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    figures_of = {"ppo": (1.0, 5.0, 5.0, 1.0, 8.0, 8.0), "ppo_free_env": (1.0, 10.0, 10.0, 1.0, 10.0, 10.0)}
    monkeypatch.setattr(speed, "learners", lambda world, say: {n: fake(n, *one) for n, one in figures_of.items()})
    monkeypatch.setattr(
        speed,
        "sides",
        lambda world, theirs: {n: steady(n) for n in ("work", "work_threads_2", "clone", interleave.SHARE)},
    )
    monkeypatch.setattr(speed.peers, "playing", lambda say: contextlib.nullcontext(speed.peers.Playing({}, {})))
    monkeypatch.setattr(speed.record_speed, "pictures", lambda world: {})
    said: list[str] = []
    found = speed.measure(WORLD, said.append, TINY, lambda new: ["ppo_vs_free_env"])
    assert found["ratios"]["ppo_vs_free_env"] == 0.8
    assert found["rounds"]["ppo_vs_free_env"] == [0.5, 0.8]
    assert said == ["measured once more, as it looks slower: ppo_vs_free_env"]


@pytest.mark.slow
def test_a_tiny_run_has_all_figures_and_all_ratios_of_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    learning = {"ppo": fake("ppo", 1.0, 9.0, 8.0), "ppo_free_env": fake("ppo_free_env", 1.0, 10.0, 10.0)}
    monkeypatch.setattr(speed, "learners", lambda world, say: learning)
    one = speed.peers.PEERS[0]
    playing = speed.peers.playing
    monkeypatch.setattr(speed.peers, "playing", lambda say: playing(say, [one]))
    said: list[str] = []
    found = speed.measure(WORLD, said.append, TINY)
    absolute = found["absolute"]
    rates = {name for name in [*metrics.OURS, *metrics.THEIRS] if f"{name}_steps_per_second" in absolute}
    assert rates >= metrics.OURS.keys() - {"sb3", "sb3_free_env"}
    assert len(said) == ("openspiel_hanabi" not in rates)
    assert metrics.RATIOS.keys() - found["ratios"].keys() == {
        name for name, one in metrics.RATIOS.items() if one.theirs in {*metrics.THEIRS, "sb3_free_env"} - rates
    }
    assert found["ratios"]["ppo_vs_free_env"] == pytest.approx(0.85)
    assert absolute["memory_1024_games_bytes"] < 64e6
    assert absolute["state_bytes"] <= (metrics.SINGLES["state_bytes"].must or 0)
    assert not any(name.startswith(("work", "share")) for name in absolute)
    assert all(value > 0 for value in absolute.values())
    assert json.loads(report.dump(found)) == found
    assert "two threads" in report.table(found)
    assert compare.lost(found, found) == []


@pytest.mark.parametrize(
    ("missing", "left", "told"),
    [
        (["torch"], [], "the learner is not measured, torch is missing: pip install 'mpenv[train,adapters]'"),
        (["sb3_contrib"], ["ppo", "ppo_free_env"], "a learner is not measured, sb3_contrib is missing: "),
    ],
)
def test_a_learner_that_is_not_installed_is_left_out_and_its_extra_named(
    missing: list[str], left: list[str], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if left:
        pytest.importorskip("torch")
    for name in missing:
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("mpenv.agents.learned.ppo", "mpenv.bench.learner_speed", "mpenv.bench.null_env"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    said: list[str] = []
    assert list(contenders.learners(WORLD, said.append)) == left
    assert len(said) == 1
    assert said[0].startswith(told)
    assert said[0].endswith("or make bench")


@pytest.mark.slow
def test_our_learner_trains_with_our_games_and_with_free_ones() -> None:
    pytest.importorskip("torch")
    from mpenv.bench import learner_speed

    assert learner_speed.ppo(WORLD, "ppo", null=False)(0.01)["ppo"] > 500
    assert learner_speed.ppo(WORLD, "ppo_free_env", null=True)(0.01)["ppo_free_env"] > 500


@pytest.mark.slow
def test_the_learner_of_stable_baselines_trains_with_our_games_and_with_free_ones() -> None:
    pytest.importorskip("sb3_contrib")
    from mpenv.bench import null_env

    assert null_env.sb3(WORLD, "sb3", null=False)(0.01)["sb3"] > 50
    assert null_env.sb3(WORLD, "sb3_free_env", null=True)(0.01)["sb3_free_env"] > 50


def test_free_games_give_the_same_arrays_again_and_again() -> None:
    pytest.importorskip("sb3_contrib")
    from mpenv.bench.null_env import NullVecEnv
    from mpenv.envs.sb3 import SB3Game

    games, like = NullVecEnv(SB3Game(WORLD, 3, seed=1)), SB3Game(WORLD, 3, seed=1)
    like.reset()
    seen, masks = games.reset(), games.env_method("action_masks")
    again, rewards, dones, infos = games.step(np.zeros(3, np.int64))
    assert again is seen
    assert [mask.sum() for mask in masks] == [mask.sum() for mask in like.games.action_masks()]
    assert not rewards.any()
    assert not dones.any()
    assert infos == [{}, {}, {}]


# --- the gate -----------------------------------------------------------------------------------


def commit(folder: Path, text: str) -> Path:
    path = folder / "gate.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.slow
def test_the_gate_passes_as_it_is_and_fails_when_a_step_takes_twice_as_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = gate.check(WORLD, commit(tmp_path, "ratio = 0.001"), rounds=9, seconds=0.03).ratio
    path = commit(tmp_path, f"ratio = {now}")
    assert gate.check(WORLD, path, rounds=9, seconds=0.03).passed
    step = BatchGame.step

    def slower(self: BatchGame, actions: Any) -> Any:
        start = time.thread_time()
        answer = step(self, actions)
        end = 2 * time.thread_time() - start
        while time.thread_time() < end:
            pass
        return answer

    monkeypatch.setattr(BatchGame, "step", slower)
    verdict = gate.check(WORLD, path, rounds=9, seconds=0.03)
    assert not verdict.passed
    assert verdict.words.endswith("FAILED, a third of the speed is lost")


@pytest.mark.parametrize(("engine", "code", "end"), [(340.0, 0, "ok"), (320.0, 1, "a third of the speed is lost")])
def test_the_gate_ends_with_a_line_and_a_code(
    engine: float, code: int, end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(gate, "interleave", lambda *_: {"engine": [engine] * 3, "work": [1000.0] * 3})
    assert cli.main(["bench", "--gate", str(commit(tmp_path, "ratio = 0.5"))]) == code
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert out.startswith(f"speed gate: {engine:.0f} steps/s of 128 games, {engine / 1000:.3f} of the fixed work")
    assert out.strip().endswith(end)


def test_what_looks_slower_is_measured_once_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = iter([0.3, 0.45])
    monkeypatch.setattr(gate, "interleave", lambda *_: {"engine": [next(tries)], "work": [1.0]})
    assert gate.check(WORLD, commit(tmp_path, "ratio = 0.5")).ratio == 0.45


@pytest.mark.parametrize("text", ["", "ratio = 'fast'", "ratio = -0.5", "ratio = 0.5\nrounds = 3", "ratio ="])
def test_a_broken_gate_file_is_told_with_its_name(text: str, tmp_path: Path, capsys: Any) -> None:
    path = commit(tmp_path, text)
    assert cli.main(["bench", "--gate", str(path)]) == 2
    assert f"mpenv bench: {path}" in capsys.readouterr().err


def test_away_from_a_checkout_the_gate_says_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["bench", "--gate"]) == 2
    assert "gate.toml cannot be read: No such file or directory; the gate runs in" in capsys.readouterr().err


def test_the_committed_gate_can_be_read() -> None:
    assert 0 < gate.committed(ROOT / gate.COMMITTED) < 10


# --- the chart ----------------------------------------------------------------------------------


def test_the_chart_is_an_svg_with_every_ratio_and_its_figures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "bench.svg"
    chart.draw(some_report(threads_2_vs_1=1.25), path)
    text = path.read_text(encoding="utf-8")
    assert ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    for rows in chart.PANELS.values():
        assert all(f"<!-- {row.words} -->" in text for row in rows.values())
    assert "<!-- 20.0x -->" in text
    assert "<!-- 1.25x, too low -->" in text
    assert "<!-- 123 k vs 123 k steps/s -->" in text
    assert len(text) < 150_000


def test_the_chart_shows_what_was_measured_only(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "bench.svg"
    figures = some_report()
    figures["ratios"] = {"threads_2_vs_1": 1.9}
    chart.draw(figures, path)
    assert "Hanabi" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--chart", "bench.pdf"], "bench.pdf: a chart ends in .svg or .png"),
        (["--json", "nowhere/bench.json"], "nowhere/bench.json"),
        (["--compare", "nowhere/bench.json"], "bench.json: no report of mpenv bench: it cannot be read: No such file"),
    ],
)
def test_what_cannot_be_written_is_told_before_measuring(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(speed, "measure", lambda *_: pytest.fail("it measured"))
    assert cli.main(["bench", *words]) == 2
    assert told in capsys.readouterr().err


def test_a_chart_without_matplotlib_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"mpenv\[bench\]"):
        chart.check(Path("bench.svg"))


def test_the_command_writes_both_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(speed, "measure", lambda *_: some_report())
    paths = tmp_path / "bench.json", tmp_path / "bench.svg"
    assert cli.main(["bench", "--quick", "--json", str(paths[0]), "--chart", str(paths[1])]) == 0
    assert json.loads(paths[0].read_text(encoding="utf-8"))["ratios"]["ppo_vs_free_env"] == 1.7
    assert paths[1].stat().st_size > 1_000
