"""The board: hexes with what lies on them, and all who stand there."""

from collections.abc import Iterator

from mpenv.materia import notation
from mpenv.materia.content import vocabulary as v
from mpenv.materia.draw import text, words
from mpenv.materia.draw.svg.letters import safe, title, width
from mpenv.materia.draw.svg.scene import Scene, stands
from mpenv.materia.draw.svg.shapes import symbol, use

Piece = tuple[str, str]
PILL = 44.0  # the widest a load may be written below a figure


def board(scene: Scene) -> Iterator[Piece]:
    """Frame and tiles, every hex, then figures and inquisitors above them."""
    yield "board", ground(scene)
    loose = heaps(scene)
    for hex in range(scene.pack.readable.hexes):
        yield f"hex {words.place(scene.pack, hex)}", cell(scene, hex, loose.get(hex, [0] * v.MAX_ELEMENTS))
    for seat in range(scene.s.seats):
        for number in range(v.FIGURES):
            yield f"figure {notation.figure(scene.pack, scene.s, seat, number)}", figure(scene, seat, number)
    for slot in range(v.SLOTS):
        for which in range(v.STANDEES):
            yield f"inquisitor {slot + 1}.{which + 1}", inquisitor(scene, slot, which)


def ground(scene: Scene) -> str:
    box = scene.places.board
    return f'<rect class="panel" x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="10"/>'


def heaps(scene: Scene) -> dict[int, list[int]]:
    """The loose elements of each hex."""
    found: dict[int, list[int]] = {}
    s = scene.s
    for heap in range(s.heaps):
        hex, element = divmod(s.heap_at[heap], v.MAX_ELEMENTS)
        found.setdefault(hex, [0] * v.MAX_ELEMENTS)[element] = s.heap_count[heap]
    return found


def cell(scene: Scene, hex: int, loose: list[int]) -> str:
    """Ground, mine, town or tower, the alarm marker and the loose elements of a hex."""
    site, x, y = scene.site[hex], *scene.spot(hex)
    marks = scene.s.marker[hex]
    parts = [_site(scene, hex, site)]
    if marks:
        parts.append(use("bell", 14, -13, "marker") + _letters(14, -8.5, "!" if marks == 1 else str(marks), "tag mark"))
    if any(loose):
        parts.append(pill(-7 if marks else 0, -14, carried(scene, loose, 30 if marks else PILL)))
    told = title(f"{words.place(scene.pack, hex)} {meaning(scene, hex, site, loose)}")
    return f'<g transform="{_at(x, y, scene.scale)}">{told}{"".join(parts)}</g>'


def _at(x: float, y: float, scale: float) -> str:
    return f"translate({x:g} {y:g})" + ("" if scale == 1 else f"scale({scale:g})")


def _site(scene: Scene, hex: int, site: int) -> str:
    busy = hex in scene.crowds
    if (seat := scene.towers.get(hex)) is not None:
        colour = scene.colours[seat]
        keep = use("keep", 0, 0, f"{colour} ring") if not busy else use("keep", -13, 14, f"{colour} ring", 0.55)
        return use("hex", 0, 0, "town") + keep
    if site >= v.TOWN:
        letter = v.TOWNS[site - v.TOWN]
        return use("hex", 0, 0, "town") + use("house", 0, 0, "inky") + _letters(0, 9, letter, "name paper")
    if site >= v.MINE:
        k = site - v.MINE
        return use("hex", 0, 0, f"m{k} rim") + (use(f"e{k}", 0, 0) if not busy else use(f"s{k}", -13, 12))
    if site == v.BLOCKED:
        return use("hex", 0, 0, "rock rim") + use("peaks", 0, 0, "peak")
    return use("hex", 0, 0, "plain rim")


def meaning(scene: Scene, hex: int, site: int, loose: list[int]) -> str:
    """A hex in words."""
    pack = scene.pack
    told = []
    if (seat := scene.towers.get(hex)) is not None:
        told.append(f"tower of {scene.colours[seat]}: {words.elements(pack, scene.s.seat[seat].stock)}")
    if site >= v.TOWN:
        told.append(f"town {v.TOWNS[site - v.TOWN]}")
    elif site >= v.MINE:
        told.append(f"mine of {pack.ids['element'][site - v.MINE]}")
    elif site == v.BLOCKED:
        told.append("blocked")
    if marks := scene.s.marker[hex]:
        told.append("alarm marker" + (f" x{marks}" if marks > 1 else ""))
    if any(loose):
        told.append(f"loose {words.elements(pack, loose)}")
    return "; ".join(told)


def carried(scene: Scene, load: list[int], room: float) -> str:
    """`2f w`, or how many elements where that is too long."""
    said = " ".join(f"{count if count > 1 else ''}{symbol(scene.pack, k)}" for k, count in enumerate(load) if count)
    return said if width(said, "tag") <= room - 6 else f"{sum(load)}…"


def pill(x: float, y: float, said: str) -> str:
    wide = max(13.0, width(said, "tag") + 6)
    box = f'<rect class="pill" x="{x - wide / 2:.1f}" y="{y - 6.5:g}" width="{wide:.1f}" height="13" rx="6"/>'
    return box + _letters(x, y + 3.5, said, "tag")


def _letters(x: float, y: float, said: str, style: str) -> str:
    return f'<text class="{style}" x="{x:g}" y="{y:g}" text-anchor="middle">{safe(said)}</text>'


def figure(scene: Scene, seat: int, number: int) -> str:
    """An alchemist or a homunculus in the colour of the seat, with its load; nothing while it is not on the board."""
    one, colour = scene.s.seat[seat].figure[number], scene.colours[seat]
    if one.hex < 0:
        return ""
    pack, s = scene.pack, scene.s
    name = notation.figure(pack, s, seat, number)
    at = stands(scene, one.hex, f"figure {name}")
    letter = text.LETTERS[colour]
    if number:
        body = use("flask", 0, 0, f"{colour} ring") + _letters(0, 4, f"{letter.lower()}{number}", f"token on-{colour}")
    else:
        body = use("person", 0, 0, f"{colour} ring") + _letters(0, 11, letter, f"head on-{colour}")
    load = one.load.tolist()
    if any(load):
        body += pill(0, 19, carried(scene, load, PILL) if at.alone else str(sum(load)))
    told = title(f"{name} carries {words.elements(pack, load)}")
    return f'<g transform="{_at(at.x, at.y, at.scale)}">{told}{body}</g>'


def inquisitor(scene: Scene, slot: int, which: int) -> str:
    """An inquisitor with its letter and number, and its values below."""
    one = scene.s.slot[slot]
    if which >= one.figures:
        return ""
    pack, view = scene.pack, scene.view
    at = stands(scene, one.hex[which], f"inquisitor {slot + 1}.{which + 1}")
    letter = str(pack.entries["type"][one.type]["letter"])[:2]
    shown = text.shown_values(pack, one.type)
    values = [view.value(slot, name) for name in shown]
    body = use("shield", 0, 0, "hunter") + _letters(0, 5, f"{letter}{which + 1}", "name hunted")
    if at.alone:
        body += pill(0, 20, "/".join(map(str, values)))
    said = ", ".join(f"{name} {value}" for name, value in zip(shown, values, strict=True))
    told = title(f"inquisitor {letter}{which + 1}: {said}")
    return f'<g transform="{_at(at.x, at.y, at.scale)}">{told}{body}</g>'
