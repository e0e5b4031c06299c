"""Announcements of seats in a position file."""

from collections.abc import Iterator
from typing import Any

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.checks import shown
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.words import said
from mpenv.worlds.materia_prima.rules import talk


def hear(pack: Pack, s: Any, seats: list[dict[str, Any]]) -> Iterator[Fault]:
    """Write announcements into the state; report those that cannot be made."""
    known = {said(pack, s, number): number for number in range(1, talk.LAST + 1) if _exists(pack, s, number)}
    for seat, one in enumerate(seats):
        words = one["said"]
        if words is None:
            continue
        if not s.candour.table_talk:
            yield Fault("position", f"seat {seat}", "said", "nothing is said at this table (rules: table_talk)")
        elif not isinstance(words, str) or words not in known:
            told = f"{shown(words)} cannot be said, there are: {', '.join(known)}"
            yield Fault("position", f"seat {seat}", "said", told)
        else:
            s.candour.said[seat] = known[words]


def _exists(pack: Pack, s: Any, number: int) -> bool:
    """Check that the pack and table have this element, type, kind of card, town or seat."""
    kind = talk.intention(number)
    what = number - talk.FIRST[kind]
    if kind == talk.SERVE:
        return v.TOWN + what in s.site
    count = {talk.GATHER: len(pack.entries["element"]), talk.FIGHT: len(pack.entries["type"]), talk.HELP: s.seats}
    return bool(what < count.get(kind, v.MAX_ELEMENTS))
