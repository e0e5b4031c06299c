"""Settings as fields of dataclasses, each with a default, a meaning and limits; tables are checked against them."""

import dataclasses
import math
import re
import types
from collections.abc import Mapping
from dataclasses import field
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

NAME = re.compile(r"\w(?:[\w .+-]{0,62}[\w+-])?")  # of a run, which names its folder


class Limits(NamedTuple):
    """Which values a setting takes; a number is above 0 unless `zero` is allowed, too.

    `earlier` leads from names of choices in earlier versions, which files still hold, to those of today.
    """

    most: float = 65_536
    zero: bool = False
    choices: tuple[str, ...] = ()
    earlier: Mapping[str, str] = types.MappingProxyType({})


def setting(default: Any, meaning: str, most: float = 65_536, **limits: Any) -> Any:
    """Declare a setting: its default, its meaning in one line, and its limits."""
    return field(default=default, metadata={"meaning": meaning, "limits": Limits(most, **limits)})


def section(kind: Any, given: Any, name: str, faults: list[str], game: type | None = None) -> Any:
    """Make one section; faults go to the list, and their settings stay at the default."""
    if not isinstance(given, dict):
        faults.append(f"{name}: must be a section, not {shown(given)}")
        return kind()
    hints = get_type_hints(kind) if game is None else {**get_type_hints(kind), "game": game}
    limits = {one.name: one.metadata.get("limits", Limits()) for one in dataclasses.fields(kind)}
    values = {} if game is None else {"game": game()}
    for key, value in given.items():
        where = shown(f"{name}.{key}" if name else key)[1:-1]
        if key not in hints:
            faults.append(f"{where}: is unknown, known are {', '.join(hints)}")
        elif dataclasses.is_dataclass(hints[key]):
            values[key] = section(hints[key], value, where, faults)
        else:
            today = limits[key].earlier.get(value, value) if isinstance(value, str) else value
            if fault := _fault_of_name(key, today) or _fault(hints[key], today, limits[key]):
                faults.append(f"{where}: {fault}")
            else:
                values[key] = today
    return kind(**values)


def _fault(hint: Any, value: Any, limits: Limits) -> str:
    """Say why a value is none of this type or lies beyond its limits."""
    kinds = tuple(get_origin(one) or one for one in (get_args(hint) if isinstance(hint, types.UnionType) else (hint,)))
    fits = isinstance(value, kinds) or (float in kinds and isinstance(value, int))
    if not fits or (isinstance(value, bool) and bool not in kinds):
        return f"must be {' or '.join(one.__name__ for one in kinds if one is not type(None))}, not {shown(value)}"
    if isinstance(value, str):
        if limits.choices and value not in limits.choices:
            return f"must be {' or '.join(map(repr, limits.choices))}, not {shown(value)}"
        printable = len(value) <= 1000 and value.isprintable()
        return "" if printable else f"must be printable text of at most 1000 letters, not {shown(value)}"
    return "" if value is None or isinstance(value, bool | list | dict) else _fault_of_number(value, limits)


def _fault_of_number(value: float, limits: Limits) -> str:
    if isinstance(value, float) and not math.isfinite(value):
        return f"must be a finite number, not {value!r}"
    if limits.zero and limits.most == 1:
        return "" if 0 <= value <= 1 else f"must be from 0 to 1, not {shown(value)}"
    if value < 0 and limits.zero:
        return f"must not be below 0, not {shown(value)}"
    if value <= 0 and not limits.zero:
        return f"must be above 0, not {shown(value)}"
    return "" if value <= limits.most else f"must be at most {limits.most:,}, not {shown(value)}"


def _fault_of_name(key: str, value: Any) -> str:
    """Refuse names of runs that are no plain names of folders, because they could lead elsewhere."""
    if key != "name" or not isinstance(value, str) or NAME.fullmatch(value):
        return ""
    return f"must be a plain name of a folder (letters, digits, ' .+-_', at most 64), not {shown(value)}"


def shown(value: Any) -> str:
    """Write a value for a message, cut when it is long."""
    try:
        words = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, or tables in tables without end
        return "a value too large to show"
    return words if len(words) <= 80 else f"{words[:60]}... ({len(words):,} letters)"
