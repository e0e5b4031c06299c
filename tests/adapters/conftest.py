"""Libraries of others may hang, and tests of them must not."""

import faulthandler
from collections.abc import Iterator

import pytest

LONGEST = 400  # seconds of a test


@pytest.fixture(autouse=True)
def watch() -> Iterator[None]:
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()
