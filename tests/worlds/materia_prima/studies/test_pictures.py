"""One command draws the pictures of the documents."""

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

MODULE = "scripts.maintain.docs_pictures"


def test_the_pictures_of_the_documents_are_drawn_by_one_command(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", MODULE, tmp_path / "img"], capture_output=True, text=True, check=True)
    drawn = {path.name: path for path in (tmp_path / "img").iterdir()}
    assert {*drawn} == {f"board-{name}.{ending}" for name in ("light", "dark", "alone") for ending in ("svg", "png")}
    for name, path in drawn.items():
        assert name in done.stdout
        if path.suffix == ".svg":
            ET.parse(path)
        else:
            assert path.read_bytes().startswith(b"\x89PNG")
