"""Channel to an agent's process: a question at a time, one line per answer, limits on time and memory; no answer is
trusted.
"""

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

LONGEST = 1 << 16  # bytes in an answer
TAIL = 2000  # last bytes of stderr, for reports
OFTEN = 0.05  # seconds between two checks of memory
SLACK = 1 << 30  # bytes that may be reserved beyond the limit: bounds growth between two checks
GOODBYE = 0.2  # seconds an ending process gets
WATCHDOG = 'read done || kill -s KILL -- "-$1"'  # its stdin closes when our process ends, however it ends


class Limits(NamedTuple):
    """Limits of an agent in its own process."""

    seconds: float = 60.0  # for a decision
    memory: int | None = None  # megabytes of its whole process group
    start: float = 60.0  # seconds to start, and in all to load or compile rules


class Channel:
    """A channel to an agent's process group, which ends with this object and with our process."""

    def __init__(
        self,
        code: str,
        command: Sequence[str],
        limits: Limits,
        env: Mapping[str, str] | None = None,
        loads: bool = False,
    ) -> None:
        if os.name != "posix":
            raise ValueError(f"agent {code!r} runs in a process of its own, which needs Linux or macOS")
        self.code, self.seat, self.limits, self._loads = code, 0, limits, loads
        self._lines, self._in, self._out, self._stderr_tail = 0, b"", b"", b""
        # Time to load or compile rules is not counted; the process reports it itself, so the total is limited.
        self._weighed, self._left_to_load = 0.0, limits.start
        self.listen: Callable[[str, bytes], None] = _ignore  # called with every message sent (>) and received (<)
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
        raise TypeError(f"agent {self.code!r} runs in a process of its own and cannot be copied")

    def tell(self, message: bytes) -> None:
        """Queue a message without an answer; it is sent with the next question."""
        self._out += message
        self.listen(">", message)

    def ask(self, message: bytes, seconds: float) -> dict[str, Any]:
        """Send a question and return its answer: one line that holds one JSON object."""
        if not self._end.alive:
            self.fail("left", "it was stopped after an earlier fault")
        self._hear()
        if self._in and self._lines:  # the first line may come early
            self.fail("nonsense", f"it sent a line before any question: {_quoted(self._in)}")
        self.tell(message)
        deadline, halted = time.monotonic() + seconds, 0.0
        while True:
            while (line := self._line()) is None:
                self._exchange(deadline if not halted else halted + self._left_to_load, seconds)
            answer = self._read(line)
            if not self._loads or "loading" not in answer:
                break
            now = time.monotonic()
            if halted:  # loading or compiling our rules is not counted
                deadline += now - halted
                self._left_to_load -= now - halted
            halted = now if answer["loading"] is True and self._left_to_load > 0 else 0.0
        if self._in:
            self.fail("nonsense", f"it sent more than one line: {_quoted(self._in)}")
        return answer

    def fail(self, kind: str, words: str) -> NoReturn:
        """Stop the process and raise an AgentFault."""
        if self._end.alive:
            self._hear()
        self._end()
        last = plain(self._stderr_tail.decode(errors="replace").rstrip().rpartition("\n")[2])
        raise AgentFault(self.code, self.seat, kind, words + (f"; last line of its stderr: {last}" if last else ""))

    # --- one cycle of writing and reading ---------------------------------------------------------

    def _exchange(self, deadline: float, seconds: float) -> None:
        """Write what can be written, read what can be read, and check the limits of time and memory."""
        now = time.monotonic()
        if now >= deadline:
            self.fail("hung", f"no answer within {seconds:g} s")
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
        except OSError:  # its input is closed; its remaining output decides
            self._out = b""

    def _hear(self) -> None:
        """Read what is available, a little from each pipe, so that a flood of output blocks nothing."""
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
                self._stderr_tail = (self._stderr_tail + read)[-TAIL:]

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
            self.fail("nonsense", f"line {self._lines} is not JSON: {_quoted(line)} ({plain(str(fault), 80)})")
        if not isinstance(found, dict):
            self.fail("nonsense", f"line {self._lines} is not a JSON object: {_quoted(line)}")
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
        """Limit the memory each of its processes may reserve."""
        if self.limits.memory is None:
            return
        import resource

        if hasattr(resource, "prlimit"):
            most = (self.limits.memory << 20) + SLACK
            with contextlib.suppress(OSError):  # it has ended already, which the next question reports
                resource.prlimit(self._process.pid, resource.RLIMIT_DATA, (most, most))

    def _weigh(self) -> None:
        now = time.monotonic()
        if self.limits.memory is None or now - self._weighed < OFTEN:
            return
        self._weighed = now
        held = resident(self._process.pid) >> 20
        if held > self.limits.memory:
            self.fail("memory", f"it used {held:,} MB, the limit is {self.limits.memory:,} MB")


def _started(
    code: str, command: Sequence[str], env: Mapping[str, str] | None
) -> "tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]]":
    """Start a process in a group of its own, and a watchdog that ends this group when our process ends."""
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True, env=env
        )  # fmt: skip
    except (OSError, ValueError) as fault:
        raise ValueError(f"agent {code!r} cannot be started: {fault}") from None
    watch = ["/bin/sh", "-c", WATCHDOG, "sh", str(process.pid)]
    try:
        return process, subprocess.Popen(watch, stdin=pipe, stdout=nowhere, stderr=nowhere, start_new_session=True)
    except OSError:
        process.kill()
        raise


def resident(group: int) -> int:
    """Bytes in memory of all processes of a group; 0 where the system does not say."""
    total = 0
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
        if name.isdecimal():
            with contextlib.suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
                if int(fields[2]) == group:
                    total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    return total


def _end(process: "subprocess.Popen[bytes]", watchdog: "subprocess.Popen[bytes]", owner: int) -> None:
    """Close the process's input, wait briefly, and kill what is left of its group."""
    if os.getpid() != owner:  # a forked child of our process does not own the agent
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


def _ignore(direction: str, message: bytes) -> None:
    return None


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


def _quoted(line: bytes) -> str:
    return repr(plain(line[:400].decode(errors="replace"), 80))
