"""A game that is left: nothing that a person played is lost, and it goes on where it was."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from mpenv import cli, files
from mpenv.interrupts import hangups
from mpenv.record.replay import resimulate
from mpenv.table import prompt, saved
from mpenv.table.saved import UnfinishedGame
from mpenv.worlds.materia_prima import WORLD, Game

SEATS = ["--seats", "human,random"]


def play(monkeypatch: pytest.MonkeyPatch, *words: str, answers: int, ends: type[BaseException] = EOFError) -> int:
    """The command, with a person who gives so many first answers and then leaves; its exit code."""
    left = iter(["1"] * answers)

    def ask(question: str) -> str:
        for one in left:
            return one
        raise ends

    monkeypatch.setattr("builtins.input", ask)
    return cli.main(["play", *words])


@pytest.mark.parametrize(("ends", "code"), [(EOFError, 0), (KeyboardInterrupt, 130), (RuntimeError, None)])
def test_a_game_that_is_left_goes_on_with_the_command_that_is_printed(
    ends: type[BaseException],
    code: int | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if code is None:
        with pytest.raises(ends):
            play(monkeypatch, *SEATS, "--seed", "5", answers=6, ends=ends)
    else:
        assert play(monkeypatch, *SEATS, "--seed", "5", answers=6, ends=ends) == code
    found = re.search(r" play (--position left-5\.jsonl --seats human,random)\n", capsys.readouterr().out)
    assert found
    before = resimulate(Path("left-5.jsonl"), WORLD)
    play(monkeypatch, *found[1].split(), "--record", "rest.jsonl", answers=3)
    assert "is saved and goes on with\n" in capsys.readouterr().out
    after = saved.load(Path("rest.jsonl"), WORLD)
    assert after.answers[: before.plies] == saved.load(Path("left-5.jsonl"), WORLD).answers
    assert len(after.answers) > before.plies
    assert sorted(one.name for one in tmp_path.iterdir()) == ["left-5.jsonl", "rest.jsonl"]


def test_a_game_goes_on_from_a_position_file_and_a_second_one_that_is_left_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    game = Game("tithe", 3, 8)
    for _ in range(30):
        game.apply(game.legal()[-1])
    Path("here.toml").write_text(game.to_position())
    for _ in range(2):
        play(monkeypatch, "--position", "here.toml", "--seats", "3", answers=2)
    assert saved.load(Path("left-8.jsonl"), WORLD).start == game
    assert Path("left-8-2.jsonl").read_bytes() == Path("left-8.jsonl").read_bytes()
    assert "--position left-8-2.jsonl --seats human,expert,expert" in capsys.readouterr().out
    assert play(monkeypatch, "--position", "here.toml", "--seats", "human,random", answers=0) == 2
    assert "the game in here.toml has 3 seats" in capsys.readouterr().err


def test_who_has_answered_nothing_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert play(monkeypatch, *SEATS, answers=0) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_has_ended_does_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert play(monkeypatch, "--seats", "random,random", "--seed", "7", "--record", "whole.jsonl", answers=0) == 0
    assert play(monkeypatch, "--position", "whole.jsonl", answers=0) == 2
    assert re.search(r"the game in whole.jsonl has ended \(\w+ on day \d+\)", capsys.readouterr().err)


def test_a_full_folder_is_no_end_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(saved.tempfile, "gettempdir", lambda: str(tmp_path / "elsewhere"))
    (tmp_path / "elsewhere").mkdir()
    write = files.write

    def full(path: Path, content: str) -> None:
        if Path(path).parent == Path():
            raise OSError(28, "cannot be written: No space left on device", str(path))
        write(path, content)

    monkeypatch.setattr(files, "write", full)
    path = saved.save_somewhere(WORLD, UnfinishedGame(Game(seed=3), [0]), ["human", "random"], "left-3")
    assert path == tmp_path / "elsewhere/left-3.jsonl"
    assert saved.load(path, WORLD).answers == [0]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.lists(st.integers(0, 1000), max_size=60))
def test_whatever_was_answered_is_read_again(tmp_path: Path, seed: int, draws: list[int]) -> None:
    begun, game = UnfinishedGame(Game(seed=seed), []), Game(seed=seed)
    for draw in draws:
        if game.seat is not None:
            begun.answers.append(game.legal()[draw % len(game.legal())])
            game.apply(begun.answers[-1])
    saved.save(WORLD, begun, ["human", "random"], tmp_path / "left.jsonl")
    if game.outcome is None:
        again = saved.load(tmp_path / "left.jsonl", WORLD)
        assert (again.start, again.answers, again.now) == (begun.start, begun.answers, game)


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_a_hangup_interrupts(name: str) -> None:
    with pytest.raises(KeyboardInterrupt), hangups():
        signal.raise_signal(getattr(signal, name))
    assert signal.getsignal(getattr(signal, name)) is signal.SIG_DFL


# --- a real terminal ------------------------------------------------------------------------------


@pytest.fixture
def terminal(tmp_path: Path) -> "Terminal":
    return Terminal(tmp_path)


class Terminal:
    """The real command at a terminal of its own."""

    def __init__(self, folder: Path) -> None:
        pty = pytest.importorskip("pty")
        self.screen, theirs = pty.openpty()
        command = [sys.executable, "-m", "mpenv.cli", "play", *SEATS, "--seed", "5"]
        env = {**os.environ, "MPENV_QUIET": "1", "TERM": "xterm", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            preexec_fn=_own_terminal,
        )  # fmt: skip
        os.close(theirs)

    def shows(self, end: str) -> str:
        """What is printed until it ends like this; bells do not count."""
        text, last = "", time.monotonic() + 120
        while not text.replace("\a", "").endswith(end):
            assert select.select([self.screen], [], [], max(0, last - time.monotonic()))[0], text
            text += os.read(self.screen, 4096).decode(errors="replace")
        return text

    def type(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def interrupted(self) -> int:
        """Press Ctrl-C until it ends: Python misses one that comes just before it waits for a key."""
        for _ in range(5):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.type("\x03")
                return self.process.wait(15)
        raise AssertionError("it does not hear Ctrl-C")


def _own_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_tab_completes_and_the_arrow_keys_bring_earlier_answers(terminal: Terminal) -> None:
    pytest.importorskip("readline")
    terminal.shows("> ")
    terminal.type("mo\t")
    terminal.shows("move ")
    terminal.type("SW\r")
    terminal.shows("> ")
    terminal.type("\x1b[A")
    terminal.shows("move SW")
    assert terminal.interrupted() == 130


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminals that hang up")
def test_a_closed_terminal_loses_nothing(terminal: Terminal, tmp_path: Path) -> None:
    terminal.shows("> ")
    terminal.type("1\r")
    terminal.shows("> ")
    os.close(terminal.screen)
    assert terminal.process.wait(60) != 0
    assert saved.load(tmp_path / "left-5.jsonl", WORLD).answers


def test_completion_takes_the_notation_with_and_without_the_colour() -> None:
    prompt.offer(["green move NE", "green.h1 mine", "quit"])
    assert prompt.completed("gr") == ["green move NE", "green.h1 mine"]
    assert prompt.completed("MO") == ["move NE"]
    assert prompt.completed("q") == ["quit"]
    assert prompt.completed("x") == []
