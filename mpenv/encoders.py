"""Description of an encoder: its fields, the arrays of its rows, and their bounds."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from mpenv.engine.records import ArrayField, array_fields, layout, readable, windows
from mpenv.engine.switches import PLAIN


class Field(NamedTuple):
    """A field of an encoder; `size` counts its numbers in all tokens of its part."""

    name: str
    size: int
    meaning: str


Seen = Any
"""What an encoder shows: float32, or a dict of arrays by the names of its parts."""


@dataclass(frozen=True)
class EncoderInfo:
    """Description of an encoder for adapters: plain rows of float32, or a record whose arrays are its parts."""

    name: str
    low: float
    high: float
    fields: tuple[Field, ...]
    record: type | None

    @cached_property
    def size(self) -> int:
        """The numbers in a row."""
        return sum(one.size for one in self.fields)

    @cached_property
    def parts(self) -> tuple[ArrayField, ...]:
        """The arrays of a row by name; none for plain rows."""
        return () if self.record is None else tuple(array_fields(self.record))

    @cached_property
    def _kind(self) -> Any:
        assert self.record is not None
        kind = layout(self.record)
        return readable(kind) if PLAIN else kind

    def rows(self, count: int) -> np.ndarray:
        """Zeroed rows for compiled rules to write."""
        return np.zeros((count, self.size), np.float32) if self.record is None else np.zeros((count, 1), self._kind)

    def seen(self, rows: np.ndarray) -> Seen:
        """Rows as their reader gets them, without a copy: float32, or a dict of arrays."""
        return rows if self.record is None else windows(self.parts, rows.reshape(-1))

    def row(self, rows: np.ndarray) -> Seen:
        """The first of some rows as its reader gets it."""
        return rows[0] if self.record is None else windows(self.parts, rows.reshape(-1)[0:1].reshape(()))

    def numbers(self, seen: Seen, kind: Any = np.float32) -> np.ndarray:
        """Rows of numbers, one for each that `seen` gives, one part behind the other; nothing is lost in float32."""
        if isinstance(seen, np.ndarray):
            return np.asarray(seen, kind)
        first = self.parts[0]
        before = seen[first.name].shape[: seen[first.name].ndim - len(first.shape)]
        return np.concatenate([seen[one.name].reshape(*before, -1) for one in self.parts], -1, dtype=kind)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The lowest and the highest numbers of a row."""
        if self.record is None:
            return np.full(self.size, self.low, np.float32), np.full(self.size, self.high, np.float32)
        low, high = ({one.name: one.bounds[k] for one in self.parts} for k in (0, 1))
        return self.numbers(low, np.int16), self.numbers(high, np.int16)


@dataclass(frozen=True)
class Reading:
    """An encoder in Python, for one game at a time: `read(view)` lies in the gymnasium space that `space()` makes."""

    name: str
    space: Callable[[], Any]
    read: Callable[[Any], Any]


def fields_of(record: type) -> tuple[Field, ...]:
    """The fields of a record as `part.field`, or the name of a part that is no more than one field."""
    found = []
    for part in array_fields(record):
        tokens = math.prod(part.shape) // sum(math.prod(shape) for _, shape, _ in part.fields)
        for name, shape, about in part.fields:
            full = name if name == part.name else f"{part.name}.{name}"
            found.append(Field(full, tokens * math.prod(shape), about.meaning))
    return tuple(found)
