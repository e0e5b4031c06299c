"""Head of a snapshot: one line of plain values before the game, each checked before any is used."""

import json
from collections.abc import Iterable
from typing import Any, NoReturn

from mpenv.files import parse_json
from mpenv.world import brief

LONGEST = 1 << 22  # bytes
WORD = 1 << 128  # the numbers of numpy's generator are below it
LARGEST = 1e9  # bound of a sum of rewards


class Head:
    """Values of an environment's snapshot by name; its methods read one value each, or refuse the snapshot."""

    def __init__(self, of: str, values: dict[str, Any]) -> None:
        self.of, self._values = of, values

    def written(self) -> bytes:
        return json.dumps({"of": self.of, **self._values}).encode() + b"\n"

    def _wrong(self, name: str, right: str) -> NoReturn:
        found = brief(self._values.get(name))
        raise ValueError(f"this is no snapshot of a {self.of}: {name} is {found}, it must be {right}")

    def same(self, name: str, ours: Any) -> None:
        """Refuse a snapshot whose value differs from this environment's."""
        if name not in self._values or self._values[name] != ours or type(self._values[name]) is not type(ours):
            self._wrong(name, f"{ours!r} as in this environment")

    def flag(self, name: str) -> bool:
        value = self._values.get(name)
        if not isinstance(value, bool):
            self._wrong(name, "true or false")
        return value

    def whole(self, name: str, low: int, high: int) -> int:
        value = self._values.get(name)
        if type(value) is not int or not low <= value <= high:
            self._wrong(name, f"a whole number from {low} to {high}")
        return value

    def number(self, name: str) -> float:
        value: Any = self._values.get(name)
        if not is_number(value):
            self._wrong(name, "a number")
        number: float = value
        return number

    def text(self, name: str) -> str:
        value = self._values.get(name)
        if not isinstance(value, str):
            self._wrong(name, "a text")
        return value

    def maybe_text(self, name: str) -> str | None:
        return None if name in self._values and self._values[name] is None else self.text(name)

    def one_of(self, name: str, choices: Iterable[Any]) -> Any:
        value, known = self._values.get(name), list(choices)
        if name not in self._values or not any(type(value) is type(choice) and value == choice for choice in known):
            self._wrong(name, f"one of {', '.join(map(str, known)) or 'none'}")
        return value

    def some_of(self, name: str, names: list[str]) -> list[str]:
        """A subset of these names, in their order."""
        value = self._values.get(name)
        if not isinstance(value, list) or value != [one for one in names if one in value]:
            self._wrong(name, f"some of {', '.join(names)}")
        return list(value)

    def numbers(self, name: str, keys: list[str]) -> dict[str, float]:
        """A number for each of these names."""
        value = self._values.get(name)
        if not isinstance(value, dict) or value.keys() != set(keys) or not all(map(is_number, value.values())):
            self._wrong(name, f"a number for each of {', '.join(keys) or 'nobody'}")
        return {key: value[key] for key in keys}  # unconverted: 0 stays 0, so that the next snapshot is the same

    def generator(self, name: str) -> dict[str, Any]:
        """State of numpy's PCG64."""
        value = self._values.get(name)
        if not isinstance(value, dict) or value.keys() != {"bit_generator", "state", "has_uint32", "uinteger"}:
            self._wrong(name, "the state of a generator")
        inner = value["state"]
        fine = (
            value["bit_generator"] == "PCG64"
            and isinstance(inner, dict)
            and inner.keys() == {"state", "inc"}
            and all(type(part) is int and 0 <= part < WORD for part in inner.values())
            and type(value["has_uint32"]) is int
            and value["has_uint32"] in (0, 1)
            and type(value["uinteger"]) is int
            and 0 <= value["uinteger"] < 1 << 32
        )
        if not fine:
            self._wrong(name, "the state of numpy's generator PCG64")
        return {**value, "state": dict(inner)}


def is_number(value: object) -> bool:
    """Check for a finite number from JSON."""
    if type(value) not in (int, float):
        return False
    number: Any = value
    return bool(-LARGEST <= number <= LARGEST)  # false for NaN


def read(snapshot: object, of: str) -> tuple[Head, bytes]:
    """Split a snapshot into its head and the game's bytes; `of` is the class of environment it must be from."""
    if not isinstance(snapshot, bytes | bytearray | memoryview):
        raise ValueError(f"this is no snapshot of a {of}: it is bytes, not {type(snapshot).__name__}")
    given = bytes(snapshot)
    end = given.find(b"\n", 0, LONGEST)
    try:
        values = parse_json(given[: max(end, 0)])
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise ValueError(f"this is no snapshot of a {of}: its first line cannot be read")
    if values.get("of") != of:
        raise ValueError(f"this is no snapshot of a {of}, but of a {brief(values.get('of'))}")
    return Head(of, {name: value for name, value in values.items() if name != "of"}), given[end + 1 :]
