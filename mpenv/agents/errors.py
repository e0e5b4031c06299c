"""What goes wrong with an agent, in one line that names it."""

import traceback
from typing import Any

KINDS = {
    "raised": "raised an error",
    "illegal": "gave no legal answer",
    "hung": "did not answer in time",
    "memory": "took too much memory",
    "left": "left the game",
    "nonsense": "said what can not be understood",
}
LONGEST = 200  # letters of what a stranger says


class AgentFault(ValueError):
    """An agent broke: its code, its seat, what it did (one of KINDS), and that in words."""

    def __init__(self, code: str, seat: int, kind: str, words: str) -> None:
        self.code, self.seat, self.kind, self.words = code, seat, kind, words
        super().__init__(f"agent {code!r} on seat {seat} {KINDS[kind]}: {words}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.seat, self.kind, self.words)


def plain(words: str, most: int = LONGEST) -> str:
    """What a stranger says as one line that does nothing to a terminal."""
    told = " ".join("".join(one if one.isprintable() else " " for one in words[: 4 * most]).split())
    return told if len(told) <= most else f"{told[: most - 4]} ..."


def shown(answer: object) -> str:
    """What an agent answered, in one short line; it may be anything."""
    try:
        return plain(repr(answer), 80)
    except Exception:
        return f"something of type {type(answer).__name__}"


def told(fault: BaseException) -> str:
    """An exception in one line: its type, its words, and where it was raised."""
    try:
        words = plain(f"{type(fault).__name__}: {fault}".removesuffix(": "))
    except Exception:  # an exception of a stranger that can not even be told
        words = type(fault).__name__
    frames = traceback.extract_tb(fault.__traceback__)
    return f"{words} ({frames[-1].name}, line {frames[-1].lineno} of {frames[-1].filename})" if frames else words
