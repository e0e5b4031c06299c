"""Words that go in and out of the command line."""

import argparse
import os
import shutil
import sys


def callable_here(words: str) -> str:
    """Commands as they can be called here: outside an activated environment with their path."""
    if shutil.which("mpenv"):
        return words
    mine, python = os.path.relpath(sys.argv[0]), os.path.relpath(sys.executable)
    return words.replace("\n  mpenv ", f"\n  {mine} ").replace("\n  python ", f"\n  {python} ")


def listed(words: str) -> list[str]:
    """`2,3,4` as a list."""
    return words.split(",")


def team(words: str) -> list[str]:
    """`human,expert` as a list of codes."""
    from mpenv.agents import codes  # not before it is asked for: the help needs no compiler

    return codes.team(words)


def add_trust(parser: argparse.ArgumentParser) -> None:
    """The option `--trust MODULE` of verbs that read files of others."""
    words = "let files name code of this module (policies with an encoder of their own, configurations); repeatable"
    parser.add_argument("--trust", action="append", default=[], metavar="MODULE", help=words)


def trusted(options: argparse.Namespace) -> None:
    """Import what `--trust` names; code of one's own is found in the current folder too."""
    from mpenv import trust

    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    trust.imported(options.trust)
