"""One command draws the pictures of the documents."""

import subprocess
import sys
from pathlib import Path

MODULE = "scripts.maintain.docs_pictures"


def test_the_pictures_of_the_documents_are_drawn_by_one_command(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", MODULE, tmp_path / "img"], capture_output=True, text=True, check=True)
    drawn = {path.name: path for path in (tmp_path / "img").iterdir()}
    how_to_play = {f"how-{what}" for what in ("alarm", "board", "card", "inquisition", "pool", "seat")}
    in_two_themes = {f"{what}-{theme}.png" for what in {"board", *how_to_play} for theme in ("light", "dark")}
    assert {*drawn} == {*in_two_themes, "replay.webp"}
    for name, path in drawn.items():
        assert name in done.stdout
        signature = path.read_bytes()[:12]
        assert signature.startswith(b"\x89PNG") or (signature[:4], signature[8:]) == (b"RIFF", b"WEBP")
        assert path.stat().st_size < 1_500_000
