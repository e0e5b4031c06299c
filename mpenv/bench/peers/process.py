"""A peer in a process of its own, perhaps in another virtual environment: started once, asked to measure many times."""

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
IMPORTS = 120.0  # seconds to start and import
COMPILES = 300.0  # extra seconds for the first measurement of a game, which compiles
EXTRA = 60.0  # extra seconds for later measurements: a step of a large batch may take a while
# One core for each peer, as for our sides with one thread.
ONE_CORE = {"XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1", "JAX_PLATFORMS": "cpu"}


class Hello(NamedTuple):
    """The first message of a peer: its games, missing packages, versions."""

    games: list[str]
    missing: list[str]
    versions: dict[str, str]


class Process:
    """The process of one peer; a context manager that ends it."""

    def __init__(self, words: str, python: Path, script: Path) -> None:
        self.words, self._played = words, set[str]()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 closed at the exit
        own = python != Path(sys.executable)
        cache = {"JAX_COMPILATION_CACHE_DIR": str(python.parents[1] / "compiled")} if own else {}
        self._process = subprocess.Popen(
            [python, "-P", SERVE, script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            env={**os.environ, **ONE_CORE, **cache},
        )
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """Read answers in a thread, so that waiting can time out; an empty line marks the end of the process."""
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(b"")

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._process.kill()
        self._process.wait()
        self._stderr.close()
        self._reader.join(1)  # it ends with the process, unless a child process still holds the pipe
        for pipe in (self._process.stdin, None if self._reader.is_alive() else self._process.stdout):
            with contextlib.suppress(OSError):  # bytes that were not sent
                if pipe:
                    pipe.close()

    def hello(self) -> Hello:
        """Wait for the first message."""
        message = self._answer(IMPORTS, "did not start")
        try:
            games, missing, versions = list(message["games"]), list(message["missing"]), dict(message["versions"])
        except (KeyError, TypeError, ValueError):
            raise self._fault(f"began with an unreadable message: {message!r}") from None
        return Hello(games, missing, versions)

    def side(self, game: str) -> Side:
        """Return one of its games as a side of the measurement."""
        return lambda seconds: {game: self.rate(game, seconds)}

    def rate(self, game: str, seconds: float) -> float:
        """Measure decisions a second of a game."""
        request = json.dumps({"game": game, "seconds": seconds}) + "\n"
        try:
            assert self._process.stdin
            self._process.stdin.write(request.encode())
            self._process.stdin.flush()
        except OSError:
            raise self._dead() from None
        answer = self._answer(seconds + (EXTRA if game in self._played else COMPILES), f"gave no rate of {game}")
        self._played.add(game)
        rate = answer.get("rate") if isinstance(answer, dict) else None
        if not isinstance(rate, int | float) or not 0 < rate < float("inf"):
            raise self._fault(f"gave an unreadable answer for {game}: {answer!r}")
        return float(rate)

    def _answer(self, seconds: float, problem: str) -> Any:
        """Wait for an answer, which is one line of JSON."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise self._fault(f"{problem} within {seconds:g} seconds") from None
        if not line:
            raise self._dead()
        try:
            return json.loads(line)
        except ValueError:
            raise self._fault(f"gave an unreadable answer: {line[:80]!r}") from None

    def _dead(self) -> ValueError:
        return self._fault(f"has died (exit code {self._process.wait(timeout=EXTRA)})")

    def _fault(self, problem: str) -> ValueError:
        """Make an error with the last line of its stderr, which is most often the reason."""
        self._stderr.seek(0)
        lines = self._stderr.read().decode(errors="replace").strip().splitlines()
        return ValueError(
            f"the peer {self.words} {problem}" + (f"; its last line on stderr: {lines[-1]}" if lines else "")
        )
