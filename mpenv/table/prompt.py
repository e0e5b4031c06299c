"""The input line of the terminal: history, and Tab completion of legal answers."""

import functools
import sys
from collections.abc import Sequence

_offered: dict[str, str] = {}  # completions: folded case -> as shown


def ask(question: str) -> str:
    """Ask for a line; on a terminal with editing and history."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        _prepare()
    return input(question)


def offer(words: Sequence[str]) -> None:
    """Set the completions; `green move NE` also completes `move NE`."""
    _offered.clear()
    for word in words:
        _offered.setdefault(word.casefold(), word)
    for word in words:
        shorter = word.partition(" ")[2]
        if shorter:
            _offered.setdefault(shorter.casefold(), shorter)


def completed(typed: str) -> list[str]:
    """Completions of what was typed, in the order in which they were offered."""
    begins = typed.lstrip().casefold()
    return [shown for folded, shown in _offered.items() if folded.startswith(begins)]


def _complete(typed: str, number: int) -> str | None:
    found = completed(typed)
    return found[number] if number < len(found) else None


@functools.cache
def _prepare() -> None:
    """Load readline where Python has it (not on Windows); `input` uses it from then on."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer(_complete)
    readline.set_completer_delims("")  # answers contain spaces
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
