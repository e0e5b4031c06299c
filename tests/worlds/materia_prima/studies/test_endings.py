"""The shipped endings: their truth comes out again, and agents are scored on them."""

import contextlib
import itertools
import json
from collections import Counter
from pathlib import Path

import pytest

from mpenv import cli
from mpenv.evaluation import regret
from mpenv.evaluation.exact_values import Solver
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima.studies import build_endings, endgame_sampling, endings, trim_position
from mpenv.worlds.materia_prima.studies.watchers import asked

ALL = endings.shipped()


def inside(value: float) -> bool:
    return 0.02 < value < 0.98


def test_there_are_two_hundred_endings_and_in_each_the_answer_matters() -> None:
    assert len(ALL) >= 200
    assert all(one.value - min(one.moves.values()) > 0.01 for one in ALL)
    assert len({one.position for one in ALL}) == len(ALL)


def test_in_many_endings_chance_decides_how_much_an_answer_is_worth() -> None:
    by_chance = [
        one for one in ALL if inside(one.value) or len({value for value in one.moves.values() if inside(value)}) > 1
    ]
    assert len(by_chance) >= 60


def test_every_scenario_and_number_of_seats_has_endings() -> None:
    groups = Counter(one.name.rpartition("-")[0] for one in ALL)
    assert groups.keys() == {f"{scenario}-{seats}" for scenario, seats in build_endings.GROUPS}
    assert max(groups.values()) <= 2 * min(groups.values())


def test_the_endings_ask_many_kinds_of_questions() -> None:
    assert len({asked(Game.from_position(one.position).view(0)) for one in ALL}) >= 7


def test_every_ending_names_exactly_the_legal_answers() -> None:
    for one in ALL:
        game = Game.from_position(one.position)
        assert list(one.moves) == [game.words(action) for action in game.legal()], one.name
        assert game.day == game.view(0).days


def test_an_ending_is_found_again_by_who_looks_again() -> None:
    first, again = (list(itertools.islice(endgame_sampling.moments("drill-hunt", 2), 5)) for _ in range(2))
    assert [one.to_position() for one in first] == [one.to_position() for one in again]


def test_a_shipped_position_leaves_nothing_out_that_matters() -> None:
    for one in ALL[::40]:
        game = Game.from_position(one.position)
        assert trim_position.alike(game.to_position(), one.position), one.name


@pytest.mark.parametrize("one", ALL[::23], ids=lambda one: one.name)
def test_the_truth_of_a_sample_comes_out_again(one: regret.Ending) -> None:
    assert endings.solve(one.position, Solver(WORLD))[0] == one.moves


@pytest.mark.slow
def test_the_truth_of_all_comes_out_again() -> None:
    assert endings.recompute(WORLD, ALL, 2) > 0


def test_a_wrong_truth_is_told_with_the_ending_and_the_answer() -> None:
    one = ALL[0]
    words = next(iter(one.moves))
    wrong = one._replace(moves={**one.moves, words: 0.123})
    with pytest.raises(ValueError, match=rf"{one.name}: {words} is worth .*, not 0.123"):
        endings.check(WORLD, [wrong], 0, lambda done, situations: None)


def test_regret_is_what_the_answer_gives_away() -> None:
    found = regret.score(WORLD, "random", ALL[:6], 4)
    for one, ending in zip(found.decisions, ALL, strict=False):
        assert 0 <= one.regret <= one.lost == pytest.approx(ending.value - ending.moves[one.worst])
        assert ending.moves[one.instead] == ending.value
    assert found.regret[1] <= found.regret[0] <= found.regret[2]


def test_agents_are_listed_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "regret.json"
    assert cli.main(["regret", "expert", "random", "--only", "drill-hunt-2", "--seeds", "2", "--json", str(out)]) == 0
    said = capsys.readouterr().out
    assert "the worst of random" in said
    assert "mean regret" in said
    assert [one["agent"] for one in json.loads(out.read_text())] == ["expert", "random"]


def test_an_agent_of_ones_own_is_scored_by_module_and_class(capsys: pytest.CaptureFixture[str]) -> None:
    code = "mpenv.agents.random:Random"
    assert cli.main(["regret", code, "--only", "drill-hunt-2", "--seeds", "1"]) == 0
    assert code in capsys.readouterr().out


def test_a_wrong_agent_leaves_no_file_behind(tmp_path: Path) -> None:
    out = tmp_path / "regret.json"
    assert cli.main(["regret", "random", "nobody", "--json", str(out)]) == 2
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["regret"], "name an agent"),
        (["regret", "nobody"], "there is no agent 'nobody'"),
        (["regret", "random", "--only", "chess"], "there is no ending 'chess'"),
        (["regret", "random", "--seeds", "0"], "--seeds must be 1 or more, got 0"),
        (["regret", "expert", "random:Nothing"], "random:Nothing"),
        (["regret", "random", "--json", "nowhere/regret.json"], "nowhere/regret.json"),
        (["regret", "--collect", "nowhere"], "nowhere must be a folder without endings"),
        (["regret", "--recompute", "--jobs", "-1"], "is no number of processes: 1 or more"),
    ],
)
def test_what_cannot_be_scored_is_told(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with contextlib.suppress(SystemExit):
        assert cli.main(words) == 2
    assert why in capsys.readouterr().err
