"""The cache folder of compiled entries, named by a hash of everything that shapes their code.

That is the sources of the world and of the engine, the versions, the CPU and the flags of the compiler.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mpenv.engine.switches import BOUNDSCHECK, numba

PACKAGE = Path(__file__).resolve().parents[1]
KEPT_FOLDERS = 16  # several checkouts take turns without compiling for each other
WORLDS = [path.name for path in (PACKAGE / "worlds").iterdir() if (path / "__init__.py").is_file()]
APART = "studies"  # a room of a world with entries of its own, which its rules never see
WORDY = ("draw", "position", "campaign", "commands", "rulebook", APART)  # an edit there compiles no rule again
STAMP_DIGITS = 20


def home_of(function: Callable[..., Any]) -> Path:
    """Find the folder whose sources can be compiled into this entry."""
    source = Path(function.__code__.co_filename).resolve()
    if PACKAGE in source.parents:
        room, *inside = source.relative_to(PACKAGE).parts
        if inside and inside[0] in WORLDS:
            world = PACKAGE / room / inside[0]
            return world / APART if room == "worlds" and inside[1] == APART else world
        return PACKAGE / room if inside else PACKAGE
    return source.parent if source.exists() else source  # typed in, it belongs to no folder


def _world_under(room: Path) -> Path:
    """The world that players or studies of ours are made for; of any other folder, itself."""
    if PACKAGE not in room.parents:
        return room
    return next((PACKAGE / "worlds" / one for one in room.relative_to(PACKAGE).parts if one in WORLDS), room)


def sources(world: Path) -> list[Path]:
    """List the sources that can be compiled in: the world, or a room and the world it is made for, and the engine."""
    compiled = [path for home in (_world_under(world), world) for path in _python(home) if not _wordy(path, home)]
    tables = world.glob("*.toml")  # numbers that rules hold as constants
    return sorted({*(PACKAGE / "engine").glob("*.py"), *compiled, *tables})


def _python(home: Path) -> Iterator[Path]:
    """Its sources; of a folder that is not ours only those of its packages, for it may hold a whole environment."""
    if home == PACKAGE or PACKAGE in home.parents:
        yield from home.rglob("[!.]*.py")
        return
    yield from home.glob("[!.]*.py")
    for package in home.glob("[!.]*/__init__.py"):
        yield from _python(package.parent)


def _wordy(path: Path, home: Path) -> bool:
    return path.relative_to(home).parts[0] in WORDY


def _content(path: Path) -> bytes:
    """An editor that saves takes a file away for a moment."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def stamp_of(world: Path) -> str:
    digest = hashlib.sha256()
    for path in sources(world):
        digest.update(str(path.relative_to(path.anchor)).encode())
        digest.update(_content(path))
    config = numba.core.config
    flags = (BOUNDSCHECK, config.OPT, config.DEBUG_JIT, config.DEBUGINFO_DEFAULT, config.CPU_NAME, config.CPU_FEATURES)
    llvm = sys.modules["llvmlite"].__version__
    digest.update(repr((numba.__version__, llvm, np.__version__, sys.version_info[:3], flags)).encode())
    return digest.hexdigest()[:STAMP_DIGITS]


first_stamp = functools.cache(stamp_of)
"""Taken before the first rule of a world: an edit after that is never taken for what was imported."""


def roots() -> Iterator[Path]:
    """The folders that may hold ours, the first that can be written to be taken."""
    if chosen := os.environ.get("MPENV_CACHE_DIR"):
        yield Path(chosen)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if base := os.environ.get(name):
            yield Path(base) / "mpenv"
    with contextlib.suppress(RuntimeError):
        yield Path.home() / ".cache" / "mpenv"
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    with contextlib.suppress(OSError):
        yield Path(tempfile.gettempdir()) / f"mpenv-{owner}"


def _is_ours(folder: Path) -> bool:
    """Cache files are pickles: never read them from a folder somebody else can write, or swap for another."""
    if not hasattr(os, "getuid"):
        return True
    about, above = folder.stat(), folder.parent.stat()
    fixed = above.st_uid in (0, os.getuid()) and (above.st_mode & stat.S_ISVTX or not above.st_mode & 0o022)
    return bool(fixed) and about.st_uid == os.getuid() and not about.st_mode & 0o022


@functools.cache
def cache_folder(world: Path) -> Path | None:
    """The folder for compiled entries of a world; None when no folder can be written."""
    if not world.is_dir():
        return None
    stamp = first_stamp(world)
    for root in roots():
        with contextlib.suppress(OSError):
            folder = root.absolute() / f"rules-{world.name}-{stamp}"
            make(folder)
            if not (_is_ours(folder) and os.access(folder, os.W_OK)):
                continue
            os.utime(folder)
            with contextlib.suppress(OSError):  # another process may prune at the same moment
                _prune(folder.parent, world, folder)
            return folder
    return None


def make(folder: Path) -> None:
    for one in (folder.parent, folder):
        one.mkdir(mode=0o700, parents=True, exist_ok=True)


def _prune(root: Path, world: Path, current: Path) -> None:
    """Keep the folders used last; a process that loses its folder just compiles again."""
    name = f"rules-{world.name}-{'[0-9a-f]' * STAMP_DIGITS}"
    folders = sorted(root.glob(name), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in folders[KEPT_FOLDERS:]:
        if old != current:
            shutil.rmtree(old, ignore_errors=True)


_choosing = threading.Lock()


def cache_in(folder: Path, function: Callable[..., Any]) -> Any:
    """Numba's cache of a function in our folder; a full disk or a spoiled file costs time and nothing else."""
    caching: Any = importlib.import_module("numba.core.caching")

    class Cache(caching.FunctionCache):  # type: ignore[misc]
        def load_overload(self, *key: Any) -> Any:
            try:
                return super().load_overload(*key)
            except Exception:  # whatever a pickle may raise
                with contextlib.suppress(OSError):
                    self.flush()
                return None

        def save_overload(self, *result: Any) -> None:
            with contextlib.suppress(OSError):
                super().save_overload(*result)

    config = numba.core.config
    chosen = {"CACHE_DIR": str(folder), "CACHE_LOCATOR_CLASSES": ""}
    with _choosing:  # settings of the whole process: what others chose comes back at once
        before = {name: getattr(config, name, "") for name in chosen}
        try:
            vars(config).update(chosen)
            cache = Cache(function)
        except RuntimeError:  # no place will do
            return caching.NullCache()
        finally:
            vars(config).update(before)
    return cache if folder in Path(cache.cache_path).parents else caching.NullCache()
