"""Numbered pieces of work in processes of their own, which end with the one that started them."""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import cast

Tell = Callable[[int, int], None]
Work = Callable[[int, Tell], None]  # can be pickled
OFTEN = 0.1  # seconds between two words of a process about how far it is


def run(work: Work, numbers: Sequence[int], processes: int, tell: Tell) -> None:
    """Do the work of each number; the first fault ends all of it."""
    processes = min(processes, len(numbers))
    if processes <= 1:
        for number in numbers:
            work(number, tell)
        return
    with _started(work, processes) as workers:
        _share_out(workers, list(numbers), tell)


def _share_out(workers: dict[Connection, BaseProcess], left: list[int], tell: Tell) -> None:
    """Give every worker its next number when it has done one, until all are done."""
    left.reverse()
    busy = len(workers)
    for pipe in workers:
        _hand(pipe, left.pop(), workers)
    while busy:
        for pipe in cast("list[Connection]", wait(list(workers))):
            try:
                kind, said = pipe.recv()
            except (EOFError, OSError):
                raise _vanished(workers[pipe]) from None
            if kind == "fault":
                raise said
            if kind == "far":
                tell(*said)
            elif left:
                _hand(pipe, left.pop(), workers)
            else:
                busy -= 1


def _hand(pipe: Connection, number: int, workers: dict[Connection, BaseProcess]) -> None:
    try:
        pipe.send(number)
    except OSError:
        raise _vanished(workers[pipe]) from None


def _vanished(process: BaseProcess) -> ValueError:
    process.join()
    return ValueError(f"a process ended with exit code {process.exitcode} before its work was done")


@contextlib.contextmanager
def _started(work: Work, processes: int) -> Iterator[dict[Connection, BaseProcess]]:
    """Fresh processes, each with a pipe; they are ended when this is left in whatever way."""
    context, workers = multiprocessing.get_context("spawn"), dict[Connection, BaseProcess]()
    try:
        with _deaf():
            for _ in range(processes):
                mine, theirs = context.Pipe()
                process: BaseProcess = context.Process(target=_serve, args=(work, theirs), daemon=True)
                process.start()
                theirs.close()
                workers[mine] = process
        yield workers
    finally:
        for process in workers.values():
            process.kill()
        for pipe, process in workers.items():
            process.join()
            pipe.close()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C: the one that started them does, and ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(work: Work, pipe: Connection) -> None:
    """Do one number after another, in a process of its own."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            number = pipe.recv()
        except EOFError:
            return
        far = _Far(pipe)
        try:
            work(number, far)
        except (ValueError, OSError) as fault:
            pipe.send(("fault", _plain(fault)))
            return
        except Exception:
            pipe.send(("fault", RuntimeError(traceback.format_exc())))
            return
        far.send()
        pipe.send(("done", number))


def _plain(fault: ValueError | OSError) -> ValueError | OSError:
    """The same words in a type that every process can read."""
    return OSError(str(fault)) if isinstance(fault, OSError) else ValueError(str(fault))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
        os._exit(1)


class _Far:
    """Says from time to time how far the work is."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._said, self._games, self._decisions = pipe, time.monotonic(), 0, 0

    def __call__(self, games: int, decisions: int) -> None:
        self._games += games
        self._decisions += decisions
        if time.monotonic() - self._said > OFTEN:
            self.send()

    def send(self) -> None:
        self._pipe.send(("far", (self._games, self._decisions)))
        self._said, self._games, self._decisions = time.monotonic(), 0, 0
