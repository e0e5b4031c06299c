"""Temperaments: the habits and weights of scripted players, read from `temperaments.toml`."""

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
USUAL = "usual"  # the table of all habits and weights; a temperament lists its differences
PARTS = ("habits", "weights")
MOST_WEIGHT = 1000.0


def habits() -> dict[str, About]:
    """All habits with their bounds and meanings."""
    hints = get_type_hints(Habits, include_extras=True)
    return {
        name: next(annotation for annotation in get_args(hint) if isinstance(annotation, About))
        for name, hint in hints.items()
    }


class Temperament(NamedTuple):
    """A temperament: name, sentence, habits, and the weight of each feature."""

    name: str
    sentence: str
    habits: Mapping[str, int]
    weights: Mapping[str, float]
    held_out: bool = False

    @property
    def weighed(self) -> list[int]:
        """The weights in thousandths, in the order of the features, as compiled rules take them."""
        return [round(UNIT * self.weights[name]) for name in FEATURES]

    def into(self, memories: np.ndarray, row: int) -> None:
        """Write habits and weights into a row of memories."""
        for name, number in self.habits.items():
            memories["habits"][name][row] = number
        memories["weight"][row] = self.weighed

    def but(self, **changes: float) -> "Temperament":
        """Copy with some habits and weights changed."""
        known = {"habits": self.habits, "weights": self.weights}
        found = {part: {**old, **{k: x for k, x in changes.items() if k in old}} for part, old in known.items()}
        if unknown := sorted(set(changes) - {*self.habits, *self.weights}):
            raise ValueError(f"unknown habit or weight {', '.join(map(repr, unknown))}")
        return _checked(self._replace(**found), "changes")  # type: ignore[arg-type]


def temperaments(path: Path = FILE) -> dict[str, Temperament]:
    """All temperaments of a file by name."""
    return _ours() if path == FILE else _read(path)


@functools.cache
def _ours() -> dict[str, Temperament]:
    return _read(FILE)


def _read(path: Path) -> dict[str, Temperament]:
    try:
        tables = files.read_toml(path)
    except files.BadFile as fault:
        raise ValueError(f"{path.name} {fault.why}") from None
    usual = tables.pop(USUAL, {})
    faults = [
        f"{USUAL} lacks {part}.{name}" for part, names in _names().items() for name in names - {*usual.get(part, {})}
    ]
    if faults:
        raise ValueError(f"{path.name}: {'; '.join(sorted(faults))}")
    return {name: _checked(_parsed(name, one, usual, path.name), path.name) for name, one in tables.items()}


def usual(path: Path = FILE) -> dict[str, dict[str, float]]:
    """Habits and weights that hold where a temperament does not set them."""
    found: dict[str, dict[str, float]] = files.read_toml(path)[USUAL]
    return found


def temperament_of(name: str) -> Temperament:
    """A temperament by name."""
    known = temperaments()
    if name not in known:
        raise ValueError(f"there is no temperament {name!r}, there are: {', '.join(known)}{did_you_mean(name, known)}")
    return known[name]


def _names() -> dict[str, set[str]]:
    return {"habits": {*habits()}, "weights": {*FEATURES}}


def _parsed(name: str, table: Mapping[str, Any], usual: Mapping[str, Any], file_name: str) -> Temperament:
    allowed = {"sentence", "held_out", *PARTS}
    unknown = sorted(set(table) - allowed) + [
        f"{part}.{key}" for part, names in _names().items() for key in sorted(set(table.get(part, {})) - names)
    ]
    if unknown:
        raise ValueError(f"{file_name}: {name} has unknown {', '.join(unknown)}")
    if not isinstance(table.get("sentence"), str):
        raise ValueError(f"{file_name}: {name} lacks a sentence")
    parts = [{**usual[part], **table.get(part, {})} for part in PARTS]
    return Temperament(name, table["sentence"], parts[0], parts[1], table.get("held_out", False))


def _checked(temperament: Temperament, where: str) -> Temperament:
    """The temperament itself; a number that is invalid or out of bounds is a ValueError."""
    for name, about in habits().items():
        number = temperament.habits[name]
        if not isinstance(number, int) or not about.low <= number <= about.high:
            raise ValueError(
                f"{where}: {temperament.name}.habits.{name}={number!r} must be a whole number from "
                f"{about.low} to {about.high}"
            )
    for name, weight in temperament.weights.items():
        if not isinstance(weight, int | float) or not -MOST_WEIGHT <= weight <= MOST_WEIGHT:
            raise ValueError(
                f"{where}: {temperament.name}.weights.{name}={weight!r} must be a number within {MOST_WEIGHT:.0f} of 0"
            )
    return temperament
