"""`stdio:COMMAND`: an agent in any language that reads and writes JSON lines."""

import json
from importlib import metadata
from typing import Any

import numpy as np

from mpenv.agents import codes
from mpenv.agents.errors import plain
from mpenv.agents.process.channel import Channel, Limits
from mpenv.world import View

PROTOCOL = 1
MASK = "mask"


class Stdio:
    """Asks a program by JSON lines on its stdin and reads its stdout; stderr is reported with faults."""

    def __init__(self, code: str, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._channel = Channel(code, codes.command(code), self._limits)
        self._wants: list[str] | None = None
        self._question, self._begins, self._why = 0, (0, 0), ""
        self._fresh = True

    @property
    def ready(self) -> bool:
        """True after the handshake."""
        return self._wants is not None

    def reset(self, seat: int, seed: int) -> None:
        self._begins, self._fresh, self._channel.seat, self._why = (seat, seed), True, seat, ""

    def act(self, view: View) -> int:
        if self._wants is None:
            self._wants = self._greet()
        if self._fresh:
            seat, seed = self._begins
            self._channel.tell(_line({"kind": "reset", "seat": seat, "seed": seed, "names": list(view.names)}))
            self._fresh = False
        self._question += 1
        notations = {action: view.words(action) for action in view.legal}
        answer = self._channel.ask(_line(self._asked(view, notations)), self._limits.seconds)
        return self._parsed(answer, notations)

    def explain(self) -> str:
        return self._why

    def close(self) -> None:
        """End the program."""
        self._channel.close()

    def _greet(self) -> list[str]:
        """Shake hands: exchange protocol versions, and learn which encodings the agent wants."""
        hello = {"kind": "hello", "protocol": PROTOCOL, "mpenv": metadata.version("mpenv")}
        answer = self._channel.ask(_line(hello), self._limits.start)
        if answer.get("protocol") != PROTOCOL or isinstance(answer["protocol"], bool):
            version = plain(repr(answer.get("protocol")), 40)
            self._channel.fail("nonsense", f"it uses protocol {version}, mpenv uses protocol {PROTOCOL}")
        wants = answer.get("wants", ["text"])
        if not isinstance(wants, list) or not all(isinstance(want, str) for want in wants):
            self._channel.fail("nonsense", f"its `wants` is not a list of names: {plain(repr(wants), 80)}")
        return wants

    def _asked(self, view: View, notations: dict[int, str]) -> dict[str, Any]:
        legal = [
            {"id": action, "notation": notation, "words": view.meaning(action)}
            for action, notation in notations.items()
        ]
        question = {"kind": "act", "question": self._question, "seat": view.seat, "seconds": self._limits.seconds}
        return {**question, "legal": legal, **{name: self._shown(view, name) for name in self._wants or ()}}

    def _shown(self, view: View, name: str) -> Any:
        if name == MASK:
            return view.mask.tolist()
        try:
            return _plain(view.encode(name))
        except ValueError as fault:
            self._channel.fail("nonsense", f"it wants an unknown encoding: {plain(str(fault))}")

    def _parsed(self, answer: dict[str, Any], notations: dict[int, str]) -> int:
        number, action = answer.get("question"), answer.get("action")
        if type(number) is not int or number != self._question:
            answered = plain(repr(number), 40)
            self._channel.fail("nonsense", f"it answers question {answered} instead of question {self._question}")
        if type(action) not in (int, str):
            self._channel.fail("nonsense", f"its action is {plain(repr(action), 40)}, not a number or a notation")
        why = answer.get("why", "")
        if not isinstance(why, str):
            self._channel.fail("nonsense", f"its `why` is {plain(repr(why), 40)}, not text")
        chosen = next((known for known, notation in notations.items() if action in (known, notation)), None)
        if chosen is None:
            self._channel.fail("illegal", f"{plain(repr(action), 80)} is not one of the {len(notations)} legal answers")
        self._why = plain(why)
        return chosen


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


def _plain(value: Any) -> Any:
    """Encoded observation as plain data."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value
