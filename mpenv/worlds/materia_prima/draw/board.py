"""The board as text: a line per row of hexes, neighbours side by side."""

from collections.abc import Iterator
from typing import Any

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.view import View

LETTERS = {"green": "G", "yellow": "Y", "brown": "B", "grey": "S"}
CELL = 4
INDENT = "  "


def board(view: View) -> Iterator[str]:
    """Rows of the board, each with the place of its first hex in front."""
    pack, shown = view.pack, cells(view)
    t = pack.readable
    q, r = t.q[: t.hexes].tolist(), t.r[: t.hexes].tolist()
    # Half a cell to the right for each row down keeps pointy-top neighbours adjacent.
    at = [q[hex] * CELL + r[hex] * CELL // 2 for hex in range(t.hexes)]
    left = min(at)
    for row in sorted(set(r)):
        hexes = sorted((at[hex], hex) for hex in range(t.hexes) if r[hex] == row)
        line = ""
        for x, hex in hexes:
            line = line.ljust(x - left) + shown[hex]
        yield f"{words.place(pack, hexes[0][1]):>7}{INDENT}{line}".rstrip()


def cells(view: View) -> list[str]:
    """Each hex as ground, a flag (`*` marker, `'` loose elements, `"` both, `~` out of sight) and its figures."""
    pack, s = view.pack, view.state
    towers = {s.seat[seat].tower for seat in range(s.seats)}
    sites, markers = s.site.tolist(), s.marker.tolist()
    heaps = {at // v.MAX_ELEMENTS for at in s.heap_at[: s.heaps].tolist()}
    figures = standing(pack, s)
    shown = []
    for hex in range(pack.readable.hexes):
        ground = "^" if hex in towers else _ground(pack, sites[hex])
        flag = " '*\""[(hex in heaps) + 2 * (markers[hex] > 0)] if view.sight[hex] else "~"
        shown.append(f"{ground}{flag}{figures.get(hex, ''):2}")
    return shown


def _ground(pack: Pack, site: int) -> str:
    if site >= v.TOWN:
        return v.TOWNS[site - v.TOWN]
    if site >= v.MINE:
        return str(pack.entries["element"][site - v.MINE]["symbol"])
    return "#" if site == v.BLOCKED else "."


def standing(pack: Pack, s: Any) -> dict[int, str]:
    """Signs of figures by hex: `Y` an alchemist, `y1` a homunculus, `Y+` several figures, `!B` an inquisitor, `!2`
    several.
    """
    found: dict[int, str] = {}
    for slot in range(v.SLOTS):
        letter = pack.entries["type"][s.slot[slot].type]["letter"]
        for hex in s.slot[slot].hex[: s.slot[slot].figures].tolist():
            if hex < 0:
                continue
            before = found.get(hex, "")[1:]
            found[hex] = f"!{int(before) + 1 if before.isdecimal() else 2}" if before else f"!{letter}"
    for seat in range(s.seats):
        letter = LETTERS[notation.colour(pack, s, seat)]
        mine: dict[int, str] = {}
        for number, hex in enumerate(s.seat[seat]["figure"]["hex"].tolist()):
            if hex >= 0:
                one = letter if number == 0 else f"{letter.lower()}{number}"
                mine[hex] = f"{mine[hex][0]}+" if hex in mine else one
        found |= mine
    return found


def legend(view: View) -> str:
    """Meaning of the signs on the board."""
    pack, s = view.pack, view.state
    dark = "" if all(view.sight) else phrase("board.dark")
    mines = ", ".join(
        f"{entry['symbol']} {words.element(pack, k)}"
        for k, entry in enumerate(pack.entries["element"])
        if entry["level"] == 1
    )
    people = ", ".join(
        f"{LETTERS[notation.colour(pack, s, seat)]} {words.colour(pack, s, seat)}" for seat in range(s.seats)
    )
    return f"{INDENT}{phrase('board.towns', mines=mines)}\n{INDENT}{phrase('board.people', people=people)}{dark}"
