"""Runs that the page on learning tells about: a configuration of `configs/train`, what is changed in it, and a seed."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

SCENARIOS = ("vault", "licences", "alms", "hunt", "tithe", "watch", "great-work")
SEATS = (2, 3, 4)
MAIN = "vault", 3  # the cell with most seeds
SEARCHED = ("alms", 2), ("vault", 3), ("great-work", 4)  # where a planner plays the same games
HELD_OUT = ("coward", "erratic", "helper", "scholar")
MEASURE = "best"  # the group of runs beside held-out mates, which are no teams to play with
SEEDS, FEW = 10, 3
LEVELS = ["easy", "normal", "hard"]
GENERATED = 100  # scenarios that a run without any of the game's own trains on
LEFT_OUT = "alms", 2  # the cell on which parts are left out: where learning gains most
SHORT = 2_500_000  # decisions of these runs
LIBRARY = "sb3"  # the group of a single run, which the library of others makes (sb3.py)
STEPS_IN_AN_ERRAND = 2.65  # as many games take so many times the decisions by steps


class Run(NamedTuple):
    """A training run: its group in the tables, its name there, and how it is made."""

    group: str
    name: str
    seed: int
    configuration: str
    changes: dict[str, Any]

    @property
    def folder(self) -> str:
        """The name of its folder."""
        return re.sub(r"[^\w.]+", "-", f"{self.group}-{self.name}-{self.seed}")


def of_cell(scenario: str, seats: int, seed: int) -> Run:
    """A run of `standard` on one scenario with a number of seats."""
    return Run("standard", f"{scenario}/{seats}", seed, "standard", {"game.scenario": scenario, "game.seats": seats})


def standard() -> Iterator[Run]:
    """First every cell once, those of the planner in front; then more seeds of the main one, then of three seats."""
    cells = [(scenario, seats) for scenario in SCENARIOS for seats in SEATS]
    for cell in sorted(cells, key=lambda cell: (cell not in SEARCHED, cell[1] != MAIN[1])):
        yield of_cell(*cell, 1)
    for seed in range(2, SEEDS + 1):
        yield of_cell(*MAIN, seed)
    for seed in range(2, FEW + 1):
        for scenario in SCENARIOS:
            if (scenario, MAIN[1]) != MAIN:
                yield of_cell(scenario, MAIN[1], seed)


PURE = {"learner.prior": 0, "learner.plays": "drawn"}
TAUGHT = {**PURE, "learner.teacher": "answer", "learner.imitation": 0.3}
PARTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "no prior": PURE,
    "imitation in place of the prior": {**TAUGHT, "learner.teacher_weight": 0.1},
    "imitation and no teacher afterwards": TAUGHT,
    "a teacher beside the prior": {"learner.teacher": "answer", "learner.teacher_weight": 0.1},
    "no value start": {"learner.value_start": 0},
    "a critic on the trunk of the policy": {"learner.value_start": 0, "learner.critic": "shared"},
    "a critic that sees the whole state": {"learner.critic": "state"},
    "the critic predicts the return": {"learner.predicts": "return"},
    "gamma 0.995": {"learner.predicts": "return", "learner.gamma": 0.995},
    "shaped reward": {"learner.predicts": "return", "learner.shape": 1.0},
    "exact shaping": {"learner.predicts": "return", "learner.shape": 1.0, "learner.shaping": "exact"},
    "start states": {"learner.starts": 0.3},
    "256 wide": {"learner.hidden": 256},
    "three levels, drawn by uncertainty": {"tasks.difficulty": LEVELS},
    "three levels, drawn evenly": {"tasks.difficulty": LEVELS, "learner.draws": "any"},
    "generated scenarios only": {
        "game.difficulty": None,
        "tasks.scenario": [f"generated:{number}" for number in range(GENERATED)],
    },
    "the summary alone from nothing": {**PURE, "game.encoder": "flat", "learner.entropy": 0.02},
    "steps in place of errands": {
        "game.actions": "steps",
        "game.encoder": "deduced",
        "decisions": round(SHORT * STEPS_IN_AN_ERRAND),
    },
    "PPO alone": {
        **PURE,
        "game.actions": "steps",
        "game.encoder": "flat",
        "decisions": round(SHORT * STEPS_IN_AN_ERRAND),
        "learner.predicts": "return",
        "learner.value_start": 0,
        "learner.critic": "shared",
        "learner.gamma": 0.995,
        "learner.shape": 5.0,
        "learner.entropy": 0.02,
        "learner.rate": 1e-3,
    },
}


def parts() -> Iterator[Run]:
    """`standard` with a part left out, changed or added, shorter than the others."""
    for seed in range(1, FEW + 1):
        for name, changes in PARTS.items():
            cell = {"game.scenario": LEFT_OUT[0], "game.seats": LEFT_OUT[1]}
            yield Run("parts", name, seed, "standard", {**cell, "decisions": SHORT, **changes})


def pure() -> Iterator[Run]:
    """Teams without the scripted player inside, one for each scenario."""
    for scenario in SCENARIOS:
        changes = {"game.scenario": scenario, "game.seats": MAIN[1]}
        yield Run("pure", f"{scenario}/{MAIN[1]}", 1, "pure", changes)


def search() -> Iterator[Run]:
    """Expert iteration on the cells where a planner plays the same games."""
    for scenario, seats in SEARCHED:
        yield Run("search", f"{scenario}/{seats}", 1, "search", {"game.scenario": scenario, "game.seats": seats})


def best() -> Iterator[Run]:
    """Best responses: a seat that learns beside a single held-out mate, the measure for all that never met it."""
    for mate in HELD_OUT:
        yield Run(MEASURE, mate, 1, "adhoc", {"learner.mates": mate, "decisions": SHORT})


def one_of_each(configuration: str) -> Callable[[], Iterator[Run]]:
    """A single run of a configuration as it is."""
    return lambda: iter([Run(configuration, configuration, 1, configuration, {})])


GROUPS: dict[str, Callable[[], Iterator[Run]]] = {
    "standard": standard,
    "parts": parts,
    "pure": pure,
    "search": search,
    MEASURE: best,
    **{name: one_of_each(name) for name in ("adhoc", "all", "long")},
}


def runs(groups: list[str]) -> list[Run]:
    """All runs of these groups in the order in which they are made."""
    return [run for group in groups for run in GROUPS[group]()]
