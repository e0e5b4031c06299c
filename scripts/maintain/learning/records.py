"""Records of many held-out games of a team: what happened in each, what was chosen, and how it ended."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.learned.policy import Policy
from mpenv.agents.materia_prima.by_errand import catalogue as e
from mpenv.agents.materia_prima.by_errand.world import ERRANDS
from mpenv.agents.materia_prima.labels import labels
from mpenv.engine.batch import BatchGame
from mpenv.seeds import LEARNING_SEED
from mpenv.world import Outcome
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.rules import log
from scripts.maintain.learning.measure import AT_ONCE, WORLD, Cell

LEARNED, PLAN, EXPERT = "learned", "plan", "expert"
OPENING = 4  # days
GAME, DAY, WHAT, WHO, WHICH, COUNT = range(6)  # columns of an event
SEAT, PROMPT, CHOSEN, PLANNED = range(2, 6)  # columns of a choice, behind its game and day
Answers = Callable[[BatchGame], tuple[np.ndarray, np.ndarray]]  # what is played, and what the plan says
Follows = Callable[[np.ndarray, np.ndarray], np.ndarray]  # by the day and the plan's answer: is the plan followed?


def _kind(planned: np.ndarray, name: str) -> np.ndarray:
    """Where the plan's answer is an errand of a kind."""
    first = next(c.ACTIONS + one.start for one in e.KINDS if one.name == name)
    size = next(one.size for one in e.KINDS if one.name == name)
    found: np.ndarray = (planned >= first) & (planned < first + size)
    return found


# Teams by errands, by where they follow the expert's plan; elsewhere they play the learned policy.
FOLLOWS: dict[str, Follows] = {
    LEARNED: lambda day, planned: np.zeros(len(day), bool),
    PLAN: lambda day, planned: np.ones(len(day), bool),
    "opening by the plan": lambda day, planned: day <= OPENING,
    "only the opening learned": lambda day, planned: day > OPENING,
    "buys as the plan": lambda day, planned: _kind(planned, "BUY"),
    "hands over as the plan": lambda day, planned: _kind(planned, "BRING"),
    "rests as the plan": lambda day, planned: _kind(planned, "REST"),
}
MIXED = tuple(FOLLOWS)[2:]


class Record(NamedTuple):
    """The games of a team: events and choices as rows of numbers, the number of the game first."""

    events: np.ndarray
    choices: np.ndarray
    ends: list[Outcome]


def of_team(team: str, cell: Cell, folder: Path, games: int) -> Record:
    """Play the held-out games with the expert by steps, or with one of the teams of `FOLLOWS`."""
    policy = Policy(folder)
    if policy.about["stamp"]["world"] != ERRANDS.name:
        raise ValueError(f"{folder} was not trained with errands, so nothing can be told of its errands")
    if team == EXPERT:
        return _joined(_played(WORLD, "flat", cell, games, _expert))
    plan = _columns_of_the_plan(policy.encoder)
    return _joined(_played(ERRANDS, policy.encoder, cell, games, _by_errands(policy, plan, FOLLOWS[team])))


def _columns_of_the_plan(encoder: str) -> slice:
    """Where a row says which errand the expert's plan goes on with: its last field."""
    about = ERRANDS.encoder(encoder)
    if about.fields[-1].name != "answer":
        raise ValueError(f"rows of the encoder {encoder!r} do not end with the errand of the expert's plan")
    return slice(about.size - about.fields[-1].size, about.size)


def _expert(batch: BatchGame) -> tuple[np.ndarray, np.ndarray]:
    answers = labels(batch, "expert")
    return answers, answers


def _by_errands(policy: Policy, plan: slice, follows: Follows) -> Answers:
    def answers(batch: BatchGame) -> tuple[np.ndarray, np.ndarray]:
        rows: Any = batch.observation
        _, states = batch.situations()
        planned = rows[:, plan].argmax(1)
        chosen = np.where(batch.mask == 0, -np.inf, policy.logits(rows)).argmax(1)
        return np.where(follows(states["day"], planned), planned, chosen), planned

    return answers


def _played(world: Any, encoder: str, cell: Cell, games: int, answers: Answers) -> Iterator[Record]:
    """Play the first game of each row of a batch, batch after batch."""
    for first in range(0, games, AT_ONCE):
        batch = BatchGame(world, min(AT_ONCE, games - first), seed=LEARNING_SEED + first, encoder=encoder, **cell)
        yield _batch_played(batch, first, answers)


def _batch_played(batch: BatchGame, first: int, answers: Answers) -> Record:
    _, states = batch.situations()
    states["logging"] = 1
    like, runs = batch.game(0), np.ones(batch.games, bool)
    events, choices, ends = list[np.ndarray](), list[np.ndarray](), dict[int, Outcome]()
    while runs.any():
        rows = np.flatnonzero(runs)
        before, day, seat = states.copy(), states["day"].astype(np.int64), batch.seat.copy()
        asked = states["prompt"]["kind"][np.arange(batch.games), states["prompts"] - 1]
        played, planned = answers(batch)
        choices.append(np.stack([first + rows, *(one[rows] for one in (day, seat, asked, played, planned))], 1))
        done = batch.step(played).done.copy()
        for row in np.flatnonzero(runs & done).tolist():
            ended = like.at(before, row)  # the batch has begun its next game already
            ended.apply(int(played[row]))
            ends[row] = _end(ended)
            events.append(_rows(np.array([first + row]), day[[row]], np.array([ended.chance()])))
        runs &= ~done
        rows = np.flatnonzero(runs)
        events += _logged(states, first, rows, day)
    return Record(np.concatenate(events), np.concatenate(choices), [ends[row] for row in range(batch.games)])


def _end(game: Any) -> Outcome:
    found: Outcome = game.outcome
    return found


def _logged(states: Any, first: int, rows: np.ndarray, day: np.ndarray) -> Iterator[np.ndarray]:
    """The events of the last answer in these rows, those with as many together."""
    logged = states["logged"][rows]
    for count in np.unique(logged[logged > 0]).tolist():
        alike = rows[logged == count]
        if count > states["event"].shape[1]:
            raise ValueError(f"an answer brought {count} events, more than a state keeps")
        yield _rows(first + alike, day[alike], states["event"][alike, :count])


def _rows(games: np.ndarray, day: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Events as rows: their game, their day, and what happened."""
    days = day[:, None] + np.cumsum(found[:, :, 0] == log.DAY, 1)
    whose = np.broadcast_to(games[:, None], days.shape)
    rows = np.concatenate([whose[..., None], days[..., None], found], 2)
    return rows.reshape(-1, rows.shape[2]).astype(np.int32)


def _joined(records: Iterator[Record]) -> Record:
    events, choices, ends = zip(*records, strict=True)
    return Record(np.concatenate(events), np.concatenate(choices), [one for some in ends for one in some])
