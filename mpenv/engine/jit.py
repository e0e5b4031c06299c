"""Compile the rules: `@rule` for each rule, `@entry` for the few functions that Python calls."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

import numpy as np

from mpenv.engine import cache, numba_internals, rule_ids
from mpenv.engine.compiling import guard
from mpenv.engine.switches import PLAIN, numba

F = TypeVar("F", bound=Callable[..., Any])
MASK64 = (1 << 64) - 1
MARK_DIGITS = 16

_compiled: list[Any] = []


def rule(*ids: str, also: Sequence[str] = ()) -> Callable[[F], F]:
    """A rule of the game, compiled into its callers: implements the rules `ids`, takes part in those of `also`."""

    def decorate(function: F) -> F:
        rule_ids.claim(function, ids, also)
        if PLAIN:
            return function
        cache.first_stamp(cache.home_of(function))
        made = {"no_cfunc_wrapper": True, "error_model": "numpy", "nogil": True}
        if compiler := numba_internals.compiler():
            door = numba.njit(function, pipeline_class=compiler, **made)
            numba_internals.admit(door)
        else:
            door = numba.njit(function, **made)
        _widen(door)
        _compiled.append(door)
        return cast(F, door)

    return decorate


def entry(function: F, home: Path | None = None) -> F:
    """Make a function that Python calls; it is compiled on first use and cached on disk.

    `home` is the folder of the world whose sources are compiled into it, by default that of the function.
    """
    if PLAIN:
        return function
    world = home.resolve() if home else cache.home_of(function)
    folder = cache.cache_folder(world)
    door = numba.njit(function, error_model="numpy", nogil=True)
    if folder:
        door._cache = cache.cache_in(folder, function)
    guard(door, folder, world)
    return cast(F, door)


def bind(driver: F, home: Path, label: str, **names: Any) -> F:
    """Copy the driver with these globals and make it an entry; numba cannot cache closures.

    `label` tells apart copies of the same driver in the same world; rules from other folders add a hash of sources.
    """
    made = FunctionType(driver.__code__, {**driver.__globals__, **names}, driver.__name__)
    made.__qualname__ = ".".join((home.name, label, *_from_elsewhere(home.resolve(), names), driver.__name__))
    made.__module__ = driver.__module__
    return entry(cast(F, made), home)


def bound(driver: F, **names: Any) -> F:
    """Copy a shared rule with these globals; it is compiled into its callers like any rule.

    Its name says what it was bound to. Numba names machine code by the function and by a count that begins anew in each
    process: of two copies with one name, loaded from caches that two processes wrote, the linker would take the first.
    """
    made = FunctionType(driver.__code__, {**driver.__globals__, **names}, driver.__name__)
    made.__qualname__ = f"{driver.__qualname__}_{_mark(names)}"
    vars(made)["names"] = names
    return rule()(cast(F, made))


def _mark(names: dict[str, Any]) -> str:
    """Hash what a rule is bound to: rules by their full names, other things by what they say of themselves."""
    told = []
    for name, one in sorted(names.items()):
        function = getattr(one, "py_func", one)
        full = f"{function.__module__}.{function.__qualname__}" if hasattr(function, "__qualname__") else repr(one)
        told.append(f"{name}={full}")
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:MARK_DIGITS]


def _from_elsewhere(home: Path, names: dict[str, Any]) -> list[str]:
    """Hash each folder whose rules are bound and whose sources the world's cache key leaves out."""
    covered = set(cache.sources(home))
    folders = {cache.home_of(one) for one in _reached(names) if _file_of(one) not in covered}
    return sorted(cache.first_stamp(folder) for folder in folders if folder != home)


def _file_of(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename).resolve()


def _reached(names: dict[str, Any]) -> Iterator[Callable[..., Any]]:
    """Walk the call graph from these names: every rule that is compiled in."""
    waiting = [one.py_func for one in names.values() if hasattr(one, "py_func")]
    seen = set(waiting)
    while waiting:
        function = waiting.pop()
        yield function
        called = {one.py_func for one in _called(function) if hasattr(one, "py_func")}
        waiting += called - seen
        seen |= called


def _called(function: Callable[..., Any]) -> Iterator[Any]:
    """Look up the globals a function names: `rule`, and `module.rule`."""
    meant = {**function.__globals__, **vars(function).get("names", {})}
    for name in function.__code__.co_names:
        found = meant.get(name)
        yield found
        if isinstance(found, ModuleType):
            yield from (getattr(found, inner, None) for inner in function.__code__.co_names)


def copies() -> dict[str, int]:
    """Count the argument types of rules that were compiled for more than one set of them; there should be none."""
    return {door.py_func.__name__: len(door.signatures) for door in _compiled if len(door.signatures) > 1}


def _widen(door: Any) -> None:
    """Widen literals and small integers to int64 before a call; else numba compiles a copy for each."""
    types = numba.types
    find = door.get_call_template

    def widened(kind: Any) -> Any:
        if isinstance(kind, types.BooleanLiteral):
            return types.boolean
        if isinstance(kind, types.Integer) and kind != types.uint64:
            return types.int64
        return kind

    def get_call_template(args: Any, kws: Any) -> Any:
        with numba_internals.inside():
            return find(tuple(widened(a) for a in args), {k: widened(v) for k, v in dict(kws).items()})

    door.get_call_template = get_call_template


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
