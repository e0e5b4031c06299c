"""The board of a chronicle, drawn for laying it on a table."""

from collections.abc import Mapping, Sequence

from mpenv.worlds.materia_prima import campaign_start as start
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import Pack

HALF = 2  # half a cell; symbols have at most two letters


def rows(pack: Pack, tiles: Sequence[str], towers: Mapping[str, int]) -> list[str]:
    """A line per row of hexes: mine symbols, town letters and tower digits, neighbours side by side."""
    t, sites = pack.readable, start.lay(pack, start.tiles(pack, list(tiles)))
    tokens = [str(towers.get(place) or token(pack, site)) for place, site in zip(pack.places, sites, strict=False)]
    half = max(HALF, max(map(len, tokens)) // 2 + 1)
    drawn: dict[int, dict[int, str]] = {}
    for hex in range(t.hexes):
        # Half a cell to the right for each row down keeps pointy-top neighbours adjacent.
        drawn.setdefault(int(t.r[hex]), {})[int(2 * t.q[hex] + t.r[hex]) * half] = tokens[hex]
    left = min(x for row in drawn.values() for x in row)
    lines = []
    for _, row in sorted(drawn.items()):
        line = ""
        for x, one in sorted(row.items()):
            line = line.ljust(x - left) + one
        lines.append(line)
    return lines


def token(pack: Pack, site: int) -> str:
    """Sign of a hex: a mine, a town, blocked or plain ground."""
    if site >= v.TOWN:
        return v.TOWNS[site - v.TOWN]
    if site >= v.MINE:
        return str(pack.entries["element"][site - v.MINE]["symbol"])
    return "#" if site == v.BLOCKED else "."
