"""Records: one annotated class gives the dtype, the static types and the documentation.

Compiled rules get plain aligned records. Without the compiler the same attribute spelling
works through `readable`, which also serves everyone who only reads (drawing, positions, tests).
"""

import functools
from typing import Annotated, Any, Generic, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

I1 = Annotated[int, "i1"]
I2 = Annotated[int, "i2"]
U8 = Annotated[np.uint64, "u8"]

WHOLE = (np.uint64, np.void)  # what is read as it is; other numbers come out as plain int

T = TypeVar("T")


class Numbers:
    """A row of small integers inside a record: `Annotated[Numbers, "i1", 16]`."""

    def __getitem__(self, index: int) -> int: ...  # type: ignore[empty-body]
    def __setitem__(self, index: int | slice, value: int) -> None: ...
    def __len__(self) -> int: ...  # type: ignore[empty-body]


class Plane:
    """A table of small integers inside a record: `Annotated[Plane, "i1", 3, 4]`."""

    def __getitem__(self, index: tuple[int, int]) -> int: ...  # type: ignore[empty-body]
    def __setitem__(self, index: tuple[int | slice, int | slice], value: int) -> None: ...


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
    kind, *marks = get_args(hint)
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
