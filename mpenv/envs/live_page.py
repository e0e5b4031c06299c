"""The page of render mode `human`: a file that reloads itself, on machines with or without a display."""

import os
import sys
import tempfile
import weakref
import webbrowser
from html import escape
from pathlib import Path
from typing import Any

WHERE = "MPENV_RENDER"
HTML = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="1">
<title>{title}</title>
<style>body{{margin:0;background:#f3f0e7}}svg{{display:block;width:100%;height:auto;max-height:100vh}}
@media(prefers-color-scheme:dark){{body{{background:#14171c}}}}</style>
{svg}
</html>
"""


class Folder:
    """The temporary folder of this process, with a page for each environment shown at once; free pages are used
    again.
    """

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self.process, self.path = os.getpid(), Path()
        self.taken, self.announced = set[int](), set[Path]()

    def take(self) -> tuple[int, Path]:
        """Take the first free page: its number and its path."""
        self._see_fork()
        if not self.path.is_absolute() or not self.path.is_dir():
            self.path = Path(tempfile.mkdtemp(prefix="mpenv-"))
        number = next(k for k in range(len(self.taken) + 1) if k not in self.taken)
        self.taken.add(number)
        return number, self.path / ("table.html" if number == 0 else f"table-{number + 1}.html")

    def release(self, number: int, process: int) -> None:
        """Free a page; its file stays, so that the last picture can still be seen."""
        if process == self.process == os.getpid():
            self.taken.discard(number)

    def is_new(self, path: Path) -> bool:
        """Check that this process shows something there for the first time."""
        self._see_fork()
        is_first = path not in self.announced
        self.announced.add(path)
        return is_first

    def _see_fork(self) -> None:
        """Begin a new folder after a fork; the parent keeps its own."""
        if self.process != os.getpid():
            self._clear()


FOLDER = Folder()


class Page:
    """The page of an environment, announced and opened when it is first shown."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._release: Any = None

    def show(self, title: str, svg: str) -> None:
        """Replace the picture; the file is replaced atomically, so that a reload never sees half of it."""
        if self.path is None:
            self.path = self._place()
        temporary = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        temporary.write_text(HTML.format(title=escape(title), svg=svg), encoding="utf-8")
        temporary.replace(self.path)
        if FOLDER.is_new(self.path):
            print(f"mpenv: the table is shown in {self.path}", file=sys.stderr)
            if _has_display():
                webbrowser.open(self.path.resolve().as_uri())

    def _place(self) -> Path:
        """Path of the page: MPENV_RENDER, or the folder of this process."""
        given = os.environ.get(WHERE)
        if not given:
            number, path = FOLDER.take()
            self._release = weakref.finalize(self, FOLDER.release, number, os.getpid())
            self._release.atexit = False
            return path
        path = Path(given)
        if path.is_dir():
            return path / "table.html"
        if not path.parent.is_dir():
            raise ValueError(f"{WHERE}={given!r}: there is no folder {str(path.parent)!r} for the page")
        return path

    def release(self) -> None:
        """Free the page for another environment."""
        if self._release is not None:
            self._release()
        self.path = self._release = None

    def __getstate__(self) -> dict[str, Any]:
        return {"path": None, "_release": None}  # a copy gets a page of its own


def _has_display() -> bool:
    return sys.platform in ("darwin", "win32") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
