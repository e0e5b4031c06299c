"""The worlds that are installed: those of this folder, and those that other packages bring by entry points.

A package brings a world by an entry point of the group `mpenv.worlds`, NAME = "module:WORLD". Nothing is imported
before a world is asked for, so a broken package stops nobody else.
"""

import importlib.metadata
import pkgutil
from collections.abc import Iterator, Mapping

from mpenv.spelling import did_you_mean
from mpenv.world import World, brief, brought

GROUP = "mpenv.worlds"
STEPS = "steps"  # the actions of a world as it is
DEFAULT = "materia_prima"  # the world where none is named
NEEDED = ("name", "version", "actions", "outcomes", "Options", "terms", "game", "encoder", "rules", "setups")
_loaded: dict[str, World] = {}  # by name, and by code where it was named so


def _codes() -> dict[str, str]:
    """`module:NAME` of each world by its name; no package takes the name of one of ours."""
    found = {one.name: f"{__name__}.{one.name}:WORLD" for one in pkgutil.iter_modules(__path__) if one.ispkg}
    for point in importlib.metadata.entry_points(group=GROUP):
        found.setdefault(point.name, point.value)
    return found


def names() -> list[str]:
    """The names of the worlds that are there."""
    return sorted({*_codes(), *(one.name for one in _loaded.values())})


def load(name: str = DEFAULT) -> World:
    """The world of a name, or of a code `module:NAME` that the user named; a ValueError says why there is none."""
    if name not in _loaded:
        codes = _codes()
        if name not in codes and ":" not in name:
            there = names()
            raise ValueError(
                f"there is no world {name!r}, there are: {', '.join(there)}, or module:NAME{did_you_mean(name, there)}"
            )
        world = _brought(codes.get(name, name), f"world {name!r}")
        if name in codes and world.name != name:
            raise ValueError(f"world {name!r} cannot be loaded: {codes[name]} calls itself {world.name!r}")
        if name not in codes and world.name in codes and _loaded.get(world.name) is not world:
            raise ValueError(f"world {name!r} calls itself {world.name!r}, which is another world that is installed")
        _loaded[name] = _loaded[world.name] = world
    return _loaded[name]


def by_actions(world: World, actions: object = STEPS) -> World:
    """The world itself for `steps`, or the one with the longer actions that it names in `World.terms.actions`.

    That is another world with the same options and encoders. Its games have `unfold(action)`, the steps of an action,
    `by_steps()`, the same moment as a game of steps, and `follow(game)`, which goes on from there; it has `steps`, the
    world underneath, and `agent(agent)`, which plays there by the actions that an agent of its own chooses.
    """
    there = (STEPS, *world.terms.actions)
    if actions not in there:
        raise ValueError(f"there are no actions {brief(actions)}, there are: {', '.join(there)}")
    return world if actions == STEPS else _brought(world.terms.actions[str(actions)], f"actions {actions!r}")


def _brought(code: str, what: str) -> World:
    try:
        world: World = brought(code, what)
    except ValueError:
        raise
    except (Exception, SystemExit) as fault:  # whatever the module of a stranger does while it is imported
        raise ValueError(f"{what} cannot be loaded: {code} raises {type(fault).__name__}: {fault}") from None
    if missing := [one for one in NEEDED if not hasattr(world, one)]:
        raise ValueError(f"{what} cannot be loaded: {code} is no world, it lacks {', '.join(missing)}")
    return world


class Installed(Mapping[str, World]):
    """Each world by its name, loaded when it is asked for."""

    def __init__(self) -> None:
        self._named = dict(_loaded)  # other processes do not know those that were named by a code

    def __getitem__(self, name: str) -> World:
        if name in self._named:
            return self._named[name]
        if name not in names():
            raise KeyError(name)
        return load(name)

    def __contains__(self, name: object) -> bool:
        return name in self._named or name in names()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*names(), *(one.name for one in self._named.values())}))

    def __len__(self) -> int:
        return len(list(iter(self)))
