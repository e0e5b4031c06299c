"""Runs that the page on learning tells about: a configuration of `configs/train`, what is changed in it, and a seed."""

from collections.abc import Iterator
from typing import Any, NamedTuple

SCENARIOS = ("vault", "licences", "alms", "hunt", "tithe", "watch", "great-work")
SEATS = (2, 3, 4)
MAIN = "vault", 3  # the cell with most seeds, on which parts are left out
SEEDS, FEW = 10, 3


class Run(NamedTuple):
    """A training run: its group in the tables, its name there, and how it is made."""

    group: str
    name: str
    configuration: str
    changes: dict[str, Any]

    @property
    def folder(self) -> str:
        """The name of its folder."""
        return f"{self.group}-{self.name}".replace("/", "-").replace(" ", "-")


def of_cell(scenario: str, seats: int, seed: int) -> Run:
    """A run of `standard` on one scenario with a number of seats."""
    changes = {"game.scenario": scenario, "game.seats": seats, "seed": seed}
    return Run("standard", f"{scenario}/{seats} {seed}", "standard", changes)


def standard() -> Iterator[Run]:
    """First every cell once, then more seeds of the main one, then of the others with three seats."""
    for scenario in SCENARIOS:
        for seats in sorted(SEATS, key=lambda seats: seats != MAIN[1]):
            yield of_cell(scenario, seats, 1)
    for seed in range(2, SEEDS + 1):
        yield of_cell(*MAIN, seed)
    for seed in range(2, FEW + 1):
        for scenario in SCENARIOS:
            if (scenario, MAIN[1]) != MAIN:
                yield of_cell(scenario, MAIN[1], seed)


GROUPS = {"standard": standard}


def runs(groups: list[str]) -> list[Run]:
    """All runs of these groups in the order in which they are made."""
    return [run for group in groups for run in GROUPS[group]()]
