"""`mpenv campaign FILE`."""

import argparse
from pathlib import Path

from mpenv import interrupts
from mpenv.cli import words
from mpenv.cli.words import listed


def parser(evening: argparse.ArgumentParser) -> None:
    evening.add_argument("file", type=Path, metavar="FILE", help="the chronicle, written where there is none")
    evening.add_argument("--show", action="store_true", help="print the chronicle, and play nothing")
    words.add_seats(evening, "the player of each seat, human or an agent by its code; a number: you and experts")
    evening.add_argument("--difficulty", choices=("easy", "normal", "hard"), help="of scenarios that have one")
    evening.add_argument("--quiet", action="store_true", help="a line a day, for tables without a person")
    evening.add_argument("--replays", type=Path, metavar="FOLDER", help="write each game down as a replay")
    evening.add_argument(
        "--retries",
        type=int,
        default=2,
        metavar="N",
        help="how often agents alone play a failed scenario again, 2 when left out",
    )
    evening.add_argument("--scenarios", type=int, metavar="N", help="leave after N scenarios were won")
    evening.add_argument("--instead", action="store_true", help="take the other road past the scenario that failed")
    anew = "play the scenario from its start, also where it was left in the middle"
    evening.add_argument("--anew", action="store_true", help=anew)
    words.add_trust(evening)
    words.add_language(evening)
    begins = evening.add_argument_group("where a campaign begins")
    begins.add_argument("--pack", help="a pack by name, or a folder")
    begins.add_argument("--campaign", help="of the pack, its first when left out")
    begins.add_argument("--names", type=listed, help="of the players: Ada,Ben")
    begins.add_argument("--alchemists", type=listed, help="their colours or ids, one for each seat: yellow,brown")
    begins.add_argument("--colours", type=listed, help="of their stands, one for each seat; as printed if left out")
    begins.add_argument("--layout", help="a layout of the pack by name, or random")
    laid = "the tiles laid by hand: for each of the seven slots tile, side and turns, 'tile.1 B 3,tile.6 B 5,...'"
    begins.add_argument("--tiles", type=listed, help=laid)
    begins.add_argument("--placement", help="standard, random, or players: they place their towers")
    begins.add_argument("--seed", type=int, help="the same seed and players make the same campaign")
    evening.set_defaults(run=run, stopped="")


def run(options: argparse.Namespace) -> int:
    from mpenv.table import prompt
    from mpenv.worlds.materia_prima import WORLD
    from mpenv.worlds.materia_prima.commands import campaign_table

    if options.show:
        print(campaign_table.shown(options.file))
        return 0
    codes = None if options.seats is None else words.players(options.seats, 2, "human", "expert")
    words.find_own_code(codes or [], options)
    chosen = {name: getattr(options, name) for name in campaign_table.BEGUN}
    given = {
        name: getattr(options, name) for name in ("difficulty", "quiet", "replays", "retries", "scenarios", "anew")
    }
    with interrupts.hangups():
        return campaign_table.evening(WORLD, options.file, codes, chosen, prompt.ask, print, options.instead, **given)
