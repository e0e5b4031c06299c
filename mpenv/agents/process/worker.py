"""The process of an isolated agent: waits for questions and answers each with a line."""

import json
import operator
import os
import pickle
import threading
from typing import Any, BinaryIO

from mpenv.agents.errors import described, shown
from mpenv.agents.process.isolated import WRONG
from mpenv.agents.protocol import why
from mpenv.engine import compiling

HUGE = 1 << 63


def main() -> None:
    """Answer questions until the input ends."""
    questions, answers = _own(0, "rb"), _own(1, "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # keeps what the agent prints out of the answers
    agent: Any = None
    while len(head := questions.read(8)) == 8:
        number, verb, what = pickle.loads(questions.read(int.from_bytes(head, "little")))
        compiling.watching[:] = [
            lambda begins: _say(answers, {"loading": begins})
        ]  # compiling is not counted as its time
        try:
            if verb == "make":
                agent, answer = _made(what), {}
            else:
                answer = _answered(agent, verb, what)
        except NoAction as fault:
            answer = {"fault": "illegal", "words": str(fault)}
        except MemoryError as fault:
            answer = {"fault": "memory", "words": described(fault)}
        except Exception as fault:
            wrong = verb == "make" and isinstance(fault, ValueError)
            answer = {"fault": WRONG if wrong else "raised", "words": str(fault) if wrong else described(fault)}
        compiling.watching.clear()
        _say(answers, {"question": number, **answer})


def _own(number: int, mode: str) -> BinaryIO:
    """A private copy of a pipe, out of the agent's reach."""
    found: Any = os.fdopen(os.dup(number), mode)
    return found  # type: ignore[no-any-return]


def _made(what: tuple[str, str | None]) -> Any:
    from mpenv.agents.registry import make

    code, world = what
    return make(code, world=world)


def _answered(agent: Any, verb: str, what: Any) -> dict[str, Any]:
    if verb == "reset":
        agent.reset(*what)
        return {}
    return {"action": _number(agent.act(what)), "why": why(agent)}


class NoAction(ValueError):
    """Raised for an answer that is not an action id."""


def _number(answer: Any) -> int:
    """An answer as a number that fits into a line."""
    try:
        found = operator.index(answer)
    except Exception:
        raise NoAction(f"{shown(answer)} is not an action id") from None
    if not -HUGE < found < HUGE:
        raise NoAction(f"a number of {found.bit_length():,} bits is not an action id")
    return found


_saying = threading.Lock()


def _say(answers: BinaryIO, message: dict[str, Any]) -> None:
    with _saying:
        answers.write(json.dumps(message).encode() + b"\n")
        answers.flush()
