"""A peer in another process, perhaps of another environment: it starts once, and measures whenever it is asked."""

import contextlib
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

from mpenv.bench.interleave import Side

SERVE = Path(__file__).with_name("serve.py")
HELLO = 120.0  # seconds to import what it needs
COMPILES = 300.0  # seconds more than asked for, at most, when a game is played first
LATE = 60.0  # seconds more than asked for, at most, ever after: a step of a large batch may take a while
# One core for each, as our side with one thread has; files that JAX has compiled are kept beside the environment.
ONE_CORE = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1", "JAX_PLATFORMS": "cpu"}


class Hello(NamedTuple):
    """What a peer says when it has started."""

    games: list[str]
    missing: list[str]
    versions: dict[str, str]


class Process:
    """The process of one peer; as a context it is ended in the end."""

    def __init__(self, words: str, python: Path, script: Path) -> None:
        self.words, self._played = words, set[str]()
        self._noise = tempfile.TemporaryFile()  # noqa: SIM115 closed at the exit
        own = python != Path(sys.executable)
        kept = {"JAX_COMPILATION_CACHE_DIR": str(python.parents[1] / "compiled")} if own else {}
        self._process = subprocess.Popen(
            [python, "-P", SERVE, script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._noise,
            env={**os.environ, **ONE_CORE, **kept},
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._ear = threading.Thread(target=self._listen, daemon=True)
        self._ear.start()

    def _listen(self) -> None:
        """A thread, so that waiting can end; an empty line is the end of the process."""
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()
        self._noise.close()
        self._ear.join(1)  # it ends with the process, but not while a child of that still holds the pipe
        for pipe in (self._process.stdin, None if self._ear.is_alive() else self._process.stdout):
            with contextlib.suppress(OSError):  # what was not sent is of no use any more
                if pipe:
                    pipe.close()

    def hello(self) -> Hello:
        """What it has, after it has started."""
        told = self._answer(HELLO, "did not start")
        try:
            games, missing, versions = list(told["games"]), list(told["missing"]), dict(told["versions"])
        except (KeyError, TypeError, ValueError):
            raise self._fault(f"began with nonsense: {told!r}") from None
        return Hello(games, missing, versions)

    def side(self, game: str) -> Side:
        """A game of it as one of the sides that take turns."""
        return lambda seconds: {game: self.rate(game, seconds)}

    def rate(self, game: str, seconds: float) -> float:
        """Decisions a second; the first time it may compile."""
        asked = json.dumps({"game": game, "seconds": seconds}) + "\n"
        try:
            assert self._process.stdin
            self._process.stdin.write(asked.encode())
            self._process.stdin.flush()
        except OSError:
            raise self._dead() from None
        told = self._answer(seconds + (LATE if game in self._played else COMPILES), f"gave no rate of {game}")
        self._played.add(game)
        rate = told.get("rate") if isinstance(told, dict) else None
        if not isinstance(rate, int | float) or not 0 < rate < float("inf"):
            raise self._fault(f"answered nonsense when asked for {game}: {told!r}")
        return float(rate)

    def _answer(self, seconds: float, lack: str) -> Any:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._fault(f"{lack} within {seconds:g} seconds") from None
        if not line:
            raise self._dead()
        try:
            return json.loads(line)
        except ValueError:
            raise self._fault(f"answered nonsense: {line[:80]!r}") from None

    def _dead(self) -> ValueError:
        return self._fault(f"has died (exit code {self._process.wait(timeout=LATE)})")

    def _fault(self, what: str) -> ValueError:
        """With the last line of what it said on stderr, which is most often the reason."""
        self._noise.seek(0)
        said = self._noise.read().decode(errors="replace").strip().splitlines()
        return ValueError(f"the peer {self.words} {what}" + (f"; it said: {said[-1]}" if said else ""))
