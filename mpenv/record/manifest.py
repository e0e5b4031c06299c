"""The manifest of a dataset folder: what was recorded, with what, and how it is stored."""

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from mpenv.record import replay, schema
from mpenv.world import Game, World

FORMAT = 1
NAME = "dataset.json"
PART = ".part"  # of a file that is not complete
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
    encoder: str = "flat",
    max_plies: int = 0,
) -> Manifest:
    """What is recorded; every one of the options is tried, and a wrong one is told what there is."""
    for name, number, least in (("games", games, 1), ("shard", shard, 1), ("max_plies", max_plies, 0)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < least):
            raise ValueError(f"{name}={number!r} must be a whole number, {least} or more")
    fields = world.encoder(encoder)
    if not options:
        raise ValueError("a dataset needs the options of at least one game")
    tried = [_tried(world, one, seed) for one in options]
    _tried(world, options[0], int(seed) + (games or 1) - 1)
    for game in tried:
        if game.seats != len(agents):
            raise ValueError(f"{game.seats} seats take {game.seats} agents, not {len(agents)}: {', '.join(agents)}")
    about = replay.header(world, tried[0])
    return {
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
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise NoDataset(f"{folder} is no dataset: it holds no {NAME}") from None
    except NotADirectoryError:
        raise NoDataset(f"{folder} is no dataset: it is no folder") from None
    except ValueError:
        raise NoDataset(f"{path} is no JSON") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        number = found.get("format") if isinstance(found, dict) else None
        raise NoDataset(f"{path} has format {number!r}, this version reads format {FORMAT}")
    missing = [key for key in schema.KEYS if key not in found]
    if missing:
        raise NoDataset(f"{path} lacks {', '.join(missing)}")
    return found


def opened(folder: Path, wanted: Manifest) -> None:
    """Begin a dataset in a new or empty folder, or go on with the one that has the same manifest."""
    if folder.is_dir() and (folder / NAME).exists():
        differ = differences(read(folder), wanted)
        if differ:
            raise NoDataset(f"{folder} holds another dataset: {'; '.join(differ)}")
        return
    if folder.exists() and not folder.is_dir():
        raise NoDataset(f"{folder} is there already, and is no folder")
    others = sorted(one.name for one in folder.iterdir() if one.name != NAME + PART) if folder.is_dir() else []
    if others:
        raise NoDataset(f"{folder} holds other things ({', '.join(others[:3])}), a dataset needs a folder of its own")
    folder.mkdir(parents=True, exist_ok=True)
    place(folder / NAME, (json.dumps(wanted, indent=1) + "\n").encode())


def differences(there: Manifest, wanted: Manifest) -> list[str]:
    """What a manifest says otherwise, key by key."""
    here = json.loads(json.dumps(wanted))
    keys = [key for key in {**there, **here} if there.get(key) != here.get(key)]
    return [f"its {key} {_short(there.get(key))}, wanted {_short(here.get(key))}" for key in keys]


def _short(value: Any) -> str:
    words = json.dumps(value)
    return words if len(words) <= 60 else words[:57] + "..."


def place(path: Path, content: bytes) -> None:
    """Write a file that appears only when it is complete."""
    part = path.with_name(path.name + PART)
    part.write_bytes(content)
    os.replace(part, path)


@contextlib.contextmanager
def writing(folder: Path, wanted: Manifest) -> Iterator[None]:
    """Begin a dataset or go on with it, alone; what is not complete is taken away, and all of it when nothing is."""
    created = not folder.is_dir()
    opened(folder, wanted)
    with claimed(folder):
        try:
            yield
        except Exception:
            _take_away(folder, "*" + PART)
            if not any(folder.glob("shard-*.npz")):
                _take_away(folder, "games-*.jsonl")
                _take_away(folder, NAME)
                if created:
                    folder.rmdir()
            raise
        finally:
            _take_away(folder, "*" + PART)


def _take_away(folder: Path, names: str) -> None:
    for path in list(folder.glob(names)):
        path.unlink()


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """One process writes into a dataset at a time."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with open(folder / NAME, "rb") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise NoDataset(f"{folder} is being written by another process") from None
        yield
