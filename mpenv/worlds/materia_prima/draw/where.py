"""Places in words: ground, things on it, and neighbours."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase


class Hunter(NamedTuple):
    """An inquisitor on the board."""

    slot: int
    name: str
    hex: int


def apart(pack: Pack, start: int, end: int) -> int:
    """Straight distance in hexes."""
    t = pack.readable
    dq, dr = t.q[start] - t.q[end], t.r[start] - t.r[end]
    return int(abs(dq) + abs(dr) + abs(dq + dr)) // 2


def hunters(pack: Pack, s: Any) -> list[Hunter]:
    """Inquisitors in sight, in the order in which they act."""
    return [
        Hunter(slot, notation.inquisitor(pack, s, slot, which), s.slot[slot].hex[which])
        for slot in range(v.SLOTS)
        for which in range(s.slot[slot].figures)
        if s.slot[slot].hex[which] >= 0
    ]


def ground(pack: Pack, s: Any, hex: int) -> str:
    """`town R`, `a mine of iron`, `green's tower`; empty for a plain hex."""
    for seat in range(s.seats):
        if s.seat[seat].tower == hex:
            return phrase("where.tower", who=words.colour(pack, s, seat))
    site = s.site[hex]
    if site >= v.TOWN:
        return phrase("where.town", town=v.TOWNS[site - v.TOWN])
    return phrase("where.mine", element=words.element(pack, site - v.MINE)) if site >= v.MINE else ""


def loose(pack: Pack, s: Any, hex: int) -> list[int]:
    """Loose elements on a hex, a number per element."""
    lying = [0] * v.MAX_ELEMENTS
    for where, count in zip(s.heap_at[: s.heaps].tolist(), s.heap_count[: s.heaps].tolist(), strict=True):
        if where // v.MAX_ELEMENTS == hex:
            lying[where % v.MAX_ELEMENTS] = count
    return lying


def place(pack: Pack, s: Any, hex: int) -> str:
    """`3,4 (a mine of iron, an alarm marker, next to B1)`."""
    found = ", ".join(_about(pack, s, hex))
    return f"{words.place(pack, hex)}{f' ({found})' if found else ''}"


def _about(pack: Pack, s: Any, hex: int) -> Iterator[str]:
    if what := ground(pack, s, hex):
        yield what
    if s.marker[hex]:
        yield phrase("where.marker")
    if any(lying := loose(pack, s, hex)):
        yield phrase("where.loose", elements=words.elements(pack, lying))
    if near := [hunter.name for hunter in hunters(pack, s) if apart(pack, hunter.hex, hex) == 1]:
        yield phrase("where.next_to", whom=words.joined(near))
