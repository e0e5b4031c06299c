"""Agents by code: who is known, and how one is made."""

import contextlib
import functools
import importlib.metadata
import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mpenv.agents import codes
from mpenv.agents.errors import described, plain
from mpenv.agents.learned.policy import Policy
from mpenv.agents.noisy import Noisy
from mpenv.agents.process.channel import Limits
from mpenv.agents.process.isolated import Isolated
from mpenv.agents.process.stdio import Stdio
from mpenv.agents.protocol import Agent
from mpenv.agents.random import Random
from mpenv.spelling import did_you_mean
from mpenv.world import brought

_KNOWN: dict[str, Callable[[], Agent]] = {"random": Random}
Options = tuple[tuple[str, str], ...]  # as codes tell them
GROUP = "mpenv.agents"  # of the entry points by which packages bring agents along


class Listed(NamedTuple):
    """An agent of the list: its name, who brings it, a sentence, and what is wrong with it."""

    name: str
    package: str
    sentence: str
    held_out: bool = False  # kept for judging: nobody should train beside it
    fault: str = ""


def known() -> list[str]:
    """The names of agents."""
    return sorted({*_KNOWN, *_brought()})


def make(code: str, limits: Limits | None = None) -> Agent:
    """The agent of a code: a name of `known()` or another of the forms that `mpenv agents` lists.

    `limits` hold for agents in processes of their own.
    """
    points = _brought()
    chosen = codes.parse(code, {*_KNOWN, *points})
    if chosen.share is not None:
        return Noisy(make(code.rpartition(":")[0], limits), chosen.share)
    if chosen.form == "stdio":
        return Stdio(code, limits or Limits())
    if chosen.form == "policy":
        return Policy(chosen.rest)
    if chosen.rest in _KNOWN:
        return _with(code, _KNOWN[chosen.rest], chosen.options)
    if chosen.form == "name":
        return _of_class(code, points[chosen.rest].value, chosen.options)
    return _of_class(code, chosen.rest)


def isolated(code: str, limits: Limits | None = None) -> Agent:
    """The same in a process of its own; it gets nothing but views."""
    if codes.parse(code, known()).form == "stdio":
        return make(code, limits)
    return Isolated(code, limits or Limits())


def _of_class(code: str, where: str, options: Options = ()) -> Agent:
    if where.startswith("policy:"):
        return _with(code, functools.partial(Policy, where.removeprefix("policy:")), options)
    agent = _with(code, brought(where, f"agent {code!r}"), options)
    if missing := _lacks(agent):
        raise ValueError(f"agent {code!r} is no agent: it lacks {missing}")
    return agent


def _with(code: str, kind: Callable[..., Agent], options: Options) -> Agent:
    """An agent made with the options of its code, as far as it takes them."""
    takes = _takes(kind)
    given = {}
    for name, value in options:
        if name not in takes:
            there = f"there are: {', '.join(takes)}" if takes else "it takes none"
            raise ValueError(f"agent {code!r} has no option {name!r}, {there}{did_you_mean(name, takes)}")
        given[name] = _read(value)
    try:
        return kind(**given)
    except TypeError as fault:
        raise ValueError(f"agent {code!r} can not be loaded: {fault}") from None
    except ValueError as fault:
        raise ValueError(f"agent {code!r}: {fault}") from None


def _takes(kind: Callable[..., Agent]) -> list[str]:
    """What an agent may be told when it is made."""
    try:
        given = inspect.signature(kind).parameters.values()
    except (TypeError, ValueError):
        return []
    return [one.name for one in given if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]


def _read(value: str) -> int | float | str:
    """A number where it is one."""
    for kind in (int, float):
        with contextlib.suppress(ValueError):
            return kind(value)
    return value


def _lacks(agent: object) -> str:
    return " and ".join(verb for verb in ("reset", "act") if not callable(getattr(agent, verb, None)))


def _brought() -> dict[str, importlib.metadata.EntryPoint]:
    """The agents of installed packages; of two with one name the first."""
    found: dict[str, importlib.metadata.EntryPoint] = {}
    for point in importlib.metadata.entry_points(group=GROUP):
        found.setdefault(point.name, point)
    return found


def listed() -> list[Listed]:
    """Every agent with a name; one that can not be loaded is listed with its fault, and hides no other."""
    own = [Listed(name, "mpenv", _sentence(kind)) for name, kind in _KNOWN.items()]
    return sorted([*own, *(_listed(point) for point in _brought().values() if point.name not in _KNOWN)])


def held_out(asked: Iterable[str]) -> list[str]:
    """Which of these codes are agents of ours that are kept for judging; no stranger is loaded to be asked."""
    return sorted({code for code in asked if _is_held_out(code)})


def _is_held_out(code: str) -> bool:
    """Also who thinks ahead for one that is kept for judging has met him (`mcts:mates=helper`)."""
    points = _brought()
    chosen = codes.parse(code, {*_KNOWN, *points})
    named = [part for _, value in chosen.options for part in value.split("+") if part in points]
    if any(map(_is_held_out, named)):
        return True
    where = points[chosen.rest].value if chosen.form == "name" and chosen.rest in points else chosen.rest
    ours = chosen.form in ("name", "module") and where.startswith("mpenv.")
    return ours and bool(getattr(brought(where, f"agent {code!r}"), "held_out", False))


def _listed(point: importlib.metadata.EntryPoint) -> Listed:
    package = point.dist.name if point.dist else "?"
    try:
        kind = Policy if point.value.startswith("policy:") else brought(point.value, "it")
        missing = _lacks(kind)
        fault = f"it lacks {missing}" if missing else ""
        return Listed(point.name, package, _sentence(kind), bool(getattr(kind, "held_out", False)), fault)
    except (Exception, SystemExit) as fault:  # whatever a stranger's module may do while it is imported
        words = plain(str(fault)) if isinstance(fault, ValueError) else described(fault)
        return Listed(point.name, package, "", fault=words)


def _sentence(kind: Any) -> str:
    """What an agent says of itself: its `sentence`, or the first line of its docstring."""
    said = getattr(kind, "sentence", None) or inspect.getdoc(kind) or ""
    return plain(str(said).strip().partition("\n")[0])
