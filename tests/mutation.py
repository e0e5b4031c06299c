"""Texts with one thing broken at random, from a seed: lines, values and single characters."""

import random
import re

TOKEN = re.compile(r'"[^"\n]*"|-?\d+')
VALUES = (
    "0", "-1", "1", "7", "15", "40", "60", "99", "127", "999999999999999999999", "true", "[]", "{}", "{ a = 1 }", "1.5",
    "nan", "1979-05-27", "[[0, 0]]", "[[[]]]", "[1, 2]", '""', '" "', '"-"', '"+"', '"x"', '"A"', '"gold"', '"h1"',
    '"yellow"', '"0,0"', '"attack +99999"', '"attack +²"', '"extra figure"', '"tile.1 A 12"', '".# . ."', '"\\u0000"',
    '"equipment.1a worn"', '"inquisition"', '"dawn"', '"entry"', '"turn"', '"drop"', '"equip"',
)  # fmt: skip
CHARACTERS = '"[]{}=#\0é.,\n ab1'


def mutated(rng: random.Random, text: str) -> str:
    """The text with one mutation."""
    return rng.choice((_line_gone, _line_again, _lines_swapped, _value, _value, _token, _other_token, _character))(
        rng, text
    )


def _line_gone(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    del lines[rng.randrange(len(lines))]
    return "\n".join(lines)


def _line_again(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    lines.insert(rng.randrange(len(lines)), rng.choice(lines))
    return "\n".join(lines)


def _lines_swapped(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _value(rng: random.Random, text: str) -> str:
    lines = text.split("\n")
    values = [i for i, line in enumerate(lines) if " = " in line]
    if not values:
        return _character(rng, text)
    chosen = rng.choice(values)
    lines[chosen] = f"{lines[chosen].split(' = ')[0]} = {rng.choice(VALUES)}"
    return "\n".join(lines)


def _token(rng: random.Random, text: str) -> str:
    tokens = [*TOKEN.finditer(text)]
    if not tokens:
        return _character(rng, text)
    found = rng.choice(tokens)
    return text[: found.start()] + rng.choice(VALUES) + text[found.end() :]


def _other_token(rng: random.Random, text: str) -> str:
    tokens = [*TOKEN.finditer(text)]
    if not tokens:
        return _character(rng, text)
    found = rng.choice(tokens)
    return text[: found.start()] + rng.choice(tokens).group() + text[found.end() :]


def _character(rng: random.Random, text: str) -> str:
    place = rng.randrange(max(1, len(text)))
    return text[:place] + rng.choice(CHARACTERS) + text[place + 1 :]
