"""The screenshot of a replay as a page: `make pictures` takes it anew where a Chromium is installed."""

import sys
import tempfile
from pathlib import Path

from mpenv.agents import make
from mpenv.play import begin_team, play
from mpenv.record.replay.page import page
from mpenv.record.replay.reading import chosen
from mpenv.record.replay.story import Story
from mpenv.record.replay.writer import Recorder
from mpenv.table.replay_viewer import about
from mpenv.worlds.materia_prima import WORLD, Game
from scripts.maintain.docs_pictures import DAY, SCENARIO, SEATS, SEED
from tests import browser

SIZE = (1600, 920)


def recorded(path: Path) -> Story:
    """The game of the other pictures, to its end."""
    game, team = Game(SCENARIO, SEATS, SEED), [make("expert") for _ in range(SEATS)]
    begin_team(game, team)
    with Recorder(path, WORLD, game, ["expert"] * SEATS) as recorder:
        play(game, team, advance=recorder.advance)
    return Story(chosen(path), WORLD)


def main() -> int:
    if browser.found() is None:
        print("no Chromium is installed, the screenshot stays as it is")
        return 0
    out = Path(sys.argv[1]) / "replay.png"
    with tempfile.TemporaryDirectory() as folder:
        story = recorded(Path(folder) / "great-work.jsonl")
        shown = Path(folder) / "page.html"
        shown.write_text(page(story, about(story)), encoding="utf-8")
        browser.screenshot(shown, out, SIZE, f"#ply={story.days[DAY] + 5}")
    print(f"{out}: {out.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
