"""`mpenv pack check | show | pulse | new`."""

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mpenv.cli.words import callable_here, listed, team

if TYPE_CHECKING:
    from mpenv.materia.content.pack import Pack


def parser(pack: argparse.ArgumentParser) -> None:
    verbs = pack.add_subparsers(dest="verb", required=True, metavar="VERB")
    one = verbs.add_parser("check", help="all that is wrong with packs, and what is doubtful")
    one.add_argument("packs", nargs="*", metavar="PACK", help="a pack by name, or a folder; all that are shipped")
    one.set_defaults(run=check)

    one = verbs.add_parser("show", help="cards, board and scenarios of a pack as tables")
    one.add_argument("pack", nargs="?", default="inquisition", metavar="PACK", help="a pack by name, or a folder")
    one.add_argument("section", nargs="?", help="only recipes, alarms, ..., or one entry: scenario.prologue, stone.1a")
    one.add_argument("--usage", type=int, metavar="N", help="instead how often each card mattered in N games of a team")
    one.add_argument("--team", default="expert", help="an agent by code, for --usage")
    one.set_defaults(run=show)

    one = verbs.add_parser("pulse", help="how the scenarios of a pack play, beside what a sensible team should see")
    one.add_argument("pack", nargs="?", default="inquisition", metavar="PACK", help="a pack by name, or a folder")
    one.add_argument("--scenario", type=listed, help="one or more, also generated:17; all but drills when left out")
    one.add_argument("--seats", type=listed, default=["2", "3", "4"], help="2,3,4")
    one.add_argument("--difficulty", help="of scenarios that have one; normal when left out")
    one.add_argument("--team", type=team, help="agents by code; random, busy and expert when left out")
    one.add_argument("--games", type=int, default=100, metavar="N", help="of each team, on the same seeds")
    one.add_argument("--jobs", type=int, default=0, metavar="N", help="processes; one a core when left out")
    one.add_argument("--full", action="store_true", help="every figure, a part for each scenario and number of seats")
    one.add_argument("--json", type=Path, metavar="FILE", help="also write the figures as JSON")
    one.set_defaults(run=measure)

    one = verbs.add_parser("new", help="a folder to start a pack in, with comments that say what may stand there")
    one.add_argument("folder", type=Path, help="a folder that is not there yet; its name becomes the id of the pack")
    one.add_argument("--from", dest="source", metavar="PACK", help="start with the cards of this pack")
    one.set_defaults(run=new)


def check(options: argparse.Namespace) -> int:
    from mpenv.materia.content.faults import BrokenPack
    from mpenv.materia.content.notes import grouped, notes
    from mpenv.materia.content.pack import load, packs
    from mpenv.materia.draw.pack import holds

    code = 0
    for name in options.packs or packs():
        try:
            pack = load(name)
            print("\n".join([f"{name} is sound: {holds(pack)}", *(f"  note: {note}" for note in grouped(notes(pack)))]))
        except BrokenPack as broken:
            print("\n".join([f"{name} is refused", *(f"  {fault}" for fault in broken.faults)]))
            code = 2
    return code


def show(options: argparse.Namespace) -> int:
    from mpenv.materia.content.pack import load
    from mpenv.materia.draw.pack import page

    pack = load(options.pack)
    print(page(pack, options.section) if options.usage is None else used(pack, options))
    return 0


def used(pack: "Pack", options: argparse.Namespace) -> str:
    from mpenv.evaluation.materia import pulse, usage

    if options.usage < 1:
        raise ValueError(f"--usage {options.usage}: there is at least one game")
    sys.path.append(os.getcwd())  # as for play
    games = usage.games_of(pack, options.pack, pulse.usual_scenarios(pack), options.usage)
    return usage.table(usage.usage(pack, options.team, games))


def new(options: argparse.Namespace) -> int:
    from mpenv.materia.content.start import start

    files = start(options.folder, options.source)
    print("\n".join(map(str, files)))
    print(
        callable_here(f"\nWhat to try next:\n  mpenv pack check {options.folder}\n  mpenv pack show {options.folder}")
    )
    return 0


def measure(options: argparse.Namespace) -> int:
    from mpenv.evaluation.materia import glance, pulse, sheet

    sys.path.append(os.getcwd())  # as for play
    if options.json:
        options.json.open("a").close()  # what can not be written is told before minutes of playing
    seats = [int(one) if one.isdecimal() else one for one in options.seats]
    cells = pulse.cells(options.pack, options.scenario, seats, options.difficulty)
    teams = options.team or pulse.USUAL
    rows = pulse.measure(cells, teams, options.games, lambda words: print(words, file=sys.stderr), options.jobs)
    print(sheet.sheet(rows) if options.full else glance.glance(rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    return 0
