"""The same agents in processes of their own: they answer the same, and get nothing but views."""

import copy
import pickle
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from mpenv.agents import AgentFault
from mpenv.agents.process.channel import Limits, resident
from mpenv.agents.registry import isolated, make
from mpenv.world import View
from mpenv.worlds.materia_prima import Game

MODULE = '''
import gc, os, sys, time
class Odd:
    """Does something else with every seed."""
    def reset(self, seat, seed):
        self.seed = seed
        if seed == 9: raise KeyError("no seat for me")
    def act(self, view):
        print("I print"); sys.stdout.flush(); os.write(1, b"and write")
        if self.seed == 1: raise RuntimeError("oops")
        if self.seed == 2: return "home"
        if self.seed == 8: return 10 ** 6000
        if self.seed == 3: time.sleep(99)
        if self.seed == 4: self.much = bytearray(1 << 40)
        if self.seed == 5: os._exit(4)
        if self.seed == 6: sys.stdin.read(); return view.legal[0]
        if self.seed == 7: return sum(type(one).__name__ == "Game" for one in gc.get_objects())
        return view.legal[-1]
    def explain(self): return "because"
class Slow(Odd):
    def __init__(self): raise ValueError("not today")
'''

LOAFER = '''
import os, time
class Loafer:
    """Says for ever that the rules are loading, to every pipe that it holds."""
    def reset(self, seat, seed): pass
    def act(self, view):
        for pipe in range(3, 32):
            try: os.write(pipe, b'{"loading": true}\\n')
            except OSError: pass
        time.sleep(99)
'''


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "odd_ones.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "odd_ones", raising=False)
    return "odd_ones"


@pytest.fixture(scope="module")
def view() -> View:
    game = Game(seed=1)
    assert game.seat is not None
    return game.view(game.seat)


@pytest.mark.parametrize(
    ("seed", "kind", "words"),
    [
        (1, "raised", r"RuntimeError: oops \(act, line \d+ of .*odd_ones.py\)"),
        (2, "illegal", "'home' is not an action id"),
        (8, "illegal", "a number of 19,932 bits is not an action id"),
        (3, "hung", "no answer within 1 s"),
        (4, "memory", "MemoryError"),
        (5, "left", "it ended with exit code 4"),
    ],
)
def test_an_isolated_agent_that_breaks_is_told_and_ended(
    seed: int, kind: str, words: str, module: str, view: View
) -> None:
    agent = isolated(f"{module}:Odd", Limits(seconds=1, memory=1000))
    agent.reset(1, seed)
    with pytest.raises(AgentFault, match=words) as caught:
        agent.act(view)
    assert (caught.value.kind, caught.value.seat) == (kind, 1)
    if kind == "raised":
        return  # it could go on
    assert resident(agent._channel._process.pid) == 0  # type: ignore[attr-defined]


def test_an_agent_that_says_it_loads_rules_stops_its_clock_for_no_longer_than_it_may_take_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loafers.py").write_text(LOAFER)
    monkeypatch.syspath_prepend(tmp_path)
    agent = isolated("loafers:Loafer", Limits(seconds=0.2, start=5))
    game = Game(seed=1)
    agent.reset(0, 0)
    begun = time.monotonic()
    with pytest.raises(AgentFault, match=r"no answer within 0.2 s"):
        agent.act(game.view(game.seat or 0))
    assert time.monotonic() - begun < 8


def test_what_it_prints_and_reads_is_not_the_line_and_it_finds_no_game(module: str, view: View) -> None:
    agent = isolated(f"{module}:Odd", Limits(seconds=5))
    for seed, answer in ((0, view.legal[-1]), (6, view.legal[0]), (7, 0)):
        agent.reset(0, seed)
        assert agent.act(view) == answer
    assert agent.explain() == "because"  # type: ignore[attr-defined]
    with pytest.raises(AgentFault, match="raised an error: KeyError: 'no seat for me'"):
        agent.reset(0, 9)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("odd_ones:Even", "agent 'odd_ones:Even' cannot be loaded: module 'odd_ones' has no attribute 'Even'"),
        ("odd_ones:Slow", "not today"),
    ],
)
def test_a_code_that_makes_no_agent_is_told_as_ever(code: str, words: str, module: str) -> None:
    agent = isolated(code)
    with pytest.raises(ValueError, match=words):
        agent.reset(0, 0)


@pytest.mark.parametrize(("scenario", "rules"), [("watch-in-fog", {}), ("generated:17", {"table_talk": "open"})])
def test_views_travel_exactly_and_isolated_agents_answer_the_same(scenario: str, rules: dict[str, str]) -> None:
    inside, outside = isolated("random:1"), make("random:1")
    game = Game(scenario, seats=3, seed=5, rules=rules)
    for seat in range(3):
        inside.reset(seat, 5)
        outside.reset(seat, 5)
    for _ in range(60):
        if game.seat is None:
            break
        view = game.view(game.seat)
        action = inside.act(view)
        assert action == outside.act(view)
        game.apply(action)


def test_a_pickled_view_is_small_and_knows_all_that_the_view_knew(view: View) -> None:
    kept = pickle.dumps(view)
    assert len(kept) < 7000
    for same in (pickle.loads(kept), copy.deepcopy(view)):
        assert same.legal == view.legal
        assert same.encode("text") == view.encode("text")
        assert (same.encode("flat") == view.encode("flat")).all()
        assert [same.meaning(one) for one in same.legal] == [view.meaning(one) for one in view.legal]
        guess, other = (one.determinize(np.random.default_rng(3)) for one in (same, view))
        assert guess == other
