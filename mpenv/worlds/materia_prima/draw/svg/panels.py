"""The picture cut into panels that change by themselves, so that who paints it can keep those that stay the same."""

from mpenv.worlds.materia_prima.draw.svg.places import GAP, WIDTH, Box
from mpenv.worlds.materia_prima.draw.svg.scene import Piece, Scene

GRID = 4  # cuts lie between the boxes, where a picture scaled by quarters has whole pixels
ROOMS = {
    "top": ("headline", "today", "track", "now", "due"),
    "asked": ("asked", "question"),
    "board": ("board", "hex", "tiles", "dark", "column", "figure", "inquisitor", "on"),
    "mission": ("mission", "team"),
    "alarm": ("alarm",),
    "events": ("events", "came"),
    "inquisition": ("inquisition", "slot", "values"),
    "towns": ("towns", "purse", "town"),
    "pool": ("pool", "recipe"),
    "hand": ("conversions", "hand", "outcome"),
    "legend": ("legend",),
}
COLUMN = ("mission", "alarm", "events", "inquisition", "towns")  # without a height where a scenario has none
ROOM = {kind: room for room, kinds in ROOMS.items() for kind in kinds}


def panels(scene: Scene, pieces: list[Piece]) -> list[tuple[Box, str]]:
    """Boxes that cover the picture without a gap, each with the markup that lies in it."""
    boxes = _boxes(scene)
    held: dict[str, list[str]] = {name: [] for name in boxes}
    for key, markup in pieces:
        if markup:
            held[_room(scene, key)].append(markup)
    return [(box, "".join(held[name])) for name, box in boxes.items()]


def names(scene: Scene) -> list[str]:
    """What the panels hold, in their order: top, asked, board, ..., `seat 0`, legend."""
    return list(_boxes(scene))


def _room(scene: Scene, key: str) -> str:
    kind, _, of = key.partition(" ")
    if kind in ROOM and not (kind == "values" and of in scene.colours):
        return ROOM[kind]
    asked = scene.view.asked
    colour = of.partition(".")[0] if of else scene.colours[asked or 0]  # who is asked has a frame of his own
    return f"seat {scene.colours.index(colour)}"


def _boxes(scene: Scene) -> dict[str, Box]:
    p, height = scene.places, scene.places.height
    left, middle, low = _cut(p.board.right), _cut(p.mission.right), _cut(p.board.bottom)
    found = {"top": (0, 0, left, _cut(p.track.bottom - 2)), "asked": (left, 0, WIDTH, _cut(p.asked.bottom - 2))}
    found["board"] = (0, found["top"][3], left, low)
    column = tuple(name for name in COLUMN if getattr(p, name).h)
    for names, x, right in ((column, left, middle), (("pool", "hand"), middle, WIDTH)):
        y = found["asked"][3]
        for name in names:
            last = name == names[-1]
            down = low if last else _cut(getattr(p, name).bottom)
            found[name] = (x, y, right, down)
            y = down
    down, x = _cut(p.seats[0].bottom), 0
    for seat, box in enumerate(p.seats):
        right = WIDTH if seat == len(p.seats) - 1 else _cut(box.right)
        found[f"seat {seat}"] = (x, low, right, down)
        x = right
    found["legend"] = (0, down, WIDTH, int(height))
    return {name: Box(x, y, right - x, down - y) for name, (x, y, right, down) in found.items()}


def _cut(edge: float) -> int:
    """The middle of the gap behind an edge, on the grid."""
    return GRID * round((edge + GAP / 2) / GRID)
