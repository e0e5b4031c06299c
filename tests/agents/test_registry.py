"""Agents by their codes."""

import sys
from pathlib import Path

import pytest

from mpenv import agents
from mpenv.agents.random import Random
from mpenv.materia import Game

MODULE = """
class First:
    def reset(self, seat, seed): self.seat = seat
    def act(self, view): return view.legal[0]

class Deaf:
    def act(self, view): return 0

class Needy:
    def __init__(self, model): pass

ready = First()
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "players_of_mine.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "players_of_mine", raising=False)
    return "players_of_mine"


def test_every_code_that_needs_no_module_makes_an_agent() -> None:
    assert "random" in agents.known()
    for code in agents.known():
        agent = agents.make(code)
        game = Game(seed=1)
        assert game.seat is not None
        agent.reset(game.seat, 1)
        assert agent.act(game.view(game.seat)) in game.legal()


def test_an_agent_of_ones_own_goes_by_module_and_class(module: str) -> None:
    game = Game(seed=1)
    assert game.seat is not None
    assert agents.make(f"{module}:First").act(game.view(game.seat)) == game.legal()[0]


def test_an_installed_package_brings_agents_along(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    about = tmp_path / "players_of_mine-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: players-of-mine\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[mpenv.agents]\nfirst = {module}:First\nlost = {module}:Lost\n")
    assert {"first", "random"} <= set(agents.known())
    game = Game(seed=1)
    assert game.seat is not None
    assert agents.make("first").act(game.view(game.seat)) == game.legal()[0]
    with pytest.raises(ValueError, match="agent 'lost' can not be loaded"):
        agents.make("lost")
    with pytest.raises(ValueError, match=r"there is no agent 'frist', there are: .*first, .*random"):
        agents.make("frist")


@pytest.mark.parametrize("code", ["", "rnadom", "Random", ":", "random:", ":Random", "players_of_mine"])
def test_an_unknown_code_is_told_those_that_are_known(code: str) -> None:
    with pytest.raises(ValueError, match=r"there is no agent .*, there are: .*random, policy:FOLDER, or module:Class"):
        agents.make(code)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("no_such_module:First", "No module named 'no_such_module'"),
        (".relative:First", "can not be loaded"),
        ("players_of_mine:Last", "has no attribute 'Last'"),
        ("players_of_mine:Needy", "missing 1 required positional argument: 'model'"),
        ("players_of_mine:ready", "not callable"),
        ("players_of_mine:Deaf", "is no agent: it lacks reset"),
        ("builtins:object", "is no agent: it lacks reset and act"),
    ],
)
def test_what_can_not_be_an_agent_is_told_why(code: str, words: str, module: str) -> None:
    with pytest.raises(ValueError, match="agent") as caught:
        agents.make(code)
    assert words in str(caught.value)
    assert code in str(caught.value)


def test_the_random_agent_plays_the_same_for_the_same_seed_and_seat_and_else_otherwise() -> None:
    view = Game(seed=1, seats=4).view(Game(seed=1, seats=4).seat or 0)

    def line(seat: int, seed: int) -> list[int]:
        agent = Random()
        agent.reset(seat, seed)
        return [agent.act(view) for _ in range(40)]

    assert line(0, 1) == line(0, 1)
    assert line(0, 1) != line(1, 1)
    assert line(0, 1) != line(0, 2)
