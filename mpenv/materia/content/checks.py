"""What a value in a file may be: each check gives the value as the game takes it, or says what is wrong with it."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

Ids = dict[str, list[str]]
Check = Callable[[Any, Ids], Any]
REQUIRED = object()
ID_WORDS = re.compile(r"\w[\w.'-]*(?: [\w.'-]+)*")


class Field(NamedTuple):
    """How a value is checked and what it becomes; without a default it must be there."""

    check: Check
    default: Any = REQUIRED


def whole(low: int, high: int) -> Check:
    def check(value: Any, ids: Ids) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}, not {value!r}")
        return value

    return check


def text(value: Any, ids: Ids) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"must be a text, not {value!r}")
    return value


def name(value: Any, ids: Ids) -> str:
    """An id: one line that notation and positions can say again."""
    if not isinstance(value, str) or not ID_WORDS.fullmatch(value) or value.endswith(" worn"):
        raise ValueError(f"must be words of letters, digits, '.', '-' and '_', not {value!r}")
    return value


def one_of(words: tuple[str, ...]) -> Check:
    """A word of a closed vocabulary, kept as its index."""

    def check(value: Any, ids: Ids) -> int:
        if value not in words:
            raise ValueError(f"{value!r} is not one of {', '.join(words)}")
        return words.index(value)

    return check


def ref(kind: str) -> Check:
    """The id of another entry, kept as its index."""

    def check(value: Any, ids: Ids) -> int:
        if value not in ids[kind]:
            raise ValueError(f"there is no {kind} {value!r}")
        return ids[kind].index(value)

    return check


def listed(check_one: Check, low: int = 0, high: int = 999) -> Check:
    def check(value: Any, ids: Ids) -> list[Any]:
        if not isinstance(value, list):
            raise ValueError(f"must be a list, not {value!r}")
        if not low <= len(value) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise ValueError(f"has {len(value)} entries, wanted {wanted}")
        return [check_one(one, ids) for one in value]

    return check


def table(key: Check, value: Check) -> Check:
    def check(given: Any, ids: Ids) -> dict[Any, Any]:
        if not isinstance(given, dict):
            raise ValueError(f"must be a table, not {given!r}")
        read = {key(k, ids): value(one, ids) for k, one in given.items()}
        if len(read) < len(given):
            raise ValueError(f"says something twice: {', '.join(map(str, given))}")
        return read

    return check


def record(**fields: Field) -> Check:
    """A table inside an entry with fields of its own."""

    def check(given: Any, ids: Ids) -> dict[str, Any]:
        if not isinstance(given, dict):
            raise ValueError(f"must be a table, not {given!r}")
        values, faults = read_fields(given, fields, ids)
        if faults:
            raise ValueError("; ".join(f"{name}: {words}" for name, words in faults))
        return values

    return check


def read_fields(
    given: dict[str, Any], fields: dict[str, Field], ids: Ids
) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The checked values of an entry, and (field, words) of everything wrong with it."""
    faults = [(str(name), f"is unknown, known are {', '.join(fields)}") for name in given if name not in fields]
    values = {}
    for name, field in fields.items():
        if name not in given and field.default is REQUIRED:
            faults.append((name, "is missing"))
            continue
        try:
            values[name] = field.check(given[name], ids) if name in given else field.default
        except ValueError as fault:
            faults.append((name, str(fault)))
    return values, faults


def truth_value(value: Any, ids: Ids) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {value!r}")
    return value
