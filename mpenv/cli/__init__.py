"""The command line: `mpenv play | campaign | agents | evaluate | train | record | replay | regret | bench | ...`."""

import argparse
import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import mpenv
from mpenv import files
from mpenv.cli import agents, bench, describe, evaluate, losses, play, record, regret, replay, warm
from mpenv.cli.parsing import Commands, Parser, finish, show_help
from mpenv.cli.words import add_trust, callable_here, trusted
from mpenv.worlds.materia_prima.commands import calibrate, campaign, pack  # fmt: skip

GROUPS = {
    "Play and watch": ("play", "campaign", "replay", "describe"),
    "Train and judge agents": ("train", "agents", "evaluate", "losses", "regret", "record"),
    "The game": ("rules", "pack", "calibrate"),
    "The engine": ("warm", "bench"),
}
EXAMPLES = """
Examples:
  mpenv play --seats human,expert                        play in the terminal beside a scripted teammate
  mpenv evaluate expert random --games 100               compare two teams on the same games
  mpenv train configs/train/quickstart.toml              train a team of two for about three minutes
  mpenv record --agents expert --seats 2 --games 1000 --out games
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; what is wrong with its words goes to stderr, and the exit code is 2."""
    options = _parser().understood(argv)
    try:
        code = int(options.run(options))
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # whoever read along has left: nobody is there to be told
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ValueError, OSError) as fault:
        print(f"{options.parser.prog}: {files.described(fault)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):  # the terminal may be closed
            how = getattr(options, "stopped", "stopped")
            print(f"\n{options.parser.prog}: {how}" if how else "", file=sys.stderr)
        return 130


def _parser() -> Commands:
    parser = Commands(prog="mpenv", description=mpenv.__doc__)
    parser.groups, parser.examples = GROUPS, EXAMPLES
    parser.set_defaults(run=show_help, parser=parser)
    parser.add_argument("--version", action="version", version=f"mpenv {mpenv.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

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

    play.parser(commands.add_parser("play", help="play a game in the terminal, with agents or other people"))
    campaign.parser(commands.add_parser("campaign", help="begin a campaign, or go on with the one in a chronicle"))

    agents.parser(commands.add_parser("agents", help="list the agents that are known, and the forms of their codes"))
    evaluate.parser(
        commands.add_parser(
            "evaluate", help="let teams play the same games, and compare how often they meet the mission"
        )
    )
    calibrate.parser(
        commands.add_parser(
            "calibrate", help="measure how hard every scenario is and what each rule is worth, and judge it"
        )
    )
    losses.parser(
        commands.add_parser("losses", help="say why games are lost, and whether another agent would have won them")
    )

    record.parser(commands.add_parser("record", help="play many games of a team and write a dataset of decisions"))
    replay.parser(commands.add_parser("replay", help="watch a recorded game, or play recorded games again and compare"))
    describe.parser(
        commands.add_parser("describe", help="put a situation into words: what is asked, why, what each answer means")
    )

    regret.parser(
        commands.add_parser("regret", help="measure how much agents give away in endings that are solved exactly")
    )

    bench.parser(commands.add_parser("bench", help="measure how fast the engine is, against others in the same run"))

    rules = commands.add_parser(
        "rules", help="list the rules of the game, the functions that play them, the tests that prove them"
    )
    rules.add_argument("id", nargs="?", default="", metavar="ID", help="a rule or a chapter: MP-INQ-27, MP-INQ")
    rules.add_argument(
        "--find", metavar="WORDS", help="search lines, headings, functions and tests, the best hits first"
    )
    rules.add_argument("--missing", action="store_true", help="only rules that lack a function or a test")
    rules.add_argument("--json", action="store_true", help="everything as JSON")
    rules.set_defaults(run=_rules)

    pack.parser(commands.add_parser("pack", help="check, show, start or measure a pack of cards, board and scenarios"))

    warm.parser(commands.add_parser("warm", help="compile the rules ahead of the first game"))
    finish(parser)
    return parser


def _train(options: argparse.Namespace) -> int:
    from mpenv.evaluation import training
    from mpenv.worlds.materia_prima import WORLD

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


def _rules(options: argparse.Namespace) -> int:
    from mpenv.worlds.materia_prima import rulebook

    found = rulebook.chosen(rulebook.book(), options.id, options.missing)
    if options.find is not None:
        hits = rulebook.find(found, options.find)
        print(rulebook.dump(hits.rules) if options.json else hits)
        return 0 if hits.rules else 1
    print(rulebook.dump(found) if options.json else rulebook.page(found, full=bool(options.id)))
    return 0
