"""Teams on the same seeds: what is measured is so, and who breaks is told first and costs nobody else anything."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from mpenv import cli, files
from mpenv.agents import make
from mpenv.agents.process.channel import Limits
from mpenv.agents.process.isolated import ONE_THREAD
from mpenv.evaluation import tournament
from mpenv.evaluation.tournament_games import BROKE, Plan, Team
from mpenv.seeds import agent_seed
from mpenv.worlds.materia_prima import WORLD, Game
from tests.places import ROOT
from tests.worlds import toy

EXAMPLES = ROOT / "scripts/examples"
DRILL = {"scenario": "drill-errand", "seats": 2}
MODULE = """
import os, time
class First:
    def reset(self, seat, seed): self.asked = 0
    def act(self, view):
        self.asked += 1
        return view.legal[0] if self.asked < 3 else self.odd(view)
    def odd(self, view): return view.legal[0]
class Raises(First):
    def odd(self, view): raise KeyError("oops")
class Quits(First):
    def odd(self, view): raise SystemExit(0)
class Fills(First):
    def odd(self, view): raise MemoryError
class Illegal(First):
    def odd(self, view): return 233
class Vague(First):
    def odd(self, view): return None
class Liar(First):
    def odd(self, view):
        view.record["legal"][0][:] = 1  # its own copy
        return 233
class Mute(First, Exception):
    def __str__(self): raise self
    def odd(self, view): raise self
class Hangs(First):
    def odd(self, view): time.sleep(99)
class Leaves(First):
    def odd(self, view): os._exit(3)
class Needy:
    def __init__(self): raise RuntimeError("I need a model")
    def reset(self, seat, seed): ...
    def act(self, view): ...
class Gone(First):
    def __init__(self): raise SystemExit(1)
class Unready(First):
    def reset(self, seat, seed): raise KeyError("no seat for me")
    def act_many(self, views): return [view.legal[0] for view in views]
    def close(self): raise KeyError("not now")
class Many(First):
    calls, views = [0], [0]
    def act_many(self, views):
        self.calls[0] += 1; self.views[0] += len(views)
        if any(view.day > 2 for view in views): raise KeyError("too late")
        return [view.legal[0] for view in views]
    def act(self, view):
        if view.day > 2 and view.seat == 0: raise KeyError("too late for me")
        return view.legal[0]
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "frail.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "frail", raising=False)
    for name in ONE_THREAD:
        monkeypatch.setenv(name, "1")


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What `mpenv evaluate` prints."""
    assert cli.main(["evaluate", *words]) == code
    return capsys.readouterr().out


def test_games_are_those_that_the_seeds_and_agents_make(tmp_path: Path) -> None:
    (one,) = tournament.evaluate(WORLD, ["expert,frail:First"], Plan(DRILL, 5, 3))
    for played in one.games:
        game = Game(**DRILL, seed=played.seed)
        team = [make("expert"), make("frail:First")]
        for seat, agent in enumerate(team):
            agent.reset(seat, agent_seed(played.seed))
        while game.seat is not None:
            game.apply(team[game.seat].act(game.view(game.seat)))
        assert game.outcome is not None
        assert (game.outcome.result, game.plies) == (played.outcome, played.plies)
    assert [played.seed for played in one.games] == [5, 6, 7]
    assert len(one.seconds) == sum(played.plies for played in one.games)


@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("Raises", "raised", r"KeyError: 'oops' \(odd, line \d+ of .*frail.py\)"),
        ("Quits", "raised", "SystemExit: 0"),
        ("Fills", "memory", "MemoryError"),
        ("Illegal", "illegal", "233 is not among the 7 legal answers"),
        ("Vague", "illegal", "None is no action id"),
        ("Liar", "illegal", "233 is not among the"),
        ("Mute", "raised", r"^Mute \(odd"),
        ("Needy", "raised", "I need a model"),
        ("Gone", "raised", "SystemExit: 1"),
        ("Unready", "raised", "no seat for me"),
    ],
)
def test_who_breaks_is_told_first_and_the_run_goes_on(
    name: str, kind: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "out.json")
    told = said(
        capsys, f"random,frail:{name}", "random", "--games", "3", "--scenario", "drill-errand", "--json", path, code=1
    )  # fmt: skip
    assert told.startswith(f"BROKEN: team random,frail:{name} in 3 of 3 games\n  frail:{name} on seat 1 ")
    assert re.search(rf"random,frail:{name} +3 +0\.0% .* - +", told)
    assert re.search(r"\nrandom +0 ", told)
    first, second = json.loads(Path(path).read_text())["teams"]
    assert [fault["seed"] for fault in first["faults"]] == [1000000, 1000001, 1000002]
    assert all(
        (fault["kind"], fault["seat"], fault["agent"]) == (kind, 1, f"frail:{name}") for fault in first["faults"]
    )
    assert re.search(words, first["faults"][0]["words"])
    assert first["shares"][BROKE] == 1.0
    assert second["faults"] == []
    assert {game["outcome"] for game in second["games"]} <= {"success", "failure", "abort"}


def test_an_isolated_agent_that_breaks_is_replaced_for_the_next_game() -> None:
    plan = Plan(DRILL, 1, 2, isolate=True, limits=Limits(seconds=3))
    team = ["frail:Hangs,frail:First", "frail:First,frail:Leaves", "frail:First"]
    hung, left, whole = tournament.evaluate(WORLD, team, plan)
    assert [(one.kind, one.seat, one.seed) for one in hung.faults] == [("hung", 0, seed) for seed in (1, 2)]
    assert [(one.kind, one.seat, one.seed) for one in left.faults] == [("left", 1, seed) for seed in (1, 2)]
    assert all(one.ply > 3 for one in (*hung.faults, *left.faults))
    assert whole.faults == []
    (inside,) = tournament.evaluate(WORLD, ["frail:First"], plan._replace(isolate=False))
    assert inside.games == whole.games


def test_a_program_that_never_gets_ready_is_not_waited_for_again() -> None:
    code = f"stdio:{sys.executable} -S -c 'import time; time.sleep(99)'"
    (one,) = tournament.evaluate(WORLD, [f"frail:First,{code}"], Plan(DRILL, 1, 5, limits=Limits(start=1)))
    first, *others = one.faults
    assert (first.kind, len(others)) == ("hung", 4)
    assert all(fault.words.endswith("it was not started again") for fault in others)


def test_agents_that_answer_many_at_once_are_asked_so_and_blamed_one_by_one() -> None:
    import frail  # type: ignore[import-not-found]

    (one,) = tournament.evaluate(WORLD, ["frail:Many"], Plan({"scenario": "prologue", "seats": 2}, 1, 20))
    assert frail.Many.views[0] > 10 * frail.Many.calls[0]
    assert {fault.seat for fault in one.faults} == {0}
    assert len(one.faults) == 20
    (mixed,) = tournament.evaluate(WORLD, ["frail:Many,random"], Plan(DRILL, 1, 20))
    assert len({played.plies for played in mixed.games}) > 5  # random sits at each table for itself


def test_any_number_of_processes_gives_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([os.getcwd(), os.environ.get("PYTHONPATH", "")]))
    plan = Plan(DRILL, 1, tournament.BLOCK + 5)
    teams = ["random", "frail:Raises,random"]
    alone, shared = (tournament.evaluate(WORLD, teams, plan, processes) for processes in (1, 2))
    assert [one.games for one in alone] == [one.games for one in shared]


def test_an_evaluation_that_was_stopped_goes_on_and_ends_as_one_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tournament, "ALONE", 2)
    words = ["evaluate", "courier:0.5", "random", "--scenario", "drill-errand", "--games", "5", "--jobs", "1"]
    assert cli.main([*words, "--json", str(tmp_path / "whole.json")]) == 0
    play, played = Team.play, list[int]()

    def stopped(team: Team, seeds: list[int], done: object) -> None:
        played.extend(seeds)
        if len(played) > 4:
            raise KeyboardInterrupt
        play(team, seeds, done)  # type: ignore[arg-type]

    out = tmp_path / "stopped.json"
    with monkeypatch.context() as patched:
        patched.setattr(Team, "play", stopped)
        assert cli.main([*words, "--json", str(out)]) == 130
    assert not out.exists()
    assert cli.main([*words, "--json", str(out), "--seed", "8"]) == 2
    assert "keeps games of another evaluation (other seed)" in capsys.readouterr().err
    played.clear()
    monkeypatch.setattr(Team, "play", lambda team, seeds, done: (played.extend(seeds), play(team, seeds, done)))
    assert cli.main([*words, "--json", str(out)]) == 0
    assert len(played) == 6, "four of ten games were there"
    assert timeless(out) == timeless(tmp_path / "whole.json")
    assert not [one for one in tmp_path.iterdir() if one.name.endswith(files.PART)]


def timeless(path: Path) -> object:
    """What an evaluation found, without how long it took."""
    found = json.loads(path.read_text())
    for team in found["teams"]:
        for name in ("median_ms", "mean_ms", "p95_ms"):
            assert team.pop(name) > 0
    return found


def test_another_world_is_played_as_well() -> None:
    for plan in (Plan({}, 1, 10), Plan({}, 1, 2, isolate=True)):
        (one,) = tournament.evaluate(toy.WORLD, ["random:0.5"], plan)
        assert one.faults == []
        assert {game.outcome for game in one.games} <= {"success", "failure"}


def test_agents_are_not_told_the_seed_of_the_game() -> None:
    assert len({agent_seed(seed) for seed in range(10000)}) == 10000
    heard = list[int]()

    class Listens:
        def reset(self, seat: int, seed: int) -> None:
            heard.append(seed)

        def act(self, view: object) -> int:
            raise ValueError

    plan = Plan(DRILL, 77, 1)
    team = Team(WORLD, "it", ["it", "it"], plan)
    team._made = lambda code: Listens()  # type: ignore[method-assign,assignment,return-value]
    team.play([77], lambda played: None)
    assert heard == [agent_seed(77)] * 2
    assert 77 not in heard


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["rnadom"], "there is no agent 'rnadom'"),
        (["frail:Nobody"], "has no attribute 'Nobody'"),
        (["frail:Nobody", "--isolate"], "agent 'frail:Nobody' cannot be loaded: module 'frail' has no attribute"),
        (["stdio:/no/such"], "cannot be started"),
        (["random,random,random", "--seats", "2"], "3 agents do not fit on 2 seats"),
        (["random,random,random", "random,random"], "team random,random: 2 agents do not fit on 3 seats"),
        (["random", "--games", "0"], "--games must be positive and finite, got 0"),
        (["random", "--seconds", "nan"], "--seconds must be positive and finite, got nan"),
        (["random", "--memory", "-1"], "--memory must be positive and finite, got -1"),
        (["random", "--scenario", "nowhere"], "there is no scenario 'nowhere'"),
        (["random", "--json", "/no/such/folder/x"], "/no/such/folder/x"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["evaluate", *words]) == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_the_examples_play(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    programs = [f"stdio:{sys.executable} {name}.py" for name in ("stdio_first", "stdio_reader")]
    told = said(capsys, "network:Network", "hopeful:Hopeful", *programs, "--scenario", "drill-errand", "--games", "2")
    assert "BROKEN" not in told
    assert cli.main(["play", "--explain", "--seed", "3", "--seats", f"expert,{programs[1]}"]) == 0
    assert re.search(r"\n(yellow|brown) \w.*   \((yellow|brown) carries \w.*, and \w+", capsys.readouterr().out)
    assert all(len((EXAMPLES / name).read_text().splitlines()) <= 33 for name in ("network.py", "stdio_reader.py"))


def test_an_installed_package_brings_its_agent(tmp_path: Path) -> None:
    there = tmp_path / "site"
    install = ["-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-build-isolation", "--target", str(there)]
    subprocess.run([sys.executable, *install, EXAMPLES / "package"], check=True, timeout=120)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(there), os.environ.get("PYTHONPATH", "")])}
    words = [sys.executable, "-m", "mpenv.cli"]
    listed = subprocess.run([*words, "agents"], env=env, capture_output=True, text=True, check=True, timeout=60)
    assert re.search(r"\n  miner +mpenv-miner +Mines wherever it stands on a mine", listed.stdout)
    played = subprocess.run(
        [*words, "evaluate", "miner", "miner:0.5,random", "--games", "2", "--isolate"],
        env=env, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
