"""Collects the endings that are shipped: `mpenv regret --collect FOLDER`.

Teams play; where a mission has just been fulfilled, the day is declared the last one, and the situations shortly before
are solved. Those are kept in which the answer matters.
"""

import itertools
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mpenv.agents.registry import make
from mpenv.evaluation.exact import Solver
from mpenv.evaluation.materia import endings
from mpenv.materia.game import Game
from mpenv.materia.position.writing import emit, page
from mpenv.world import World

SCENARIOS = (
    "drill-errand", "drill-hunt", "prologue", "alms", "licences", "hunt", "vault", "tithe", "watch", "great-work",
)  # fmt: skip
TEAMS = ("greedy", "busy", "loner")
SEATS = (2, 3, 4)
GAMES = 8  # of each scenario, number of seats and team
EACH = 24  # endings of a scenario and a number of seats
ALIKE = 10  # of them with the same best kind of answer, or about the same value
BACK = (1, 2, 3, 4, 5, 6, 8)
SITUATIONS = 1 << 9  # at most, so that all are solved again in minutes
ROWS = 1 << 9  # that wait at one time
MATTERS = 0.02  # between the best and the worst answer


class Found(NamedTuple):
    position: str
    moves: dict[str, float]
    situations: int

    @property
    def kind(self) -> str:
        """The verb of the best answer."""
        best = max(self.moves, key=lambda words: self.moves[words])
        return best.split()[1]


def collect(world: World, folder: Path) -> None:
    """Fill an empty folder with endings and their truth."""
    solver, truth = Solver(world, SITUATIONS, ROWS), dict[str, str]()
    for seats, scenario in itertools.product(SEATS, SCENARIOS):
        for number, one in enumerate(chosen(scenario, seats, solver), 1):
            name = f"{scenario}-{seats}-{number:02}"
            (folder / f"{name}.toml").write_text(one.position, encoding="utf-8")
            truth[name] = f"[{name}]\nsituations = {one.situations}\nmoves = {emit(one.moves)}\n"
            print(name, one.kind, max(one.moves.values()), one.situations, flush=True)
        (folder / endings.TRUTH).write_text("\n".join(truth.values()), encoding="utf-8")


def chosen(scenario: str, seats: int, solver: Solver) -> list[Found]:
    """Endings of many kinds: few with the same verb and about the same value."""
    kept, alike, seen = list[Found](), Counter[tuple[str, int]](), set[str]()
    for position in candidates(scenario, seats):
        if len(kept) == EACH:
            break
        try:
            moves, situations = endings.solve(position, solver)
        except ValueError:  # too large, or nothing that can be asked on the last day
            continue
        one = Found(position, moves, situations)
        key = (one.kind, round(4 * max(moves.values())))
        told = str(sorted(moves.items()))
        if max(moves.values()) - min(moves.values()) < MATTERS or alike[key] == ALIKE or told in seen:
            continue
        alike[key] += 1
        seen.add(told)
        kept.append(one)
    return kept


def candidates(scenario: str, seats: int) -> Iterator[str]:
    """Situations shortly before a mission was fulfilled, on a day that becomes the last."""
    for seed, code in itertools.product(range(GAMES), TEAMS):
        rng = np.random.default_rng([seed, seats])
        before = before_the_end(Game(scenario, seats, seed, **easy(scenario)), code, seed)
        for back in rng.permutation(BACK):
            if back <= len(before):
                yield short(before[-back])


def easy(scenario: str) -> dict[str, str]:
    days = next(one["days"] for one in Game().pack.entries["scenario"] if one["id"] == scenario)
    return {"difficulty": "easy"} if days[1] else {}


def before_the_end(game: Game, code: str, seed: int) -> list[Game]:
    """The situations that led to the first moment at which the mission was fulfilled, or to the end."""
    team, before = [make(code) for _ in range(game.seats)], list[Game]()
    for seat, one in enumerate(team):
        one.reset(seat, seed)
    while game.seat is not None and not fulfilled(game):
        before.append(game.clone())
        game.apply(team[game.seat].act(game.view(game.seat)))
    return before


def fulfilled(game: Game) -> bool:
    view, goals = game.overview(), game.pack.readable.scenario[game._state.scenario].goals
    return all(view.reached(goal, seat) for goal in range(goals) for seat in range(game.seats))


def short(game: Game) -> str:
    """A situation as a position file with today as the last day, without what a reader fills in by itself."""
    lines = tomllib.loads(game.to_position())
    lines["day"] = lines["days"]
    alarm = lines["alarm"]
    alarm["active"] = alarm.pop("revealed")[-1]
    alarm.pop("deck", None)
    whole = page(lines)
    for name in ("seed", "chance"):
        lines.pop(name)
    for kind in ("homunculus", "equipment", "stone"):
        lines["recipes"][kind].pop("deck")
    for room, name in (
        ("alarm", "deck"),
        ("inquisition", "deck"),
        ("towns", "mission_deck"),
        ("towns", "extension_deck"),
    ):
        lines[room].pop(name, None)
    trimmed = page(_said(lines))
    try:
        return trimmed if alike(trimmed, whole) else whole
    except ValueError:
        return whole


def _said(lines: Any) -> Any:
    """Without empty tables and lists, and without zeros."""
    if isinstance(lines, list):
        return [_said(one) for one in lines]
    if not isinstance(lines, dict):
        return lines
    told = {key: _said(value) for key, value in lines.items() if key != "slots"}
    told |= {key: value for key, value in lines.items() if key == "slots"}
    return {key: value for key, value in told.items() if value not in ({}, [], 0) or key == "turn" or value is False}


def alike(one: str, other: str) -> bool:
    """Do two positions differ in nothing but seed, counters of chance and the order of what is hidden?"""
    seen = []
    for position in (one, other):
        view = Game.from_position(position).overview()
        view.state.rolled[:], view.state.shuffled[:] = 0, 0
        seen.append((view.record.tobytes(), view.state.seat[1].private))
    return seen[0] == seen[1]
