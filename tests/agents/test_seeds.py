"""Nothing that an agent gets leads to the seed of its game."""

import ast
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

import mpenv
from mpenv import cli, files, seeds
from mpenv.agents import registry
from mpenv.evaluation import losses, recording, regret
from mpenv.table import terminal
from mpenv.world import View
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.campaign import begin, options
from mpenv.worlds.materia_prima.studies import watchers
from tests.places import ROOT

SEED = 0x0123456789ABCDE  # one that nothing else is by chance
DRILL: dict[str, Any] = {"scenario": "drill-errand", "seats": 2}


class Spy:
    """Keeps all that it gets, as bytes."""

    got: ClassVar[list[bytes]] = []
    seeds: ClassVar[list[int]] = []

    def reset(self, seat: int, seed: int) -> None:
        self.seeds.append(seed)
        self.got.append(pickle.dumps((seat, seed)))

    def act(self, view: View) -> int:
        if len(self.got) < 20:
            self.got.append(pickle.dumps(view) + pickle.dumps(view.encode("text")))
        return view.legal[-1]


@pytest.fixture(autouse=True)
def spy(monkeypatch: pytest.MonkeyPatch) -> None:
    """`spy` as the code of an agent that has got nothing yet."""
    monkeypatch.setattr(Spy, "got", [])
    monkeypatch.setattr(Spy, "seeds", [])
    monkeypatch.setitem(registry._KNOWN, "spy", Spy)


def by_seat_env(folder: Path) -> None:
    env = mpenv.seat_env(**DRILL, mates=[Spy()])
    env.reset(seed=SEED)
    for _ in range(40):
        if env.step(int(env.action_masks().argmax()))[2]:
            return


def by_play(folder: Path) -> None:
    game = Game(**DRILL, seed=SEED)
    terminal.play(WORLD, game, [Spy(), Spy()], lambda words: None, SEED, folder / "game.jsonl")


def by_record(folder: Path) -> None:
    recording.record(WORLD, folder / "games", recording.RecordingPlan(["spy", "spy"], [DRILL], 1, seed=SEED))


def by_pulse(folder: Path) -> None:
    watchers.play("spy", SEED, DRILL)


def by_losses(folder: Path) -> None:
    losses.account(WORLD, "spy", DRILL, [SEED], None)


def by_campaign(folder: Path) -> None:
    game = Game(**options(begin(seed=SEED, names=["Ada", "Ben"])))
    terminal.play(WORLD, game, [Spy(), Spy()], lambda words: None, game.seed)
    assert game.seed not in Spy.seeds


def by_regret(folder: Path) -> None:
    regret.play_out(Game(**DRILL, seed=SEED), [Spy(), Spy()], SEED)


PLAYED: list[Callable[[Path], None]] = [
    by_seat_env, by_play, by_record, by_pulse, by_losses, by_campaign, by_regret,
]  # fmt: skip


@pytest.mark.parametrize("play", PLAYED, ids=lambda one: one.__name__)
def test_an_agent_gets_neither_the_seed_nor_a_neighbour_of_it(play: Callable[[Path], None], tmp_path: Path) -> None:
    play(tmp_path)
    assert Spy.seeds
    assert len(Spy.got) > 3
    secret = [SEED.to_bytes(8, "little"), SEED.to_bytes(8, "big"), str(SEED).encode()]
    assert not [one for one in Spy.got for part in secret if part in one]
    assert all(abs(one - SEED) > 1 << 20 and one ^ SEED > 1 << 20 for one in Spy.seeds)


def test_agents_get_their_seeds_from_one_place_and_wrappers_hand_them_on() -> None:
    found = set()
    for path in (ROOT / "mpenv").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            call = node.func if isinstance(node, ast.Call) and len(node.args) == 2 else None
            if isinstance(call, ast.Attribute) and call.attr == "reset":
                found.add(path.resolve().relative_to(ROOT).as_posix())
    handed_on = {
        "mpenv/agents/noisy.py",
        "mpenv/agents/materia_prima/by_errand/agents.py",
        "mpenv/agents/materia_prima/by_errand/setting_out.py",
        "mpenv/agents/materia_prima/guided.py",
        "mpenv/agents/search/horizon.py",
        "mpenv/agents/learned/mates.py",
        "mpenv/worlds/materia_prima/studies/teammate_study.py",
    }
    assert found - handed_on == {"mpenv/seeds.py"}


def test_seeds_from_a_secret_are_the_same_for_the_same_secret_and_nobody_elses() -> None:
    one, same, other = (seeds.Seeds(7, secret) for secret in (b"k" * 16, b"k" * 16, b"l" * 16))
    played = [one.of(number) for number in range(1000)]
    assert played == [same.of(number) for number in range(1000)]
    assert len(set(played)) == 1000
    assert not {*played} & {other.of(number) for number in range(1000)}
    assert all(0 <= seed < 1 << 63 for seed in played)
    assert seeds.Seeds(9, b"k" * 16).of(0) == one.of(2), "--seed moves along the same row"
    assert [seeds.Seeds(7).of(number) for number in range(3)] == [7, 8, 9]


GUESSER = r'''
import os, re
from pathlib import Path
from mpenv.seeds import agent_seed

class Guesser:
    """Tries every number in the command lines and variables of its own process and of those above it."""
    def reset(self, seat, seed):
        process, words = os.getpid(), ""
        for _ in range(4):
            for name in ("cmdline", "environ"):
                words += Path(f"/proc/{process}/{name}").read_bytes().decode(errors="replace")
            process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
            if process <= 1: break
        for first in {int(one) for one in re.findall(r"\d{1,12}", words)} | {1_000_000}:
            for near in range(first, first + 50):
                if agent_seed(near) == seed:
                    raise RuntimeError(f"the seed is {near}")
    def act(self, view):
        return view.legal[-1]
'''


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="only Linux shows processes as files")
@pytest.mark.parametrize(("isolate", "found"), [([], True), (["--isolate"], False)], ids=["beside us", "isolated"])
def test_an_isolated_agent_cannot_work_out_the_seed_from_the_command_line(
    isolate: list[str], found: bool, tmp_path: Path
) -> None:
    (tmp_path / "guessers.py").write_text(GUESSER)
    words = ["evaluate", "guessers:Guesser", "--scenario", "drill-errand", "--games", "2", "--seed", "98765"]
    command = [sys.executable, "-m", "mpenv.cli", *words, *isolate]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=300)
    assert ("the seed is 98765" in done.stdout) == found, done.stdout + done.stderr
    assert done.returncode == (1 if found else 0)


def test_the_same_secret_file_plays_the_same_games_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def played(secret: str, out: str) -> list[dict[str, Any]]:
        words = ["evaluate", "random", "--scenario", "drill-errand", "--games", "2", "--isolate"]
        assert cli.main([*words, "--secret", str(tmp_path / secret), "--json", str(tmp_path / out)]) == 0
        found: list[dict[str, Any]] = files.read_json(tmp_path / out)["teams"][0]["games"]
        return found

    first = played("secret", "first.json")
    assert played("secret", "again.json") == first
    assert played("other", "other.json") != first
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert "2 seeds drawn from a secret" in capsys.readouterr().out
    (tmp_path / "secret").write_text("no digits")
    assert cli.main(["evaluate", "random", "--isolate", "--secret", str(tmp_path / "secret")]) == 2
    assert "--secret" in capsys.readouterr().err
