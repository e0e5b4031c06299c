"""The board: hexes with their contents, and figures."""

from collections.abc import Iterable, Iterator

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import text, words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.svg.letters import kind, n, say, width
from mpenv.worlds.materia_prima.draw.svg.marks import at, carried, panel, pill, placed, use
from mpenv.worlds.materia_prima.draw.svg.scene import Piece, Scene, corner, stands

PILL = 44.0  # greatest width of a load below a figure


def board(scene: Scene) -> Iterator[Piece]:
    """Frame and tiles, hexes, figures and inquisitors, and contents of hexes on top."""
    pack, s = scene.pack, scene.s
    yield "board", panel(scene.places.board) + earth(scene) + rows(scene)
    for hex, place in enumerate(pack.places):
        yield f"hex {place}", cell(scene, hex)
    yield "tiles", tiles(scene)
    yield "dark", dark(scene)
    yield "column", column(scene)
    for seat in range(s.seats):
        for number in range(v.FIGURES):
            yield f"figure {notation.figure(pack, s, seat, number)}", figure(scene, seat, number)
    for slot in range(v.SLOTS):
        for which in range(v.STANDEES):
            yield f"inquisitor {slot + 1}.{which + 1}", inquisitor(scene, slot, which)
    for hex, place in enumerate(pack.places):
        yield f"on {place}", lying(scene, hex)


def earth(scene: Scene) -> str:
    """Ground of all hexes in a single path, which rasterisers draw fast."""
    return f"<path{kind('plain')} d='{outlines(scene, range(len(scene.spots)))}'/>"


def dark(scene: Scene) -> str:
    """Shade over hexes out of sight; empty where all are seen."""
    hexes = [hex for hex, seen in enumerate(scene.view.sight) if not seen]
    return f"<path{kind('peak')} opacity='.5' pointer-events='none' d='{outlines(scene, hexes)}'/>" if hexes else ""


def outlines(scene: Scene, hexes: Iterable[int]) -> str:
    k = scene.scale
    side = (
        f"l{n(23 * k)} {n(13.5 * k)}v{n(27 * k)}l{n(-23 * k)} {n(13.5 * k)}l{n(-23 * k)} {n(-13.5 * k)}v{n(-27 * k)}z"
    )
    tops = (scene.spot(hex) for hex in hexes)
    return "".join(f"M{n(x)} {n(y - 27 * k)}{side}" for x, y in tops)


def rows(scene: Scene) -> str:
    """Place of the first hex of each row, beside it."""
    t, first = scene.pack.readable, dict[int, int]()
    for hex in range(t.hexes):
        r = t.r[hex]
        if r not in first or t.q[hex] < t.q[first[r]]:
            first[r] = hex
    found = []
    for hex in first.values():
        x, y = scene.spot(hex)
        found.append(say(x - 26.5 * scene.scale, y + 3, words.place(scene.pack, hex), "spot end"))
    return "".join(found)


def tiles(scene: Scene) -> str:
    """Edges between and around tiles."""
    path = []
    for hex, side in scene.edges:
        x, y = scene.spot(hex)
        (x1, y1), (x2, y2) = corner(side), corner(side + 1)
        k = scene.scale
        path.append(f"M{n(x + k * x1)} {n(y + k * y1)}L{n(x + k * x2)} {n(y + k * y2)}")
    return f"<path{kind('tiles')} d='{''.join(path)}'/>"


def column(scene: Scene) -> str:
    """Hexes of the chosen column, while a row is asked for."""
    s, t = scene.s, scene.pack.readable
    chosen = s.prompt[s.prompts - 1].column if s.prompts else -1
    if chosen < 0:
        return ""
    hexes = [hex for hex in range(t.hexes) if t.column[hex] == chosen]
    return "".join(use("home", *scene.spot(hex), "now", scene.scale) for hex in hexes)


def cell(scene: Scene, hex: int) -> str:
    """Ground, mine, town or tower of a hex."""
    (x, y), (name, faint) = scene.spot(hex), simple(scene, hex)
    told = f"{words.place(scene.pack, hex)} {meaning(scene, hex)}".strip()
    if name:
        return use(name, x, y, faint, scene.scale, told)
    return placed(x, y, scene.scale, told, home(scene, hex))


def lying(scene: Scene, hex: int) -> str:
    """Alarm marker and loose elements of a hex; empty where there are none."""
    loose, marks, parts, told = scene.loose.get(hex), scene.marker[hex], [], []
    crowd = len(scene.crowds.get(hex, []))
    if marks:
        x, y = (14, -13) if crowd < 2 else (15, -20)
        parts.append(use("alarm", x, y) + (say(x - 8, y - 3, str(marks), "tag end") if marks > 1 else ""))
        told.append(phrase("svg.marker") + (f" x{marks}" if marks > 1 else ""))
    if loose:
        parts.append(heap(scene, loose, crowd, bool(marks)))
        told.append(phrase("svg.loose", elements=words.elements(scene.pack, loose)))
    return placed(*scene.spot(hex), scene.scale, ", ".join(told), *parts) if parts else ""


def heap(scene: Scene, loose: list[int], crowd: int, marked: bool) -> str:
    """Loose elements, beside the marker or figures, above a crowd."""
    if crowd == 1:
        said = carried(scene.pack, loose, 24)
        return pill(-6 - width(said, "tag") / 2, -15, said)
    if crowd:
        return pill(-8, -21, carried(scene.pack, loose, 30))
    return pill(-7, -13, carried(scene.pack, loose, 30)) if marked else pill(0, -14, carried(scene.pack, loose, PILL))


def simple(scene: Scene, hex: int) -> tuple[str, str]:
    """Drawing and style of a hex without tower or town; a mine makes room for a figure."""
    site = scene.site[hex]
    if hex in scene.towers or site >= v.TOWN:
        return "", ""
    if site >= v.MINE:
        k = site - v.MINE
        return f"{'n' if hex in scene.crowds else 'm'}{k}", "faint" if scene.dry(k) else ""
    return "rock" if site == v.BLOCKED else "bare", ""


def home(scene: Scene, hex: int) -> str:
    """Tower in the colour of its seat, or a town."""
    busy = hex in scene.crowds
    if (seat := scene.towers.get(hex)) is not None:
        colour = scene.colours[seat]
        keep = use("keep", -13, 12, colour, 0.5) if busy else use("keep", 0, -1, colour)
        return use("bare", 0, 0) + use("home", 0, 0, f"home-{colour}") + keep
    town = use("house", 0, 1, "inky") + say(0, 8.5, v.TOWNS[scene.site[hex] - v.TOWN], "head mid paper")
    if busy:
        town = f"<g transform='{at(-12, 11, 0.55)}'>{town}</g>"
    return use("bare", 0, 0) + use("home", 0, 0, "town") + town


def meaning(scene: Scene, hex: int) -> str:
    """A hex in words."""
    pack, site = scene.pack, scene.site[hex]
    if (seat := scene.towers.get(hex)) is not None:
        return phrase("svg.tower_of", who=words.colour(pack, scene.s, seat))
    if site >= v.TOWN:
        return phrase("svg.town", town=v.TOWNS[site - v.TOWN], name=pack.name(scene.town(site - v.TOWN)))
    if site >= v.MINE:
        k = site - v.MINE
        left = phrase("svg.mine_left", count=scene.left(k)) if scene.limited(k) else ""
        return phrase("svg.mine", element=words.element(pack, k)) + left
    return phrase("svg.blocked") if site == v.BLOCKED else ""


def figure(scene: Scene, seat: int, number: int) -> str:
    """A figure in the colour of its seat, with its load; empty while it is off the board."""
    pack, one = scene.pack, scene.s.seat[seat].figure[number]
    if one.hex < 0:
        return ""
    key, load = f"figure {notation.figure(pack, scene.s, seat, number)}", one.load.tolist()
    x, y, scale, alone = stands(scene, one.hex, key)
    name = words.figure(pack, scene.s, seat, number)
    sign, told = f"{scene.colours[seat]}{number}", f"{name}: {words.elements(pack, load)}"
    if not any(load):
        return use(sign, x, y, "", scale, told)
    return placed(
        x,
        y,
        scale,
        told,
        use(sign, 0, 0),
        pill(0, 18, carried(pack, load, PILL)) if alone else pill(10, 9, str(sum(load))),
    )


def inquisitor(scene: Scene, slot: int, which: int) -> str:
    """An inquisitor with its letter and number, its values below."""
    one = scene.s.slot[slot]
    if which >= one.figures:
        return ""
    if one.hex[which] < 0:
        return ""
    x, y, scale, alone = stands(scene, one.hex[which], f"inquisitor {slot + 1}.{which + 1}")
    shown = text.shown_values(scene.pack, one.type)
    values = [scene.view.value(slot, name) for name in shown]
    name = f"{scene.letter(one.type)}{which + 1}"
    body = use("shield", 0, 0, "hunter") + say(0, 5, name, "name mid hunted")
    if alone:
        body += pill(0, 18, "/".join(map(str, values)))
    said = ", ".join(f"{words.term(value)} {amount}" for value, amount in zip(shown, values, strict=True))
    return placed(x, y, scale, f"{name}: {said}", body)
