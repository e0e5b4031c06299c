"""Compiled rules: `@rule` for every rule, `@entry` for the few functions that Python calls."""

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
    """A door from Python into compiled rules, cached on disk and compiled when first used.

    `home` is the folder of the world whose sources end up inside; by default that of the function.
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
    covered = set(cache.sources(home))
    folders = {cache.home_of(one) for one in _reached(names) if _file_of(one) not in covered}
    return sorted(cache.first_stamp(folder) for folder in folders if folder != home)


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


def _widen(door: Any) -> None:
    """Numba copies a callee for every literal and integer width it is called with; one is enough."""
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
