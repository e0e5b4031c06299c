"""Run the commands and the snippet of docs/reporting.md, and write down the figures of the page."""

import contextlib
import io
import json
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path

from mpenv import cli, files
from mpenv.record.dataset import Dataset

HERE = Path(__file__).resolve().parents[2] / "docs"
PAGE, FIGURES = HERE / "reporting.md", HERE / "reporting.json"
COMMAND = re.compile(r"^    mpenv (record .+ --out (expert|hermit))$", re.MULTILINE)
SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def record(folder: Path, games: int | None = None) -> None:
    """Record the games of the page in a folder: all of them, or the first of each team."""
    for line, name in COMMAND.findall(PAGE.read_text(encoding="utf-8")):
        words = [*shlex.split(line), "--out", str(folder / name)]
        if cli.main([*words, "--games", str(games), "--jobs", "1"] if games else words):
            raise ValueError(f"the page's command fails: mpenv {line}")


def met(folder: Path) -> dict[str, str]:
    """Which of the recorded games met the mission, in the order of their seeds."""
    return {name: "".join("01"[int(one == 1)] for one in Dataset(folder / name).games["result"])
            for name in ("expert", "hermit")}  # fmt: skip


def printed(folder: Path) -> str:
    """Run the snippet of the page where these games lie, and return what it prints."""
    (snippet,) = SNIPPET.findall(PAGE.read_text(encoding="utf-8"))
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.chdir(folder):
        exec(compile(snippet, str(PAGE), "exec"), {})
    return out.getvalue()


def block() -> str:
    """The part of the page that shows what the snippet printed."""
    return f"```text\n{json.loads(FIGURES.read_text(encoding='utf-8'))['printed']}```"


def main() -> int:
    os.environ.setdefault("MPENV_QUIET", "1")
    with tempfile.TemporaryDirectory() as folder:
        record(Path(folder))
        found = {"printed": printed(Path(folder)), "met": met(Path(folder))}
    files.write(FIGURES, files.dump_json(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
