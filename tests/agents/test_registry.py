"""Agents by their codes."""

import json
import re
import sys
from pathlib import Path

import pytest

from mpenv import agents, cli
from mpenv.agents import codes, registry
from mpenv.agents.random import Random
from mpenv.worlds.materia_prima import Game

MODULE = """
class First:
    def reset(self, seat, seed): self.seat = seat
    def act(self, view): return view.legal[0]

class Deaf:
    def act(self, view): return 0

class Needy:
    def __init__(self, model): pass

class Kept(First):
    '''Is kept.

    For later.
    '''
    held_out = True

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
    with pytest.raises(ValueError, match="agent 'lost' cannot be loaded"):
        agents.make("lost")
    with pytest.raises(ValueError, match=r"there is no agent 'frist', there are: .*first, .*random"):
        agents.make("frist")


@pytest.mark.parametrize("code", ["", "rnadom", "Random", ":", "policy:", "stdio", ":Random", "players_of_mine"])
def test_an_unknown_code_is_told_those_that_are_known(code: str) -> None:
    there = r"scholar, NAME:OPTION=VALUE, CODE:SHARE, policy:NAME, policy:FOLDER, module:Class or stdio:COMMAND"
    with pytest.raises(ValueError, match=rf"there is no agent .*, there are: .*{there}"):
        agents.make(code)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("no_such_module:First", "No module named 'no_such_module'"),
        (".relative:First", "cannot be loaded"),
        ("players_of_mine:Last", "has no attribute 'Last'"),
        ("players_of_mine:Needy", "missing 1 required positional argument: 'model'"),
        ("players_of_mine:ready", "not callable"),
        ("players_of_mine:Deaf", "is no agent: it lacks reset"),
        ("builtins:object", "is no agent: it lacks reset and act"),
        ("random:", "stands a share from 0 to 1 or OPTION=VALUE, '' is neither"),
        ("random:half", "stands a share from 0 to 1 or OPTION=VALUE, 'half' is neither"),
        ("random:1.01", "a share goes from 0 to 1, 1.01 does not"),
        ("random:-1", "a share goes from 0 to 1"),
        ("random:nan", "a share goes from 0 to 1, nan does not"),
        ("players_of_mine:First:inf", "a share goes from 0 to 1"),
        ("stdio:", "names no command"),
        ("stdio:' ", "is no command line: No closing quotation"),
        ("stdio:/no/such/program", "cannot be started: [Errno 2] No such file"),
    ],
)
def test_what_cannot_be_an_agent_is_told_why(code: str, words: str, module: str) -> None:
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


@pytest.mark.parametrize(
    ("code", "form", "rest", "share"),
    [
        ("expert", "name", "expert", None),
        ("expert:0.8", "name", "expert", 0.8),
        ("expert:1", "name", "expert", 1.0),
        ("policy:runs/it", "policy", "runs/it", None),
        ("policy:3", "policy", "3", None),
        ("policy:runs/it:.5", "policy", "runs/it", 0.5),
        ("package.module:Class", "module", "package.module:Class", None),
        ("package.module:Class:0", "module", "package.module:Class", 0.0),
        ("stdio:python -m bot:0.5 --x=1:2", "stdio", "python -m bot:0.5 --x=1:2", None),
    ],
)
def test_a_code_is_understood_in_one_way(code: str, form: str, rest: str, share: float | None) -> None:
    assert codes.parse(code, ["expert"]) == (form, rest, share, ())


def test_options_follow_a_name_and_a_share_comes_last() -> None:
    assert codes.parse("expert:a=1:b=x+y", ["expert"]) == ("name", "expert", None, (("a", "1"), ("b", "x+y")))
    assert codes.parse("expert:a=1:0.5", ["expert"]) == ("name", "expert", 0.5, (("a", "1"),))
    with pytest.raises(ValueError, match="'b' is no OPTION=VALUE"):
        codes.parse("expert:a=1:b", ["expert"])


def test_a_team_is_split_at_commas_but_for_those_between_quotes() -> None:
    assert codes.team("human,expert:0.5,") == ["human", "expert:0.5", ""]
    first, last = 'stdio:bot "a,b"', """stdio:bot 'c,"d'"""
    assert codes.team(f"{first},expert,{last}") == [first, "expert", last]
    assert codes.command("stdio:bot 'c,\"d' $HOME *") == ["bot", 'c,"d', "$HOME", "*"]


def test_a_share_of_decisions_is_played_as_meant_and_the_rest_at_random(module: str) -> None:
    view = Game(seed=1).view(Game(seed=1).seat or 0)

    def answers(share: str, seed: int = 3) -> list[int]:
        agent = agents.make(f"{module}:First:{share}")
        agent.reset(0, seed)
        return [agent.act(view) for _ in range(400)]

    meant, half = view.legal[0], answers("0.5")
    assert set(answers("1")) == {meant}
    assert set(half) == set(view.legal)
    assert 0.5 <= sum(one == meant for one in half) / 400 <= 0.65
    assert half == answers("0.5")
    assert half != answers("0.5", seed=4)


def test_who_thinks_for_one_that_is_held_out_has_met_him() -> None:
    asked = ["mcts:simulations=4:mates=courier+helper", "mcts:mates=courier", "horizon", "scholar", "expert@1"]
    assert registry.held_out(asked) == ["mcts:simulations=4:mates=courier+helper", "scholar"]


def test_a_broken_package_is_listed_with_its_fault_and_hides_nobody(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "falls_over.py").write_text("raise SystemExit('no licence')")
    about = tmp_path / "strange-2.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 2\n")
    own = {"deaf": "Deaf", "kept": "Kept", "random": "First"}
    points = {"lost": "no_such_module:Lost", "fallen": "falls_over:It"}
    points |= {name: f"{module}:{kind}" for name, kind in own.items()}
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    (about / "entry_points.txt").write_text(f"[mpenv.agents]\n{lines}")
    assert cli.main(["agents"]) == 0
    said = capsys.readouterr().out
    assert re.search(r"lost +strange +cannot be loaded: .*No module named 'no_such_module'", said)
    assert re.search(r"fallen +strange +cannot be loaded: SystemExit: no licence", said)
    assert re.search(r"deaf +strange +cannot be loaded: it lacks reset", said)
    assert re.search(r"kept +strange +Is kept\. \(held out: ", said)
    assert re.search(r"random +mpenv +plays any legal answer", said)  # ours is not pushed aside
    assert all(f"  {form} " in said for form in codes.FORMS)
    assert cli.main(["agents", "--json"]) == 0
    told = {one["name"]: one for one in json.loads(capsys.readouterr().out)["agents"]}
    assert told["kept"] == {"name": "kept", "package": "strange", "sentence": "Is kept.", "held_out": True, "fault": ""}
    assert told["lost"]["fault"]
