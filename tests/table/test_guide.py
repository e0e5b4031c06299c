"""The guide at the table: who asks for the tutorial gets it, who plays for the first time is offered it, once."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.engine import cache
from mpenv.language import speaking
from mpenv.table import guide
from mpenv.worlds.materia_prima import WORLD


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A terminal of somebody who has no folder of ours yet."""
    monkeypatch.setattr(cache, "roots", lambda: iter([tmp_path / "cache"]))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    return tmp_path / "cache"


def answering(*answers: str) -> Iterator[str]:
    return iter(answers)


@pytest.mark.parametrize(("answer", "wanted"), [("", True), ("y", True), ("n", False), (" No ", False)])
def test_who_plays_for_the_first_time_is_offered_the_tutorial_once(answer: str, wanted: bool, home: Path) -> None:
    said: list[str] = []
    assert guide.is_wanted(WORLD, lambda question: answer, said.append) is wanted
    assert "play for the first time" in said[0]
    assert guide.is_wanted(WORLD, lambda question: pytest.fail("asked again"), said.append) is False
    assert len(said) == 1


@pytest.mark.parametrize(("answer", "wanted"), [("", True), ("nein", False)])
def test_the_tutorial_is_offered_in_the_language_of_the_table(answer: str, wanted: bool, home: Path) -> None:
    said: list[str] = []
    with speaking("de"):
        assert (
            guide.is_wanted(WORLD, lambda question: answer if "Einführung" in question else "?", said.append) is wanted
        )
    assert "vier kurze Tage" in said[0]


def test_who_closes_the_input_is_not_held_up(home: Path) -> None:
    def ask(question: str) -> str:
        raise EOFError

    assert guide.is_wanted(WORLD, ask, lambda words: None) is False


def test_nobody_is_asked_without_a_terminal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    assert guide.is_wanted(WORLD, lambda question: pytest.fail("asked"), lambda words: None) is False
    assert not home.exists()


def test_nobody_is_asked_where_it_could_not_be_remembered(home: Path) -> None:
    home.write_text("a file where the folder should be")
    assert guide.is_wanted(WORLD, lambda question: pytest.fail("asked"), lambda words: None) is False


def played(monkeypatch: pytest.MonkeyPatch, *words: str, answers: tuple[str, ...] = ()) -> int:
    """The command, with a person who gives these answers and then leaves."""
    left = iter(answers)

    def ask(question: str) -> str:
        for one in left:
            return one
        raise EOFError

    monkeypatch.setattr("builtins.input", ask)
    return cli.main(["play", *words])


@pytest.mark.parametrize("words", [["--tutorial"], ["--scenario", "first-days"], ["--tutorial", "--seats", "4"]])
def test_the_tutorial_is_played_with_its_guide(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert played(monkeypatch, *words, "--seed", "3", answers=("move E",)) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "GUIDE Day 1. Every day begins with an alarm card." in told
    assert told.count("GUIDE Day 1, yellow:") == 1
    assert told.index("GUIDE Day 1, brown:") < told.index("brown move SE brown move SE brown move SE")
    assert "--seats human,mpenv.agents.materia_prima.guided:Guided" in told


def test_a_person_may_take_any_seats_of_the_tutorial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    mate = "mpenv.agents.materia_prima.guided:Guided"
    assert played(monkeypatch, "--tutorial", "--seats", f"{mate},human,human,{mate}", answers=("move SE",)) == 0
    told = capsys.readouterr().out
    assert told.index("GUIDE  Day 1, brown:") < told.index("brown move NE")
    assert "GUIDE  Day 1, yellow:" not in told


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--seats", "2"], "--seats 2: the tutorial has 4 seats"),
        (["--scenario", "alms", "--layout", "random"], "--scenario, --layout: the tutorial is one game"),
        (["--position", "here.toml"], "--position: the tutorial is one game"),
    ],
)
def test_what_does_not_go_with_the_tutorial_is_refused(
    words: list[str], fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "--tutorial", *words]) == 2
    assert fault in capsys.readouterr().err


def test_two_alchemists_play_its_scenario_without_a_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert played(monkeypatch, "--scenario", "first-days", "--seats", "2") == 0
    assert "GUIDE" not in capsys.readouterr().out
