"""Codes of agents: what people write on a command line, and what it means."""

import math
import shlex
from collections.abc import Collection
from typing import NamedTuple

from mpenv.spelling import did_you_mean

FORMS = {
    "NAME": "an agent of this list",
    "NAME:OPTION=VALUE": "the same, made with options of its own; more of them follow after a colon",
    "CODE:SHARE": "plays as that agent in this share of its decisions, 0 to 1, and any legal action otherwise",
    "policy:NAME": "a trained policy that comes with mpenv; `mpenv agents policy:NAME` prints its card",
    "policy:FOLDER": "what `mpenv train` has written to this run folder",
    "module:Class": "a class of your own; its module is looked for where the command is called, too",
    "stdio:COMMAND": "a program in any language that answers in JSON lines; split into words as by a shell",
}


class Code(NamedTuple):
    """A code that was understood: its form, what stands behind it, and how often it plays so."""

    form: str  # name, policy, module or stdio
    rest: str
    share: float | None = None
    options: tuple[tuple[str, str], ...] = ()


def parse(code: str, names: Collection[str]) -> Code:
    """Parse the code of an agent, given the names of known agents; every code is parsed here."""
    head, colon, rest = code.partition(":")
    if head == "stdio" and colon:
        _command(code, rest)
        return Code("stdio", rest)
    front, colon, tail = code.rpartition(":")
    if colon and (share := _number(tail)) is not None and (front in names or ":" in front):
        if not 0 <= share <= 1:
            raise ValueError(f"agent {code!r}: a share goes from 0 to 1, {tail} does not")
        return parse(front, names)._replace(share=share)
    if code in names:
        return Code("name", code)
    if head in names and "=" in rest:
        return Code("name", head, options=_options(code, rest))
    if head == "policy" and rest:
        return Code("policy", rest)
    if head in names and colon:
        raise ValueError(
            f"agent {code!r}: behind {head!r} stands a share from 0 to 1 or OPTION=VALUE, {rest!r} is neither"
        )
    if head and rest and "=" not in rest and _number(rest) is None:  # no name of a class
        return Code("module", code)
    raise ValueError(f"there is no agent {code!r}, there are: {forms(names)}{did_you_mean(head, names)}")


def forms(names: Collection[str]) -> str:
    """All that a code may be, where these names are known."""
    *forms, last = [one for one in FORMS if one != "NAME"]
    return f"{', '.join([*sorted(names), *forms])} or {last}"


def has_options(code: str) -> bool:
    """Is it a name with a share or options behind it, and not a class of a module?"""
    rest = code.partition(":")[2]
    return "=" in rest or _number(rest) is not None


def _options(code: str, rest: str) -> tuple[tuple[str, str], ...]:
    """`OPTION=VALUE` joined by colons, each option once."""
    pairs = [tuple(part.split("=", 1)) for part in rest.split(":")]
    wrong = [":".join(pair) for pair in pairs if len(pair) != 2 or not all(pair)]
    if wrong:
        raise ValueError(f"agent {code!r}: {wrong[0]!r} is no OPTION=VALUE")
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError(f"agent {code!r} says an option twice")
    return tuple((name, value) for name, value in pairs)


def command(code: str) -> list[str]:
    """The words of a command line, split as a shell would; nothing is expanded."""
    return _command(code, code.removeprefix("stdio:"))


def _command(code: str, line: str) -> list[str]:
    try:
        words = shlex.split(line)
    except ValueError as fault:
        raise ValueError(f"agent {code!r} is no command line: {fault}") from None
    if not words:
        raise ValueError(f"agent {code!r} names no command")
    return words


def _number(words: str) -> float | None:
    try:
        found = float(words)
    except ValueError:
        return None
    return found if math.isfinite(found) else math.inf  # nan is out of range as well


def team(words: str) -> list[str]:
    """`human,expert` as a list of codes; a comma between quotes belongs to a command line."""
    codes, quote = [""], ""
    for letter in words:
        if letter == "," and not quote:
            codes.append("")
            continue
        if quote == letter:
            quote = ""
        elif not quote and letter in "\"'":
            quote = letter
        codes[-1] += letter
    return codes
