"""`mpenv replay FILE`."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mpenv import files
from mpenv.cli import words, worlds

if TYPE_CHECKING:
    from mpenv.record.replay.story import Story
    from mpenv.world import World


def parser(replay: argparse.ArgumentParser, world: "World") -> None:
    day = world.terms.round
    replay.add_argument("file", type=Path, nargs="+", metavar="FILE", help="a replay, or a file of games")
    replay.add_argument("--game", type=int, metavar="N", help="of a file of games, counted from 1; a list if left out")
    replay.add_argument("--text", action="store_true", help="the whole game as text, also on a terminal")
    replay.add_argument(
        "--from", type=int, dest="first", metavar=day.upper(), help=f"of the text only from this {day} on"
    )
    replay.add_argument("--to", type=int, dest="last", metavar=day.upper(), help=f"of the text only to this {day}")
    replay.add_argument("--at", type=int, metavar="PLY", help="instead tell the situation after so many plies")
    replay.add_argument("--position", type=Path, metavar="OUT", help="with --at: write it as a position file")
    replay.add_argument("--html", type=Path, metavar="OUT", help="write the game as one page for a browser")
    replay.add_argument("--verify", action="store_true", help="instead play files and whole folders again, and compare")
    words.add_jobs(replay, "processes of --verify")
    worlds.add_world(replay)
    words.add_language(replay)
    replay.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if options.verify:
        return verify(options)
    if len(options.file) > 1:
        raise ValueError("one FILE is watched at a time; --verify takes several and whole folders")
    if options.position and options.at is None:
        raise ValueError("--position goes with --at PLY")
    from mpenv.record.replay.reading import chosen
    from mpenv.record.replay.story import Story
    from mpenv.table import replay_viewer

    if options.game is None and (games := list(replay_viewer.listed(options.file[0]))):
        print("\n".join(games))
        return 0
    replay = chosen(options.file[0], options.game or 1)
    story = Story(replay, worlds.of(replay))
    if options.html:
        write_page(story, options.html)
    else:
        show(story, options)
    return 1 if story.parted else 0


def write_page(story: "Story", out: Path) -> None:
    from mpenv.record.replay.page import page
    from mpenv.table import replay_viewer

    text = page(story, replay_viewer.about(story))
    files.write(out, text)
    print(f"{out} shows {story.plies} plies, {len(text.encode()) / 1000:.0f} kB; open it in a browser")
    if story.parted:
        print(story.parted)


def show(story: "Story", options: argparse.Namespace) -> None:
    """A situation, the whole game, or step by step for somebody at a terminal."""
    from mpenv.table import prompt, replay_viewer

    if options.at is not None:
        game = story.at(options.at)
        if options.position:
            replay_viewer.save(game, options.position)
        else:
            print(game.describe())
    elif options.text or options.first or options.last or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for line in replay_viewer.whole(story, options.first, options.last):
            print(line)
    else:
        replay_viewer.Viewer(story, prompt.ask, print).watch()


def verify(options: argparse.Namespace) -> int:
    from mpenv.record.replay.verify import verify
    from mpenv.worlds import Installed

    verdict = verify(options.file, Installed(), print, options.jobs)
    print(verdict.words)
    return 1 if verdict.parted else 0
