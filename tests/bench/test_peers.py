"""Peers in other processes: one that answers, and those that die, hang or give unreadable answers."""

import ast
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.bench import interleave, metrics, peers
from mpenv.bench.peers import process
from tests.places import ROOT

INSTALL = "pip install 'the-peer'"
Make = Callable[[str, str], peers.Peer]


@pytest.fixture
def peer(tmp_path: Path) -> Make:
    """A peer whose game is the body of a function of `seconds`, with lines at its top."""

    def make(body: str, top: str = "") -> peers.Peer:
        path = tmp_path / f"peer_{len(list(tmp_path.iterdir()))}.py"
        code = f"import os, time\nPACKAGES = ('numpy', 'nothing')\n{top}\ndef run(seconds):\n    {body}\n"
        path.write_text(code + "def make():\n    return run\nGAMES = {'cards': make}\n", encoding="utf-8")
        return peers.Peer("Cards", path, INSTALL)

    return make


def rate(one: peers.Peer, seconds: float = 0.01) -> float:
    with peers.playing(print, [one]) as found:
        return found.sides["cards"](seconds)["cards"]


def test_a_peer_starts_once_and_measures_whenever_it_is_asked(peer: Make) -> None:
    one = peer("games.append(seconds); return os.getpid() + seconds * 0 + len(games) / 8", "games = []")
    with peers.playing(print, [one]) as found:
        rates = interleave.interleave([found.sides["cards"]], 2, 0.5)
    first, second = rates["cards"]
    assert second - first == 1 / 8
    assert found.versions.keys() == {"Cards"}
    assert found.versions["Cards"].keys() == {"numpy"}


def test_a_peer_is_asked_for_so_many_seconds(peer: Make) -> None:
    assert rate(peer("return seconds", ""), 0.375) == 0.375


def test_what_a_peer_prints_is_no_answer(peer: Make) -> None:
    assert rate(peer("print('dealing'); os.system('echo dealt'); return 7", "print('welcome')")) == 7


def test_peers_play_in_their_own_environment_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = peers.Peer("Cards", tmp_path / "cards.py")
    assert one.python == Path(sys.executable)
    own = tmp_path / "build/peers/cards/bin/python"
    own.parent.mkdir(parents=True)
    own.touch()
    assert one.python == own


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("os._exit(3)", r"the peer Cards has died \(exit code 3\)"),
        (
            "raise RuntimeError('no cards left')",
            r"the peer Cards has died \(exit code 1\); its last line on stderr: .*no cards left",
        ),
        ("return 'fast'", r"the peer Cards gave an unreadable answer for cards: \{'rate': 'fast'\}"),
        ("return float('nan')", "the peer Cards gave an unreadable answer for cards"),
        ("return 0", "the peer Cards gave an unreadable answer for cards"),
    ],
)
def test_a_peer_that_fails_ends_the_run_with_its_name(body: str, told: str, peer: Make) -> None:
    with pytest.raises(ValueError, match=told):
        rate(peer(body, ""))


def test_a_peer_that_dies_between_two_rounds_is_told(peer: Make) -> None:
    one = peer("threading.Timer(0.05, os._exit, [9]).start(); return 1", "import threading")
    with peers.playing(print, [one]) as found:
        assert found.sides["cards"](0.01) == {"cards": 1.0}
        time.sleep(0.3)
        with pytest.raises(ValueError, match=r"Cards has died \(exit code 9\)"):
            found.sides["cards"](0.01)


def test_a_peer_that_hangs_is_told_and_killed(peer: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "COMPILES", 0.3)
    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda *a, **k: started.append(popen(*a, **k)) or started[-1])  # type: ignore[func-returns-value]
    with pytest.raises(ValueError, match=r"the peer Cards gave no rate of cards within 0.31 seconds"):
        rate(peer("time.sleep(600)", ""))
    assert started[0].returncode is not None


def test_a_peer_that_has_played_gets_less_time_than_the_first_time(peer: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "EXTRA", 0.2)
    one = peer("time.sleep(0.6 if not turns else 600); turns.append(1); return 1", "turns = []")
    with peers.playing(print, [one]) as found:
        assert found.sides["cards"](0.01) == {"cards": 1.0}
        with pytest.raises(ValueError, match=r"gave no rate of cards within 0\.21 seconds"):
            found.sides["cards"](0.01)


def test_a_peer_that_does_not_start_is_told(peer: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "IMPORTS", 0.3)
    with pytest.raises(ValueError, match=r"the peer Cards did not start within 0.3 seconds"):
        rate(peer("return 1", "time.sleep(600)"))


@pytest.mark.parametrize("words", ["good morning", "[]", '{"games": 3}', '{"games": [], "missing": []}'])
def test_a_process_that_speaks_another_language_is_told(
    words: str, peer: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = tmp_path / "stranger.py"
    stranger.write_text(f"print({words!r}, flush=True)\ninput()\n", encoding="utf-8")
    monkeypatch.setattr(process, "SERVE", stranger)
    with pytest.raises(
        ValueError, match=r"the peer Cards (began with an unreadable message|gave an unreadable answer): .*"
    ):
        rate(peer("return 1", ""))


def test_a_run_with_a_broken_peer_ends_with_a_line_and_a_code(
    peer: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    playing, broken = peers.playing, peer("os._exit(4)", "")
    monkeypatch.setattr(peers, "playing", lambda say: playing(say, [broken]))
    monkeypatch.setattr("mpenv.bench.speed.learners", lambda world, say: {})
    monkeypatch.setattr("mpenv.bench.speed.sides", lambda world, theirs: theirs)
    assert cli.main(["bench", "--quick"]) == 2
    assert "mpenv bench: the peer Cards has died (exit code 4)" in capsys.readouterr().err


def test_a_peer_that_is_not_installed_is_left_out_with_a_line(peer: Make) -> None:
    one = peer("return 1", "")
    text = one.script.read_text(encoding="utf-8").replace("def make():\n", "def make():\n    import no_such_cards\n")
    one.script.write_text(text, encoding="utf-8")
    said: list[str] = []
    with peers.playing(said.append, [one]) as found:
        assert found.sides == {}
        assert found.versions == {}
    assert said == [f"Cards: not every game is measured, no_such_cards is missing: {INSTALL}"]


# --- the peers that there are -------------------------------------------------------------------


def test_a_peer_needs_nothing_of_ours() -> None:
    for path in [process.SERVE, *(one.script for one in peers.PEERS)]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = [one.module or "." for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
        named += [alias.name for one in ast.walk(tree) if isinstance(one, ast.Import) for alias in one.names]
        assert not [name for name in named if name.startswith(("mpenv", "."))], path


def test_every_game_of_a_peer_is_told_and_compared() -> None:
    there = {game: one.words for one in peers.PEERS for game in games_of(one.script)}
    assert {name: one.peer for name, one in metrics.THEIRS.items()} == there
    assert {one.theirs for one in metrics.AGAINST_OTHERS.values()} == there.keys()


def games_of(script: Path) -> list[str]:
    tree = ast.parse(script.read_text(encoding="utf-8"))
    tables = [
        one.value for one in tree.body
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Dict) and one.targets[0].id == "GAMES"  # type: ignore[attr-defined]
    ]  # fmt: skip
    return [key.value for key in tables[0].keys]  # type: ignore[attr-defined, misc, union-attr]


def test_every_peer_with_an_environment_of_its_own_has_pinned_versions() -> None:
    apart = {one.script.stem for one in peers.PEERS if "build/peers" in one.install}
    assert {path.stem for path in (ROOT / "configs/peers").iterdir()} == apart
    listed = re.search(r"^PEERS +:= (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert listed
    assert set(listed[1].split()) == apart
    for path in (ROOT / "configs/peers").iterdir():
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        assert lines
        assert all("==" in line for line in lines), path


@pytest.mark.slow
@pytest.mark.parametrize("one", peers.PEERS, ids=lambda one: one.script.stem)
def test_the_games_of_a_peer_that_is_installed_have_a_rate(one: peers.Peer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    with peers.playing(print, [one]) as found:
        if not found.sides:
            pytest.skip(f"{one.words} is not installed")
        for name in list(found.sides)[:3]:
            assert found.sides[name](0.02)[name] > 100
