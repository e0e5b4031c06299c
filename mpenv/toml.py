"""TOML: read within limits, and written so that keys and texts of any script are read again as they were."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

DEEPEST = 16  # brackets within brackets, and parts of a dotted key, whose time grows with their square
WIDTH = 110  # of a line; longer lists take a line for each entry
BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

# Texts and comments, an unclosed one to its end: outside of them every bracket and dot is TOML's own.
_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'\'\')?'
    r'|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*',
    re.DOTALL,
)


# --- reading --------------------------------------------------------------------------------------


def parse(text: str, deepest: int = DEEPEST) -> dict[str, Any]:
    """The tables of a text; a ValueError for all that is wrong with it, and for what would take a parser a day."""
    bare = _QUOTED.sub("_", text)
    depth = 0
    for found in re.finditer(r"[\[\]{}]", bare):
        depth = depth + 1 if found[0] in "[{" else max(0, depth - 1)
        if depth > deepest:
            raise ValueError(f"it is nested more than {deepest} deep")
    if re.search(rf"(?<![^\s=,{{\[])(?:[^\s.=,\[\]{{}}]++[ \t]*+\.[ \t]*+){{{deepest}}}", bare):
        raise ValueError(f"it has a key of more than {deepest} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise ValueError("a number has too many digits") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


# --- writing --------------------------------------------------------------------------------------


def is_text(words: str) -> bool:
    """Is it text that a file can hold? Names of files that are not UTF-8 have halves of characters in them."""
    return not any("\ud800" <= one <= "\udfff" for one in words)


def key(words: str) -> str:
    """The name of a field; everything but plain ASCII words is quoted."""
    return words if BARE.fullmatch(words) else text(words)


def text(words: str) -> str:
    """A text in quotes; what can not be seen (control characters, overrides of direction) stands as its number."""
    if words.isprintable():
        return json.dumps(words, ensure_ascii=False)
    if not is_text(words):
        raise ValueError(f"{words!r:.300} holds half a character (a lone surrogate), which no TOML file can hold")
    return f'"{"".join(map(_escaped, words))}"'


def _escaped(one: str) -> str:
    if one.isprintable():
        return f"\\{one}" if one in '"\\' else one
    return f"\\u{ord(one):04x}" if ord(one) <= 0xFFFF else f"\\U{ord(one):08x}"


def value(given: Any) -> str:
    """A text, number, truth value, list or table in one line; long lists take a line for each entry."""
    if isinstance(given, str):
        return text(given)
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, int):
        return int.__repr__(given)
    if isinstance(given, float):
        return float.__repr__(given)
    if isinstance(given, Mapping):
        inside = ", ".join(f"{key(name)} = {value(one)}" for name, one in given.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(given, list | tuple):
        line = f"[{', '.join(map(value, given))}]"
        return line if len(line) <= WIDTH else "[\n" + "".join(f"  {value(one)},\n" for one in given) + "]"
    raise TypeError(f"{given!r:.300} is no value of TOML")


def lines(fields: Mapping[str, Any]) -> str:
    """Each field with its value on a line of its own."""
    return "".join(f"{key(name)} = {value(one)}\n" for name, one in fields.items())
