"""Work for processes: it must be found by its name in another process."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def note(folder: Path, number: int, tell: Callable[[int, int], None]) -> None:
    """A file for each number, with the process that wrote it."""
    for step in range(3):
        tell(1, step)
    (folder / str(number)).write_text(str(os.getpid()))


def fail(fault: Exception, number: int, tell: Callable[[int, int], None]) -> None:
    if number == 2:
        raise fault


class Bomb:
    """Ends the process that unpacks it."""

    def __call__(self, number: int, tell: Callable[[int, int], None]) -> None: ...

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (3,)
