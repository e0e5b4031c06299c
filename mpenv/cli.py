"""The command line: `mpenv play | bench | warm`."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

import mpenv

NEXT = """
What to try next:
  mpenv play --text --seats human,random        sit at the table yourself
  mpenv play --text --seats random,random,random --seed 3 --record game.jsonl
  python -c "import mpenv; env = mpenv.env(seats=3); env.reset(seed=1); print(env.last())"
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; what is wrong with its words goes to stderr, and the exit code is 2."""
    options = _parser().parse_args(argv)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read along has left: nobody is there to be told
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ValueError, OSError) as fault:
        print(f"mpenv {options.command}: {fault}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="mpenv", description=mpenv.__doc__)
    parser.add_argument("--version", action="version", version=f"mpenv {mpenv.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument("--text", action="store_true", help="the table as text (the only one so far)")
    play.add_argument("--seats", default="human,random", help="a player for each seat: human, random, module:Class")
    play.add_argument("--scenario", default="prologue")
    play.add_argument("--difficulty")
    play.add_argument("--alchemists", help="their colours or ids, one for each seat: yellow,brown")
    play.add_argument("--layout", default="standard", help="standard or random")
    play.add_argument("--placement", default="standard", help="standard or random")
    play.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    play.add_argument("--seed", type=int, help="the same seed is the same game; drawn when left out")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the game down as a replay")
    play.set_defaults(run=_play)

    bench = commands.add_parser("bench", help="measure how fast the engine is, against others in the same run")
    bench.add_argument("--json", type=Path, metavar="PATH", help="also write the figures as JSON")
    bench.set_defaults(run=_bench)

    warm = commands.add_parser("warm", help="compile the rules ahead of the first game")
    warm.set_defaults(run=_warm)
    return parser


def _play(options: argparse.Namespace) -> int:
    from mpenv.materia import WORLD
    from mpenv.table import terminal

    sys.path.append(os.getcwd())  # an agent of one's own, module:Class, lies where it is called from
    codes = options.seats.split(",")
    players = terminal.seated(codes, input, print)
    chosen: dict[str, Any] = {
        name: getattr(options, name) for name in ("scenario", "difficulty", "layout", "placement")
    }
    if options.alchemists is not None:
        chosen["alchemists"] = options.alchemists.split(",")
    game = WORLD.game(seats=len(codes), seed=options.seed, pack=options.pack, **chosen)
    try:
        terminal.play(WORLD, game, players, print, game.seed, options.record)
    except terminal.Left:
        print("\nThe game was left before its end.")
    print(f"Played with seed {game.seed}." + (f" The replay is {options.record}." if options.record else ""))
    if game.outcome is None:
        return 0
    print(NEXT)
    return 0


def _bench(options: argparse.Namespace) -> int:
    from mpenv.evaluation import speed
    from mpenv.materia import WORLD

    report = speed.measure(WORLD, print)
    print(speed.table(report))
    if options.json:
        options.json.write_text(speed.dump(report) + "\n")
    return 0


def _warm(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    game = mpenv.Game(seed=0)
    game.observe()
    game.text()
    mpenv.Game.from_position(game.to_position()).apply(game.legal()[0])
    print(f"the rules are compiled and stored ({time.perf_counter() - start:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
