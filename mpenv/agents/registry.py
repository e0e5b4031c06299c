"""Agents by code: the names that there are for a world, and how an agent is made."""

import contextlib
import functools
import importlib.metadata
import inspect
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mpenv import worlds
from mpenv.agents import codes
from mpenv.agents.errors import described, plain
from mpenv.agents.learned import shipped
from mpenv.agents.learned.policy import Policy
from mpenv.agents.noisy import Noisy
from mpenv.agents.process.channel import Limits
from mpenv.agents.process.isolated import Isolated
from mpenv.agents.process.stdio import Stdio
from mpenv.agents.protocol import Agent
from mpenv.agents.random import Random
from mpenv.spelling import did_you_mean
from mpenv.world import World, brought

_KNOWN: dict[str, Callable[[], Agent]] = {"random": Random}
Options = tuple[tuple[str, str], ...]  # as codes tell them
GROUP = "mpenv.agents"  # of the entry points of agents for all worlds; those for one: mpenv.agents.WORLD


class Listed(NamedTuple):
    """An agent of the list: its name, who brings it, a sentence, and what is wrong with it."""

    name: str
    package: str
    sentence: str
    held_out: bool = False  # kept for judging: nobody should train beside it
    fault: str = ""


def known(world: World | str | None = None) -> list[str]:
    """The names of the agents that play a world; of the default one when left out."""
    return sorted({*_KNOWN, *_points(world)})


def parse(code: str, world: World | str | None = None) -> codes.Code:
    """Parse the code of an agent for a world; an agent of another world is refused by name."""
    name, names = _name(world), {*_KNOWN, *_points(world)}
    homes = _homes()
    front = code.partition(":")[0]
    if front not in names and (front == code or codes.has_options(code)) and front in shipped.known():
        raise ValueError(f"there is no agent {front!r}, there is a policy of that name: policy:{front}")
    if front not in names and front in homes and (front == code or codes.has_options(code)):
        plays = ", ".join(sorted(homes[front]))
        raise ValueError(f"there is no agent {front!r} for {name}; it plays {plays}. There are: {codes.forms(names)}")
    return codes.parse(code, names)


def make(code: str, limits: Limits | None = None, world: World | str | None = None) -> Agent:
    """The agent of a code: a name of `known(world)` or another of the forms that `mpenv agents` lists.

    `limits` hold for agents in processes of their own.
    """
    points, chosen = _points(world), parse(code, world)
    if chosen.share is not None:
        return Noisy(make(code.rpartition(":")[0], limits, world), chosen.share)
    if chosen.form == "stdio":
        return Stdio(code, limits or Limits())
    if chosen.form == "policy":
        return _policy(chosen.rest, world)
    if chosen.rest in _KNOWN:
        return _with(code, _KNOWN[chosen.rest], chosen.options)
    if chosen.form == "name":
        return _of_class(code, points[chosen.rest].value, chosen.options)
    return _of_class(code, chosen.rest)


def _longer(there: str, world: World | str) -> Any:
    """The world with longer actions of that name that a world has; its agents play in both."""
    table = worlds.load(world) if isinstance(world, str) else world
    for name in table.terms.actions:
        if there == f"{table.name}_{name}":
            return worlds.by_actions(table, name)
    return None


def _policy(place: str, world: World | str | None) -> Agent:
    """The policy of a name or folder; one that was trained in another world, or does not fit this one, is refused."""
    policy = Policy(shipped.find(place))
    if world is None:
        return policy
    there = policy.about["stamp"].get("world")
    if isinstance(there, str) and (longer := _longer(there, world)) is not None:
        policy.refuse_misfit(longer)
        by_steps: Agent = longer.agent(policy)
        return by_steps
    if isinstance(there, str) and there != _name(world):
        raise ValueError(f"agent 'policy:{place}' was trained in {there}, this is {_name(world)}")
    policy.refuse_misfit(worlds.load(world) if isinstance(world, str) else world)
    return policy


def isolated(code: str, limits: Limits | None = None, world: World | str | None = None) -> Agent:
    """The same in a process of its own; it gets nothing but views."""
    if parse(code, world).form == "stdio":
        return make(code, limits, world)
    return Isolated(code, limits or Limits(), _name(world))


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
        raise ValueError(f"agent {code!r} cannot be loaded: {fault}") from None
    except ValueError as fault:
        raise ValueError(f"agent {code!r}: {fault}") from None


def _takes(kind: Callable[..., Agent]) -> list[str]:
    """Options with which an agent is made."""
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


Points = dict[str, importlib.metadata.EntryPoint]


def _name(world: World | str | None) -> str:
    """The name of a world, also where it was named by its code."""
    if isinstance(world, str):
        return worlds.load(world).name if ":" in world else world
    return worlds.DEFAULT if world is None else world.name


def _points(world: World | str | None) -> Points:
    """The agents of installed packages for one world: its own first, then those for all; of one name the first."""
    name, found = _name(world), Points()
    for point in importlib.metadata.entry_points(group=f"{GROUP}.{name}"):
        found.setdefault(point.name, point)
    for point in importlib.metadata.entry_points(group=GROUP):
        if _home(point) in ("", name):
            found.setdefault(point.name, point)
    return found


def _home(point: importlib.metadata.EntryPoint) -> str:
    """The world of an agent of ours that an older installation lists among those for all worlds."""
    package, _, rest = point.value.partition(f"{GROUP}.")
    home = rest.partition(".")[0]
    return home if not package and home in worlds.names() else ""


def _homes() -> dict[str, set[str]]:
    """The worlds of each agent that does not play all of them."""
    found: dict[str, set[str]] = {}
    for group in (one for one in importlib.metadata.entry_points().groups if one.startswith(f"{GROUP}.")):
        for point in importlib.metadata.entry_points(group=group):
            found.setdefault(point.name, set()).add(group.removeprefix(f"{GROUP}."))
    for point in importlib.metadata.entry_points(group=GROUP):
        if home := _home(point):
            found.setdefault(point.name, set()).add(home)
    return found


def listed(world: World | str | None = None) -> list[Listed]:
    """Every agent with a name; one that cannot be loaded is shown with its fault, and hides no other."""
    own = [Listed(name, "mpenv", _sentence(kind)) for name, kind in _KNOWN.items()]
    own += [one for name in shipped.known() if (one := _listed_policy(name, _name(world))) is not None]
    return sorted([*own, *(_listed(point) for point in _points(world).values() if point.name not in _KNOWN)])


def _listed_policy(name: str, world: str) -> Listed | None:
    """A policy that comes along, as its card describes it; None for one of another world."""
    code = f"policy:{name}"
    try:
        card = shipped.card(name)
    except ValueError as fault:
        return Listed(code, "mpenv", "", fault=plain(str(fault)))
    return Listed(code, "mpenv", plain(card.sentence)) if card.world == world else None


def held_out(asked: Iterable[str], world: World | str | None = None) -> list[str]:
    """Which of these codes are agents of ours that are kept for judging; no stranger is loaded to be asked."""
    return sorted({code for code in asked if _is_held_out(code, world)})


def _is_held_out(code: str, world: World | str | None) -> bool:
    """Is it held out, or does it model teammates that are (`mcts:mates=helper`)?"""
    points, chosen = _points(world), parse(code, world)
    named = [part for _, value in chosen.options for part in value.split("+") if part in points]
    if any(_is_held_out(part, world) for part in named):
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
    """Description of an agent: its `sentence`, or the first line of its docstring."""
    said = getattr(kind, "sentence", None) or inspect.getdoc(kind) or ""
    return plain(str(said).strip().partition("\n")[0])
