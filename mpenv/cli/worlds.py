"""The world of a command: named by `--world`, or by a file on the command line that says it, or the usual one."""

import contextlib
import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mpenv import files, worlds

if TYPE_CHECKING:
    from mpenv.record.replay.reading import Replay
    from mpenv.world import World

HEAD = 1 << 18  # bytes that are read of a file to learn its world
INSIDE = ("policy/about.json", "about.json", "config.json", "dataset.json")  # of folders
FLAG, TRUST = "--world", "--trust"
POLICY = "policy:"


def add_world(parser: Any) -> None:
    """Add `--world`; it was read before, because a world brings flags of its own."""
    words = f"the game: {', '.join(worlds.names())}, or module:NAME; {worlds.DEFAULT} when neither this nor a file says"
    parser.add_argument(FLAG, dest="world_name", metavar="NAME", help=words)


def given(words: Sequence[str], flag: str = FLAG) -> list[str]:
    """The values of a flag on a command line."""
    found = [one.removeprefix(f"{flag}=") for one in words if one.startswith(f"{flag}=")]
    return [*found, *(after for one, after in itertools.pairwise(words) if one == flag)]


def named(words: Sequence[str]) -> str:
    """The world of a command line by its name or code."""
    if asked := given(words):
        return asked[-1]
    trusted = given(words, TRUST)
    for one in words:
        for place in (one, *one.split(",")):
            for name in said_by(_place(place)):
                if name in worlds.names() or name.partition(":")[0] in trusted:
                    return name
    return worlds.DEFAULT


def _place(word: str) -> Path:
    """The file or folder that a word names, or the one of a policy."""
    if not word.startswith(POLICY):
        return Path(word)
    from mpenv.agents.learned import shipped  # not before it is asked for: the help needs no compiler

    return shipped.place_of(word.removeprefix(POLICY))


def said_by(path: Path) -> Iterator[str]:
    """The worlds that a replay, a policy, a run folder, a dataset or a configuration names; nothing of other files."""
    with contextlib.suppress(ValueError, OSError):
        places = [path] if path.is_file() else [path / name for name in INSIDE if (path / name).is_file()]
        for one in places:  # never a pipe or a device, which would wait or never end
            found = _of_file(one)
            tables = [found, found.get("stamp")] if isinstance(found, dict) else []
            yield from (one["world"] for one in tables if isinstance(one, dict) and isinstance(one.get("world"), str))


def _of_file(path: Path) -> Any:
    if path.suffix == ".jsonl":
        with open(path, "rb") as file:
            return files.parse_json(file.readline(HEAD).decode())
    if path.suffix == ".json":
        return files.read_json(path, HEAD)
    return files.read_toml(path, HEAD) if path.suffix == ".toml" else None


def of(replay: "Replay") -> "World":
    """The world that the header of a replay names; `Parted` when it is not installed."""
    from mpenv.record.replay.resimulate import world_of

    return world_of(replay, worlds.Installed())
