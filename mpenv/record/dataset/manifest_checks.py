"""Checks of a manifest: type and range of every key of `dataset.json`, all faults at once."""

import itertools
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from mpenv.files import DEEPEST

MOST_BYTES = 1 << 20  # of `dataset.json`
MOST_GAMES = 2**31 - 1  # their numbers are int32
MOST_SEED = 2**64 - 1
MOST_SEATS = 1 << 8  # uint8
MOST_OUTCOMES = 1 << 8  # uint8
MOST_ACTIONS = 1 << 16  # uint16
MOST_NUMBERS = 1 << 18  # of an observation; our widest has 28,308
MOST_DIMENSIONS = 8
LONGEST = 60  # letters of a wrong value shown in a message
KINDS = (
    "bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64",
)  # fmt: skip


def short(value: Any) -> str:
    """A value as JSON, cut to a limit without writing more than that."""
    words = "".join(itertools.islice(json.JSONEncoder().iterencode(value), LONGEST + 1))
    return words if len(words) <= LONGEST else words[: LONGEST - 3] + "..."


def is_deep(value: Any, most: int = DEEPEST) -> bool:
    """Check whether a JSON value is nested deeper than a number of levels."""
    level = [value]
    for _ in range(most):
        inner = (one.values() if isinstance(one, dict) else one for one in level if isinstance(one, (dict, list)))
        level = [one for values in inner for one in values if isinstance(one, (dict, list))]
        if not level:
            return False
    return True


def faults(found: Mapping[str, Any]) -> list[str]:
    """List the faults in the values of a manifest that has all its keys."""
    if is_deep(found):
        return [f"it is nested deeper than {DEEPEST} levels"]
    return [*_numbers(found), *_words(found), *_options(found), *_encoder(found["encoder"])]


def _numbers(found: Mapping[str, Any]) -> Iterator[str]:
    yield from _number("version", found["version"], 0, MOST_GAMES)
    yield from _number("seed", found["seed"], 0, MOST_SEED)
    if found["games"] is not None:
        yield from _number("games", found["games"], 1, MOST_GAMES, " or null")
    yield from _number("shard", found["shard"], 1, MOST_GAMES)
    yield from _number("max_plies", found["max_plies"], 0, MOST_GAMES)
    yield from _number("actions", found["actions"], 1, MOST_ACTIONS)
    seed, games = found["seed"], found["games"]
    if _is_number(seed, 0, MOST_SEED) and _is_number(games, 1, MOST_GAMES) and seed + games - 1 > MOST_SEED:
        yield f"seed={seed} is too large: the last of {games:,} games would have a seed above {MOST_SEED}"


def _number(name: str, value: Any, least: int, most: int, other: str = "") -> Iterator[str]:
    if not _is_number(value, least, most):
        yield f"{name}={short(value)} must be a whole number from {least:,} to {most:,}{other}"


def _is_number(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _words(found: Mapping[str, Any]) -> Iterator[str]:
    for name in ("world", "mpenv"):
        if not (isinstance(found[name], str) and found[name]):
            yield f"{name}={short(found[name])} must be a text"
    for name, most in (("agents", MOST_SEATS), ("outcomes", MOST_OUTCOMES)):
        value = found[name]
        if not _is_list_of(value, str) or not 1 <= len(value) <= most:
            yield f"{name}={short(value)} must be a list of 1 to {most} texts"
        elif name == "outcomes" and len(set(value)) < len(value):
            yield f"outcomes={short(value)} has a word twice"
    if not _is_table_of_texts(found["arrays"]):
        yield f"arrays={short(found['arrays'])} must be a table of texts"


def _is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def _is_table_of_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


def _options(found: Mapping[str, Any]) -> Iterator[str]:
    options, identity = found["options"], found["identity"]
    if not _is_list_of(options, dict) or not options:
        yield f"options={short(options)} must be a list of one table or more"
    elif any("seed" in option for option in options):
        yield "options have a seed, which each game has of its own"
    if not isinstance(identity, list) or not all(_is_table_of_texts(one) for one in identity):
        yield f"identity={short(identity)} must be a list of tables of texts"
    elif isinstance(options, list) and len(identity) != len(options):
        yield f"identity has {len(identity):,} tables, one for each of the {len(options):,} options is right"


def _encoder(encoder: Any) -> Iterator[str]:
    if not isinstance(encoder, dict) or not {"name", "size", "fields"} <= encoder.keys():
        yield f"encoder={short(encoder)} must be a table with name, size and fields"
        return
    if unknown := sorted(encoder.keys() - {"name", "size", "fields", "parts"}):
        yield f"encoder has an unknown key {short(unknown[0])}, there are name, size, fields and parts"
    size = encoder["size"]
    if not isinstance(encoder["name"], str):
        yield f"encoder.name={short(encoder['name'])} must be a text"
    if not _is_number(size, 1, MOST_NUMBERS):
        yield f"encoder.size={short(size)} must be a whole number from 1 to {MOST_NUMBERS:,}"
        return
    yield from _fields(encoder["fields"], size)
    if "parts" in encoder:
        yield from _parts(encoder["parts"], size)


def _fields(fields: Any, size: int) -> Iterator[str]:
    if not _is_list_of(fields, list) or not all(
        len(field) == 3 and isinstance(field[0], str) and _is_number(field[1], 1, size) and isinstance(field[2], str)
        for field in fields
    ):
        yield f"encoder.fields={short(fields)} must be a list of [name, size, meaning]"
    elif (numbers := sum(field[1] for field in fields)) != size:
        yield f"encoder.fields have {numbers:,} numbers in all, encoder.size is {size:,}"


def _parts(parts: Any, size: int) -> Iterator[str]:
    if not _is_list_of(parts, list) or not parts or not all(_is_part(part, size) for part in parts):
        kinds = ", ".join(KINDS)
        yield f"encoder.parts={short(parts)} must be a list of [name, type, shape], types are {kinds}"
    elif len({part[0] for part in parts}) < len(parts):
        yield "encoder.parts has a name twice"
    elif (numbers := sum(math.prod(part[2]) for part in parts)) != size:
        yield f"encoder.parts have {numbers:,} numbers in all, encoder.size is {size:,}"


def _is_part(part: list[Any], size: int) -> bool:
    if len(part) != 3 or not isinstance(part[0], str) or part[1] not in KINDS or not isinstance(part[2], list):
        return False
    return len(part[2]) <= MOST_DIMENSIONS and all(_is_number(one, 1, size) for one in part[2])
