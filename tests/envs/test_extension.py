"""A success after an extension is a success of its own kind: it is told, and pays nothing (MP-DIFF-2)."""

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import mpenv
from mpenv.engine.batch import BatchGame
from mpenv.evaluation import losses
from mpenv.evaluation.recording import RecordingPlan, record
from mpenv.evaluation.tournament import evaluate, report
from mpenv.evaluation.tournament_games import Plan
from mpenv.record.dataset import Dataset
from mpenv.record.replay.writer import ending
from mpenv.worlds.materia_prima import WORLD, Game
from tests.places import TESTS

SMALL, CAMPAIGN = str(TESTS / "packs" / "small"), str(TESTS / "packs" / "campaign")
GAMES = 6
LATE = WORLD.outcomes.index("success as normal")


def last_evening(extend: str, done: bool) -> dict[str, Any]:
    """The last turn of a hard game: yellow has made his item, brown has his or can still make it the next day."""
    made = {"equipment": [1, 0, 0]}
    return {
        "pack": SMALL,
        "scenario": "trial",
        "difficulty": "hard",
        "day": 12,
        "turn": 1,
        "rules": {"extend": extend},
        "alarm": {"active": "alarm.02"},
        "recipes": {"pool": ["equipment.1d"]},
        "seat": [
            {"alchemist": "yellow", "made": made},
            {"alchemist": "brown", "made": made if done else {}, "stock": {"earth": 1, "iron": 1}},
        ],
    }


def chosen(game: Game) -> int:
    """On the first evening the end of the turn; after it yes, and the item as soon as it can be made."""
    wanted = [one for one in game.legal() if any(word in game.words(one) for word in (" yes", "transmute"))]
    evening = game.day == 12 and game.words(0).endswith("end")
    return game.legal()[0] if evening or not wanted else wanted[0]


def finish(game: Game) -> Game:
    while game.seat is not None:
        game.apply(chosen(game))
    return game


@pytest.mark.rule("MP-DIFF-1", "MP-DIFF-2", "WE-04")
@pytest.mark.parametrize(
    ("extend", "done", "result", "day", "worth"),
    [
        ("never", True, "success", 12, 1.0),
        ("ask", True, "success", 12, 1.0),
        ("never", False, "failure", 12, 0.0),
        ("ask", False, "success", 16, 0.0),
    ],
)
def test_only_a_success_within_the_chosen_length_is_worth_anything(
    extend: str, done: bool, result: str, day: int, worth: float
) -> None:
    outcome = finish(Game.from_position(last_evening(extend, done))).outcome
    assert outcome is not None
    assert (outcome.result, outcome.day, outcome.worth) == (result, day, worth)
    assert ("hard was extended to normal" in outcome.reasons) == (result == "success" and not worth)


@pytest.mark.rule("MP-DIFF-2")
@pytest.mark.parametrize(("days", "level"), [(12, ""), (16, "normal"), (20, "easy")])
def test_a_success_after_an_extension_is_listed_and_told_at_its_own_level(days: int, level: str) -> None:
    game = Game.from_position(last_evening("ask", done=days == 12))
    while game.seat is not None:
        waits = game.day < days
        making = next((one for one in game.legal() if "transmute" in game.words(one)), None)
        yes = next((one for one in game.legal() if game.words(one).endswith(" yes")), None)
        wanted = yes if yes is not None else making
        game.apply(game.legal()[0] if wanted is None or (waits and wanted == making) else wanted)
    outcome = game.outcome
    assert outcome is not None
    assert (outcome.result, outcome.success, outcome.day) == ("success", True, days)
    assert outcome.listed == (f"success as {level}" if level else "success")
    assert outcome.details.get("extended", []) == ([{"from": "hard", "to": level}] if level else [])
    written = ending(game, game.plies)["outcome"]
    assert written.get("listed") == (f"success as {level}" if level else None)


def test_a_late_success_is_no_lost_game() -> None:
    played = SimpleNamespace(end=finish(Game.from_position(last_evening("ask", done=False))))
    assert losses.examine(cast(losses.PlayedGame, played), None) is None


def test_a_dataset_and_a_table_of_teams_list_late_successes_at_their_level(tmp_path: Path) -> None:
    options = {"scenario": "homecoming", "pack": CAMPAIGN, "difficulty": "hard", "extend": "ask", "seats": 2}
    record(WORLD, tmp_path / "late", RecordingPlan(["expert"] * 2, [options], GAMES))
    data, found = Dataset(tmp_path / "late"), Counter[str]()
    for number, fact in enumerate(data.games):
        game = WORLD.game(**data.replay(number)["options"])
        for action in data.replay(number)["actions"]:
            game.apply(action)
        assert game.outcome is not None
        assert WORLD.outcomes[fact["outcome"]] == game.outcome.listed
        found[game.outcome.listed] += 1
    assert found["success as normal"] > 0
    (standing,) = evaluate(WORLD, ["expert"], Plan(options, 0, GAMES))
    assert standing.share("success")[0] + standing.share("success as normal")[0] == 1
    assert standing.share("success as normal")[0] > 0
    assert "met as normal" in report([standing], WORLD)


def test_the_environment_pays_nothing_for_a_late_success_and_tells_of_it() -> None:
    env = mpenv.env("trial", pack=SMALL, difficulty="hard", extend="ask")
    for done, paid in ((True, 1.0), (False, 0.0)):
        env.reset(seed=1, options={"position": Game.from_position(last_evening("ask", done)).to_position()})
        while not any(env.terminations.values()):
            env.step(chosen(env.game))
        assert set(env.rewards.values()) == {paid}
        assert {(info["outcome"], info["result"]) for info in env.infos.values()} == {("success", paid)}


def test_a_batch_tells_late_successes_apart() -> None:
    late, right = (Game.from_position(last_evening("ask", done)) for done in (False, True))
    for game in (late, right):
        finish_but_one(game)
    games = BatchGame(WORLD, 2, scenario="trial", pack=SMALL, difficulty="hard", extend="ask")
    games._states[0], games._states[1] = late._states[0], right._states[0]
    step = games.step(np.array([late.legal()[0], right.legal()[0]]))
    assert step.done.all()
    assert step.info.outcome.tolist() == [LATE, WORLD.outcomes.index("success")]
    assert step.reward.tolist() == [0, 1]


def finish_but_one(game: Game) -> None:
    """Play until one answer is left."""
    while True:
        other = game.clone()
        other.apply(chosen(other))
        if other.seat is None:
            return
        game.apply(chosen(game))
