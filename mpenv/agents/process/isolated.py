"""Isolated agents: a Python agent in its own process, which gets the views of its seat and nothing else."""

import json
import os
import pickle
import sys
from typing import Any

from mpenv.agents.errors import KINDS, plain
from mpenv.agents.process.channel import Channel, Limits
from mpenv.world import View

BEGIN = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from mpenv.agents.process import worker; worker.main()"
)
# Threads of many processes would fight for cores.
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
WRONG = "wrong"  # fault of a code that names no agent


class Isolated:
    """Asks an agent in another process; questions are pickles, answers JSON, so that an answer can run no code here."""

    def __init__(self, code: str, limits: Limits | None = None, world: str | None = None) -> None:
        self._world = world
        self.code, self._limits = code, limits or Limits()
        path = json.dumps([str(folder) for folder in sys.path])
        self._channel = Channel(
            code, [sys.executable, "-c", BEGIN, path], self._limits, {**ONE_THREAD, **os.environ}, loads=True
        )
        self._question, self.ready, self._why = 0, False, ""

    def reset(self, seat: int, seed: int) -> None:
        self._channel.seat, self._why = seat, ""
        self.begin()
        self._ask("reset", (seat, seed), self._limits.seconds)

    def act(self, view: View) -> int:
        self.begin()
        answer = self._ask("act", view, self._limits.seconds)
        action, why = answer.get("action"), answer.get("why", "")
        if type(action) is not int:
            self._channel.fail("nonsense", f"its action is {plain(repr(action), 40)}, not a number")
        self._why = plain(why) if isinstance(why, str) else ""
        return action

    def explain(self) -> str:
        return self._why

    def close(self) -> None:
        """End the process."""
        self._channel.close()

    def begin(self) -> None:
        """Wait until the agent is made; a code that names no agent is a ValueError."""
        if not self.ready:
            self._ask("make", (self.code, self._world), self._limits.start)
            self.ready = True

    def _ask(self, verb: str, what: Any, seconds: float) -> dict[str, Any]:
        self._question += 1
        frame = pickle.dumps((self._question, verb, what), pickle.HIGHEST_PROTOCOL)
        answer = self._channel.ask(len(frame).to_bytes(8, "little") + frame, seconds)
        if answer.get("question") != self._question:
            self._channel.fail("nonsense", f"it answers question {plain(repr(answer.get('question')), 40)}")
        fault = answer.get("fault")
        if fault is not None:
            words = plain(str(answer.get("words")), 400)
            if fault == WRONG and not self.ready:
                self._channel.close()
                raise ValueError(words)
            self._channel.fail(fault if fault in KINDS else "nonsense", words)
        return answer
