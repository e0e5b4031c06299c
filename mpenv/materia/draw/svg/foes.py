"""The display of the Inquisition, and what waits in the towns."""

from collections.abc import Iterator

from mpenv.materia.content import vocabulary as v
from mpenv.materia.draw import text, words
from mpenv.materia.draw.svg.cards import panel
from mpenv.materia.draw.svg.letters import say, title
from mpenv.materia.draw.svg.scene import Scene
from mpenv.materia.draw.svg.shapes import use

Piece = tuple[str, str]


def foes(scene: Scene) -> Iterator[Piece]:
    yield "inquisition", panel(scene.places.inquisition, "Inquisition")
    for slot in range(v.SLOTS):
        yield f"slot {slot + 1}", display(scene, slot)
    yield "towns", panel(scene.places.towns, "Towns")
    for town, letter in enumerate(v.TOWNS):
        yield f"town {letter}", offers(scene, town)


def display(scene: Scene, slot: int) -> str:
    """The cards of a type, its final values, and whom it hunts."""
    pack, one, box = scene.pack, scene.s.slot[slot], scene.places.inquisition
    tall = (box.h - 30) / v.SLOTS
    x, y = box.x + 12, box.y + 30 + slot * tall
    if not one.cards:
        return say(x, y + 20, f"slot {slot + 1} is empty", "soft")
    kind = pack.entries["type"][one.type]
    letter = str(kind["letter"])[:2]
    parts = [use("shield", x + 12, y + 20, "hunter", 0.95)]
    parts.append(f'<text class="name hunted" x="{x + 12:g}" y="{y + 25:g}" text-anchor="middle">{letter}</text>')
    parts.append(say(x + 34, y + 16, pack.name(kind["id"]), "name", 110))
    for k, name in enumerate(text.shown_values(pack, one.type)):
        at = x + 156 + 42 * k
        parts.append(use(name, at, y + 12, "inky") + say(at + 10, y + 16, str(scene.view.value(slot, name)), "number"))
    hunts = f"hunts {v.TARGETS[kind['primary']]}, then {v.TARGETS[kind['secondary']]}"
    cards = ", ".join(words.inquisitor_card(pack, one.card[k]) for k in range(one.cards))
    parts.append(say(x + 34, y + 32, f"{hunts}; {cards}", "pale", box.w - 58))
    return f"<g>{title(cards)}{''.join(parts)}</g>"


def offers(scene: Scene, town: int) -> str:
    """Mission and market of a town, and whether it is closed."""
    pack, s, box = scene.pack, scene.s, scene.places.towns
    tall = (box.h - 28) / len(v.TOWNS)
    x, y = box.x + 12, box.y + 30 + town * tall
    parts = [use("house", x + 12, y + 14, "inky", 0.85)]
    parts.append(f'<text class="tag paper" x="{x + 12:g}" y="{y + 22:g}" text-anchor="middle">{v.TOWNS[town]}</text>')
    first = words.errand(pack, s.mission[town]) if s.mission[town] >= 0 else "no mission"
    opens = scene.scenario["special"]["closed"].get(town, 0)
    if s.day < opens:
        first = f"closed until day {opens}; {first}"
    parts.append(say(x + 34, y + 10, first, "text", box.w - 58))
    if s.market[town] >= 0:
        marker = pack.entries["extension"][s.market[town]]
        price = ", ".join(f"{count} {pack.ids['element'][one]}" for one, count in marker["price"].items())
        parts.append(
            say(x + 34, y + 26, f"sells {words.extension(pack, s.market[town])} for {price}", "soft", box.w - 58)
        )
    return "".join(parts)
