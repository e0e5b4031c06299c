"""The manifest of a dataset folder: which games were recorded, by what, and how they are stored."""

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mpenv import files
from mpenv.record import replay
from mpenv.record.dataset import manifest_checks, schema
from mpenv.record.dataset.manifest_checks import short
from mpenv.world import Game, World

FORMAT = 1
NAME = "dataset.json"
PARTS = tuple(f"{name}*{files.PART}" for name in (NAME, "shard-*.npz", "games-*.jsonl"))  # incomplete files
Manifest = dict[str, Any]


class NoDataset(ValueError):
    """A folder that cannot be read or continued as a dataset."""


def manifest(
    world: World,
    agents: Sequence[str],
    options: Sequence[dict[str, Any]],
    *,
    seed: int = 0,
    games: int | None = None,
    shard: int = 1000,
    encoder: str | None = None,
    max_plies: int = 0,
) -> Manifest:
    """Describe a recording to come; every option is tried, and a wrong one is refused."""
    for name, number, least in (("games", games, 1), ("shard", shard, 1), ("max_plies", max_plies, 0)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < least):
            raise ValueError(f"{name}={number!r} must be a whole number, {least} or more")
    encoder = world.terms.encoder if encoder is None else encoder
    fields = world.encoder(encoder)
    if not options:
        raise ValueError("a dataset needs the options of at least one game")
    tried = [_tried(world, option, seed) for option in options]
    _tried(world, options[0], int(seed) + (games or 1) - 1)
    for game in tried:
        if game.seats != len(agents):
            raise ValueError(f"{game.seats} seats take {game.seats} agents, not {len(agents)}: {', '.join(agents)}")
    head = replay.header(world, tried[0])
    found: Manifest = {
        "format": FORMAT,
        **{key: head[key] for key in ("world", "version", "mpenv")},
        "identity": [game.identity for game in tried],
        "options": [without_seed(game.options) for game in tried],
        "agents": list(agents),
        "seed": int(seed),
        "games": games,
        "shard": shard,
        "max_plies": max_plies,
        "encoder": {
            "name": encoder,
            "size": fields.size,
            "fields": [list(field) for field in fields.fields],
            **(
                {"parts": [[part.name, part.kind.name, list(part.shape)] for part in fields.parts]}
                if fields.parts
                else {}
            ),
        },
        "actions": world.actions,
        "outcomes": list(world.outcomes),
        "arrays": schema.descriptions(),
    }
    return _readable(found)


def _readable(found: Manifest) -> Manifest:
    """The manifest, checked that it can be read again once written; a ValueError otherwise."""
    text = files.dump_json(found)
    faults = manifest_checks.faults(json.loads(text))
    if len(text) > manifest_checks.MOST_BYTES:
        faults.append(f"the manifest would have {len(text):,} bytes, at most {manifest_checks.MOST_BYTES:,} are read")
    if faults:
        raise ValueError("; ".join(faults))
    return found


def _tried(world: World, options: dict[str, Any], seed: int) -> Game:
    try:
        return world.game(**{**options, "seed": seed})
    except TypeError as fault:  # an unknown option
        raise ValueError(f"a game of {options} cannot be played: {fault}") from None


def without_seed(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "seed"}


def shard_name(number: int) -> str:
    return f"shard-{number:05}.npz"


def games_name(number: int) -> str:
    return f"games-{number:05}.jsonl"


def read(folder: str | Path) -> Manifest:
    """Read the manifest of a folder; `NoDataset` says why there is none."""
    path = Path(folder) / NAME
    try:
        found = files.read_json(path, manifest_checks.MOST_BYTES)
    except files.BadFile as fault:
        raise NoDataset(_nothing_there(Path(folder)) or str(fault)) from None
    number = found.get("format") if isinstance(found, dict) else None
    if not isinstance(found, dict) or type(number) is not int or number != FORMAT:
        raise NoDataset(f"{path} has format {short(number)}, this version reads format {FORMAT}")
    missing = [key for key in schema.KEYS if key not in found]
    if missing:
        raise NoDataset(f"{path} lacks {', '.join(missing)}")
    faults = manifest_checks.faults(found)
    if faults:
        raise NoDataset(f"{path} is not a valid manifest: {'; '.join(faults)}")
    return found


def _nothing_there(folder: Path) -> str:
    """Why a folder cannot be a dataset at all; empty where it holds a manifest."""
    with contextlib.suppress(OSError, ValueError):
        if folder.exists() and not folder.is_dir():
            return f"{folder} is not a dataset: it is not a folder"
        if not (folder / NAME).exists():
            return f"{folder} is not a dataset: it holds no {NAME}"
    return ""


@contextlib.contextmanager
def writing(folder: Path, wanted: Manifest) -> Iterator[None]:
    """Begin a dataset or continue one, as its only writer.

    Incomplete files are removed; after a fault everything is removed when no shard was completed.
    """
    if folder.exists() and not folder.is_dir():
        raise NoDataset(f"{folder} exists and is not a folder")
    created, begun = not folder.is_dir(), False
    folder.mkdir(parents=True, exist_ok=True)
    with _claimed(folder):
        try:
            _begin(folder, wanted)
            begun = True
            _remove(folder, *PARTS)
            yield
        except Exception:
            if begun and not any(folder.glob("shard-*.npz")):
                _remove(folder, *PARTS, "games-*.jsonl", NAME)
            if created and not any(folder.iterdir()):
                folder.rmdir()
            raise
        finally:
            if begun:
                _remove(folder, *PARTS)


@contextlib.contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """Lock the dataset: one process writes into it at a time."""
    claim = files.claimed(folder, "is being written by another process")
    try:
        claim.__enter__()
    except files.BadFile as fault:
        raise NoDataset(str(fault)) from None
    with contextlib.ExitStack() as stack:
        stack.push(claim)
        yield


def _begin(folder: Path, wanted: Manifest) -> None:
    """Write the manifest into an empty folder, or check that the folder has the same one."""
    if (folder / NAME).exists():
        differ = differences(read(folder), wanted)
        if differ:
            raise NoDataset(f"{folder} holds another dataset: {'; '.join(differ)}")
        return
    other_files = sorted(path.name for path in folder.iterdir() if not any(path.match(part) for part in PARTS))
    if other_files:
        raise NoDataset(f"{folder} holds other files ({', '.join(other_files[:3])}), a dataset needs its own folder")
    files.write(folder / NAME, files.dump_json(wanted))


def differences(stored: Manifest, wanted: Manifest) -> list[str]:
    """Keys in which a manifest differs from the wanted one."""
    ours = json.loads(json.dumps(wanted))
    keys = [key for key in {**stored, **ours} if stored.get(key) != ours.get(key)]
    return [f"its {key} {short(stored.get(key))}, wanted {short(ours.get(key))}" for key in keys]


def _remove(folder: Path, *names: str) -> None:
    for path in [path for name in names for path in folder.glob(name)]:
        path.unlink(missing_ok=True)
