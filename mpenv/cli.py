"""The command line: `mpenv train | play | campaign | bench | rules | pack | warm`."""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
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

    train = commands.add_parser("train", help="train a team, and play it against the random team")
    train.add_argument("config", nargs="?", type=Path, help="a configuration, like configs/train/quickstart.toml")
    train.add_argument("--resume", type=Path, metavar="RUN", help="go on with the run in this folder")
    train.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change the configuration")
    train.add_argument("--out", type=Path, default=Path("runs"), metavar="FOLDER", help="where run folders are made")
    train.set_defaults(run=_train)

    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument("--text", action="store_true", help="the table as text (the only one so far)")
    play.add_argument(
        "--seats", default="human,random", help="a player for each seat: human, random, policy:RUN, module:Class"
    )
    play.add_argument("--scenario", default="prologue")
    play.add_argument("--difficulty")
    play.add_argument("--alchemists", help="their colours or ids, one for each seat: yellow,brown")
    play.add_argument("--layout", default="standard", help="standard or random")
    play.add_argument("--placement", default="standard", help="standard or random")
    play.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    play.add_argument("--seed", type=int, help="the same seed is the same game; drawn when left out")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the game down as a replay")
    play.set_defaults(run=_play)

    evening = commands.add_parser("campaign", help="begin a campaign, or go on with the one in a chronicle")
    evening.add_argument("file", type=Path, metavar="FILE", help="the chronicle, written where there is none")
    evening.add_argument("--show", action="store_true", help="only tell what the chronicle says")
    evening.add_argument("--seats", help="a player for each seat, as for play")
    evening.add_argument("--difficulty", choices=("easy", "normal", "hard"), help="of scenarios that have one")
    evening.add_argument("--quiet", action="store_true", help="a line a day, for tables without a person")
    evening.add_argument("--replays", type=Path, metavar="FOLDER", help="write each game down as a replay")
    evening.add_argument("--retries", type=int, default=2, metavar="N", help="without a person: after a failure")
    evening.add_argument("--scenarios", type=int, metavar="N", help="leave after N scenarios were won")
    evening.add_argument("--instead", action="store_true", help="take the other road past the scenario that failed")
    begins = evening.add_argument_group("where a campaign begins")
    begins.add_argument("--pack", help="a pack by name, or a folder")
    begins.add_argument("--campaign", help="of the pack, its first when left out")
    begins.add_argument("--names", help="of the players: Ada,Ben")
    begins.add_argument("--alchemists", help="their colours or ids, one for each seat: yellow,brown")
    begins.add_argument("--layout", help="standard or random")
    begins.add_argument("--placement", help="standard, random, or players: they place their towers")
    begins.add_argument("--seed", type=int, help="the same seed and players make the same campaign")
    evening.set_defaults(run=_campaign)

    bench = commands.add_parser("bench", help="measure how fast the engine is, against others in the same run")
    bench.add_argument("--json", type=Path, metavar="PATH", help="also write the figures as JSON")
    bench.add_argument("--chart", type=Path, metavar="PATH", help="also draw them, as .svg or .png")
    bench.add_argument("--quick", action="store_true", help="shorter rounds, and no cold compile: half a minute")
    bench.add_argument(
        "--gate",
        type=Path,
        nargs="?",
        const=Path("configs/bench/gate.toml"),
        metavar="PATH",
        help="only compare the engine with a fixed piece of work; fail when a third of the committed ratio is lost",
    )
    bench.set_defaults(run=_bench)

    rules = commands.add_parser("rules", help="list the rules of the game, what plays them and what proves them")
    rules.add_argument("id", nargs="?", default="", metavar="ID", help="a rule or a chapter: MP-INQ-27, MP-INQ")
    rules.add_argument("--missing", action="store_true", help="only rules that lack a function or a test")
    rules.add_argument("--json", action="store_true", help="everything as JSON")
    rules.set_defaults(run=_rules)

    _pack_parser(commands.add_parser("pack", help="check, show or start a pack of cards, board and scenarios"))

    warm = commands.add_parser("warm", help="compile the rules ahead of the first game")
    warm.set_defaults(run=_warm)
    return parser


def _pack_parser(pack: argparse.ArgumentParser) -> None:
    verbs = pack.add_subparsers(dest="verb", required=True, metavar="VERB")
    check = verbs.add_parser("check", help="all that is wrong with packs, and what is doubtful")
    check.add_argument("packs", nargs="*", metavar="PACK", help="a pack by name, or a folder; all that are shipped")
    check.set_defaults(run=_pack_check)

    show = verbs.add_parser("show", help="cards, board and scenarios of a pack as tables")
    show.add_argument("pack", nargs="?", default="inquisition", metavar="PACK", help="a pack by name, or a folder")
    show.add_argument("section", nargs="?", help="only recipes, alarms, ..., or one entry: scenario.prologue, stone.1a")
    show.set_defaults(run=_pack_show)

    new = verbs.add_parser("new", help="a folder to start a pack in, with comments that say what may stand there")
    new.add_argument("folder", type=Path, help="a folder that is not there yet; its name becomes the id of the pack")
    new.add_argument("--from", dest="source", metavar="PACK", help="start with the cards of this pack")
    new.set_defaults(run=_pack_new)


def _train(options: argparse.Namespace) -> int:
    import tomllib

    from mpenv.evaluation import training
    from mpenv.materia import WORLD

    changes: dict[str, Any] = {}
    for words in options.set:
        name, sign, value = words.partition("=")
        if not (name and sign):
            raise ValueError(f"--set {words!r} must be NAME=VALUE, like learner.rate=0.001")
        try:
            changes[name] = tomllib.loads(f"value = {value}")["value"]
        except tomllib.TOMLDecodeError:
            changes[name] = value  # a bare word
    training.train(WORLD, options.config, options.resume, changes, options.out, lambda words: print(_callable(words)))
    return 0


def _callable(words: str) -> str:
    """Commands as they can be called here: outside an activated environment with their path."""
    if shutil.which("mpenv"):
        return words
    mine, python = os.path.relpath(sys.argv[0]), os.path.relpath(sys.executable)
    return words.replace("\n  mpenv ", f"\n  {mine} ").replace("\n  python ", f"\n  {python} ")


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
    print(_callable(NEXT))
    return 0


def _campaign(options: argparse.Namespace) -> int:
    from mpenv.materia import WORLD
    from mpenv.table.materia import campaign

    if options.show:
        print(campaign.shown(options.file))
        return 0
    sys.path.append(os.getcwd())
    chosen = {name: getattr(options, name) for name in campaign.BEGUN}
    for name in ("names", "alchemists"):
        chosen[name] = _listed(chosen[name])
    codes = _listed(options.seats)
    given = {name: getattr(options, name) for name in ("difficulty", "quiet", "replays", "retries", "scenarios")}
    return campaign.evening(WORLD, options.file, codes, chosen, input, print, options.instead, **given)


def _listed(words: str | None) -> list[str] | None:
    return None if words is None else words.split(",")


def _bench(options: argparse.Namespace) -> int:
    from mpenv.evaluation import gate, report, speed
    from mpenv.materia import WORLD

    if options.gate:
        verdict = gate.check(WORLD, options.gate)
        print(verdict.words)
        return 0 if verdict.passed else 1
    draw = _chart_to(options.chart)
    for path in filter(None, (options.json, options.chart)):
        path.open("a").close()  # what can not be written is told before two minutes of measuring
    plan = speed.QUICK if options.quick else speed.Plan()
    print(f"measuring for about {plan.minutes:.1g} minutes", file=sys.stderr)
    figures = report.rounded(speed.measure(WORLD, print, plan))
    print(report.table(figures))
    if options.json:
        options.json.write_text(report.dump(figures) + "\n", encoding="utf-8")
    if draw:
        draw(figures)
    return 0


def _chart_to(path: Path | None) -> Callable[[dict[str, Any]], None] | None:
    """What draws the chart; a chart that can not be drawn is told at once."""
    if path is None:
        return None
    from mpenv.evaluation import chart

    chart.check(path)
    return lambda figures: chart.draw(figures, path)


def _rules(options: argparse.Namespace) -> int:
    from mpenv.materia import rulebook

    found = rulebook.chosen(rulebook.book(), options.id, options.missing)
    print(rulebook.dump(found) if options.json else rulebook.page(found, full=bool(options.id)))
    return 0


def _pack_check(options: argparse.Namespace) -> int:
    from mpenv.materia.content.faults import BrokenPack
    from mpenv.materia.content.notes import notes
    from mpenv.materia.content.pack import load, packs
    from mpenv.materia.draw.pack import holds

    code = 0
    for name in options.packs or packs():
        try:
            pack = load(name)
            print("\n".join([f"{name} is sound: {holds(pack)}", *(f"  note: {note}" for note in notes(pack))]))
        except BrokenPack as broken:
            print("\n".join([f"{name} is refused", *(f"  {fault}" for fault in broken.faults)]))
            code = 2
    return code


def _pack_show(options: argparse.Namespace) -> int:
    from mpenv.materia.content.pack import load
    from mpenv.materia.draw.pack import page

    print(page(load(options.pack), options.section))
    return 0


def _pack_new(options: argparse.Namespace) -> int:
    from mpenv.materia.content.start import start

    files = start(options.folder, options.source)
    print("\n".join(map(str, files)))
    print(_callable(f"\nWhat to try next:\n  mpenv pack check {options.folder}\n  mpenv pack show {options.folder}"))
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
