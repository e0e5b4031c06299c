"""`mpenv pack check | show | pulse | new`."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mpenv import files
from mpenv.cli import words
from mpenv.cli.parsing import show_help
from mpenv.cli.words import callable_here, listed, team

if TYPE_CHECKING:
    from mpenv.worlds.materia_prima.content.pack import Pack


def parser(pack: argparse.ArgumentParser) -> None:
    pack.set_defaults(run=show_help)
    verbs = pack.add_subparsers(dest="verb", metavar="VERB")
    one = verbs.add_parser("check", help="all that is wrong with packs, and what is doubtful")
    one.add_argument("packs", nargs="*", metavar="PACK", help="a pack by name, or a folder; all that are shipped")
    one.set_defaults(run=check)

    one = verbs.add_parser("show", help="cards, board and scenarios of a pack as tables")
    one.add_argument("pack", nargs="?", default="inquisition", metavar="PACK", help="a pack by name, or a folder")
    one.add_argument("section", nargs="?", help="only recipes, alarms, ..., or one entry: scenario.prologue, stone.1a")
    one.add_argument("--usage", type=int, metavar="N", help="instead how often each card mattered in N games of a team")
    one.add_argument("--team", default="expert", help="for --usage: an agent by code, on all seats")
    words.add_trust(one)
    one.set_defaults(run=show)

    one = verbs.add_parser("pulse", help="how the scenarios of a pack play, beside what a sensible team should see")
    one.add_argument("pack", nargs="?", default="inquisition", metavar="PACK", help="a pack by name, or a folder")
    one.add_argument("--scenario", type=listed, help="one or more, also generated:17; all but drills when left out")
    one.add_argument(
        "--seats", type=numbers, default=[2, 3, 4], metavar="N,...", help="how many, one after another: 2,3,4"
    )
    one.add_argument("--difficulty", help="of scenarios that have one; normal when left out")
    agents = "agents by code, each on all seats and one after another; random,busy,expert when left out"
    one.add_argument("--team", type=team, metavar="AGENT,...", help=agents)
    one.add_argument(
        "--games", type=int, default=100, metavar="N", help="of each team on the same seeds, 100 when left out"
    )
    words.add_jobs(one)
    words.add_trust(one)
    one.add_argument("--full", action="store_true", help="every figure, a part for each scenario and number of seats")
    one.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    one.set_defaults(run=measure, stopped="stopped; nothing was written, the same command begins again")

    one = verbs.add_parser("new", help="a folder to start a pack in, with comments that say what may stand there")
    one.add_argument("folder", type=Path, help="a folder that is not there yet; its name becomes the id of the pack")
    one.add_argument("--from", dest="source", metavar="PACK", help="start with the cards of this pack")
    one.set_defaults(run=new)


def numbers(given: str) -> list[int]:
    """`2,3,4` as numbers of seats."""
    if not all(one.isdecimal() and one.isascii() and len(one) < 9 for one in given.split(",")):
        raise argparse.ArgumentTypeError(f"{given!r} is no list of numbers, like 2,3,4; agents are named by --team")
    return [int(one) for one in given.split(",")]


def check(options: argparse.Namespace) -> int:
    from mpenv.worlds.materia_prima import guide_check
    from mpenv.worlds.materia_prima.content.faults import BrokenPack
    from mpenv.worlds.materia_prima.content.lint import grouped, notes
    from mpenv.worlds.materia_prima.content.pack import load, packs
    from mpenv.worlds.materia_prima.draw.pack import holds

    code = 0
    for name in options.packs or packs():
        try:
            pack = load(name)
            if unplayable := guide_check.faults(name):
                raise BrokenPack(name, unplayable)
            print("\n".join([f"{name} is sound: {holds(pack)}", *(f"  note: {note}" for note in grouped(notes(pack)))]))
        except BrokenPack as broken:
            print("\n".join([f"{name} is refused", *(f"  {fault}" for fault in broken.faults)]))
            code = 2
    return code


def show(options: argparse.Namespace) -> int:
    from mpenv.worlds.materia_prima.content.pack import load
    from mpenv.worlds.materia_prima.draw.pack import page

    pack = load(options.pack)
    print(page(pack, options.section) if options.usage is None else used(pack, options))
    return 0


def used(pack: "Pack", options: argparse.Namespace) -> str:
    from mpenv.worlds.materia_prima.studies import card_usage, pack_stats

    if options.usage < 1:
        raise ValueError(f"--usage must be 1 or more, got {options.usage}")
    words.find_own_code([options.team], options)
    games = card_usage.games_of(pack, options.pack, pack_stats.usual_scenarios(pack), options.usage)
    return card_usage.table(card_usage.usage(pack, options.team, games))


def new(options: argparse.Namespace) -> int:
    from mpenv.worlds.materia_prima.content.start import start

    files = start(options.folder, options.source)
    print("\n".join(map(str, files)))
    print(
        callable_here(f"\nWhat to try next:\n  mpenv pack check {options.folder}\n  mpenv pack show {options.folder}")
    )
    return 0


def measure(options: argparse.Namespace) -> int:
    from mpenv.worlds.materia_prima.studies import full_table, overview_table, pack_stats

    if options.json:
        files.check_writable(options.json)  # what cannot be written is said before minutes of playing
    cells = pack_stats.cells(options.pack, options.scenario, options.seats, options.difficulty)
    teams = options.team or pack_stats.USUAL
    words.find_own_code(teams, options)
    rows = pack_stats.measure(cells, teams, options.games, lambda line: print(line, file=sys.stderr), options.jobs)
    print(full_table.sheet(rows) if options.full else overview_table.glance(rows))
    if options.json:
        files.write(options.json, files.dump_json(rows, 2))
    return 0
