"""Recipes: the pool, the private recipe and what is drawn, and what converts to what."""

from collections.abc import Iterator

from mpenv.materia.content import vocabulary as v
from mpenv.materia.draw import words
from mpenv.materia.draw.svg.letters import cut, say, title, width
from mpenv.materia.draw.svg.places import Box
from mpenv.materia.draw.svg.scene import Scene
from mpenv.materia.draw.svg.shapes import KINDS, use

Piece = tuple[str, str]


def panel(box: Box, heading: str) -> str:
    """A box with its heading."""
    frame = f'<rect class="panel" x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="8"/>'
    return frame + say(box.x + 12, box.y + 19, heading, "head", box.w - 24)


def slots(box: Box, rows: int) -> list[Box]:
    """The places of cards in a box, two a row."""
    tall, wide = (box.h - 34) / rows, (box.w - 26) / 2
    return [Box(box.x + 10 + k % 2 * (wide + 6), box.y + 28 + k // 2 * tall, wide, tall - 6) for k in range(2 * rows)]


def pool(scene: Scene) -> Iterator[Piece]:
    """The recipes that everybody can make."""
    s, box = scene.s, scene.places.pool
    many = len(v.KINDS) * s.seats
    yield "pool", panel(box, "Recipe pool")
    for k, at in zip(range(v.POOL), slots(box, -(-many // 2)), strict=False):
        yield f"recipe {k + 1}", recipe(scene, at, s.pool[k]) if s.pool[k] >= 0 else ""
    yield "conversions", conversions(scene)
    yield "hand", hand(scene)


def hand(scene: Scene) -> str:
    """The private recipe of the one who looks, and the recipes of an open research."""
    s, box = scene.s, scene.places.hand
    private = s.seat[scene.view.seat].private
    drawn = [card for card in s.drawn if card >= 0]
    if private < 0 and not drawn:
        return ""
    at = slots(box, 3)
    parts = [
        panel(box, "Private recipe and drawn" if drawn and private >= 0 else "Drawn" if drawn else "Private recipe")
    ]
    cards = ([private] if private >= 0 else []) + drawn
    return "".join(parts + [recipe(scene, place, card) for place, card in zip(at, cards, strict=False)])


def recipe(scene: Scene, at: Box, card: int) -> str:
    """A card: kind, name and level, what it costs, what it makes."""
    pack = scene.pack
    one = pack.readable.recipe[card]
    kind, name = v.KINDS[one.kind], pack.name(pack.ids["recipe"][card])
    frame = f'<rect class="card" x="{at.x:g}" y="{at.y:g}" width="{at.w:g}" height="{at.h:g}" rx="6"/>'
    mark = f'<path class="inky" transform="translate({at.x + 13:g} {at.y + 14:g})scale(.62)" d="{KINDS[kind]}"/>'
    level = say(at.right - 8, at.y + 18, "I" * one.level, "tag", anchor="end")
    parts = [frame, mark, say(at.x + 24, at.y + 18, name, "name", at.w - 24 - 26), level]
    cost = [(k, count) for k, count in enumerate(one.cost) if count]
    x = at.x + 15
    for k, count in cost:
        for _ in range(count):
            parts.append(use(f"s{k}", x, at.y + 35))
            x += min(19, (at.w - 34) / sum(one.cost))
    parts.append(gains(scene, card, at.x + 8, at.y + at.h - 8, at.w - 16))
    return f"<g>{title(words.recipe(pack, card))}{''.join(parts)}</g>"


def gains(scene: Scene, card: int, x: float, y: float, room: float) -> str:
    """What a recipe gives: values by their signs, abilities in words."""
    pack = scene.pack
    one = pack.readable.recipe[card]
    kind = v.KINDS[one.kind]
    if kind == "stone":
        return say(x, y, "a fragment", "pale", room)
    parts, start, plus = [], x, "" if kind == "homunculus" else "+"
    for name, value in zip(v.STATS, one.stat, strict=False):
        if value:
            parts.append(use(name, x + 5, y - 4, "inky", 0.75) + say(x + 12, y, f"{plus}{value}", "fine"))
            x += 18 + width(f"{plus}{value}", "fine")
    found = pack.entries[kind][pack.ids[kind].index(pack.ids["recipe"][card])].get("abilities", [])
    said = [v.ITEM_SLOTS[one.slot]] if kind == "equipment" else []
    said += [words.ability(pack, each) for each in found]
    return "".join(parts) + (say(x, y, ", ".join(said), "pale", start + room - x) if said else "")


def conversions(scene: Scene) -> str:
    """Which two elements become which third; drawn cards may lie on it."""
    pack, box = scene.pack, scene.places.hand
    rows = pack.entries["conversion"]
    pitch = min(26.0, (box.h - 40) / max(1, -(-len(rows) // 2)))
    parts = [panel(box, "Conversions")]
    for n, one in enumerate(rows):
        x, y = box.x + 12 + n % 2 * (box.w / 2 - 6), box.y + 42 + n // 2 * pitch
        first, second = one["from"]
        parts.append(use(f"s{first}", x + 8, y) + say(x + 17, y + 4, "+", "soft") + use(f"s{second}", x + 36, y))
        parts.append(say(x + 47, y + 4, "→", "soft") + use(f"s{one['to']}", x + 69, y))
        name = cut(pack.name(pack.ids["element"][one["to"]]), "fine", box.w / 2 - 96)
        parts.append(say(x + 82, y + 4, name, "fine"))
    return "".join(parts)
