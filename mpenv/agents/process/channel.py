"""A line to a process: one question at a time, one answer a line, with limits; nothing that is said is trusted."""

import contextlib
import json
import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from mpenv.agents.errors import AgentFault, plain

LONGEST = 1 << 16  # bytes of an answer
TAIL = 2000  # bytes of stderr that are kept
OFTEN = 0.05  # seconds between two looks at the memory
SLACK = 1 << 30  # bytes that may be reserved beyond the limit, so that nothing fills the machine between two looks
GOODBYE = 0.2  # seconds to end by itself
WATCHDOG = 'read done || kill -s KILL -- "-$1"'  # its stdin ends when whoever started it is gone, however that came


class Limits(NamedTuple):
    """What an agent in a process of its own may take."""

    seconds: float = 60.0  # for a decision
    memory: int | None = None  # megabytes that it and what it started hold
    start: float = 60.0  # seconds until it is there, and in all in which rules may load or compile


class Line:
    """A process that is asked, with its whole group; ended with the object, and with us."""

    def __init__(
        self,
        code: str,
        command: Sequence[str],
        limits: Limits,
        env: Mapping[str, str] | None = None,
        loads: bool = False,
    ) -> None:
        if os.name != "posix":
            raise ValueError(f"agent {code!r} needs Linux or macOS: it lives in a process of its own")
        self.code, self.seat, self.limits, self._loads = code, 0, limits, loads
        self._lines, self._in, self._out, self._said = 0, b"", b"", b""
        # Rules that load or compile are not its own time; as the process itself says so, it is never believed for long.
        self._weighed, self._left_to_load = 0.0, limits.start
        self.listen: Callable[[str, bytes], None] = _unheard  # is told what goes out (>) and comes in (<)
        self._process, watchdog = _started(code, command, env)
        self._end = weakref.finalize(self, _end, self._process, watchdog, os.getpid())
        pipes: list[Any] = [self._process.stdin, self._process.stdout, self._process.stderr]
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in pipes)
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        self._open = {self._stdout, self._stderr}
        self._bound()

    def close(self) -> None:
        """End the process and its group."""
        self._end()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"agent {self.code!r} lives in a process of its own, it can not be copied")

    def tell(self, words: bytes) -> None:
        """Say something that wants no answer; it goes out with the next question."""
        self._out += words
        self.listen(">", words)

    def ask(self, words: bytes, seconds: float) -> dict[str, Any]:
        """The answer to a question: one line that holds one JSON object."""
        if not self._end.alive:
            self.fail("left", "it was ended after an earlier fault")
        self._hear()
        if self._in and self._lines:  # the first line may come early
            self.fail("nonsense", f"it spoke without being asked: {_quoted(self._in)}")
        self.tell(words)
        deadline, halted = time.monotonic() + seconds, 0.0
        while True:
            while (line := self._line()) is None:
                self._turn(deadline if not halted else halted + self._left_to_load, seconds)
            answer = self._read(line)
            if not self._loads or "loading" not in answer:
                break
            now = time.monotonic()
            if halted:  # what it loaded or compiled of ours is not its own time
                deadline += now - halted
                self._left_to_load -= now - halted
            halted = now if answer["loading"] is True and self._left_to_load > 0 else 0.0
        if self._in:
            self.fail("nonsense", f"it said more than one line: {_quoted(self._in)}")
        return answer

    def fail(self, kind: str, words: str) -> NoReturn:
        """End the process, and say what it did."""
        if self._end.alive:
            self._hear()
        self._end()
        last = plain(self._said.decode(errors="replace").rstrip().rpartition("\n")[2])
        raise AgentFault(self.code, self.seat, kind, words + (f"; its last words: {last}" if last else ""))

    # --- one turn of writing and reading ----------------------------------------------------------

    def _turn(self, deadline: float, seconds: float) -> None:
        """Write what can be written, read what can be read, and look whether it goes on too long or grows too big."""
        now = time.monotonic()
        if now >= deadline:
            self.fail("hung", f"there was no answer in {seconds:g} s")
        poll = select.poll()
        for pipe in self._open:
            poll.register(pipe, select.POLLIN)
        if self._out:
            poll.register(self._stdin, select.POLLOUT)
        wait = min(deadline - now, OFTEN if self.limits.memory else 1.0)
        ready = {pipe for pipe, _ in poll.poll(1 + wait * 1000)}
        self._weigh()
        if self._stdin in ready:
            self._speak()
        self._hear()
        if self._stdout not in self._open and b"\n" not in self._in:
            self._left()

    def _speak(self) -> None:
        try:
            self._out = self._out[os.write(self._stdin, self._out) :]
        except BlockingIOError:
            pass
        except OSError:  # nobody listens any more; what it still says decides
            self._out = b""

    def _hear(self) -> None:
        """Read what is there: a little of each, so that a flood stops nobody."""
        for pipe in tuple(self._open):
            try:
                read = os.read(pipe, LONGEST)
            except BlockingIOError:
                continue
            if not read:
                self._open.discard(pipe)
            elif pipe == self._stdout:
                self._in += read
            else:
                self._said = (self._said + read)[-TAIL:]

    def _line(self) -> bytes | None:
        line, newline, rest = self._in.partition(b"\n")
        if len(line) > LONGEST:
            self.fail("nonsense", f"line {self._lines + 1} has more than {LONGEST:,} bytes")
        if not newline:
            return None
        self._in = rest
        self._lines += 1
        self.listen("<", line)
        return line

    def _read(self, line: bytes) -> dict[str, Any]:
        try:
            found = json.loads(line.decode(), parse_constant=_no_number)
        except (ValueError, RecursionError) as fault:
            self.fail("nonsense", f"line {self._lines} is no JSON: {_quoted(line)} ({plain(str(fault), 80)})")
        if not isinstance(found, dict):
            self.fail("nonsense", f"line {self._lines} is no JSON object: {_quoted(line)}")
        return found

    def _left(self) -> NoReturn:
        half = f" in the middle of line {self._lines + 1}" if self._in else ""
        self._hear()
        self._end()
        code = self._process.returncode
        how = "closed its output" if code == -signal.SIGKILL else f"ended with exit code {code}"
        self.fail("left", f"it {how}{half}")

    # --- memory -----------------------------------------------------------------------------------

    def _bound(self) -> None:
        """No process of it may reserve much more than it may hold."""
        if self.limits.memory is None:
            return
        import resource

        if hasattr(resource, "prlimit"):
            most = (self.limits.memory << 20) + SLACK
            with contextlib.suppress(OSError):  # it has ended already, which is told when it is asked
                resource.prlimit(self._process.pid, resource.RLIMIT_DATA, (most, most))

    def _weigh(self) -> None:
        now = time.monotonic()
        if self.limits.memory is None or now - self._weighed < OFTEN:
            return
        self._weighed = now
        held = resident(self._process.pid) >> 20
        if held > self.limits.memory:
            self.fail("memory", f"it held {held:,} MB, {self.limits.memory:,} MB are allowed")


def _started(
    code: str, command: Sequence[str], env: Mapping[str, str] | None
) -> "tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]":
    """A process in a group of its own, and one that ends this group when we are gone."""
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, env=env
        )  # fmt: skip
    except (OSError, ValueError) as fault:
        raise ValueError(f"agent {code!r} can not be started: {fault}") from None
    watch = ["/bin/sh", "-c", WATCHDOG, "sh", str(process.pid)]
    try:
        return process, subprocess.Popen(watch, stdin=pipe, stdout=nowhere, stderr=nowhere, start_new_session=True)
    except OSError:
        process.kill()
        raise


def resident(group: int) -> int:
    """The bytes in memory of all processes of a group; 0 where the system does not tell."""
    total = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
        if name.isdecimal():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
                if int(fields[2]) == group:
                    total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    return total


def _end(process: "subprocess.Popen[bytes]", watchdog: "subprocess.Popen[bytes]", owner: int) -> None:
    """Close its input, give it a moment, and kill whatever is left of its group."""
    if os.getpid() != owner:  # a copy of us that was forked: the agent is not its own
        return
    pipes: list[Any] = [process.stdin, process.stdout, process.stderr]
    pipes[0].close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GOODBYE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in pipes[1:]:
        pipe.close()
    with contextlib.suppress(subprocess.TimeoutExpired, OSError):
        watchdog.communicate(b"done\n", timeout=5)


def _unheard(whose: str, said: bytes) -> None:
    return None


def _no_number(words: str) -> NoReturn:
    raise ValueError(f"{words} is no number of JSON")


def _quoted(said: bytes) -> str:
    return repr(plain(said[:400].decode(errors="replace"), 80))
