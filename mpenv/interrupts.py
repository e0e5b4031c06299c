"""Delayed interrupts: Ctrl-C waits until a step that must not be left half done is finished.

A closed terminal can interrupt in the same way.
"""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType


@contextlib.contextmanager
def held_back(times: int = 1) -> Iterator[None]:
    """Deliver an interrupt (SIGINT) during the block after it; after so many it is delivered at once.

    Only the main thread is ever interrupted; elsewhere this does nothing.
    """
    before = signal.getsignal(signal.SIGINT) if threading.current_thread() is threading.main_thread() else None
    if not callable(before):  # ignored, default, or not set from Python
        yield
        return
    came: list[FrameType | None] = []

    def hold(number: int, frame: FrameType | None) -> None:
        came.append(frame)
        if len(came) > times:
            before(number, frame)

    signal.signal(signal.SIGINT, hold)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            before(signal.SIGINT, came[0])


@contextlib.contextmanager
def hangups() -> Iterator[None]:
    """Let a closed terminal (SIGHUP) and SIGTERM interrupt the block like Ctrl-C, so that work can be saved."""
    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        names = []
    before = {name: signal.getsignal(getattr(signal, name)) for name in names}
    for name, one in before.items():
        if one is not signal.SIG_IGN:  # set by nohup
            signal.signal(getattr(signal, name), lambda number, frame: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        for name, one in before.items():
            if one is not None:
                signal.signal(getattr(signal, name), one)
