"""The manifest of a dataset folder: what was recorded, with what, and how it is stored."""

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
PARTS = tuple(f"{name}*{files.PART}" for name in (NAME, "shard-*.npz", "games-*.jsonl"))  # not complete
Manifest = dict[str, Any]


class NoDataset(ValueError):
    """A folder that can not be read or gone on with as a dataset."""


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
    """What is recorded; every one of the options is tried, and a wrong one is told what there is."""
    for name, number, least in (("games", games, 1), ("shard", shard, 1), ("max_plies", max_plies, 0)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < least):
            raise ValueError(f"{name}={number!r} must be a whole number, {least} or more")
    encoder = world.terms.encoder if encoder is None else encoder
    fields = world.encoder(encoder)
    if not options:
        raise ValueError("a dataset needs the options of at least one game")
    tried = [_tried(world, one, seed) for one in options]
    _tried(world, options[0], int(seed) + (games or 1) - 1)
    for game in tried:
        if game.seats != len(agents):
            raise ValueError(f"{game.seats} seats take {game.seats} agents, not {len(agents)}: {', '.join(agents)}")
    about = replay.header(world, tried[0])
    found: Manifest = {
        "format": FORMAT,
        **{key: about[key] for key in ("world", "version", "mpenv")},
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
            "fields": [list(one) for one in fields.fields],
            **({"parts": [[one.name, one.kind.name, list(one.shape)] for one in fields.parts]} if fields.parts else {}),
        },
        "actions": world.actions,
        "outcomes": list(world.outcomes),
        "arrays": schema.told(),
    }
    return _readable(found)


def _readable(found: Manifest) -> Manifest:
    """A manifest that can be read again once it is written; a ValueError for any other."""
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
    except TypeError as fault:  # an option that there is not
        raise ValueError(f"a game of {options} can not be played: {fault}") from None


def without_seed(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != "seed"}


def shard_name(number: int) -> str:
    return f"shard-{number:05}.npz"


def games_name(number: int) -> str:
    return f"games-{number:05}.jsonl"


def read(folder: str | Path) -> Manifest:
    """The manifest of a folder; `NoDataset` says why there is none."""
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
        raise NoDataset(f"{path} is no manifest of a dataset: {'; '.join(faults)}")
    return found


def _nothing_there(folder: Path) -> str:
    """Why a folder can not be a dataset at all; empty where it holds a manifest."""
    with contextlib.suppress(OSError, ValueError):
        if folder.exists() and not folder.is_dir():
            return f"{folder} is no dataset: it is no folder"
        if not (folder / NAME).exists():
            return f"{folder} is no dataset: it holds no {NAME}"
    return ""


@contextlib.contextmanager
def writing(folder: Path, wanted: Manifest) -> Iterator[None]:
    """Begin a dataset or go on with it, as its only writer.

    What is not complete is taken away, and after a fault all of it when it holds no shard.
    """
    if folder.exists() and not folder.is_dir():
        raise NoDataset(f"{folder} is there already, and is no folder")
    created, begun = not folder.is_dir(), False
    folder.mkdir(parents=True, exist_ok=True)
    with _claimed(folder):
        try:
            _begin(folder, wanted)
            begun = True
            _take_away(folder, *PARTS)
            yield
        except Exception:
            if begun and not any(folder.glob("shard-*.npz")):
                _take_away(folder, *PARTS, "games-*.jsonl", NAME)
            if created and not any(folder.iterdir()):
                folder.rmdir()
            raise
        finally:
            if begun:
                _take_away(folder, *PARTS)


@contextlib.contextmanager
def _claimed(folder: Path) -> Iterator[None]:
    """One process writes into a dataset at a time."""
    claim = files.claimed(folder, "is being written by another process")
    try:
        claim.__enter__()
    except files.BadFile as fault:
        raise NoDataset(str(fault)) from None
    with contextlib.ExitStack() as stack:
        stack.push(claim)
        yield


def _begin(folder: Path, wanted: Manifest) -> None:
    """Write the manifest into an empty folder, or find the same one there."""
    if (folder / NAME).exists():
        differ = differences(read(folder), wanted)
        if differ:
            raise NoDataset(f"{folder} holds another dataset: {'; '.join(differ)}")
        return
    others = sorted(one.name for one in folder.iterdir() if not any(one.match(part) for part in PARTS))
    if others:
        raise NoDataset(f"{folder} holds other things ({', '.join(others[:3])}), a dataset needs a folder of its own")
    files.write(folder / NAME, files.dump_json(wanted))


def differences(there: Manifest, wanted: Manifest) -> list[str]:
    """What a manifest says otherwise, key by key."""
    here = json.loads(json.dumps(wanted))
    keys = [key for key in {**there, **here} if there.get(key) != here.get(key)]
    return [f"its {key} {short(there.get(key))}, wanted {short(here.get(key))}" for key in keys]


def _take_away(folder: Path, *names: str) -> None:
    for path in [path for name in names for path in folder.glob(name)]:
        path.unlink(missing_ok=True)
