"""What learned teams do is counted from records as they are, and the page shows a game that goes as it says."""

from typing import Any

import numpy as np
import pytest

from mpenv.agents import make
from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.play import begin_team, play
from mpenv.record.replay import resimulate
from mpenv.world import Outcome
from mpenv.worlds.materia_prima import WORLD, Game
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.rules import log, prompts
from scripts.maintain import docs_flow, docs_learned_play
from scripts.maintain.learning import habits, records
from scripts.maintain.learning.records import EXPERT, LEARNED, Record
from tests.places import ROOT

DAYS = 3
GOLD = habits.PACK.ids["element"].index("gold")
REST, VISIT = c.ACTIONS + e.REST, c.ACTIONS + e.VISIT


def record(*events: tuple[int, ...], choices: tuple[tuple[int, ...], ...] = (), games: int = 2) -> Record:
    end = Outcome("failure", DAYS, (), 0.0, {"missing": [{"goal": "a goal"}, {"goal": "a goal"}]})
    return Record(np.array(events), np.array(choices), [end] * games)


def test_elements_are_summed_and_other_events_counted_by_game_and_day() -> None:
    counts = habits.sums(
        record(
            (0, 1, log.MINED, 0, 1, 3),  # the alchemist of seat 0
            (0, 2, log.MINED, 5, 1, 2),  # a homunculus of seat 1
            (1, 3, log.CONVERTED, 1, GOLD, 0),
            (1, 3, log.EXCHANGES, 0, 1, 0),  # between figures of one seat
            (1, 4, log.EXCHANGES, 0, 4, 0),  # with a mate, in the night after the last day
        ),
        DAYS,
    )
    assert counts["elements mined"].tolist() == [[3, 2, 0], [0, 0, 0]]
    assert counts["elements mined by homunculi"].tolist() == [[0, 2, 0], [0, 0, 0]]
    assert counts["converted to gold"].tolist() == [[0, 0, 0], [0, 0, 1]]
    assert counts["exchanges with a mate"].tolist() == [[0, 0, 0], [0, 0, 1]]
    assert habits.by_day(counts)["elements mined"] == [1.5, 2.5, 2.5]


def test_a_team_is_compared_with_the_expert_game_by_game() -> None:
    one, other = np.array([[1.0, 1.0], [3.0, 1.0]]), np.array([[1.0, 0.0], [2.0, 1.0]])
    row = habits.compared({LEARNED: {"alarms": one}, EXPERT: {"alarms": other}})[0]
    assert (row[LEARNED], row[EXPERT], row["apart"]) == (3.0, 2.0, 1.0)
    assert row["half"] == 0  # one more in each of the games


def test_choices_that_leave_the_plan_are_counted_at_turns_only() -> None:
    choices = (
        (0, 1, 0, prompts.TURN, VISIT, REST),
        (0, 2, 1, prompts.TURN, REST, REST),
        (1, 2, 1, prompts.LOOT, c.NO, c.YES),
        (1, 3, 0, prompts.TURN, REST, REST),
    )
    found = habits.left(record(choices=choices), DAYS)
    assert (found["choices"], found["by_day"]) == (1.5, [1, 0, 0])
    assert found["instead"] == [{"plan": "REST", "chosen": "VISIT", "a game": 0.5}]


def test_a_goal_that_two_seats_miss_is_missing_once_in_a_game() -> None:
    assert habits.missing(record()) == {"a goal": 1.0}


def test_half_teams_follow_the_plan_where_they_are_said_to() -> None:
    day, planned = np.array([1, 4, 5]), np.array([c.ACTIONS + e.BUY, c.ACTIONS + e.STUDY, c.ACTIONS + e.BRING])
    followed = {name: follows(day, planned).tolist() for name, follows in records.FOLLOWS.items()}
    assert followed["opening by the plan"] == [True, True, False]
    assert followed["only the opening learned"] == [False, False, True]
    assert followed["buys as the plan"] == [True, False, False]
    assert followed["hands over as the plan"] == [False, False, True]


@pytest.mark.parametrize("theme", docs_flow.THEMES)
@pytest.mark.parametrize("name", docs_learned_play.PICTURES)
def test_pictures_of_learned_play_are_those_that_are_drawn(name: str, theme: str) -> None:
    path = docs_flow.IMAGES / f"learned-{name}-{theme}.svg"
    assert path.read_text(encoding="utf-8") == docs_learned_play.drawn(name, theme), "run make pictures"


def test_the_learned_team_succeeds_in_the_game_of_the_page_and_the_expert_fails() -> None:
    learned: Any = resimulate(ROOT / "docs/learned-play.jsonl", WORLD)
    assert learned.outcome.success
    options = {name: learned.options[name] for name in ("scenario", "seats", "seed", "difficulty")}
    game, team = Game(**options), [make("expert") for _ in range(2)]
    begin_team(game, team)
    assert not play(game, team).outcome.success  # type: ignore[union-attr]
