"""The loop that plays games: players, watchers, other ways to advance; and no module has a loop of its own."""

import ast
from typing import Any

import pytest

from mpenv.play import Watcher, begin_team, decisions, play
from mpenv.seeds import agent_seed
from mpenv.world import View
from tests.places import ROOT
from tests.worlds import toy


class Last:
    """Plays the last legal answer, and notes its seed."""

    seed = -1

    def reset(self, seat: int, seed: int) -> None:
        self.seed = seed

    def act(self, view: View) -> int:
        return view.legal[-1]


class Notes(Watcher):
    def __init__(self) -> None:
        self.seen = list[tuple[str, int]]()

    def begin(self, game: Any) -> None:
        self.seen.append(("begin", game.plies))

    def before(self, game: Any, seat: int, action: int) -> None:
        assert seat == game.seat
        assert action in game.legal()
        self.seen.append(("before", game.plies))

    def after(self, game: Any, seat: int, action: int) -> None:
        self.seen.append(("after", game.plies))


def test_watchers_see_the_beginning_and_each_decision_before_and_after_it_is_played() -> None:
    game, notes = toy.Game(seed=3), Notes()
    team = [Last() for _ in range(game.seats)]
    begin_team(game, team)
    assert {player.seed for player in team} == {agent_seed(3)}
    end = play(game, team, notes)
    assert end is game
    assert end.seat is None
    decided = [[("before", ply), ("after", ply + 1)] for ply in range(end.plies)]
    assert notes.seen == [("begin", 0), *(one for pair in decided for one in pair)]


def test_a_game_can_be_left_after_a_decision_or_at_a_seat_without_a_player() -> None:
    game = toy.Game(seed=3)
    game, seat, action = next(decisions(game, [Last() for _ in range(game.seats)]))
    assert game.plies == 1
    first = toy.Game(seed=3)
    assert first.seat == seat
    assert action in first.legal()
    nobody = toy.Game(seed=3)
    assert list(decisions(nobody, [None] * nobody.seats)) == []
    assert nobody.plies == 0


def test_another_way_to_advance_leads_to_another_game() -> None:
    def on_a_copy(game: toy.Game, action: int) -> toy.Game:
        after = game.clone()
        after.apply(action)
        return after

    game = toy.Game(seed=3)
    team = [Last() for _ in range(game.seats)]
    end = play(game, team, advance=on_a_copy)
    assert game.plies == 0
    assert end.fingerprint() == play(game, team).fingerprint()


def _own_loops(source: str) -> list[int]:
    """The lines of loops that ask a player and play its answer themselves."""
    found = []
    for loop in ast.walk(ast.parse(source)):
        if isinstance(loop, ast.While | ast.For):
            called = {
                node.func.attr
                for node in ast.walk(loop)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            }
            if {"act", "apply"} <= called:
                found.append(loop.lineno)
    return found


def test_a_loop_of_its_own_is_found() -> None:
    assert _own_loops("while game.seat is not None:\n    game.apply(team[game.seat].act(game.view(game.seat)))") == [1]
    assert _own_loops("for _ in range(9):\n    action = agent.act(view)\n    record.apply(action)") == [1]
    assert _own_loops("for _ in decisions(game, team):\n    record.apply(3)") == []


@pytest.mark.parametrize("room", ["mpenv", "scripts"])
def test_no_module_plays_games_of_agents_in_a_loop_of_its_own(room: str) -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / room).rglob("*.py")
        if _own_loops(path.read_text(encoding="utf-8"))
    }
    assert not found, f"use mpenv.play: {sorted(found)}"
