"""Guard compilation: one process at a time, nothing stale is saved, and a line on stderr says what takes so long."""

import contextlib
import gc
import importlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mpenv.engine import cache

COMPILING = "compiling the rules, once for this version"

watching: list[Callable[[bool], None]] = []
"""Called with True before and False after an entry compiles, so that a clock may stop meanwhile."""
_depth = threading.local()
_told = threading.Event()


def guard(door: Any, folder: Path | None, world: Path) -> None:
    """Wrap a dispatcher's `compile`: hold the lock, show progress, save nothing if a source was edited since import."""
    compile_once = door.compile
    stamp = folder.name.rsplit("-", 1)[1] if folder else ""

    def compile(signature: Any) -> Any:
        from numba.core.caching import NullCache
        from numba.core.compiler_lock import global_compiler_lock

        outermost = not getattr(_depth, "value", 0)
        if outermost:
            _tell(True)
        try:
            with global_compiler_lock, _locked(folder), _progress(), _no_collection():
                if folder and cache.stamp_of(world) != stamp:  # edited since this process started
                    door._cache = NullCache()
                return compile_once(signature)
        finally:
            if outermost:
                _tell(False)

    door.compile = compile


def _tell(begins: bool) -> None:
    for one in watching:
        one(begins)


@contextlib.contextmanager
def _locked(folder: Path | None) -> Iterator[None]:
    depth = getattr(_depth, "value", 0)
    _depth.value = depth + 1
    try:
        if folder is None or depth or sys.platform == "win32":
            yield
            return
        import fcntl

        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # the folder may vanish under us
                cache.make(folder)
                lock = stack.enter_context(open(folder / "lock", "w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
                stack.callback(fcntl.flock, lock, fcntl.LOCK_UN)  # a forked child may hold it open
            yield
    finally:
        _depth.value = depth


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the garbage collector: what a compiler builds lives until it is done, and walking it takes a tenth."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@contextlib.contextmanager
def _progress() -> Iterator[None]:
    """A visible line on stderr while rules really compile; silent on a warm start.

    On a terminal it counts up in place, and is ended before anything else is said, also by an exception.
    """
    if _depth.value > 1 or os.environ.get("MPENV_QUIET") or sys.stderr is None:
        yield
        return
    event: Any = importlib.import_module("numba.core.event")
    stream = sys.stderr  # the same one until the line is ended, whoever redirects it meanwhile
    live = stream.isatty()

    class Compiled(event.Listener):  # type: ignore[misc]
        functions = 0

        def on_start(self, event: Any) -> None:
            self.functions += 1
            if live:
                say(f"\r{COMPILING}: {self.functions} function{'s' * (self.functions != 1)}", "")
            elif not _told.is_set():
                say(COMPILING, "\n")
            _told.set()

        def on_end(self, event: Any) -> None:
            pass

    def say(words: str, end: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # a terminal that was closed stops no compiler
            print(words, end=end, file=stream, flush=True)

    listener = Compiled()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
        if listener.functions and live:
            say("", "\n")
