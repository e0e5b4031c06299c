"""Checks of values in files: each returns the value in the form of the game, or the reason why it is wrong."""

import re
import unicodedata
import weakref
from collections.abc import Callable, MutableMapping
from typing import Any, NamedTuple, TypeVar

Ids = dict[str, list[str]]
Check = Callable[[Any, Ids], Any]
One = TypeVar("One", bound=Check)
REQUIRED = object()
ID_WORDS = re.compile(r"\w[\w.'-]*(?: [\w.'-]+)*")
MOST_LETTERS = 60  # of an id or a name
MOST_STRANGE = 20  # unknown fields of one entry that are told
MOST_STORY = 1200  # letters of an introduction
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control characters, overrides of direction, no characters
JOINERS = "\u200c\u200d"  # letters of some scripts are written with them


class Field(NamedTuple):
    """A field of a file: its check and its default; without a default it must be given."""

    check: Check
    default: Any = REQUIRED


# Positions make checks of their own for each file, which go again with what they read.
_said: MutableMapping[Check, str] = weakref.WeakKeyDictionary()
_parts: MutableMapping[Check, dict[str, Field]] = weakref.WeakKeyDictionary()


def says(words: str) -> Callable[[One], One]:
    """The requirement of a check, in words for the author of a pack."""

    def remember(check: One) -> One:
        _said[check] = words
        return check

    return remember


def said(check: Check) -> str:
    return _said.get(check, "a value")


def parts(check: Check) -> dict[str, Field]:
    """The fields of the table that a check reads, also when it reads a list of them."""
    return _parts.get(check, {})


def shown(value: Any, depth: int = 2) -> str:
    """A value of a file in a few safe words, however big it is."""
    if isinstance(value, str):
        return repr(value if len(value) <= MOST_LETTERS else value[:MOST_LETTERS] + "...")
    if isinstance(value, int) and value.bit_length() > 64:
        return "a number of more than 64 bits"
    if isinstance(value, list | dict) and len(value) > (8 if depth else 0):
        return f"a {'list' if isinstance(value, list) else 'table'} of {len(value)}"
    if isinstance(value, list):
        return f"[{', '.join(shown(one, depth - 1) for one in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{shown(key)}: {shown(one, depth - 1)}" for key, one in value.items()) + "}"
    return repr(value)


def plain(words: str, most: int, allowed: str = "") -> str:
    """A text that is safe to print and to draw; letters of any script."""
    if len(words) > most:
        raise ValueError(f"has {len(words)} characters, at most {most} are taken")
    for one in words:
        if one in "<>" or (unicodedata.category(one) in UNSEEN and one not in JOINERS + allowed):
            raise ValueError(f"holds {unicodedata.name(one, 'a control character').lower()} (U+{ord(one):04X})")
    return words


def whole(low: int, high: int) -> Check:
    @says(f"a whole number from {low} to {high}")
    def check(value: Any, ids: Ids) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"must be a whole number from {low} to {high}, not {shown(value)}")
        return value

    return check


def text(value: Any, ids: Ids) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"must be a text, not {shown(value)}")
    return value


@says("a short text")
def line(value: Any, ids: Ids) -> str:
    return plain(text(value, ids), 2 * MOST_LETTERS)


@says("an id of its own")
def name(value: Any, ids: Ids) -> str:
    """An id: one line that notation and positions can say again."""
    if isinstance(value, str) and len(value) > MOST_LETTERS:
        raise ValueError(f"has {len(value)} characters, at most {MOST_LETTERS} are taken")
    if not isinstance(value, str) or not ID_WORDS.fullmatch(value) or value.endswith(" worn"):
        raise ValueError(f"must be words of letters, digits, '.', '-' and '_', not {shown(value)}")
    return value


def one_of(words: tuple[str, ...]) -> Check:
    """A word of a closed vocabulary, stored as its index."""

    @says(f"one of {', '.join(words)}")
    def check(value: Any, ids: Ids) -> int:
        if value not in words:
            raise ValueError(f"{shown(value)} is not one of {', '.join(words)}")
        return words.index(value)

    return check


def ref(kind: str) -> Check:
    """The id of another entry, stored as its index."""

    @says(f"the id of {'an' if kind[0] in 'aeiou' else 'a'} {kind}")
    def check(value: Any, ids: Ids) -> int:
        if value not in ids[kind]:
            raise ValueError(f"there is no {kind} {shown(value)}")
        return ids[kind].index(value)

    return check


def listed(check_one: Check, low: int = 0, high: int = 999) -> Check:
    @says(f"a list of {high if low == high else f'{low} to {high}'}, each {said(check_one)}")
    def check(value: Any, ids: Ids) -> list[Any]:
        if not isinstance(value, list):
            raise ValueError(f"must be a list, not {shown(value)}")
        if not low <= len(value) <= high:
            wanted = str(low) if low == high else f"{low} to {high}"
            raise ValueError(f"has {len(value)} entries, wanted {wanted}")
        return [check_one(one, ids) for one in value]

    _parts[check] = parts(check_one)
    return check


def table(key: Check, value: Check, high: int = 999) -> Check:
    @says(f"a table: {said(key)} = {said(value)}")
    def check(given: Any, ids: Ids) -> dict[Any, Any]:
        if not isinstance(given, dict):
            raise ValueError(f"must be a table, not {shown(given)}")
        if len(given) > high:
            raise ValueError(f"has {len(given)} entries, wanted at most {high}")
        read = {key(k, ids): value(one, ids) for k, one in given.items()}
        if len(read) < len(given):
            raise ValueError(f"says something twice: {', '.join(map(str, given))}")
        return read

    _parts[check] = parts(value)
    return check


def record(**fields: Field) -> Check:
    """A table inside an entry with fields of its own."""

    @says("a table of the fields below")
    def check(given: Any, ids: Ids) -> dict[str, Any]:
        if not isinstance(given, dict):
            raise ValueError(f"must be a table, not {shown(given)}")
        values, faults = read_fields(given, fields, ids)
        if faults:
            raise ValueError("; ".join(f"{name}: {words}" for name, words in faults))
        return values

    _parts[check] = fields
    return check


def repeats(other: Check) -> Callable[[One], One]:
    """A check that reads the table of another one, and asks for more than its fields."""

    def remember(check: One) -> One:
        _parts[check] = parts(other)
        return says(said(other))(check)

    return remember


def read_fields(
    given: dict[str, Any], fields: dict[str, Field], ids: Ids
) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """The checked values of an entry, and (field, words) of everything wrong with it."""
    strange = [name for name in given if name not in fields]
    faults = [(str(name), f"is unknown, known are {', '.join(fields)}") for name in strange[:MOST_STRANGE]]
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


@says("true or false")
def truth_value(value: Any, ids: Ids) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {shown(value)}")
    return value
