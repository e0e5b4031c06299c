"""Regret: the success probability that an agent gives away on situations whose exact values are known."""

import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mpenv import text_table, workers
from mpenv.agents import Agent, make
from mpenv.intervals import SURE, wilson
from mpenv.play import Watcher, begin_team, play
from mpenv.workers import OnProgress
from mpenv.world import Game, World

EQUAL = 1e-9  # a smaller difference is none
PIECE = 10  # endings that a process plays with the same agents


class Ending(NamedTuple):
    """A situation with its exact values: the success probability after each legal answer, by notation."""

    name: str
    position: str
    moves: dict[str, float]

    @property
    def value(self) -> float:
        return max(self.moves.values())

    @property
    def best(self) -> list[str]:
        return [words for words, value in self.moves.items() if value > self.value - EQUAL]


class Decision(NamedTuple):
    """The regret of an agent on an ending: the mean, how often it was 0, and the worst answer."""

    name: str
    value: float
    regret: float
    best: float
    worst: str
    lost: float
    instead: str
    won: int


class Score(NamedTuple):
    """An agent on all endings, with every seed."""

    agent: str
    seeds: int
    decisions: list[Decision]

    @property
    def regret(self) -> tuple[float, float, float]:
        """Return the mean with its 95 % interval."""
        found = np.array([one.regret for one in self.decisions])
        half = SURE * float(found.std(ddof=1)) / math.sqrt(len(found)) if len(found) > 1 else math.inf
        mean = float(found.mean())
        return mean, max(0.0, mean - half), min(1.0, mean + half)

    @property
    def best(self) -> float:
        return float(np.mean([one.best for one in self.decisions]))

    @property
    def truth(self) -> float:
        """Return the success probability of a perfect team on these endings."""
        return float(np.mean([one.value for one in self.decisions]))

    @property
    def success(self) -> tuple[float, float, float]:
        """Return the share of endings that the team meets when it plays them to the end, with its 95 % interval."""
        return wilson(sum(one.won for one in self.decisions), self.seeds * len(self.decisions))


def score(
    world: World,
    code: str,
    endings: Sequence[Ending],
    seeds: int,
    processes: int = 1,
    on_progress: OnProgress = workers.no_progress,
) -> Score:
    """Ask an agent for its answer to every ending, and let it play on with itself on all seats."""
    pieces = [endings[first : first + PIECE] for first in range(0, len(endings), PIECE)]
    work = functools.partial(_piece, world, code, pieces, seeds)
    found = workers.run(work, range(len(pieces)), processes, on_progress)
    return Score(code, seeds, [decision for piece in found for decision in piece])


def _piece(
    world: World, code: str, pieces: list[Sequence[Ending]], seeds: int, number: int, on_progress: OnProgress
) -> list[Decision]:
    """Play some endings with one team."""
    team, found = list[Agent](), list[Decision]()
    for ending in pieces[number]:
        game = world.game(position=ending.position)
        team += [make(code, world=world) for _ in range(game.seats - len(team))]
        found.append(_on(game, team, ending, seeds))
        on_progress(seeds, 0)
    return found


def _on(game: Game, team: list[Agent], ending: Ending, seeds: int) -> Decision:
    given, won = [], 0
    for seed in range(seeds):
        played, words = play_out(game, team, seed)
        given.append(words)
        won += played
    value = ending.value
    lost = [value - ending.moves[words] for words in given]
    worst = int(np.argmax(lost))
    best = float(np.mean([one < EQUAL for one in lost]))
    return Decision(
        ending.name, value, float(np.mean(lost)), best, given[worst], lost[worst], ending.best[0], won
    )  # fmt: skip


def play_out(game: Game, team: list[Agent], seed: int) -> tuple[bool, str]:
    """Play a situation to its end with chance drawn anew: whether it succeeded, and the first answer in words."""
    rng, first = np.random.default_rng(seed), FirstAnswer()
    begin_team(game, team[: game.seats], seed)
    end = play(game, team, first, advance=lambda now, action: _after(now, action, rng))
    return bool(end.outcome and end.outcome.worth == 1.0), first.words


class FirstAnswer(Watcher):
    """Notes the words of the first answer of a game."""

    words = ""

    def before(self, game: Game, seat: int, action: int) -> None:
        self.words = self.words or game.words(action)


def _after(game: Game, action: int, rng: np.random.Generator) -> Game:
    """Draw one of the situations an answer leads to; where they are too many to list, the game draws it."""
    try:
        ways = game.futures(action)
    except ValueError:
        game = game.clone()
        game.apply(action)
        return game
    chance = np.array([likely for likely, _ in ways])
    return ways[rng.choice(len(ways), p=chance / chance.sum())][1]


COLUMNS = (
    text_table.words("agent", 14),
    *text_table.figures(
        ("mean regret", 11), ("95 % interval", 17), ("best answers", 13), ("played out", 11), ("95 % interval", 16)
    ),
)
LEGEND = """mean regret: the success probability that an answer gives away, 0 is perfect
best answers: how often the answer gave nothing away
played out: how often it succeeded when it played on to the end on all seats"""


def table(scores: Sequence[Score], worst: int = 3) -> str:
    """Return the agents side by side, and the worst mistakes of each."""
    first = scores[0]
    seeds = f"{first.seeds} seed{'s' * (first.seeds > 1)} each"
    lines = [
        f"{len(first.decisions)} endings, {seeds}; a perfect team succeeds in {first.truth:.1%}",
        "",
        *text_table.lines(COLUMNS, map(_row, scores)),
        "",
        LEGEND,
    ]
    for one in scores:
        lines += ["", *_mistakes(one, worst)]
    return "\n".join(lines)


def _row(one: Score) -> list[str]:
    (mean, low, high), (share, least, most) = one.regret, one.success
    interval, spread = f"{low:.4f} - {high:.4f}", f"{least:.1%} - {most:.1%}"
    return [one.agent, f"{mean:.4f}", interval, f"{one.best:.1%}", f"{share:.1%}", spread]


def _mistakes(one: Score, worst: int) -> list[str]:
    """Return the answers with the largest regret."""
    found = sorted((each for each in one.decisions if each.lost > EQUAL), key=lambda each: (-each.lost, each.name))
    if not found:
        return [f"{one.agent} made no mistake"]
    return [f"the worst of {one.agent}:"] + [
        f"  {each.name}: {each.worst!r} gives away {each.lost:.3f} of {each.value:.3f}; best is {each.instead!r}"
        for each in found[:worst]
    ]


def plain(one: Score) -> dict[str, Any]:
    """Return a score as plain data, for JSON."""
    return {
        "agent": one.agent,
        "endings": len(one.decisions),
        "seeds": one.seeds,
        "mean_regret": one.regret[0],
        "mean_regret_interval": one.regret[1:],
        "best_answers": one.best,
        "truth": one.truth,
        "played_out": one.success[0],
        "played_out_interval": one.success[1:],
        "decisions": [each._asdict() for each in one.decisions],
    }
