"""Faults of agents, and their one-line descriptions."""

import traceback
from typing import Any

KINDS = {
    "raised": "raised an error",
    "illegal": "gave no legal answer",
    "hung": "did not answer in time",
    "memory": "took too much memory",
    "left": "left the game",
    "nonsense": "sent an invalid message",
}
LONGEST = 200  # letters of a message


class AgentFault(ValueError):
    """A fault of an agent: its code, its seat, the kind (one of KINDS), and a description."""

    def __init__(self, code: str, seat: int, kind: str, words: str) -> None:
        self.code, self.seat, self.kind, self.words = code, seat, kind, words
        super().__init__(f"agent {code!r} on seat {seat} {KINDS[kind]}: {words}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.seat, self.kind, self.words)


def plain(words: str, most: int = LONGEST) -> str:
    """Make foreign text one short printable line."""
    line = " ".join("".join(word if word.isprintable() else " " for word in words[: 4 * most]).split())
    return line if len(line) <= most else f"{line[: most - 4]} ..."


def shown(answer: object) -> str:
    """Describe what an agent answered, whatever it is, in a short line."""
    try:
        return plain(repr(answer), 80)
    except Exception:
        return f"something of type {type(answer).__name__}"


def described(fault: BaseException) -> str:
    """Describe an exception in a line: type, message, and where it was raised."""
    try:
        words = plain(f"{type(fault).__name__}: {fault}".removesuffix(": "))
    except Exception:  # the message itself raises
        words = type(fault).__name__
    frames = traceback.extract_tb(fault.__traceback__)
    return f"{words} ({frames[-1].name}, line {frames[-1].lineno} of {frames[-1].filename})" if frames else words
