"""`mpenv describe FILE`."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mpenv.cli import words, worlds

if TYPE_CHECKING:
    from mpenv.world import Game, World

LARGEST = 1 << 20  # bytes of a position file


def parser(describe: argparse.ArgumentParser, world: "World") -> None:
    describe.add_argument("file", metavar="FILE", help="a position file, - for stdin, or a replay (*.jsonl)")
    describe.add_argument("--ply", type=int, metavar="N", help="of a replay: after so many plies, its last if left out")
    describe.add_argument("--game", type=int, default=1, metavar="N", help="of a file of games, counted from 1")
    worlds.add_world(describe)
    words.add_language(describe)
    describe.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    replay = options.file.endswith(".jsonl")
    if options.ply is not None and not replay:
        raise ValueError(f"--ply goes with a replay, and {options.file} is no *.jsonl")
    path = Path(options.file)
    game = of_replay(path, options.game, options.ply) if replay else of_position(options.file, options.world)
    print(game.describe())
    return 0


def of_replay(path: Path, number: int, ply: int | None) -> "Game":
    from mpenv.record.replay.reading import chosen
    from mpenv.record.replay.story import Story

    replay = chosen(path, number)
    story = Story(replay, worlds.of(replay))
    if story.parted and ply is None:
        raise story.parted
    return story.at(story.plies if ply is None else ply)


def of_position(name: str, world: "World") -> "Game":
    try:
        with open(name, "rb") if name != "-" else sys.stdin.buffer as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise ValueError(f"{name} has more than {LARGEST:,} bytes, no position file has so many")
        return world.game(position=raw.decode())
    except UnicodeDecodeError as fault:
        raise ValueError(f"{name} is not UTF-8: {fault.reason} at byte {fault.start}") from None
