"""What `human` shows: a page in a file that loads itself again, with a display or without one."""

import os
import sys
import tempfile
import webbrowser
from html import escape
from pathlib import Path

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


class Page:
    """A file of its own, told and opened when it is first shown."""

    def __init__(self) -> None:
        self.path: Path | None = None

    def show(self, title: str, svg: str) -> None:
        """The picture from now on; whoever loads the page meanwhile gets a whole one."""
        first = self.path is None
        if self.path is None:
            self.path = _place()
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        beside.write_text(HTML.format(title=escape(title), svg=svg), encoding="utf-8")
        beside.replace(self.path)
        if first:
            print(f"mpenv: the table is shown in {self.path}", file=sys.stderr)
            if _has_display():
                webbrowser.open(self.path.resolve().as_uri())


def _place() -> Path:
    """Where the page lies: where the user says, or in a new temporary folder."""
    given = os.environ.get(WHERE)
    if not given:
        return Path(tempfile.mkdtemp(prefix="mpenv-")) / "table.html"
    path = Path(given)
    if path.is_dir():
        return path / "table.html"
    if not path.parent.is_dir():
        raise ValueError(f"{WHERE}={given!r}: there is no folder {str(path.parent)!r} for the page")
    return path


def _has_display() -> bool:
    return sys.platform in ("darwin", "win32") or any(os.environ.get(one) for one in ("DISPLAY", "WAYLAND_DISPLAY"))
