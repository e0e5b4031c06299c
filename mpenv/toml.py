"""TOML: read within limits, and written so that keys and texts of any script can be read again."""

import re
import tomllib
from collections.abc import Mapping
from json.encoder import encode_basestring
from typing import Any

DEEPEST = 16  # levels of brackets, and parts of a dotted key: parsing time grows with their square
WIDTH = 110  # letters of a line; longer lists take a line per entry
BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

# Texts and comments, an unclosed one to its end: outside of them every bracket and dot is TOML's own.
_QUOTED = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?|\'\'\'(?:[^\']|\'(?!\'\'))*+(?:\'\'\')?'
    r'|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*',
    re.DOTALL,
)


# --- reading --------------------------------------------------------------------------------------


def parse(text: str, deepest: int = DEEPEST) -> dict[str, Any]:
    """Parse a text; any fault is a ValueError, and so is a text that would take the parser too long."""
    bare = _QUOTED.sub("_", text)
    depth = 0
    for found in re.finditer(r"[\[\]{}]", bare):
        depth = depth + 1 if found[0] in "[{" else max(0, depth - 1)
        if depth > deepest:
            raise ValueError(f"it is nested more than {deepest} deep")
    if re.search(rf"(?<![^\s=,{{\[])(?:[^\s.=,\[\]{{}}]++[ \t]*+\.[ \t]*+){{{deepest}}}", bare):
        raise ValueError(f"it has a key of more than {deepest} parts")
    if re.search(r"\b0[xob][0-9A-Fa-f_]{200}", bare):  # decimal ones are limited by Python
        raise ValueError("a number has too many digits")
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
    """Check that a file can hold a text; names of files that are not UTF-8 contain lone surrogates."""
    return not any("\ud800" <= word <= "\udfff" for word in words)


def key(words: str) -> str:
    """Name of a field; anything but plain ASCII words is quoted."""
    return words if BARE.fullmatch(words) else text(words)


def text(words: str) -> str:
    """Quoted text; invisible characters (control characters, direction overrides) are escaped."""
    if words.isprintable():
        return encode_basestring(words)
    if not is_text(words):
        raise ValueError(f"{words!r:.300} holds half a character (a lone surrogate), which no TOML file can hold")
    return f'"{"".join(map(_escaped, words))}"'


def _escaped(one: str) -> str:
    if one.isprintable():
        return f"\\{one}" if one in '"\\' else one
    return f"\\u{ord(one):04x}" if ord(one) <= 0xFFFF else f"\\U{ord(one):08x}"


def value(given: Any) -> str:
    """A value in a line; long lists take a line per entry."""
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
    raise TypeError(f"{given!r:.300} is not a TOML value")


def lines(fields: Mapping[str, Any]) -> str:
    """Each field on its own line."""
    return "".join(f"{key(name)} = {value(one)}\n" for name, one in fields.items())
