"""The panel of each seat: who plays it, what it owns, what is left to do."""

from collections.abc import Iterator

from mpenv.materia import notation
from mpenv.materia.content import vocabulary as v
from mpenv.materia.draw import text, words
from mpenv.materia.draw.svg.letters import say, title, write
from mpenv.materia.draw.svg.scene import Scene
from mpenv.materia.draw.svg.shapes import row, use

Piece = tuple[str, str]


def seats(scene: Scene) -> Iterator[Piece]:
    for seat, colour in enumerate(scene.colours):
        yield f"seat {colour}", head(scene, seat)
        yield f"values {colour}", values(scene, seat)
        yield f"stock {colour}", stock(scene, seat)
        for number in range(v.FIGURES):
            yield f"load {notation.figure(scene.pack, scene.s, seat, number)}", load(scene, seat, number)
        yield f"things {colour}", things(scene, seat)
        yield f"goals {colour}", goals(scene, seat)


def head(scene: Scene, seat: int) -> str:
    """Name, colour, soul stone."""
    pack, s, box, colour = scene.pack, scene.s, scene.places.seats[seat], scene.colours[seat]
    frame = f'<rect class="panel" x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="8"/>'
    band = f'<rect class="{colour}" x="{box.x:g}" y="{box.y:g}" width="6" height="{box.h:g}" rx="3"/>'
    chip = use("person", box.x + 28, box.y + 24, f"{colour} ring", 0.9)
    chip += f'<text class="token on-{colour}" x="{box.x + 28:g}" y="{box.y + 34:g}" text-anchor="middle">{text.LETTERS[colour]}</text>'
    name = pack.name(pack.ids["alchemist"][s.seat[seat].alchemist])
    stone = "soul stone" if s.seat[seat].stone else "NO soul stone"
    parts = [frame, band, chip, say(box.x + 48, box.y + 22, name, "head", box.w - 160)]
    parts.append(say(box.right - 12, box.y + 22, stone, "name" if s.seat[seat].stone else "name alert", anchor="end"))
    return "".join(parts)


def values(scene: Scene, seat: int) -> str:
    pack, box = scene.pack, scene.places.seats[seat]
    x, y, parts = box.x + 54, box.y + 42, []
    for name in v.STATS:
        parts.append(use(name, x, y - 4, "inky", 0.9) + say(x + 10, y, str(scene.view.stat(seat, 0, name)), "number"))
        x += 40
    gifts = [words.ability(pack, one) for one in pack.entries["alchemist"][scene.s.seat[seat].alchemist]["abilities"]]
    return "".join(parts) + (say(x, y, ", ".join(gifts), "pale", box.right - x - 10) if gifts else "")


def stock(scene: Scene, seat: int) -> str:
    pack, me, box = scene.pack, scene.s.seat[seat], scene.places.seats[seat]
    colour = scene.colours[seat]
    held = me.stock.tolist()
    x, y = box.x + 28, box.y + 62
    parts = [use("keep", x, y, f"{colour} ring", 0.6)]
    wide = (box.w / 2 if scene.s.seats == 2 else box.w) - 64
    parts.append(row(pack, x + 16, y, held, wide) if any(held) else say(x + 18, y + 4, "empty", "soft"))
    where = words.place(pack, me.tower) if me.tower >= 0 else "nowhere"
    return f"<g>{title(f'tower at {where}: {words.elements(pack, held)}')}{''.join(parts)}</g>"


def load(scene: Scene, seat: int, number: int) -> str:
    """A figure: where it is, what it carries, what it may still do."""
    pack, s, box, colour = scene.pack, scene.s, scene.places.seats[seat], scene.colours[seat]
    one = s.seat[seat].figure[number]
    if one.hex < 0:
        return ""
    two = s.seats == 2
    x, y = (box.x + box.w / 2 + 10, box.y + 44) if two else (box.x + 18, box.y + 82)
    y += number * (32 if two else 20)
    letter = text.LETTERS[colour] if not number else f"{text.LETTERS[colour].lower()}{number}"
    name = "alchemist" if not number else pack.name(pack.ids["recipe"][one.card])
    where = "tower" if one.hex == s.seat[seat].tower else words.place(pack, one.hex)
    parts = [say(x, y + 4, letter, "name"), say(x + 24, y + 4, name, "fine", 82), say(x + 110, y + 4, where, "pale")]
    held = one.load.tolist()
    carries = f"{sum(held)}/{scene.view.stat(seat, number, 'capacity')}"
    parts.append(say(x + 150, y + 4, carries, "fine") + row(pack, x + 174, y, held, 90))
    left = text.budget(s, seat, number)
    if left:
        parts.append(say(box.right - 10, y + 4, left.removeprefix(", ").removesuffix(" left"), "pale", 120, "end"))
    return "".join(parts)


def things(scene: Scene, seat: int) -> str:
    """Items, fragments and extensions."""
    box, two = scene.places.seats[seat], scene.s.seats == 2
    owned = text.owned(scene.view, seat)
    y = box.y + (92 if two else 166)
    wide = box.w / 2 - 30 if two else box.w - 28
    return write(
        box.x + 18, y, ", ".join(owned) or "owns nothing", "fine" if owned else "pale", wide, 3 if two else 1, 14
    )


def goals(scene: Scene, seat: int) -> str:
    """How far each goal of this seat is."""
    pack, s, box = scene.pack, scene.s, scene.places.seats[seat]
    parts = []
    for number, one in enumerate(scene.scenario["mission"]):
        has, wants = scene.view.progress(number, seat), one["count"] + one["a_seat"] * s.seats
        sign = "✓" if scene.view.reached(number, seat) else "○"
        if one["who"] == 0:
            parts.append(f"{sign} {words.goal(pack, one, s.seats)} {has}/{wants}")
    wide = box.w / 2 - 30 if s.seats == 2 else box.w - 28
    return write(box.x + 18, box.bottom - 24, "; ".join(parts), "fine", wide, 2, 14)
