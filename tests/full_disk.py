"""A disk without room, for this process and for a moment."""

import contextlib
import signal
import sys
from collections.abc import Iterator

import pytest

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="has no limit for the size of files")


@contextlib.contextmanager
def full_disk(most: int = 0) -> Iterator[None]:
    """No file can be written beyond so many bytes."""
    import resource

    before, heard = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, heard)
