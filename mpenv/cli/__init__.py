"""The command line: `mpenv play | agents | evaluate | train | record | replay | bench | ...`."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import mpenv
from mpenv import files
from mpenv import worlds as installed
from mpenv.cli import agents, bench, describe, evaluate, losses, play, record, replay, train, warm, worlds
from mpenv.cli.parsing import Commands, Parser, finish, show_help
from mpenv.cli.words import look_here
from mpenv.language import speaking
from mpenv.terms import Verb
from mpenv.world import brought

if TYPE_CHECKING:
    from mpenv.world import World


class Shared(NamedTuple):
    """A command for every world."""

    name: str
    group: str
    help: str
    parser: "Callable[[argparse.ArgumentParser, World], None]"


PLAY, JUDGE, ENGINE = "Play and watch", "Train and judge agents", "The engine"
VERBS = (
    Shared("play", PLAY, "play a game in the terminal, with agents or other people", play.parser),
    Shared("replay", PLAY, "watch a recorded game, or play recorded games again and compare", replay.parser),
    Shared("describe", PLAY, "put a situation into words: what is asked, why, what each answer means", describe.parser),
    Shared("train", JUDGE, "train a team, and play it against the random team", train.parser),
    Shared(
        "agents", JUDGE, "list the agents that are known and the forms of their codes, or tell of one", agents.parser
    ),
    Shared("evaluate", JUDGE, "let teams play the same games, and compare how often they succeed", evaluate.parser),
    Shared("losses", JUDGE, "say why games are lost, and whether another agent would have won them", losses.parser),
    Shared("record", JUDGE, "play many games of a team and write a dataset of decisions", record.parser),
    Shared("warm", ENGINE, "compile the rules ahead of the first game", warm.parser),
    Shared("bench", ENGINE, "measure how fast the engine is, against others in the same run", bench.parser),
)
LAST = ENGINE  # in the help; groups of a world stand before it
EXAMPLES = """
Examples:
  mpenv play --seats human,{mate:<30}play in the terminal beside an agent
  mpenv evaluate {teams:<40}compare teams on the same games
  mpenv train configs/train/quickstart.toml              train a team of two for about three minutes
  mpenv record --agents {mate} --seats 2 --games 1000 --out games
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; a mistake in its words is printed to stderr, with exit code 2."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        world = _world(words)
        parser = _parser(world)
    except (ValueError, OSError) as fault:
        print(f"mpenv: {files.described(fault)}", file=sys.stderr)
        return 2
    options = parser.parse_command(words)
    options.world = world
    try:
        with speaking(getattr(options, "language", None)):
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


def _world(words: Sequence[str]) -> "World":
    """The world that a command line names; modules that the user named are looked for where the command is called."""
    name = worlds.named(words)
    if ":" in name:
        look_here()
    world = installed.load(name)
    verb = next((one for one in words if not one.startswith("-")), "")
    there = [one.name for one in VERBS] + [one.name for one in world.verbs]
    if verb not in there and verb in {one.name for one in installed.load().verbs}:
        raise ValueError(f"{verb} is a command of {installed.DEFAULT}; {world.name} has: {', '.join(there)}")
    return world


def _parser(world: "World | None" = None) -> Commands:
    world = installed.load() if world is None else world
    parser = Commands(prog="mpenv", description=mpenv.__doc__)
    mate = world.terms.teammate
    parser.examples = EXAMPLES.format(mate=mate, teams=" ".join([*dict.fromkeys((mate, "random")), "--games 100"]))
    parser.set_defaults(run=show_help, parser=parser)
    parser.add_argument("--version", action="version", version=f"mpenv {mpenv.__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    groups: dict[str, list[str]] = {}
    verbs: list[Shared | Verb] = [*VERBS, *world.verbs]
    for one in verbs:
        groups.setdefault(one.group, []).append(one.name)
        verb = commands.add_parser(one.name, help=one.help)
        if isinstance(one, Shared):
            one.parser(verb, world)
        else:
            brought(one.parser, f"command {one.name!r} of {world.name}")(verb)
    groups[LAST] = groups.pop(LAST)
    parser.groups = {title: tuple(names) for title, names in groups.items()}
    finish(parser)
    return parser
