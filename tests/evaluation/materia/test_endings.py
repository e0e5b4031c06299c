"""The shipped endings: their truth comes out again, and agents are scored on them."""

import json
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.agents.random import Random
from mpenv.evaluation import regret
from mpenv.evaluation.exact import Solver
from mpenv.evaluation.materia import endings
from mpenv.materia import WORLD, Game

ALL = endings.shipped()


def test_there_are_a_hundred_endings_and_in_each_the_answer_matters() -> None:
    assert len(ALL) >= 100
    assert all(one.value - min(one.moves.values()) > 0.01 for one in ALL)
    assert len({one.position for one in ALL}) == len(ALL)


def test_every_ending_names_exactly_the_legal_answers() -> None:
    for one in ALL:
        game = Game.from_position(one.position)
        assert list(one.moves) == [game.words(action) for action in game.legal()], one.name
        assert game.day == game.view(0).days


@pytest.mark.parametrize("one", ALL[::23], ids=lambda one: one.name)
def test_the_truth_of_a_sample_comes_out_again(one: regret.Ending) -> None:
    assert endings.solve(one.position, Solver(WORLD))[0] == one.moves


@pytest.mark.slow
def test_the_truth_of_all_comes_out_again() -> None:
    assert endings.recompute(WORLD, ALL, 2, lambda words: None) > 0


def test_a_wrong_truth_is_told_with_the_ending_and_the_answer() -> None:
    one = ALL[0]
    words = next(iter(one.moves))
    wrong = one._replace(moves={**one.moves, words: 0.123})
    with pytest.raises(ValueError, match=rf"{one.name}: {words} is worth .*, not 0.123"):
        endings.check(WORLD, [wrong], 0, lambda done, situations: None)


def test_regret_is_what_the_answer_gives_away() -> None:
    found = regret.score(WORLD, "random", lambda code: Random(), ALL[:6], 4)
    for one, ending in zip(found.decisions, ALL, strict=False):
        assert 0 <= one.regret <= one.lost == pytest.approx(ending.value - ending.moves[one.worst])
        assert ending.moves[one.instead] == ending.value
    assert found.regret[1] <= found.regret[0] <= found.regret[2]


def test_agents_are_listed_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "regret.json"
    assert cli.main(["regret", "greedy", "random", "--only", "drill-hunt-2", "--seeds", "2", "--json", str(out)]) == 0
    said = capsys.readouterr().out
    assert "the worst of random" in said
    assert "mean regret" in said
    assert [one["agent"] for one in json.loads(out.read_text())] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["regret"], "name an agent"),
        (["regret", "nobody"], "there is no agent 'nobody'"),
        (["regret", "random", "--only", "chess"], "there is no ending 'chess'"),
        (["regret", "random", "--seeds", "0"], "at least one"),
    ],
)
def test_what_can_not_be_scored_is_told(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    assert why in capsys.readouterr().err
