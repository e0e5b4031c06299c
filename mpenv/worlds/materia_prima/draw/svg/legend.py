"""What the signs mean."""

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.svg.letters import say, width
from mpenv.worlds.materia_prima.draw.svg.marks import pill, use
from mpenv.worlds.materia_prima.draw.svg.scene import Scene


def legend(scene: Scene) -> str:
    """All elements on one line, all signs on the next."""
    box = scene.places.legend
    return elements(scene, box.x, box.y + 16, box.w) + signs(scene, box.x, box.y + 48, box.w)


def elements(scene: Scene, x: float, y: float, room: float) -> str:
    """Every element by name, and how many the supply has where it has an end."""
    pack, s = scene.pack, scene.s
    ids = pack.ids["element"]
    step = room / max(1, len(ids))
    parts = []
    for k, name in enumerate(ids):
        left = f" {s.supply[k]}" if s.house.supply else ""
        parts.append(use(f"s{k}", x + 10 + step * k, y))
        parts.append(say(x + 22 + step * k, y + 4, pack.name(name) + left, "fine", step - 26))
    return "".join(parts)


def signs(scene: Scene, x: float, y: float, room: float) -> str:
    own = scene.colours[0]
    shown = [(name, "inky", 0.9, words.term(name)) for name in (*v.STATS, "destroy")]
    shown += [
        (f"{own}0", "", 0.7, words.term("alchemist")),
        (f"{own}1", "", 0.7, words.term("homunculus")),
        ("keep", own, 0.55, words.term("tower")),
        ("house", "inky", 0.6, phrase("svg.sign_town")),
        ("shield", "hunter", 0.7, phrase("svg.sign_inquisitor")),
        ("bell", "marker", 0.9, phrase("svg.marker")),
        ("equipment", "inky", 0.9, words.term("equipment")),
        ("stone", "inky", 0.9, words.term("fragment")),
        ("day", "quiet", 1, phrase("svg.sign_event")),
    ]
    load = phrase("svg.sign_load")
    wide = [28 + width(said, "fine") for *_, said in shown] + [46 + width(load, "fine")]
    gap = max(4.0, (room - sum(wide)) / len(wide))
    parts = []
    for (name, style, scale, said), step in zip(shown, wide, strict=False):
        parts.append(use(name, x + 10, y, style, scale) + say(x + 24, y + 4, said, "fine"))
        x += step + gap
    return "".join(parts) + pill(x + 18, y, "2f w") + say(x + 42, y + 4, load, "fine")
