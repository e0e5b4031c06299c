"""A real browser for the tests of pages: headless Chromium."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--virtual-time-budget=4000",
)  # fmt: skip
SECONDS = 60


def found() -> str | None:
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _run(*options: str) -> str:
    browser = found()
    if browser is None:
        if os.environ.get("MPENV_NEEDS_BROWSER"):
            pytest.fail("no Chromium is installed")
        pytest.skip("no Chromium is installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        command = [browser, *OPTIONS, f"--user-data-dir={home}", *options]
        return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True).stdout


def dom(path: Path, asked: str = "") -> str:
    """What a page is after its scripts have run; `asked` comes behind its address, like `#ply=3`."""
    return _run("--dump-dom", f"{path.as_uri()}{asked}")


def screenshot(path: Path, to: Path, size: tuple[int, int], asked: str = "") -> None:
    _run(f"--screenshot={to}", f"--window-size={size[0]},{size[1]}", f"{path.as_uri()}{asked}")
