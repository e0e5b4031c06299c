"""Work is shared out over processes, and a fault in one of them ends all of it."""

import functools
import multiprocessing
import os
import signal
import threading
from pathlib import Path

import pytest

from mpenv import workers
from tests.evaluation import chores


@pytest.mark.parametrize("processes", [1, 2, 9])
def test_every_number_is_done_once_and_all_is_told(processes: int, tmp_path: Path) -> None:
    told = list[tuple[int, int]]()
    workers.run(functools.partial(chores.note, tmp_path), range(3, 7), processes, lambda *said: told.append(said))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3", "4", "5", "6"]
    assert (sum(one for one, _ in told), sum(two for _, two in told)) == (12, 12)
    writers = {int(path.read_text()) for path in tmp_path.iterdir()}
    assert (os.getpid() in writers) == (processes == 1)
    assert len(writers) <= processes
    assert multiprocessing.active_children() == []


def test_no_work_is_done_at_once() -> None:
    workers.run(chores.Bomb(), [], 4, lambda *said: None)


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (ValueError("no such thing"), ValueError, "^no such thing$"),
        (PermissionError(13, "not here"), OSError, "not here"),
    ],
)
def test_a_fault_comes_back_in_its_words(fault: Exception, kind: type[Exception], words: str, processes: int) -> None:
    with pytest.raises(kind, match=words):
        workers.run(functools.partial(chores.fail, fault), range(4), processes, lambda *said: None)
    assert multiprocessing.active_children() == []


def test_a_fault_of_our_own_comes_back_with_its_trace() -> None:
    with pytest.raises(RuntimeError, match=r"(?s)in fail.*KeyError: 5"):
        workers.run(functools.partial(chores.fail, KeyError(5)), range(4), 2, lambda *said: None)


def test_a_process_that_cannot_even_begin_is_told() -> None:
    with pytest.raises(ValueError, match="a process ended with exit code 3 before its work was done"):
        workers.run(chores.Bomb(), range(4), 2, lambda *said: None)
    assert multiprocessing.active_children() == []


def test_ctrl_c_is_heard_again_afterwards_and_other_threads_may_start_work_too(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    work = functools.partial(chores.note, tmp_path)
    thread = threading.Thread(target=workers.run, args=(work, range(2), 2, lambda *said: None))
    thread.start()
    thread.join()
    assert len(list(tmp_path.iterdir())) == 2
    workers.run(work, range(2), 2, lambda *said: None)
    assert signal.getsignal(signal.SIGINT) is before
