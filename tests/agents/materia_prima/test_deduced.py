"""The `deduced` encoder tells the expert's plan and its answer; labels are answers of scripted players in a batch."""

import itertools
import os
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from mpenv import agents
from mpenv.agents.materia_prima import deduced_row, scripted
from mpenv.agents.materia_prima.deduced import DEDUCED
from mpenv.agents.materia_prima.labels import labels
from mpenv.agents.materia_prima.memory import MEMORY
from mpenv.engine.batch import BatchGame
from mpenv.engine.records import readable
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima import WORLD, Game, observe
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.rules import prompts
from tests.agents.materia_prima.moves import EXPERT, team_of
from tests.places import ROOT
from tests.worlds.materia_prima import rich

SCENARIOS = ("alms", "licences", "hunt", "vault", "tithe", "watch-in-fog", "great-work")
OPEN = {"private_research": True, "table_talk": "open"}
FULL = observe.encoder("full").size
ENDS = np.cumsum([one.size for one in DEDUCED.fields]).tolist()
PLACES = {one.name: slice(end - one.size, end) for one, end in zip(DEDUCED.fields, ENDS, strict=True)}


def field(row: np.ndarray, name: str) -> np.ndarray:
    """The numbers of a field of a row."""
    return row[PLACES[name]]


def plan(row: np.ndarray) -> np.ndarray:
    """The plan behind the numbers of `full` as a record, without the answer."""
    return row.view(deduced_row.ROW)[0]["plan"][0]


def expert_games() -> Iterator[tuple[Game, int]]:
    """Whole games of the expert in all kinds of scenarios with 2 to 4 seats: each decision with its answer."""
    for number, scenario in enumerate(SCENARIOS[:1] if PLAIN else SCENARIOS):
        seats = 2 + number % 3
        rules = OPEN if number % 2 else {}
        game, team = Game(scenario, seats, number, rules=rules, placement="players"), team_of(EXPERT, seats)
        while game.seat is not None and (not PLAIN or game.plies < 60):
            answer = team[game.seat].act(game.view(game.seat))
            yield game, answer
            game.apply(answer)


def test_the_answer_is_that_of_the_expert_in_whole_games() -> None:
    kinds = set()
    for game, answer in expert_games():
        row = game.observe("deduced")
        told = field(row, "answer")
        assert (told.argmax(), told.sum()) == (answer, 1)
        state = game._state
        kinds.add(state.prompt[state.prompts - 1].kind)
    assert prompts.TURN in kinds
    assert len(kinds) > (2 if PLAIN else 8)


def test_the_answer_is_that_of_the_expert_in_any_situation_and_with_any_rules() -> None:
    expert = agents.make("expert")
    for seed in range(4 if PLAIN else 150):
        game = rich.any_game(seed)
        if game.seat is not None:
            expert.reset(game.seat, 0)
            told = field(game.observe("deduced"), "answer")
            assert (told.argmax(), told.sum()) == (expert.act(game.view(game.seat)), 1)


def test_who_waits_sees_the_plan_and_no_answer_and_after_the_end_there_is_neither() -> None:
    game, team = Game("drill-errand", 3, 1), team_of(EXPERT, 3)
    planned = 0
    while game.seat is not None:
        for seat in range(3):
            row = game.observe("deduced", seat)
            assert field(row, "answer").any() == (seat == game.seat)
            planned += seat != game.seat and field(row, "jobs").any()
        game.apply(team[game.seat].act(game.view(game.seat)))
    assert planned
    assert not game.observe("deduced", 0)[FULL:].any()


def test_the_first_numbers_are_those_of_full_and_of_flat() -> None:
    for game, _ in itertools.islice(expert_games(), 0, None, 40):
        row = game.observe("deduced")
        assert (row[:FULL] == game.observe("full")).all()
        assert (row[: observe.encoder("flat").size] == game.observe("flat")).all()


def test_every_field_says_something_within_its_bounds_over_whole_games() -> None:
    most = np.zeros(DEDUCED.size)
    for number, (game, _) in enumerate(expert_games()):
        row = game.observe("deduced", number % game.seats)
        assert np.isfinite(row).all()
        most = np.maximum(most, abs(row))
    assert most.max() <= 1
    for one in DEDUCED.fields:
        if not PLAIN:
            assert field(most, one.name).any(), f"the field {one.name} never says anything"


def test_the_plan_is_the_one_that_the_expert_has_in_mind() -> None:
    expert, seen = agents.make("expert"), set()
    for game, answer in itertools.islice(expert_games(), 0, None, 3):
        seat, s = game.seat or 0, game._state
        expert.reset(seat, 0)
        assert expert.act(game.view(seat)) == answer
        mind, told = expert._memory.view(readable(MEMORY))[0], plan(game.observe("deduced"))
        around = [seat, *(who for who in s.order[: game.seats].tolist() if who != seat)]
        jobs = mind.job[: min(mind.jobs, deduced_row.TOLD)]
        assert (told["jobs"]["predicate"] > 0).sum() == len(jobs)
        assert told["jobs"]["own"][: len(jobs)].tolist() == [job.seat == seat for job in jobs]
        assert told["jobs"]["main"].nonzero()[0].tolist() == [n for n in range(len(jobs)) if n == mind.main]
        assert told["busy"][: game.seats] == pytest.approx([min(1, mind.busy[who] / 60) for who in around])
        assert told["taken"].tolist() == [0 if who < 0 else 1 if who == seat else -1 for who in mind.taken[:13]]
        assert told["easy"] == pytest.approx([max(0, 1 - effort / 40) for effort in mind.recipe[seat, :13]])
        for nth, who in enumerate(around[1:]):
            asks = told["asked_for"][16 * nth : 16 * nth + 16]
            assert asks == pytest.approx([min(1, count / 3) for count in mind.ask[who]])
        if mind.main >= 0:
            assert told["work"]["predicate"][0].nonzero()[0].tolist() == [mind.job[mind.main].predicate]
            seen.add(mind.job[mind.main].predicate)
        assert told["outlook"][1:4].tolist() == [mind.hunts, mind.calls, mind.finished]
    assert len(seen) > (0 if PLAIN else 6)


def test_most_steps_of_the_expert_go_where_the_plan_leads() -> None:
    led, steps = 0, 0
    for game, answer in expert_games():
        if c.MOVE <= answer < c.MINE:
            row = game.observe("deduced")
            figure, direction = divmod(answer - c.MOVE, 6)
            told, home = plan(row)["headed"][figure], row.view(deduced_row.ROW)[0]["full"][0]["more"][0]["walkers"]
            ways = [told[name][direction] for name in ("sourceward", "placeward", "safeward")]
            led += max(*ways, home["homeward"][figure][direction]) > 0
            steps += 1
    assert led > 0.9 * steps > 0


def test_labels_are_what_the_players_answer() -> None:
    options = {"scenario": "alms", "seats": 3}
    games = BatchGame(WORLD, 6, seed=3, **options)
    players = {name: kind() for name, kind in scripted.scripted_players().items() if kind.forgets}
    rng = np.random.default_rng(1)
    for step in range(8 if PLAIN else 60):
        name = list(players)[step % len(players)]
        found = labels(games, name)
        assert found.dtype == np.int64
        for row in range(6):
            seat = int(games.seat[row])
            players[name].reset(seat, 0)
            assert found[row] == players[name].act(games.game(row).view(seat))
        mixed = np.where(rng.random(6) < 0.7, found, [rng.choice(np.flatnonzero(mask)) for mask in games.mask])
        games.step(mixed)


def test_labels_of_a_whimsical_player_hang_on_their_seed_and_those_of_nobody_are_refused() -> None:
    games = BatchGame(WORLD, 40, seed=3)
    assert (labels(games, "erratic", 1) == labels(games, "erratic", 1)).all()
    assert (labels(games, "erratic", 1) != labels(games, "erratic", 2)).any()
    with pytest.raises(ValueError, match="there is no temperament 'nobody'"):
        labels(games, "nobody")


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_nothing_of_it_is_loaded_before_it_is_asked_for() -> None:
    code = (
        "import sys, mpenv; mpenv.Game(seed=1).observe('full'); "
        "print('mpenv.agents.materia_prima.deduced' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False"]


ROWS = """
import hashlib, sys
from tests.worlds.materia_prima import rich
found = hashlib.sha256()
for seed in range(5):
    game = rich.any_game(seed)
    for seat in range(game.seats):
        found.update(game.observe("deduced", seat).tobytes())
print(found.hexdigest())
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_compiled_and_plain_rules_write_the_same_rows() -> None:
    told = set()
    for plain in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": plain, "NUMBA_BOUNDSCHECK": "0"}
        run = subprocess.run(
            [sys.executable, "-c", ROWS], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        told.add(run.stdout.split()[-1])
    assert len(told) == 1


def test_the_row_ends_with_an_answer_for_each_action() -> None:
    assert DEDUCED.fields[-1].name == "answer"
    assert DEDUCED.fields[-1].size == c.ACTIONS
    assert deduced_row.ROW.itemsize == 4 * DEDUCED.size
