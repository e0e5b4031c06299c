"""What `human` shows: a page in a file that loads itself again, with a display or without one."""

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
    """The temporary folder of this process: as many pages as environments show at once, each used again when free."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.process, self.path = os.getpid(), Path()
        self.taken, self.told = set[int](), set[Path]()

    def take(self) -> tuple[int, Path]:
        """The first page that is free: its number, and where it lies."""
        self._see_fork()
        if not self.path.is_absolute() or not self.path.is_dir():
            self.path = Path(tempfile.mkdtemp(prefix="mpenv-"))
        number = next(k for k in range(len(self.taken) + 1) if k not in self.taken)
        self.taken.add(number)
        return number, self.path / ("table.html" if number == 0 else f"table-{number + 1}.html")

    def release(self, number: int, process: int) -> None:
        """The page may be used again; the file stays, so that the last picture can be looked at."""
        if process == self.process == os.getpid():
            self.taken.discard(number)

    def is_new(self, path: Path) -> bool:
        """Is this the first time that this process shows something there?"""
        self._see_fork()
        new = path not in self.told
        self.told.add(path)
        return new

    def _see_fork(self) -> None:
        """A fork has a folder of its own: its parent goes on with the one it has."""
        if self.process != os.getpid():
            self._begin()


FOLDER = Folder()


class Page:
    """The file of one environment, told and opened when something is first shown there."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self._release: Any = None

    def show(self, title: str, svg: str) -> None:
        """The picture from now on; whoever loads the page meanwhile gets a whole one."""
        if self.path is None:
            self.path = self._place()
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        beside.write_text(HTML.format(title=escape(title), svg=svg), encoding="utf-8")
        beside.replace(self.path)
        if FOLDER.is_new(self.path):
            print(f"mpenv: the table is shown in {self.path}", file=sys.stderr)
            if _has_display():
                webbrowser.open(self.path.resolve().as_uri())

    def _place(self) -> Path:
        """Where the page lies: where the user says, or in the folder of this process."""
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
        """Let another environment show itself there."""
        if self._release is not None:
            self._release()
        self.path = self._release = None

    def __getstate__(self) -> dict[str, Any]:
        return {"path": None, "_release": None}  # a copy shows itself on a page of its own


def _has_display() -> bool:
    return sys.platform in ("darwin", "win32") or any(os.environ.get(one) for one in ("DISPLAY", "WAYLAND_DISPLAY"))
