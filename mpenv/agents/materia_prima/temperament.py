"""Temperaments: how a player plans and what he likes, as numbers in `temperaments.toml`."""

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import numpy as np

from mpenv import files
from mpenv.agents.materia_prima.features import FEATURES
from mpenv.agents.materia_prima.memory import Habits
from mpenv.agents.materia_prima.scorer import UNIT
from mpenv.engine.records import About
from mpenv.spelling import did_you_mean

FILE = Path(__file__).with_name("temperaments.toml")
USUAL = "usual"  # the table in which all habits and weights stand; a temperament says what is other
PARTS = ("habits", "weights")
MOST_WEIGHT = 1000.0


def habits() -> dict[str, About]:
    """Every habit with its bounds and its meaning."""
    hints = get_type_hints(Habits, include_extras=True)
    return {name: next(one for one in get_args(hint) if isinstance(one, About)) for name, hint in hints.items()}


class Temper(NamedTuple):
    """A player's name and sentence, his habits, and how much each feature of an answer weighs for him."""

    name: str
    sentence: str
    habits: Mapping[str, int]
    weights: Mapping[str, float]
    held_out: bool = False

    @property
    def weighed(self) -> list[int]:
        """The weights as compiled rules take them, in the order of the features."""
        return [round(UNIT * self.weights[name]) for name in FEATURES]

    def into(self, pictures: np.ndarray, row: int) -> None:
        """Write the numbers where compiled rules read them."""
        for name, number in self.habits.items():
            pictures["habits"][name][row] = number
        pictures["weight"][row] = self.weighed

    def but(self, **changes: float) -> "Temper":
        """The same player with some habits and weights changed."""
        known = {"habits": self.habits, "weights": self.weights}
        found = {part: {**old, **{k: x for k, x in changes.items() if k in old}} for part, old in known.items()}
        if unknown := sorted(set(changes) - {*self.habits, *self.weights}):
            raise ValueError(f"there is no habit or weight {', '.join(map(repr, unknown))}")
        return _checked(self._replace(**found), "changes")  # type: ignore[arg-type]


def tempers(path: Path = FILE) -> dict[str, Temper]:
    """All temperaments of a file by name."""
    return _ours() if path == FILE else _read(path)


@functools.cache
def _ours() -> dict[str, Temper]:
    return _read(FILE)


def _read(path: Path) -> dict[str, Temper]:
    try:
        said = files.read_toml(path)
    except files.BadFile as fault:
        raise ValueError(f"{path.name} {fault.why}") from None
    usual = said.pop(USUAL, {})
    faults = [
        f"{USUAL} lacks {part}.{name}" for part, names in _names().items() for name in names - {*usual.get(part, {})}
    ]
    if faults:
        raise ValueError(f"{path.name}: {'; '.join(sorted(faults))}")
    return {name: _checked(_told(name, one, usual, path.name), path.name) for name, one in said.items()}


def usual(path: Path = FILE) -> dict[str, dict[str, float]]:
    """All habits and weights as they are where a temperament says nothing."""
    found: dict[str, dict[str, float]] = files.read_toml(path)[USUAL]
    return found


def temper(name: str) -> Temper:
    """A temperament by name."""
    if name not in tempers():
        raise ValueError(
            f"there is no temperament {name!r}, there are: {', '.join(tempers())}{did_you_mean(name, tempers())}"
        )
    return tempers()[name]


def _names() -> dict[str, set[str]]:
    return {"habits": {*habits()}, "weights": {*FEATURES}}


def _told(name: str, one: Mapping[str, Any], usual: Mapping[str, Any], file: str) -> Temper:
    allowed = {"sentence", "held_out", *PARTS}
    unknown = sorted(set(one) - allowed) + [
        f"{part}.{key}" for part, names in _names().items() for key in sorted(set(one.get(part, {})) - names)
    ]
    if unknown:
        raise ValueError(f"{file}: {name} has unknown {', '.join(unknown)}")
    if not isinstance(one.get("sentence"), str):
        raise ValueError(f"{file}: {name} lacks a sentence")
    parts = [{**usual[part], **one.get(part, {})} for part in PARTS]
    return Temper(name, one["sentence"], parts[0], parts[1], one.get("held_out", False))


def _checked(one: Temper, where: str) -> Temper:
    """The same; numbers that are none, or out of bounds, are refused."""
    for name, about in habits().items():
        number = one.habits[name]
        if not isinstance(number, int) or not about.low <= number <= about.high:
            raise ValueError(
                f"{where}: {one.name}.habits.{name}={number!r} must be a whole number from {about.low} to {about.high}"
            )
    for name, weight in one.weights.items():
        if not isinstance(weight, int | float) or not -MOST_WEIGHT <= weight <= MOST_WEIGHT:
            raise ValueError(
                f"{where}: {one.name}.weights.{name}={weight!r} must be a number within {MOST_WEIGHT:.0f} of 0"
            )
    return one
