"""Replays with something broken at random, from a seed: bytes, lines, and values at any depth."""

import json
import random
from collections.abc import Callable
from typing import Any

DEEP = "[" * 5000
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 5, 233, 234, 10**6, 10**30, 1.0, 1e300, "", "0", "<b>bold</b>", "\x1b[31mred\x07",
    "\ud800", "\u202eright to left", "a" * 3000, [], [[]], [1], {}, {"a": {}}, "prologue", "alms", "generated:7",
    "generated:99999999999999999999", "inquisition", "/dev/null", "..", "\0", "random", "ask", "position", "pack = 1",
    [[0, 0, 0, 0]], {"seats": "00000000"}, ["yellow", "yellow"], [0] * 400, {"supply": 3}, {"days": -1}, "ferry",
)  # fmt: skip
RAW = (
    b"\0", b"\r", b"\r\n", b"\n", b"\n\n", b"\xef\xbb\xbf", b"\xff\xfe", b"\xc3", b'"', b"{", b"}", b"[", b"]", b",",
    b":", b"NaN", b"Infinity", b"-", b"1e999", b"9" * 5000, DEEP.encode(), b" ", b'"ply":1, ', b"\\ud800", b"null",
)  # fmt: skip
Spoil = Callable[[random.Random, bytes], bytes]


def spoilt(rng: random.Random, raw: bytes) -> bytes:
    """The replay with one thing broken, sometimes with more."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        raw = rng.choice(WAYS)(rng, raw)
    return raw


def _cut(rng: random.Random, raw: bytes) -> bytes:
    return raw[: rng.randrange(len(raw) + 1)]


def _byte(rng: random.Random, raw: bytes) -> bytes:
    place = rng.randrange(len(raw) + 1)
    return raw[:place] + bytes([rng.randrange(256)]) + raw[place + 1 :]


def _digit(rng: random.Random, raw: bytes) -> bytes:
    places = [place for place, byte in enumerate(raw) if 48 <= byte <= 57]
    if not places:
        return _byte(rng, raw)
    place = rng.choice(places)
    return raw[:place] + str(rng.randrange(10)).encode() + raw[place + 1 :]


def _inserted(rng: random.Random, raw: bytes) -> bytes:
    place = rng.choice((0, rng.randrange(len(raw) + 1), len(raw)))
    return raw[:place] + rng.choice(RAW) + raw[place:]


def _gap(rng: random.Random, raw: bytes) -> bytes:
    place = rng.randrange(len(raw) + 1)
    return raw[:place] + raw[place + rng.randrange(1, 200) :]


def _windows(rng: random.Random, raw: bytes) -> bytes:
    return raw.replace(b"\n", b"\r\n", rng.choice((1, -1)))


def _line(rng: random.Random, raw: bytes) -> bytes:
    """A line gone, twice, or in the place of another."""
    lines = raw.splitlines(keepends=True)
    if not lines:
        return raw
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(3):
        case 0:
            del lines[one]
        case 1:
            lines.insert(other, lines[one])
        case _:
            lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def _value(rng: random.Random, raw: bytes) -> bytes:
    """A value somewhere in the JSON of a line, or a key, or one more key."""
    lines = raw.split(b"\n")
    which = rng.choice((0, -2, rng.randrange(len(lines)), rng.randrange(len(lines)))) if len(lines) > 1 else 0
    try:
        line = json.loads(lines[which])
    except (ValueError, RecursionError):
        return _byte(rng, raw)
    lines[which] = json.dumps(_changed(rng, line), separators=(", ", ":")).encode()
    return b"\n".join(lines)


def _changed(rng: random.Random, value: Any) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(sorted(value))
        match rng.randrange(8):
            case 0:
                return {other: one for other, one in value.items() if other != key}
            case 1:
                return {**value, str(rng.choice(STRANGE))[:50]: rng.choice(STRANGE)}
            case _:
                return {**value, key: _changed(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], _changed(rng, value[place]), *value[place + rng.randrange(2) :]]
    if type(value) is int and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 10, 1 << 64))
    return rng.choice(STRANGE)


def _key_twice(rng: random.Random, raw: bytes) -> bytes:
    place = raw.find(b"{", rng.randrange(len(raw) + 1))
    end = raw.find(b", ", place)
    return raw if min(place, end) < 0 else raw[: place + 1] + raw[place + 1 : end + 2] + raw[place + 1 :]


WAYS: tuple[Spoil, ...] = (
    _cut, _byte, _digit, _digit, _inserted, _gap, _windows, _line, _line, _value, _value, _value, _value, _key_twice,
)  # fmt: skip
