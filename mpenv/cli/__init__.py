"""The command line: `mpenv play | campaign | agents | evaluate | train | record | replay | regret | bench | ...`."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import mpenv
from mpenv.cli import agents, calibrate, campaign, describe, evaluate, losses, pack, record, regret, replay
from mpenv.cli.words import add_trust, callable_here, listed, team, trusted

NEXT = """
What to try next:
  mpenv play --text --seats human,expert        sit at the table yourself
  mpenv play --text --seats expert,expert,expert --seed 3 --record game.jsonl
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
    train.add_argument(
        "--resume",
        type=Path,
        metavar="RUN",
        help="go on with the run in this folder; --set may change its budget: decisions, updates or minutes in all",
    )
    train.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="change the configuration")
    add_trust(train)
    train.add_argument("--out", type=Path, default=Path("runs"), metavar="FOLDER", help="where run folders are made")
    train.set_defaults(run=_train)

    play = commands.add_parser("play", help="play a game in the terminal")
    play.add_argument("--text", action="store_true", help="the table as text (the only one so far)")
    players = "a player for each seat: human, or an agent by its code (see mpenv agents)"
    play.add_argument("--seats", type=team, default="human,expert", help=players)
    play.add_argument("--scenario", default="prologue")
    play.add_argument("--difficulty")
    play.add_argument("--alchemists", type=listed, help="their colours or ids, one for each seat: yellow,brown")
    play.add_argument("--layout", default="standard", help="standard or random")
    play.add_argument("--placement", default="standard", help="standard or random")
    play.add_argument("--pack", default="inquisition", help="a pack by name, or a folder")
    play.add_argument("--seed", type=int, help="the same seed is the same game; drawn when left out")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the game down as a replay")
    play.add_argument("--explain", action="store_true", help="show why agents do what they do, where they tell")
    play.set_defaults(run=_play)

    campaign.parser(commands.add_parser("campaign", help="begin a campaign, or go on with the one in a chronicle"))

    agents.parser(commands.add_parser("agents", help="list the agents that are known, and the forms of their codes"))
    evaluate.parser(commands.add_parser("evaluate", help="let teams play the same seeds, and tell who broke"))
    calibrate.parser(
        commands.add_parser(
            "calibrate", help="how hard every scenario is, what each rule is worth: measured and judged"
        )
    )
    losses.parser(commands.add_parser("losses", help="why games are lost, and whether another would have saved them"))

    record.parser(commands.add_parser("record", help="play many games of a team and write a dataset of decisions"))
    replay.parser(commands.add_parser("replay", help="watch a recorded game, or play recorded games again and compare"))
    describe.parser(
        commands.add_parser("describe", help="tell a situation: what is asked, why, what each answer means")
    )

    regret.parser(commands.add_parser("regret", help="how much agents give away in endings whose truth is known"))

    bench = commands.add_parser("bench", help="measure how fast the engine is, against others in the same run")
    bench.add_argument("--json", type=Path, metavar="PATH", help="also write the figures as JSON")
    bench.add_argument("--chart", type=Path, metavar="PATH", help="also draw them, as .svg or .png")
    bench.add_argument("--quick", action="store_true", help="shorter rounds, and no cold compile: two minutes")
    against = bench.add_mutually_exclusive_group()
    against.add_argument(
        "--compare", type=Path, metavar="OLD", help="fail when a ratio lost over a tenth since this JSON was written"
    )
    against.add_argument(
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

    pack.parser(commands.add_parser("pack", help="check, show, start or measure a pack of cards, board and scenarios"))

    warm = commands.add_parser("warm", help="compile the rules ahead of the first game")
    warm.set_defaults(run=_warm)
    return parser


def _train(options: argparse.Namespace) -> int:
    from mpenv import files
    from mpenv.evaluation import training
    from mpenv.materia import WORLD

    trusted(options)
    changes: dict[str, Any] = {}
    for words in options.set:
        name, sign, value = words.partition("=")
        if not (name and sign):
            raise ValueError(f"--set {words!r} must be NAME=VALUE, like learner.rate=0.001")
        try:
            changes[name] = files.parse_toml(f"value = {value}")["value"]
        except ValueError:
            changes[name] = value  # a bare word

    def say(words: str) -> None:
        print(callable_here(words))

    training.train(WORLD, options.config, options.resume, changes, options.out, say)
    return 0


def _play(options: argparse.Namespace) -> int:
    from mpenv.materia import WORLD
    from mpenv.table import terminal

    sys.path.append(os.getcwd())  # an agent of one's own, module:Class, lies where it is called from
    players = terminal.seated(options.seats, input, print)
    names = ("scenario", "difficulty", "alchemists", "layout", "placement", "pack", "seed")
    game = WORLD.game(seats=len(players), **{name: getattr(options, name) for name in names})
    try:
        terminal.play(
            WORLD, game, players, print, game.seed, options.record, names=options.seats, explain=options.explain
        )
    except terminal.Left:
        print("\nThe game was left before its end.")
    print(f"Played with seed {game.seed}." + (f" The replay is {options.record}." if options.record else ""))
    if game.outcome is None:
        return 0
    print(callable_here(NEXT))
    return 0


def _bench(options: argparse.Namespace) -> int:
    from mpenv.evaluation import compare, gate, report, speed
    from mpenv.materia import WORLD

    if options.gate:
        verdict = gate.check(WORLD, options.gate)
        print(verdict.words)
        return 0 if verdict.passed else 1
    old = compare.load(options.compare) if options.compare else None
    draw = _chart_to(options.chart)
    for path in filter(None, (options.json, options.chart)):
        path.open("a").close()  # what can not be written is told before minutes of measuring
    plan = speed.QUICK if options.quick else speed.Plan()
    print(f"measuring for about {plan.minutes:.0f} minutes", file=sys.stderr)
    found = speed.measure(WORLD, print, plan, (lambda new: compare.lost(old, new)) if old else None)
    figures = report.rounded(found)
    print(report.table(figures))
    if options.json:
        options.json.write_text(report.dump(figures) + "\n", encoding="utf-8")
    if draw:
        draw(figures)
    if old is None:
        return 0
    print(f"\n{compare.table(old, figures)}")
    return 1 if compare.lost(old, figures) else 0


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


def _warm(options: argparse.Namespace) -> int:
    start = time.perf_counter()
    import numpy as np

    from mpenv.agents import make
    from mpenv.envs.batch import BatchGame
    from mpenv.envs.playing import Playing
    from mpenv.materia import WORLD

    game = mpenv.Game(seed=0)
    game.observe()
    game.describe()
    mpenv.Game.from_position(game.to_position()).apply(game.legal()[0])
    make("expert").act(game.view(game.seat or 0))
    batch = BatchGame(WORLD, 1)
    batch.step(batch.mask.argmax(1))
    Playing(WORLD, {"seats": 2}, [0]).play_on(0, np.ones(2, np.int8))
    print(f"the rules are compiled and stored ({time.perf_counter() - start:.1f} s)")
    return 0
