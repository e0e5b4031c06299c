"""Records: one annotated class gives the dtype, the static types and the documentation.

Compiled rules get plain aligned records. Without the compiler the same attribute spelling
works through `readable`, which also serves everyone who only reads (drawing, positions, tests).
"""

import functools
import math
from collections.abc import Sequence
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

I1 = Annotated[int, "i1"]
I2 = Annotated[int, "i2"]
I4 = Annotated[int, "i4"]
I8 = Annotated[int, "i8"]
U8 = Annotated[np.uint64, "u8"]

WHOLE = (np.uint64, np.void)  # what is read as it is; other numbers come out as plain int

T = TypeVar("T")


class About(NamedTuple):
    """Meaning and bounds of a field of a record: `Annotated[int, "i1", About(0, 2, "markers")]`."""

    low: int
    high: int
    meaning: str


class Numbers:
    """A row of small integers inside a record: `Annotated[Numbers, "i1", 16]`."""

    def __getitem__(self, index: int) -> int: ...  # type: ignore[empty-body]
    def __setitem__(self, index: int | slice, value: int) -> None: ...
    def __len__(self) -> int: ...  # type: ignore[empty-body]


class Floats:
    """A row of fractions inside a record, for what encoders tell: `Annotated[Floats, "f4", 16]`."""

    def __getitem__(self, index: int) -> float: ...  # type: ignore[empty-body]
    def __setitem__(self, index: int | slice, value: float) -> None: ...


class Plane:
    """A table of small integers inside a record, or tables: `Annotated[Plane, "i1", 3, 4]`."""

    def __getitem__(self, index: tuple[int, ...]) -> int: ...  # type: ignore[empty-body]
    def __setitem__(self, index: tuple[int | slice, ...], value: int) -> None: ...


class Many(Generic[T]):
    """A row of records inside a record: `Annotated[Many[Figure], 4]`."""

    def __getitem__(self, index: int) -> T: ...  # type: ignore[empty-body]
    def __setitem__(self, index: int, value: T) -> None: ...
    def __len__(self) -> int: ...  # type: ignore[empty-body]


def layout(record: type) -> np.dtype[np.void]:
    """The aligned dtype of a record class; refuses padding and names that numpy hides."""
    fields = [(name, *_field(hint)) for name, hint in get_type_hints(record, include_extras=True).items()]
    hidden = {name for name, *_ in fields} & set(dir(np.void))
    if hidden:
        raise TypeError(f"{record.__name__}: numpy hides fields called {', '.join(sorted(hidden))}")
    dtype = np.dtype(fields, align=True)
    if dtype.itemsize != (full := sum(dtype[name].itemsize for name in dtype.names or ())):
        raise TypeError(f"{record.__name__}: {dtype.itemsize - full} bytes of padding, reorder its fields")
    return dtype


def _field(hint: Any) -> tuple[Any, tuple[int, ...]]:
    if get_origin(hint) is not Annotated:
        return layout(hint), ()
    kind, *marks = [one for one in get_args(hint) if not isinstance(one, About)]
    if get_origin(kind) is Many:
        return layout(get_args(kind)[0]), tuple(marks)
    return marks[0], tuple(marks[1:])


class Record(np.void):  # type: ignore[misc]
    """A record read and written by attribute; integers come out as plain int."""

    def __getattr__(self, name: str) -> Any:
        try:
            value = self[name]
        except (ValueError, IndexError):
            raise AttributeError(f"no field {name!r}, there are {', '.join(self.dtype.names or ())}") from None
        if isinstance(value, np.ndarray):
            return value if value.dtype.names else value.view(Row)
        return value if isinstance(value, WHOLE) else value.item()

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class Row(np.ndarray):
    """A row of integers whose items come out as plain int."""

    def __getitem__(self, index: Any) -> Any:
        value = super().__getitem__(index)
        return value.item() if isinstance(value, np.integer) else value


@functools.cache
def readable(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same bytes, read by attribute from Python."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((readable(base), shape))
    if dtype.names is None or dtype.fields is None:
        return dtype
    parts: Any = {
        "names": list(dtype.names),
        "formats": [readable(dtype.fields[name][0]) for name in dtype.names],
        "offsets": [dtype.fields[name][1] for name in dtype.names],
        "itemsize": dtype.itemsize,
    }
    pair: Any = (Record, np.dtype(parts))
    same_bytes: np.dtype[Any] = np.dtype(pair)
    return same_bytes


# --- rows of records as arrays ------------------------------------------------------------------


class ArrayField(NamedTuple):
    """A named array within a row: fields beside each other along its last axis, or grids one upon the other."""

    name: str
    kind: np.dtype[Any]
    shape: tuple[int, ...]
    meaning: str
    fields: tuple[tuple[str, tuple[int, ...], About], ...]

    @property
    def nbytes(self) -> int:
        return math.prod(self.shape) * self.kind.itemsize

    @property
    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The lowest and highest values, in the shape of the array; a blank token is all zero."""
        counts = [math.prod(shape) for _, shape, _ in self.fields]
        low = np.repeat([min(about.low, 0) for *_, about in self.fields], counts)
        high = np.repeat([max(about.high, 0) for *_, about in self.fields], counts)
        lines = self.shape if len(low) == math.prod(self.shape) else (-1,)
        full = [np.broadcast_to(one.reshape(lines), self.shape).astype(self.kind) for one in (low, high)]
        return full[0], full[1]


def array_fields(record: type) -> list[ArrayField]:
    """The arrays of a row: a record of plain numbers is one array, one that holds records is each of them."""
    found = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        inner, counts = _inner(hint)
        if inner is None:
            about = next(one for one in get_args(hint) if isinstance(one, About))
            kind, shape = _field(hint)
            found.append(ArrayField(name, np.dtype(kind), shape, about.meaning, ((name, shape, about),)))
        elif _holds_records(inner):
            found += array_fields(inner)
        else:
            fields = [(one.name, one.shape, one.fields[0][2]) for one in array_fields(inner)]
            shape = (*counts, *_joined([shape for _, shape, _ in fields]))
            shape = shape[1:] if counts == (1,) else shape
            found.append(ArrayField(name, layout(inner)[0].base, shape, (inner.__doc__ or "").strip(), tuple(fields)))
    return found


def _inner(hint: Any) -> tuple[type | None, tuple[int, ...]]:
    """The record of a field and how many there are in it; None for plain numbers."""
    if get_origin(hint) is not Annotated:
        return hint, ()
    kind, *marks = get_args(hint)
    return (get_args(kind)[0], tuple(marks)) if get_origin(kind) is Many else (None, ())


def _holds_records(record: type) -> bool:
    return any(_inner(hint)[0] for hint in get_type_hints(record, include_extras=True).values())


def _joined(shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape of some fields in one array: a row of numbers, or grids one upon the other."""
    if min(map(len, shapes)) < 2:
        return (sum(math.prod(shape) for shape in shapes),)
    grid = shapes[0][-2:]
    return (sum(math.prod(shape[:-2]) for shape in shapes), *grid)


def windows(found: Sequence[ArrayField], rows: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of some rows that lie side by side, or of a single one, by name and without a copy."""
    raw = rows.reshape(-1).view(np.uint8)
    arrays, at = {}, 0
    for one in found:
        inner = [math.prod(one.shape[k + 1 :]) * one.kind.itemsize for k in range(len(one.shape))]
        arrays[one.name] = np.ndarray((*rows.shape, *one.shape), one.kind, raw, at, (*rows.strides, *inner))
        at += one.nbytes
    return arrays
