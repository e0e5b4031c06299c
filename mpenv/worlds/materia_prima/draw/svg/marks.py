"""Parts of pictures: drawings at their places, panels, pills, rows of elements."""

from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.svg.letters import kind, n, place, say, title, width
from mpenv.worlds.materia_prima.draw.svg.places import Box
from mpenv.worlds.materia_prima.draw.svg.shapes import symbol

STEP = 34.0  # from element to element in a row


def use(name: str, x: float, y: float, style: str = "", scale: float = 1, told: str = "") -> str:
    """A drawing at its place, with what a browser says of it."""
    where = place(x, y) if scale == 1 else f" transform='{at(x, y, scale)}'"
    opened = f"<use href='#mp-{name}'{where}{kind(style)}"
    return f"{opened}>{title(told)}</use>" if told else f"{opened}/>"


def at(x: float, y: float, scale: float = 1) -> str:
    """A place as a transformation."""
    return f"translate({n(x)} {n(y)})" + ("" if scale == 1 else f"scale({scale:.3g})")


def rect(box: Box, style: str, round: float) -> str:
    return f"<rect{kind(style)}{place(box.x, box.y)} width='{n(box.w)}' height='{n(box.h)}' rx='{round:g}'/>"


def panel(box: Box, heading: str = "") -> str:
    """A box, with its heading if it has one."""
    return rect(box, "panel", 8) + (say(box.x + 12, box.y + 19, heading, "head", box.w - 24) if heading else "")


def group(told: str, *parts: str) -> str:
    """Markup that a browser explains when one points at it."""
    return f"<g>{title(told)}{''.join(parts)}</g>"


def placed(x: float, y: float, scale: float, told: str, *parts: str) -> str:
    """A group of markup at a place."""
    return f"<g transform='{at(x, y, scale)}'>{title(told)}{''.join(parts)}</g>"


def pill(x: float, y: float, said: str) -> str:
    """A short text on a label of its own."""
    wide = max(13.0, width(said, "tag") + 7)
    return rect(Box(x - wide / 2, y - 6.5, wide, 13), "pill", 6.5) + say(x, y + 3.5, said, "tag mid")


def tokens(x: float, y: float, counts: list[int], room: float) -> str:
    """Elements side by side, each with how many there are beside it, or below it where there are many."""
    held = [(k, count) for k, count in enumerate(counts) if count]
    step = min(STEP, room / max(1, len(held)))
    if step >= STEP - 6:
        return "".join(
            use(f"s{k}", x + 9 + nth * step, y) + say(x + 18.5 + nth * step, y + 4.5, str(count), "number")
            for nth, (k, count) in enumerate(held)
        )
    return "".join(
        use(f"s{k}", x + 9 + nth * step, y - 2) + say(x + 9 + nth * step, y + 15, str(count), "tag mid")
        for nth, (k, count) in enumerate(held)
    )


def each(x: float, y: float, counts: list[int], room: float) -> tuple[str, float]:
    """Every single element side by side, as costs are printed; and where the row ends."""
    found = [k for k, count in enumerate(counts) for _ in range(count)]
    step = min(20.0, room / max(1, len(found)))
    return "".join(use(f"s{k}", x + 9 + nth * step, y) for nth, k in enumerate(found)), x + step * len(found)


def carried(pack: Pack, load: list[int], room: float) -> str:
    """`2f w`, or how many elements where that is too long."""
    said = " ".join(f"{count if count > 1 else ''}{symbol(pack, k)}" for k, count in enumerate(load) if count)
    return said if width(said, "tag") <= room - 7 else f"{sum(load)}…"
