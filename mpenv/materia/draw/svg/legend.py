"""What the signs mean."""

from mpenv.materia.content import vocabulary as v
from mpenv.materia.draw.svg.letters import say, width
from mpenv.materia.draw.svg.scene import Scene
from mpenv.materia.draw.svg.shapes import use


def legend(scene: Scene) -> str:
    pack, box = scene.pack, scene.places.legend
    parts, x = [], box.x + 10
    step = (box.w - 10) / max(1, len(pack.ids["element"]))
    for k, name in enumerate(pack.ids["element"]):
        parts.append(use(f"s{k}", x + 8, box.y + 12) + say(x + 20, box.y + 16, pack.name(name), "fine", step - 24))
        x += step
    x = box.x + 10
    signs = [(name, "inky", name) for name in (*v.STATS, "destroy")]
    signs += [
        ("bell", "marker", "alarm marker"),
        ("shield", "hunter", "inquisitor: values"),
        ("gem", "inky", "fragment"),
    ]
    for name, style, said in signs:
        parts.append(use(name, x + 8, box.y + 40, style, 0.8) + say(x + 22, box.y + 44, said, "fine"))
        x += 46 + width(said, "fine")
    return "".join(parts)
