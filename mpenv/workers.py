"""A pool of processes for numbered pieces of work; they end with the process that started them."""

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
from typing import Any, cast

OnProgress = Callable[[int, int], None]  # so many games and decisions more
Work = Callable[[int, OnProgress], Any]  # the work of a number and its result; both can be pickled
INTERVAL = 0.1  # seconds between two reports of progress of a process


def no_progress(games: int, decisions: int) -> None:
    """Ignore reports of progress."""


def run(work: Work, numbers: Sequence[int], processes: int, on_progress: OnProgress = no_progress) -> list[Any]:
    """Do the work of each number: the results in the order of the numbers. The first error ends all of it."""
    found = dict(results(work, numbers, processes, on_progress))
    return [found[number] for number in numbers]


def results(
    work: Work, numbers: Sequence[int], processes: int, on_progress: OnProgress = no_progress
) -> Iterator[tuple[int, Any]]:
    """Do the work of each number and yield it with its result, in the order in which they are finished."""
    processes = min(processes, len(numbers))
    if processes <= 1:
        for number in numbers:
            yield number, work(number, on_progress)
        return
    with _started(work, processes) as workers:
        yield from _share_out(workers, list(numbers), on_progress)


def _share_out(
    workers: dict[Connection, BaseProcess], left: list[int], on_progress: OnProgress
) -> Iterator[tuple[int, Any]]:
    """Give every worker its next number when it has finished one, until all are done."""
    left.reverse()
    busy = len(workers)
    for pipe in workers:
        _hand(pipe, left.pop(), workers)
    while busy:
        for pipe in cast("list[Connection]", wait(list(workers))):
            try:
                kind, message = pipe.recv()
            except (EOFError, OSError):
                raise _vanished(workers[pipe]) from None
            if kind == "error":
                raise message
            if kind == "progress":
                on_progress(*message)
                continue
            if left:
                _hand(pipe, left.pop(), workers)
            else:
                busy -= 1
            yield message


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
    """Start fresh processes, each with a pipe; they are ended when this is left in whatever way."""
    context, workers = multiprocessing.get_context("spawn"), dict[Connection, BaseProcess]()
    try:
        with _ignoring_interrupts():
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
def _ignoring_interrupts() -> Iterator[None]:
    """Let processes started meanwhile ignore Ctrl-C: the process that started them gets it, and ends them."""
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
        progress = _Reports(pipe)
        try:
            result = work(number, progress)
        except (ValueError, OSError) as error:
            pipe.send(("error", _plain(error)))
            return
        except Exception:
            pipe.send(("error", RuntimeError(traceback.format_exc())))
            return
        progress.send()
        pipe.send(("done", (number, result)))


def _plain(error: ValueError | OSError) -> ValueError | OSError:
    """Return an error of a type that every process can read, with the same words."""
    return OSError(str(error)) if isinstance(error, OSError) else ValueError(str(error))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
        os._exit(1)


class _Reports:
    """Sums up the progress of a process and sends it from time to time."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe, self._sent, self._games, self._decisions = pipe, time.monotonic(), 0, 0

    def __call__(self, games: int, decisions: int) -> None:
        self._games += games
        self._decisions += decisions
        if time.monotonic() - self._sent > INTERVAL:
            self.send()

    def send(self) -> None:
        self._pipe.send(("progress", (self._games, self._decisions)))
        self._sent, self._games, self._decisions = time.monotonic(), 0, 0
