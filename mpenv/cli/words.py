"""Words that several verbs of the command line share: seats and teams, processes, code of one's own."""

import argparse
import os
import shutil
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from mpenv import trust
from mpenv.language import LANGUAGES

if TYPE_CHECKING:
    from mpenv.world import World

SEATS = "how many seats, or the player of each: 3, or expert,random"
MOST_SEATS = 64  # of any game: longer teams are a slip of the keyboard


def callable_here(words: str) -> str:
    """Commands as they can be called here: outside an activated environment with their path."""
    if shutil.which("mpenv"):
        return words
    mine, python = os.path.relpath(sys.argv[0]), os.path.relpath(sys.executable)
    if mine.endswith("__main__.py"):
        mine = f"{python} -m mpenv.cli"
    return words.replace("\n  mpenv ", f"\n  {mine} ").replace("\n  python ", f"\n  {python} ")


def listed(words: str) -> list[str]:
    """`2,3,4` as a list."""
    return words.split(",")


def add_language(parser: Any) -> None:
    """Add `--language`, in which people are spoken to; notation stays the same."""
    known = ", ".join(f"{code} ({name})" for code, name in LANGUAGES.items())
    words = f"of names, texts and questions: {known}, en when left out; what you type stays the same"
    parser.add_argument("--language", choices=tuple(LANGUAGES), help=words)


# --- seats and teams ------------------------------------------------------------------------------


def team(words: str) -> list[str]:
    """`human,expert` as a list of codes."""
    from mpenv.agents import codes  # not before it is asked for: the help needs no compiler

    return codes.team(words)


def add_seats(parser: Any, words: str = SEATS) -> None:
    """Add `--seats`: a number of seats, or a team with a player for each."""
    parser.add_argument("--seats", type=seats, metavar="SEATS", help=words)


def seats(words: str) -> int | str:
    """`3` as a number of seats; `human,expert` stays a team."""
    if not words.isdecimal():
        return words
    number = int(words) if len(words) < 9 else MOST_SEATS + 1
    if not 1 <= number <= MOST_SEATS:
        raise argparse.ArgumentTypeError(f"{words[:20]} is no number of seats")
    return number


def players(given: int | str | None, number: int, first: str, others: str) -> list[str]:
    """The player of each seat: a team as it is, of a number one `first` and for the rest `others`."""
    if isinstance(given, str):
        return team(given)
    return [first, *[others] * ((given or number) - 1)]


def teams_and_seats(named: list[str], given: int | str | None, usual: int) -> tuple[list[str], int]:
    """Return the teams of a verb that takes several, and the number of seats they play on.

    A team behind `--seats` is one like the others. Without a number there are as many seats as the longest team has;
    `usual` where each is one agent for all seats.
    """
    number = given if isinstance(given, int) else None
    teams = [*named, *([given] if isinstance(given, str) else [])]
    if not teams:
        raise ValueError("name a team, like expert (on all seats) or random,expert (one for each seat)")
    longest = max(len(team(one)) for one in teams)
    return teams, number or (usual if longest == 1 else max(2, longest))


# --- processes --------------------------------------------------------------------------------------


def cores() -> int:
    """Count the cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def add_jobs(parser: Any, words: str = "processes that play at the same time") -> None:
    """Add `--jobs N`: processes, one for each core when left out."""
    words += "; one for each core when left out"
    parser.add_argument("--jobs", type=_processes, default=cores(), metavar="N", help=words)


def _processes(words: str) -> int:
    if not (words.isascii() and words.isdecimal() and 0 < len(words) < 9 and int(words)):
        raise argparse.ArgumentTypeError(f"{words[:40]!r} is no number of processes: 1 or more")
    return int(words)


# --- code of one's own ------------------------------------------------------------------------------


def add_trust(parser: Any) -> None:
    """Add `--trust MODULE`: code that files may name."""
    words = "use the code of this module, here or installed, where a policy or another file names it; may be repeated"
    parser.add_argument("--trust", action="append", default=[], metavar="MODULE", help=words)


def trusted(options: argparse.Namespace) -> None:
    """Import the modules behind `--trust`; they are looked for where the command is called, too."""
    if options.trust:
        look_here()
    trust.imported(options.trust)


def find_own_code(codes: Iterable[str], options: argparse.Namespace) -> None:
    """Look for modules where the command is called, if the user named code of his own: `module:Class` or `--trust`."""
    if any(_is_own(one, options.world) for one in codes):
        look_here()
    trusted(options)


def _is_own(code: str, world: "World") -> bool:
    from mpenv.agents import registry

    try:
        return code != "human" and registry.parse(code, world).form == "module"
    except ValueError:  # said where the agent is made
        return False


def look_here() -> None:
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
