"""Options of a world, declared once as a dataclass: flags, sections of configurations and refusals are made of it.

Each field of `World.Options` that was made by `option` is one that users may name.
"""

import argparse
import dataclasses
import typing
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, get_args, get_origin

from mpenv import files
from mpenv.world import UnknownOption, World

SEATS = "seats"  # verbs of the command line have a flag of their own for it
KEY = "mpenv"


class Option(NamedTuple):
    """An option of a world: its type, its default, and what is said about it."""

    name: str
    kind: type
    default: Any
    help: str
    main: bool  # named first where games are described: a scenario
    usual: Mapping[str, Any]  # other defaults of some verbs

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-')}"


def option(default: Any, words: str, *, main: bool = False, usual: Mapping[str, Any] | None = None) -> Any:
    """A field of `World.Options`: its default (a function for a new one each time) and its help."""
    about = {KEY: (words, main, usual or {})}
    if callable(default):
        return dataclasses.field(default_factory=default, metadata=about)
    return dataclasses.field(default=default, metadata=about)


def declared(world: World) -> dict[str, Option]:
    """The options that users may name, in their order."""
    hints = typing.get_type_hints(world.Options)
    found = {}
    for one in dataclasses.fields(world.Options):
        if KEY in one.metadata:
            words, main, usual = one.metadata[KEY]
            default = one.default if one.default_factory is dataclasses.MISSING else one.default_factory()
            found[one.name] = Option(one.name, _kind(hints[one.name]), default, words, main, usual)
    return found


def _kind(hint: Any) -> type:
    """`list` of `list[str] | None`."""
    kinds = [one for one in get_args(hint) if one is not type(None)] if _is_union(hint) else [hint]
    kind: type = get_origin(kinds[0]) or kinds[0]
    return kind


def _is_union(hint: Any) -> bool:
    return type(None) in get_args(hint)


def check(world: World, given: Iterable[str], more: Iterable[str] = ()) -> None:
    """Refuse the name of an option that neither this world has nor is among `more`."""
    there = [*declared(world), *more]
    for name in given:
        if name not in there:
            raise UnknownOption.of(name, there)


# --- flags of the command line --------------------------------------------------------------------


def add_flags(parser: Any, world: World, verb: str, several: bool = False) -> None:
    """Add a flag for each option but the seats; `several`: the main one takes several values."""
    for one in declared(world).values():
        if one.name == SEATS:
            continue
        words = one.help
        if verb in one.usual:
            words += f"; {one.usual[verb]} when left out"
        elif one.default:
            words += f"; {one.default} when left out"
        if one.main and several:
            words = f"one or more, the games take them in turns: {words}"
            parser.add_argument(one.flag, type=_list, nargs="+", metavar=one.name.upper(), help=_escaped(words))
        else:
            parser.add_argument(one.flag, type=_reader(one.kind), metavar=one.name.upper(), help=_escaped(words))


def _escaped(words: str) -> str:
    return words.replace("%", "%%")


def _reader(kind: type) -> Any:
    return {list: _list, dict: _table, bool: _truth}.get(kind, kind)


def _list(words: str) -> list[str]:
    return words.split(",")


def _truth(words: str) -> bool:
    if words.casefold() not in ("yes", "no", "true", "false"):
        raise argparse.ArgumentTypeError(f"{words[:20]!r} is neither yes nor no")
    return words.casefold() in ("yes", "true")


def _table(words: str) -> dict[str, Any]:
    try:
        found = files.parse_toml(f"value = {words}")["value"]
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"{words[:60]!r} is no TOML table, like '{{name = 1}}': {fault}") from None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f"{words[:60]!r} is no TOML table, like '{{name = 1}}'")
    return found


def given(world: World, typed: argparse.Namespace) -> dict[str, Any]:
    """The options that were typed as flags."""
    values = {name: getattr(typed, name, None) for name in declared(world) if name != SEATS}
    return {name: value for name, value in values.items() if value is not None}


def table(world: World, typed: argparse.Namespace, verb: str, seats: int | None = None) -> dict[str, Any]:
    """All options of a game: as typed, else as usual for the verb, else the default."""
    found = {}
    for one in declared(world).values():
        if one.name == SEATS:
            continue
        value = getattr(typed, one.name, None)
        found[one.name] = one.usual.get(verb, one.default) if value is None else value
    return with_seats(world, found, seats)


def with_seats(world: World, options: dict[str, Any], seats: int | None) -> dict[str, Any]:
    """The same with a number of seats; a world that is always played by the same number refuses any other."""
    if seats is None:
        return options
    if SEATS in declared(world):
        return {**options, SEATS: seats}
    found = world.game(**options, seed=0).seats
    if found != seats:
        raise ValueError(f"seats={seats}: {world.name} is played by {found}")
    return options


def usual_seats(world: World, verb: str = "") -> int:
    """Number of seats of a game when the user names none."""
    one = declared(world).get(SEATS)
    if one is not None:
        return int(one.usual.get(verb, one.default))
    return world.game(seed=0).seats


# --- in words -------------------------------------------------------------------------------------


def summary(world: World, options: Mapping[str, Any], seats: int) -> str:
    """A game in words: the main option by its value, or all options by name, and the seats."""
    there = declared(world)
    main = [str(options[name]) for name, one in there.items() if one.main and options.get(name) is not None]
    others = [f"{name} {value}" for name, value in options.items() if name in there and value is not None]
    return ", ".join([*(main or others), f"{seats} seats"])


def typed(world: World, options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The flags that choose these options: the main one, and those that are not as usual."""
    found = []
    for name, one in declared(world).items():
        value = options.get(name, one.default)
        if name != SEATS and value is not None and (one.main or value != one.default):
            found.append((one.flag, _typed(value)))
    return found


def _typed(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return _toml(value) if isinstance(value, dict) else str(value)


def _toml(value: Any) -> str:
    """A value as TOML in one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name} = {_toml(one)}' for name, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return files.dump_json(value, None).strip()
