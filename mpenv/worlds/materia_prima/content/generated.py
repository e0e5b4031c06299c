"""Scenarios by number: `generated:17` is played wherever a scenario of the pack is."""

import functools
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from mpenv.worlds.materia_prima.content import consistency, draft, fill
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import read_fields
from mpenv.worlds.materia_prima.content.faults import BrokenPack, Fault
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.content.schema import FILES
from mpenv.worlds.materia_prima.content.supplies import Means, means

PREFIX = "generated:"
HIGHEST = 2**32 - 1
FILE = "scenarios.toml"


def is_generated(name: object) -> bool:
    return isinstance(name, str) and name.startswith(PREFIX)


def number_of(name: str) -> int:
    """17 of `generated:17`."""
    digits = name.removeprefix(PREFIX)
    if not (digits.isascii() and digits.isdecimal() and str(int(digits[:20])) == digits and int(digits) <= HIGHEST):
        raise ValueError(f"scenario {name!r}: behind {PREFIX!r} stands a whole number from 0 to {HIGHEST}")
    return int(digits)


def with_generated(pack: Pack, names: Iterable[object]) -> Pack:
    """The pack, and behind its own scenarios the generated ones among `names`, each once."""
    wanted = tuple(dict.fromkeys(name for name in names if isinstance(name, str) and is_generated(name)))
    if len(wanted) > v.MAX_GENERATED:
        raise ValueError(f"there are {len(wanted)} generated scenarios, there is room for {v.MAX_GENERATED} at once")
    return _with(pack, wanted) if wanted else pack


@functools.lru_cache(maxsize=64)
def _with(pack: Pack, names: tuple[str, ...]) -> Pack:
    entries = {**pack.entries, "scenario": [*pack.entries["scenario"], *(_entry(pack, name) for name in names)]}
    return replace(
        pack,
        mark=" ".join((pack.hash, f"generator {draft.GENERATOR}", *names)),
        entries=entries,
        ids={**pack.ids, "scenario": [*pack.ids["scenario"], *names]},
        tables=fill.more_scenarios(pack.tables, entries),
    )


def written(pack: Pack, name: str) -> dict[str, Any]:
    """The entry as it would stand in scenarios.toml."""
    return draft.draft(_means(pack), number_of(name))


@functools.lru_cache(maxsize=64)
def _means(pack: Pack) -> Means:
    return means(pack.entries, pack.ids)


@functools.lru_cache(maxsize=4096)
def _entry(pack: Pack, name: str) -> dict[str, Any]:
    """The entry, checked like one of a file."""
    given = written(pack, name)
    values, wrong = read_fields(given, FILES[FILE]["scenario"], pack.ids)
    faults = [Fault(FILE, name, field, words) for field, words in wrong]
    alone = {**pack.entries, "scenario": [values]}
    for check in () if faults else (consistency.scenarios, consistency.events, consistency.specials):
        faults += check(alone, pack.ids)
    if faults:
        raise BrokenPack(pack.id, faults)
    return {**values, "id": name}
