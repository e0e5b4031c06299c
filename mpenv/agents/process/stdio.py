"""`stdio:COMMAND`: an agent in any language, that reads and writes JSON lines."""

import json
from importlib import metadata
from typing import Any

import numpy as np

from mpenv.agents import codes
from mpenv.agents.errors import plain
from mpenv.agents.process.channel import Limits, Line
from mpenv.world import View

PROTOCOL = 1
MASK = "mask"


class Stdio:
    """A program that is asked in JSON lines on its stdin and answers on its stdout; its stderr is kept for faults."""

    def __init__(self, code: str, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._line = Line(code, codes.command(code), self._limits)
        self._wants: list[str] | None = None
        self._question, self._begins, self._why = 0, (0, 0), ""
        self._fresh = True

    @property
    def ready(self) -> bool:
        """Did it get through the handshake?"""
        return self._wants is not None

    def reset(self, seat: int, seed: int) -> None:
        self._begins, self._fresh, self._line.seat, self._why = (seat, seed), True, seat, ""

    def act(self, view: View) -> int:
        if self._wants is None:
            self._wants = self._greet()
        if self._fresh:
            seat, seed = self._begins
            self._line.tell(_line({"kind": "reset", "seat": seat, "seed": seed, "names": list(view.names)}))
            self._fresh = False
        self._question += 1
        notations = {action: view.words(action) for action in view.legal}
        answer = self._line.ask(_line(self._asked(view, notations)), self._limits.seconds)
        return self._understood(answer, notations)

    def explain(self) -> str:
        return self._why

    def close(self) -> None:
        """End the program."""
        self._line.close()

    def _greet(self) -> list[str]:
        """The handshake: both say which protocol they speak, and the agent what it wants to see."""
        hello = {"kind": "hello", "protocol": PROTOCOL, "mpenv": metadata.version("mpenv")}
        answer = self._line.ask(_line(hello), self._limits.start)
        if answer.get("protocol") != PROTOCOL or isinstance(answer["protocol"], bool):
            said = plain(repr(answer.get("protocol")), 40)
            self._line.fail("nonsense", f"it speaks protocol {said}, here {PROTOCOL} is spoken")
        wants = answer.get("wants", ["text"])
        if not isinstance(wants, list) or not all(isinstance(one, str) for one in wants):
            self._line.fail("nonsense", f"its `wants` is no list of names: {plain(repr(wants), 80)}")
        return wants

    def _asked(self, view: View, notations: dict[int, str]) -> dict[str, Any]:
        legal = [{"id": one, "notation": said, "words": view.meaning(one)} for one, said in notations.items()]
        question = {"kind": "act", "question": self._question, "seat": view.seat, "seconds": self._limits.seconds}
        return {**question, "legal": legal, **{name: self._shown(view, name) for name in self._wants or ()}}

    def _shown(self, view: View, name: str) -> Any:
        if name == MASK:
            return view.mask.tolist()
        try:
            return _plain(view.encode(name))
        except ValueError as fault:
            self._line.fail("nonsense", f"it wants what is not there: {plain(str(fault))}")

    def _understood(self, answer: dict[str, Any], notations: dict[int, str]) -> int:
        number, action = answer.get("question"), answer.get("action")
        if type(number) is not int or number != self._question:
            said = plain(repr(number), 40)
            self._line.fail("nonsense", f"it answers question {said}, asked was question {self._question}")
        if type(action) not in (int, str):
            self._line.fail("nonsense", f"its action is {plain(repr(action), 40)}, not a number or a notation")
        why = answer.get("why", "")
        if not isinstance(why, str):
            self._line.fail("nonsense", f"its `why` is {plain(repr(why), 40)}, not text")
        chosen = next((one for one, said in notations.items() if action in (one, said)), None)
        if chosen is None:
            self._line.fail("illegal", f"{plain(repr(action), 80)} is not among the {len(notations)} legal answers")
        self._why = plain(why)
        return chosen


def _line(said: dict[str, Any]) -> bytes:
    return json.dumps(said, ensure_ascii=False).encode() + b"\n"


def _plain(seen: Any) -> Any:
    """What an encoder shows as plain data."""
    if isinstance(seen, dict):
        return {name: _plain(part) for name, part in seen.items()}
    return seen.tolist() if isinstance(seen, np.ndarray | np.generic) else seen
