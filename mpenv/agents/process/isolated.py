"""An agent in Python in a process of its own: it gets the views of its seat, and nothing that leads elsewhere."""

import json
import os
import pickle
import sys
from typing import Any

from mpenv.agents.errors import KINDS, plain
from mpenv.agents.process.channel import Limits, Line
from mpenv.world import View

BEGIN = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from mpenv.agents.process import worker; worker.main()"
)
# Threads of many processes would fight for cores.
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
WRONG = "wrong"  # the fault of a code that makes no agent


class Isolated:
    """Asks an agent that lives elsewhere; questions are pickles, answers JSON, so that it can tell us nothing else."""

    def __init__(self, code: str, limits: Limits | None = None, world: str | None = None) -> None:
        self._world = world
        self.code, self._limits = code, limits or Limits()
        path = json.dumps([str(one) for one in sys.path])
        self._line = Line(
            code, [sys.executable, "-c", BEGIN, path], self._limits, {**ONE_THREAD, **os.environ}, loads=True
        )
        self._question, self.ready, self._why = 0, False, ""

    def reset(self, seat: int, seed: int) -> None:
        self._line.seat, self._why = seat, ""
        self.begin()
        self._ask("reset", (seat, seed), self._limits.seconds)

    def act(self, view: View) -> int:
        self.begin()
        answer = self._ask("act", view, self._limits.seconds)
        action, why = answer.get("action"), answer.get("why", "")
        if type(action) is not int:
            self._line.fail("nonsense", f"its action is {plain(repr(action), 40)}, not a number")
        self._why = plain(why) if isinstance(why, str) else ""
        return action

    def explain(self) -> str:
        return self._why

    def close(self) -> None:
        """End the process."""
        self._line.close()

    def begin(self) -> None:
        """Wait until the agent is there; a code that makes none is a ValueError with the reason."""
        if not self.ready:
            self._ask("make", (self.code, self._world), self._limits.start)
            self.ready = True

    def _ask(self, verb: str, what: Any, seconds: float) -> dict[str, Any]:
        self._question += 1
        frame = pickle.dumps((self._question, verb, what), pickle.HIGHEST_PROTOCOL)
        answer = self._line.ask(len(frame).to_bytes(8, "little") + frame, seconds)
        if answer.get("question") != self._question:
            self._line.fail("nonsense", f"it answers question {plain(repr(answer.get('question')), 40)}")
        fault = answer.get("fault")
        if fault is not None:
            words = plain(str(answer.get("words")), 400)
            if fault == WRONG and not self.ready:
                self._line.close()
                raise ValueError(words)
            self._line.fail(fault if fault in KINDS else "nonsense", words)
        return answer
