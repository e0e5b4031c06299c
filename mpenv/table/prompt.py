"""The prompt at a terminal: arrow keys, earlier answers, and Tab for what may be answered."""

import functools
import sys
from collections.abc import Sequence

_offered: dict[str, str] = {}  # what may be typed, as it is compared -> as it is written


def ask(question: str) -> str:
    """Ask for a line; at a terminal it can be edited, and earlier ones come back with the arrow keys."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        _prepare()
    return input(question)


def offer(words: Sequence[str]) -> None:
    """Set what Tab completes from now on; of `green move NE` also `move NE`."""
    _offered.clear()
    for one in words:
        _offered.setdefault(one.casefold(), one)
    for one in words:
        shorter = one.partition(" ")[2]
        if shorter:
            _offered.setdefault(shorter.casefold(), shorter)


def completed(typed: str) -> list[str]:
    """The offered words that begin with what was typed, in the order in which they were offered."""
    begins = typed.lstrip().casefold()
    return [shown for one, shown in _offered.items() if one.startswith(begins)]


def _complete(typed: str, number: int) -> str | None:
    found = completed(typed)
    return found[number] if number < len(found) else None


@functools.cache
def _prepare() -> None:
    """Load readline where Python has it (not on Windows): `input` uses it from then on."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer(_complete)
    readline.set_completer_delims("")  # answers have spaces in them
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
