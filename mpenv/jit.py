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
import stat
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np

from mpenv import pieces

F = TypeVar("F", bound=Callable[..., Any])

_numba: Any = None
PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
BOUNDSCHECK = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
if not PLAIN:
    import numba as _numba

PACKAGE = Path(__file__).resolve().parent
KEPT_FOLDERS = 16  # several checkouts take turns without compiling for each other
WORDY = ("draw", "position", "campaign")  # rooms of a world that rules never see: an edit there compiles nothing again
STAMP_DIGITS = 20
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
        _first_stamp(_world_of(function))
        made = {"no_cfunc_wrapper": True, "error_model": "numpy", "nogil": True}
        if compiler := pieces.compiler():
            door = _numba.njit(function, pipeline_class=compiler, **made)
            pieces.admit(door)
        else:
            door = _numba.njit(function, **made)
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
    world = home.resolve() if home else _world_of(function)
    folder = cache_folder(world)
    door = _numba.njit(function, error_model="numpy", nogil=True)
    if folder:
        door._cache = _cache_in(folder, function)
    _guard(door, folder, world)
    return cast(F, door)


def bind(driver: F, home: Path, label: str, **names: Any) -> F:
    """A shared driver with a world's rules in place of its globals; a closure would never hit the cache.

    `label` tells apart what is bound from the same driver in the same world; rules from elsewhere add their sources.
    """
    made = FunctionType(driver.__code__, {**driver.__globals__, **names}, driver.__name__)
    made.__qualname__ = ".".join((home.name, label, *_from_elsewhere(home.resolve(), names), driver.__name__))
    made.__module__ = driver.__module__
    return entry(cast(F, made), home)


def bound(driver: F, **names: Any) -> F:
    """A shared rule with a world's rules in place of its globals, to be compiled into what is bound to that world."""
    made = FunctionType(driver.__code__, {**driver.__globals__, **names}, driver.__name__)
    vars(made)["names"] = names
    return rule()(cast(F, made))


def _from_elsewhere(home: Path, names: dict[str, Any]) -> list[str]:
    """A hash for each folder whose rules are bound and whose sources are not in the key of the world's cache."""
    covered = set(_sources(home))
    folders = {_world_of(one) for one in _reached(names) if _file_of(one) not in covered}
    return sorted(_first_stamp(folder) for folder in folders if folder != home)


def _file_of(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename).resolve()


def _reached(names: dict[str, Any]) -> Iterator[Callable[..., Any]]:
    """All rules that end up inside what these names are bound to: they, and whatever they call."""
    waiting = [one.py_func for one in names.values() if hasattr(one, "py_func")]
    seen = set(waiting)
    while waiting:
        function = waiting.pop()
        yield function
        called = {one.py_func for one in _called(function) if hasattr(one, "py_func")}
        waiting += called - seen
        seen |= called


def _called(function: Callable[..., Any]) -> Iterator[Any]:
    """What the names in a function mean: `rule`, and `room.rule`."""
    meant = {**function.__globals__, **vars(function).get("names", {})}
    for name in function.__code__.co_names:
        found = meant.get(name)
        yield found
        if isinstance(found, ModuleType):
            yield from (getattr(found, inner, None) for inner in function.__code__.co_names)


def copies() -> dict[str, int]:
    """Rules that were compiled for more than one set of argument types."""
    return {door.py_func.__name__: len(door.signatures) for door in _compiled if len(door.signatures) > 1}


# --- the cache folder ---------------------------------------------------------------------------


def _world_of(function: Callable[..., Any]) -> Path:
    """The folder whose sources can end up inside this entry."""
    source = Path(function.__code__.co_filename).resolve()
    if PACKAGE in source.parents:
        inside = source.relative_to(PACKAGE).parts
        if len(inside) > 2 and _known_to(PACKAGE / inside[0] / inside[1]).is_dir():
            return PACKAGE / inside[0] / inside[1]
        return PACKAGE / inside[0] if len(inside) > 1 else PACKAGE
    return source.parent if source.exists() else source  # typed in, it belongs to no folder


def _known_to(room: Path) -> Path:
    """The world that a room within a shared room is made for: they bear the same name."""
    return PACKAGE / room.name


def _sources(world: Path) -> list[Path]:
    """What can end up in compiled rules: the world, or a room and the world it is made for, and the shared drivers."""
    drivers = [path for path in (PACKAGE / "envs").glob("*.py") if b"mpenv.jit" in _content(path)]
    compiled = [path for home in (_known_to(world), world) for path in _python(home) if not _wordy(path, home)]
    tables = world.glob("*.toml")  # numbers that rules hold as constants
    return sorted({PACKAGE / "jit.py", PACKAGE / "pieces.py", PACKAGE / "layout.py", *drivers, *compiled, *tables})


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


def _stamp(world: Path) -> str:
    digest = hashlib.sha256()
    for path in _sources(world):
        digest.update(str(path.relative_to(path.anchor)).encode())
        digest.update(_content(path))
    config = _numba.core.config
    flags = (BOUNDSCHECK, config.OPT, config.DEBUG_JIT, config.DEBUGINFO_DEFAULT, config.CPU_NAME, config.CPU_FEATURES)
    llvm = sys.modules["llvmlite"].__version__
    digest.update(repr((_numba.__version__, llvm, np.__version__, sys.version_info[:3], flags)).encode())
    return digest.hexdigest()[:STAMP_DIGITS]


_first_stamp = functools.cache(_stamp)
"""Taken before the first rule of a world: an edit after that is never taken for what was imported."""


def _roots() -> Iterator[Path]:
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
    """Where compiled entries of a world are kept; None when no folder can be written."""
    if not world.is_dir():
        return None
    stamp = _first_stamp(world)
    for root in _roots():
        with contextlib.suppress(OSError):
            folder = root.absolute() / f"rules-{world.name}-{stamp}"
            _make(folder)
            if not (_is_ours(folder) and os.access(folder, os.W_OK)):
                continue
            os.utime(folder)
            with contextlib.suppress(OSError):  # another process may prune at the same moment
                _prune(folder.parent, world, folder)
            return folder
    return None


def _make(folder: Path) -> None:
    for one in (folder.parent, folder):
        one.mkdir(mode=0o700, parents=True, exist_ok=True)


def _prune(root: Path, world: Path, current: Path) -> None:
    """Keep the folders used last; a process that loses its folder just compiles again."""
    name = f"rules-{world.name}-{'[0-9a-f]' * STAMP_DIGITS}"
    folders = sorted(root.glob(name), key=lambda f: f.stat().st_mtime, reverse=True)
    for old in folders[KEPT_FOLDERS:]:
        if old != current:
            shutil.rmtree(old, ignore_errors=True)


# --- what numba needs to be told ----------------------------------------------------------------

_choosing = threading.Lock()


def _cache_in(folder: Path, function: Callable[..., Any]) -> Any:
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

    config = _numba.core.config
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
        with pieces.inside():
            return find(tuple(widened(a) for a in args), {k: widened(v) for k, v in dict(kws).items()})

    door.get_call_template = get_call_template


watching: list[Callable[[bool], None]] = []
"""Told when a compiled function is first needed, and again when it is there: a clock may want to stop."""
_depth = threading.local()
_told = threading.Event()


def _guard(door: Any, folder: Path | None, world: Path) -> None:
    """One process compiles at a time, nothing stale is saved, and the person waiting is told."""
    compile_once = door.compile
    stamp = folder.name.rsplit("-", 1)[1] if folder else ""

    def compile(signature: Any) -> Any:
        from numba.core.caching import NullCache
        from numba.core.compiler_lock import global_compiler_lock

        outermost = not getattr(_depth, "value", 0)
        if outermost:
            _tell(True)
        try:
            with global_compiler_lock, _locked(folder), _progress():
                if folder and _stamp(world) != stamp:  # edited since this process started
                    door._cache = NullCache()
                return compile_once(signature)
        finally:
            if outermost:
                _tell(False)

    door.compile = compile


def _tell(begins: bool) -> None:
    for one in watching:
        one(begins)


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
                _make(folder)
                lock = stack.enter_context(open(folder / "lock", "w"))
                fcntl.flock(lock, fcntl.LOCK_EX)
                stack.callback(fcntl.flock, lock, fcntl.LOCK_UN)  # a forked child may hold it open
            yield
    finally:
        _depth.value = depth


@contextlib.contextmanager
def _progress() -> Iterator[None]:
    """A visible line on stderr while rules really compile; silent on a warm start.

    On a terminal it counts up in place, and is ended before anything else is said, also by an exception.
    """
    if _depth.value > 1 or os.environ.get("MPENV_QUIET") or sys.stderr is None:
        yield
        return
    event: Any = importlib.import_module("numba.core.event")
    stream = sys.stderr  # the same one until the line is ended, whoever redirects it meanwhile
    live = stream.isatty()

    class Compiled(event.Listener):  # type: ignore[misc]
        functions = 0

        def on_start(self, event: Any) -> None:
            self.functions += 1
            if live:
                say(f"\r{COMPILING}: {self.functions} function{'s' * (self.functions != 1)}", "")
            elif not _told.is_set():
                say(COMPILING, "\n")
            _told.set()

        def on_end(self, event: Any) -> None:
            pass

    def say(words: str, end: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # a terminal that was closed stops no compiler
            print(words, end=end, file=stream, flush=True)

    listener = Compiled()
    event.register("numba:compile", listener)
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)
        if listener.functions and live:
            say("", "\n")


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
