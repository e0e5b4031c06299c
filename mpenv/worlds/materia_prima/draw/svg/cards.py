"""Recipes: the pool, the private recipe, drawn cards and conversions."""

from collections.abc import Iterator

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.svg.letters import cut, say, width
from mpenv.worlds.materia_prima.draw.svg.marks import each, group, panel, rect, use
from mpenv.worlds.materia_prima.draw.svg.places import Box
from mpenv.worlds.materia_prima.draw.svg.scene import Piece, Scene
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN

LEVELS = ("", "I", "II", "III")


def cards(scene: Scene) -> Iterator[Piece]:
    """Pool card by card, decks, conversions and drawn cards."""
    s, box = scene.s, scene.places.pool
    places = slots(box, -(-len(v.KINDS) * s.seats // 2))[: len(v.KINDS) * s.seats]
    yield "pool", panel(box, phrase("svg.pool")) + outlines(places)
    yield "recipe decks", decks(scene)
    for k, place in enumerate(places):
        yield f"recipe {k + 1}", recipe(scene, place, s.pool[k]) if s.pool[k] >= 0 else ""
    yield "conversions", conversions(scene)
    yield "hand", hand(scene)


def slots(box: Box, rows: int) -> list[Box]:
    """The places of cards in a box, two a row."""
    tall, wide = (box.h - 34) / rows, (box.w - 26) / 2
    return [Box(box.x + 10 + k % 2 * (wide + 6), box.y + 28 + k // 2 * tall, wide, tall - 6) for k in range(2 * rows)]


def outlines(places: list[Box]) -> str:
    return "".join(rect(place, "slot", 6) for place in places)


def decks(scene: Scene) -> str:
    """Number of recipes of each kind that are left, and the discards by name."""
    pack, s, box = scene.pack, scene.s, scene.places.pool
    parts, told = [], []
    for k, kind in enumerate(v.KINDS):
        x, gone = box.right - 136 + 46 * k, s.discards[k]
        parts.append(use(kind, x, box.y + 15, "quiet", 0.8) + say(x + 9, box.y + 19, str(s.recipes[k].cards), "soft"))
        names = [pack.name(pack.ids["recipe"][card]) for card in gone.card[: gone.cards].tolist()]
        gone_names = ", ".join(names) or phrase("svg.none")
        told.append(phrase("svg.deck", kind=words.term(kind), count=s.recipes[k].cards, names=gone_names))
    return group("; ".join(told), *parts)


def hand(scene: Scene) -> str:
    """The private recipe of the one who looks, and the recipes of an open research; nothing without them."""
    s, box = scene.s, scene.places.hand
    private = s.seat[scene.view.seat].private
    drawn = [card for card in s.drawn if card >= 0]
    hidden = sum(card <= DRAWN_FACE_DOWN for card in s.drawn.tolist())
    if hidden:
        face_down = phrase("svg.face_down", recipes=words.counted(hidden, "recipe"))
        return panel(box, phrase("svg.drawn")) + say(box.x + 14, box.y + 50, face_down, "pale")
    named = [(private, phrase("svg.private"))] if private >= 0 else []
    if not named and not drawn:
        return ""
    heading = words.joined([name for _, name in named] + ([phrase("svg.and_drawn")] if drawn else []))
    shown = [card for card, _ in named] + drawn
    places = slots(box, 3)[: len(shown)]
    lying = [recipe(scene, place, card) for place, card in zip(places, shown, strict=True)]
    return panel(box, heading[:1].upper() + heading[1:]) + outlines(places) + "".join(lying)


def recipe(scene: Scene, box: Box, card: int) -> str:
    """A card: kind, name and level, what it costs, what it makes."""
    pack, one = scene.pack, scene.pack.readable.recipe[card]
    level = LEVELS[one.level]
    parts = [use(v.KINDS[one.kind], box.x + 14, box.y + 13, "inky", 0.9)]
    name = pack.name(pack.ids["recipe"][card])
    parts.append(say(box.x + 25, box.y + 17.5, name, "card", box.w - 33 - width(level, "tag")))
    parts.append(say(box.right - 7, box.y + 17, level, "tag end"))
    gap = max(0.0, (box.h - 64) / 3)
    cost, end = each(box.x + 6, box.y + 34 + gap, one.cost.tolist(), box.w - 12)
    parts += [cost, able(scene, card, end + 6, box.right - 8, box.y + 38 + gap)]
    parts.append(gains(scene, card, box.x + 7, box.bottom - 8 - gap / 2, box.w - 14))
    return group(words.recipe(pack, card), *parts)


def able(scene: Scene, card: int, x: float, end: float, y: float) -> str:
    """The abilities that a recipe gives."""
    pack, kind = scene.pack, v.KINDS[scene.pack.readable.recipe[card].kind]
    entry = pack.entries[kind][pack.ids[kind].index(pack.ids["recipe"][card])]
    said = ", ".join(words.ability(pack, ability) for ability in entry.get("abilities", []))
    return say(end, y, said, "pale end", end - x) if said else ""


def gains(scene: Scene, card: int, x: float, y: float, room: float) -> str:
    """Gains of a recipe: the values by their signs, the place where it is worn."""
    one = scene.pack.readable.recipe[card]
    kind, end = v.KINDS[one.kind], x + room
    if kind == "stone":
        return say(x, y, phrase("words.a_fragment"), "pale", room)
    parts, plus = [], "" if kind == "homunculus" else "+"
    for name, value in zip(v.STATS, one.grants[: len(v.STATS)].tolist(), strict=True):
        if value:
            parts.append(use(name, x + 5, y - 4, "inky", 0.75) + say(x + 12, y, f"{plus}{value}", "fine"))
            x += 19 + width(f"{plus}{value}", "fine")
    worn = say(x, y, words.term(v.ITEM_SLOTS[one.slot]), "pale", end - x) if kind == "equipment" else ""
    return "".join(parts) + worn


def conversions(scene: Scene) -> str:
    """Which two elements become which third; a hand may lie on it."""
    pack, box = scene.pack, scene.places.hand
    rows = pack.entries["conversion"]
    pitch = min(46.0, (box.h - 40) / max(1, -(-len(rows) // 2)))
    half = (box.w - 20) / 2
    parts = [panel(box, phrase("svg.conversions"))]
    for nth, one in enumerate(rows):
        x, y = box.x + 10 + nth % 2 * half, box.y + 30 + (nth // 2 + 0.5) * pitch
        first, second = one["from"]
        parts.append(use(f"s{first}", x + 9, y) + say(x + 18, y + 4, "+", "soft") + use(f"s{second}", x + 37, y))
        parts.append(say(x + 48, y + 4, "→", "soft") + use(f"s{one['to']}", x + 70, y))
        name = cut(pack.name(pack.ids["element"][one["to"]]), "fine", half - 86)
        parts.append(say(x + 83, y + 4, name, "fine"))
    return "".join(parts)
