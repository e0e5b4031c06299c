"""An interrupt during a step that must not be torn comes after it."""

import os
import signal
import threading

import pytest

from mpenv.interrupts import held_back


def interrupt() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def interrupted(times: int, done: list[str]) -> None:
    """Something that takes two steps, with interrupts after the first."""
    with held_back():
        for _ in range(times):
            interrupt()
        done.append("the rest")


def test_an_interrupt_comes_when_the_block_is_done() -> None:
    done = list[str]()
    with pytest.raises(KeyboardInterrupt):
        interrupted(1, done)
    assert done == ["the rest"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_who_asks_twice_is_heard_at_once() -> None:
    done = list[str]()
    with pytest.raises(KeyboardInterrupt):
        interrupted(2, done)
    assert done == []


def test_another_handler_gets_what_was_held_back_and_stays() -> None:
    heard = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with held_back():
            interrupt()
            assert heard == []
        assert heard == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before)


def test_in_other_threads_it_does_nothing() -> None:
    done = []

    def work() -> None:
        with held_back():
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]
