"""Checkpoint of finished chunks, so that an interrupted run resumes."""

import hashlib
import importlib.util
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from mpenv.agents import codes, registry
from mpenv.agents.learned import shipped
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.studies.calibration.plan import Cell, Chunk, Plan

SHAPING = (
    "mpenv.agents.materia_prima",
    "mpenv.engine.loops",
    "mpenv.worlds.materia_prima.studies.calibration.playing",
    "mpenv.worlds.materia_prima.campaign_start",
    "mpenv.worlds.materia_prima.content",
    "mpenv.worlds.materia_prima.game",
    "mpenv.worlds.materia_prima.switches",
    "mpenv.worlds.materia_prima.options",
    "mpenv.worlds.materia_prima.rules",
)
"""The modules and packages that decide how a game ends."""
SEARCHING = ("mpenv.agents", "mpenv.play", "mpenv.evaluation.tournament_games")
"""What decides how a team that plans ahead plays."""
DIGITS = 16


def version(plan: Plan) -> str:
    """Hash of everything that shapes a game beside its chunk: the pack, and sources of rules and players."""
    return _digest(load(plan.pack).hash, SHAPING, ())


def searcher(code: str) -> str:
    """Hash of a search team's code: all our agents, and weights or a module of its own."""
    return _digest(code, SEARCHING, sorted(_brought(code)))


def _digest(words: str, modules: Iterable[str], others: Iterable[Path]) -> str:
    digest = hashlib.sha256(words.encode())
    for module in modules:
        for path in _sources(module):
            digest.update(f"{module} {path.name}".encode() + b"\0" + path.read_bytes())
    for path in others:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def _sources(module: str) -> list[Path]:
    """File of a module, or all files of a package with their data files."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(f"there is no module {module}")
    path = Path(spec.origin)
    if path.name != "__init__.py":
        return [path]
    return sorted({*path.parent.rglob("*.py"), *path.parent.glob("*.toml")})


def _brought(team: str) -> Iterator[Path]:
    for code in codes.team(team):
        one = codes.parse(code, registry.known())
        if one.form == "policy":
            yield from (path for path in shipped.place_of(one.rest).rglob("*") if path.is_file())
        elif one.form == "module":
            spec = importlib.util.find_spec(one.rest.partition(":")[0])
            if spec and spec.origin and Path(spec.origin).is_file():
                yield Path(spec.origin)


class Checkpoint:
    """Folder of a run: a file per version, of which only the current one is read and written."""

    def __init__(self, folder: Path, version: str) -> None:
        self.folder, self.path = folder, folder / f"{version}.jsonl"

    def open(self) -> list[Path]:
        """Create the folder; return files of other versions in it."""
        if self.folder.exists() and not self.folder.is_dir():
            raise ValueError(f"{self.folder} is a file; name a folder that keeps what was played")
        self.folder.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as file:
            if file.seek(0, 2) and (file.seek(-1, 2), file.read(1))[1] != b"\n":
                file.write(b"\n")  # ends a torn line, which is not read
        own = self.path.name.partition("-")[0].removesuffix(".jsonl")
        return sorted(path for path in self.folder.glob("*.jsonl") if not path.name.startswith(own))

    def add(self, chunk: Chunk, ended: str) -> None:
        """Append a chunk in a single write, so that processes do not mix their lines."""
        line = json.dumps({"piece": chunk, "ended": ended, "sum": _sum(chunk, ended)}) + "\n"
        with self.path.open("ab", buffering=0) as file:
            file.write(line.encode())

    def read(self, letters: str) -> dict[Chunk, str]:
        """Finished chunks; torn or changed lines count as not played."""
        found = {}
        for line in self.path.read_bytes().splitlines():
            try:
                said = json.loads(line)
                cell, team, first, games = said["piece"]
                chunk, ended = Chunk(Cell(*cell), team, first, games), said["ended"]
                whole = said["sum"] == _sum(chunk, ended) and len(ended) == games and {*ended} <= {*letters}
            except (ValueError, TypeError, KeyError):
                continue
            if whole:
                found[chunk] = ended
        return found


def _sum(chunk: Chunk, ended: str) -> str:
    return hashlib.sha256(f"{json.dumps(chunk)} {ended}".encode()).hexdigest()[:DIGITS]


def left(chunks: Iterable[Chunk], there: dict[Chunk, str]) -> list[Chunk]:
    """Chunks still to play."""
    return [fromkey for fromkey in dict.fromkeys(chunks) if fromkey not in there]
