"""Compiled rules: `@rule` for every rule, `@entry` for the few functions Python calls.

Only entries are cached on disk, in a folder named by a hash of everything that shapes the code:
the sources of the world and of the shared rooms, the versions, the CPU and the flags.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

_numba: Any = None
PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
BOUNDSCHECK = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
if not PLAIN:
    import numba as _numba

PACKAGE = Path(__file__).resolve().parent
KEPT_FOLDERS = 4
COMPILING = "compiling the rules, once for this version"
MASK64 = (1 << 64) - 1

rules: dict[str, list[str]] = {}
"""Rule id -> the functions that implement it, as `module.function`."""
_compiled: list[Any] = []


def rule(*ids: str) -> Callable[[F], F]:
    """A rule of the game, compiled into whoever calls it; `ids` are the rules it implements."""

    def decorate(function: F) -> F:
        for one in ids:
            rules.setdefault(one, []).append(f"{function.__module__}.{function.__qualname__}")
        if PLAIN:
            return function
        door = _numba.njit(function, no_cfunc_wrapper=True, error_model="numpy", nogil=True)
        _widen(door)
        _compiled.append(door)
        return cast(F, door)

    return decorate


def entry(function: F, home: Path | None = None) -> F:
    """A door from Python into compiled rules, cached on disk and compiled when first used.

    `home` is the folder of the world whose sources end up inside; by default that of the function.
    """
    if PLAIN:
        return function
    world = home or _world_of(function)
    folder = cache_folder(world)
    config = _numba.core.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder or "")
    try:
        door = _numba.njit(function, cache=folder is not None, error_model="numpy", nogil=True)
    finally:
        config.CACHE_DIR = before
    _guard(door, folder, world)
    return cast(F, door)


def bind(driver: F, home: Path, label: str, **names: Any) -> F:
    """A shared driver with a world's rules in place of its globals; a closure would never hit the cache.

    `label` tells apart what is bound from the same driver in the same world.
    """
    bound = FunctionType(driver.__code__, {**driver.__globals__, **names}, driver.__name__)
    bound.__qualname__ = f"{home.name}.{label}.{driver.__name__}"
    bound.__module__ = driver.__module__
    return entry(cast(F, bound), home)


def copies() -> dict[str, int]:
    """Rules that were compiled for more than one set of argument types."""
    return {door.py_func.__name__: len(door.signatures) for door in _compiled if len(door.signatures) > 1}


# --- the cache folder ---------------------------------------------------------------------------


def _world_of(function: Callable[..., Any]) -> Path:
    """The folder whose sources can end up inside this entry."""
    source = Path(function.__code__.co_filename).resolve()
    if PACKAGE in source.parents:
        inside = source.relative_to(PACKAGE).parts
        return PACKAGE / inside[0] if len(inside) > 1 else PACKAGE
    return source.parent


def _sources(world: Path) -> list[Path]:
    """Every file of the world, and the shared drivers that are compiled into its entries."""
    drivers = [path for path in (PACKAGE / "envs").glob("*.py") if b"mpenv.jit" in path.read_bytes()]
    return sorted({PACKAGE / "jit.py", PACKAGE / "layout.py", *drivers, *world.rglob("*.py")})


def _stamp(world: Path) -> str:
    digest = hashlib.sha256()
    for path in _sources(world):
        digest.update(str(path.relative_to(path.anchor)).encode())
        digest.update(path.read_bytes())
    config = _numba.core.config
    flags = (BOUNDSCHECK, config.OPT, config.DEBUG_JIT, config.DEBUGINFO_DEFAULT, config.CPU_NAME, config.CPU_FEATURES)
    llvm = sys.modules["llvmlite"].__version__
    digest.update(repr((_numba.__version__, llvm, np.__version__, sys.version_info[:3], flags)).encode())
    return digest.hexdigest()[:20]


def _roots() -> Iterator[Path]:
    if chosen := os.environ.get("MPENV_CACHE_DIR"):
        yield Path(chosen)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        if base := os.environ.get(name):
            yield Path(base) / "mpenv"
    with contextlib.suppress(RuntimeError):
        yield Path.home() / ".cache" / "mpenv"
    owner = os.getuid() if hasattr(os, "getuid") else "user"
    yield Path(tempfile.gettempdir()) / f"mpenv-{owner}"


def _is_ours(folder: Path) -> bool:
    """Cache files are pickles: never read them from a folder somebody else can write."""
    if not hasattr(os, "getuid"):
        return True
    about = folder.stat()
    return about.st_uid == os.getuid() and not about.st_mode & 0o022


@functools.cache
def cache_folder(world: Path) -> Path | None:
    """Where compiled entries of a world are kept; None when no folder can be written."""
    stamp = _stamp(world)
    for root in _roots():
        folder = root / f"rules-{world.name}-{stamp}"
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not (_is_ours(folder) and os.access(folder, os.W_OK)):
                continue
            os.utime(folder)
            _prune(root, world, folder)
            return folder
    return None


def _prune(root: Path, world: Path, current: Path) -> None:
    """Keep the folders used last; a process that loses its folder just compiles again."""
    folders = sorted(root.glob(f"rules-{world.name}-*"), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in folders[KEPT_FOLDERS:]:
        if old != current:
            shutil.rmtree(old, ignore_errors=True)


# --- what numba needs to be told ----------------------------------------------------------------


def _widen(door: Any) -> None:
    """Numba copies a callee for every literal and integer width it is called with; one is enough."""
    types = _numba.types
    find = door.get_call_template

    def widened(kind: Any) -> Any:
        if isinstance(kind, types.BooleanLiteral):
            return types.boolean
        if isinstance(kind, types.Integer) and kind != types.uint64:
            return types.int64
        return kind

    def get_call_template(args: Any, kws: Any) -> Any:
        return find(tuple(widened(a) for a in args), {k: widened(v) for k, v in dict(kws).items()})

    door.get_call_template = get_call_template


_depth = threading.local()
_told = threading.Event()


def _guard(door: Any, folder: Path | None, world: Path) -> None:
    """One process compiles at a time, nothing stale is saved, and the person waiting is told."""
    compile_once = door.compile
    stamp = folder.name.rsplit("-", 1)[1] if folder else ""

    def compile(signature: Any) -> Any:
        from numba.core.caching import NullCache
        from numba.core.compiler_lock import global_compiler_lock

        with global_compiler_lock, _locked(folder), _progress():
            if folder and _stamp(world) != stamp:  # edited since this process started
                door._cache = NullCache()
            return compile_once(signature)

    door.compile = compile


@contextlib.contextmanager
def _locked(folder: Path | None) -> Iterator[None]:
    depth = getattr(_depth, "value", 0)
    _depth.value = depth + 1
    try:
        if folder is None or depth or sys.platform == "win32":
            yield
            return
        import fcntl

        with contextlib.ExitStack() as stack:
            with contextlib.suppress(OSError):  # the folder may vanish under us
                lock = stack.enter_context(open(folder / "lock", "w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield
    finally:
        _depth.value = depth


@contextlib.contextmanager
def _progress() -> Iterator[None]:
    """A visible line on stderr while rules really compile; silent on a warm start."""
    if _depth.value > 1 or os.environ.get("MPENV_QUIET"):
        yield
        return
    event: Any = importlib.import_module("numba.core.event")

    class Compiled(event.Listener):  # type: ignore[misc]
        functions = 0

        def on_start(self, event: Any) -> None:
            self.functions += 1
            if sys.stderr.isatty():
                print(f"\r{COMPILING}: {self.functions} functions", end="", file=sys.stderr, flush=True)
            elif not _told.is_set():
                print(COMPILING, file=sys.stderr, flush=True)
            _told.set()

        def on_end(self, event: Any) -> None:
            pass

    listener = Compiled()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
        if listener.functions and sys.stderr.isatty():
            print(file=sys.stderr)


# --- whole numbers that wrap ------------------------------------------------------------------


@rule()
def mul(a: np.uint64, b: np.uint64) -> np.uint64:
    return a * b


@rule()
def add(a: np.uint64, b: np.uint64) -> np.uint64:
    return a + b


if PLAIN:  # numpy warns where the machine wraps

    def mul(a: np.uint64, b: np.uint64) -> np.uint64:
        return np.uint64(int(a) * int(b) & MASK64)

    def add(a: np.uint64, b: np.uint64) -> np.uint64:
        return np.uint64(int(a) + int(b) & MASK64)
