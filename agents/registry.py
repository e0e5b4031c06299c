"""Agents by code: a name that is known here or to an installed package, `policy:FOLDER`, or `module:Class`."""

import importlib.metadata
from collections.abc import Callable

from mpenv.agents.learned.policy import Policy
from mpenv.agents.protocol import Agent
from mpenv.agents.random import Random
from mpenv.world import brought

_KNOWN: dict[str, Callable[[], Agent]] = {"random": Random}
GROUP = "mpenv.agents"  # of the entry points by which packages bring agents along


def _brought() -> dict[str, str]:
    """The agents of installed packages, each with its `module:Class`."""
    return {point.name: point.value for point in importlib.metadata.entry_points(group=GROUP)}


def known() -> list[str]:
    """The codes that need no module."""
    return sorted({*_KNOWN, *_brought()})


def make(code: str) -> Agent:
    """The agent of a code: one of `known()`, `policy:FOLDER` of a run, or `package.module:Class` of your own."""
    if code in _KNOWN:
        return _KNOWN[code]()
    module, colon, name = _brought().get(code, code).partition(":")
    if module == "policy" and name:
        return Policy(name)
    if not (module and colon and name):
        raise ValueError(f"there is no agent {code!r}, there are: {', '.join(known())}, policy:FOLDER, or module:Class")
    found = brought(f"{module}:{name}", f"agent {code!r}")
    try:
        agent: Agent = found()
    except TypeError as fault:
        raise ValueError(f"agent {code!r} can not be loaded: {fault}") from None
    missing = [verb for verb in ("reset", "act") if not callable(getattr(agent, verb, None))]
    if missing:
        raise ValueError(f"agent {code!r} is no agent: it lacks {' and '.join(missing)}")
    return agent
