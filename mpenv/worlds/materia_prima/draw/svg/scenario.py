"""A scenario as a card to read before the game: title, goals as icons, story, special rules and their reasons."""

from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.cards import Icon, ScenarioCard
from mpenv.worlds.materia_prima.draw.svg import colours, shapes
from mpenv.worlds.materia_prima.draw.svg.letters import lines, n, say, width
from mpenv.worlds.materia_prima.draw.svg.marks import group, rect, use
from mpenv.worlds.materia_prima.draw.svg.places import Box

WIDE, EDGE, ICONS = 620.0, 24.0, 84.0  # across, the margin, and down to the icons
ROOM = WIDE - 2 * EDGE
MOST = 20  # lines of a paragraph
SCALES = {"house": 0.8, "shield": 0.8, "keep": 0.7, "day": 1.9, "homunculus": 1.5, "equipment": 1.5, "stone": 1.5}


def scenario_card(card: ScenarioCard, pack: Pack, theme: str = "light") -> str:
    """The card as a picture that stands for itself, as high as its texts need."""
    parts, y = [say(EDGE, 46, card.title, "title", ROOM)], ICONS + 40
    parts.append(icons(card.icons))
    paragraphs = [(card.opening, "text"), (card.mission, "head")]
    for rule in card.rules:
        paragraphs += [(rule.words[:1].upper() + rule.words[1:], "fine"), (rule.reason, "pale")]
    for words, style in paragraphs:
        if words:
            for line in lines(words, style, ROOM, MOST):
                parts.append(say(EDGE, y, line, style))
                y += 16
            y += 3 if style == "fine" else 10
    box = Box(0, 0, WIDE, y + 2)
    style = colours.style(theme, shapes.element_places(pack))
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' class='mp' viewBox='0 0 {n(box.w)} {n(box.h)}' width='{n(box.w)}' "
        f"height='{n(box.h)}'><style>{style}</style><defs>{shapes.definitions(pack)}</defs>{rect(box, 'page', 0)}"
        f"{rect(Box(6, 6, box.w - 12, box.h - 12), 'panel', 10)}{''.join(parts)}</svg>"
    )


def icons(goals: tuple[Icon, ...]) -> str:
    """The goals in a row; in front of each one person where every alchemist has it, several for the team."""
    x, parts = EDGE, []
    for one in goals:
        people = (0.0,) if one.who == "each" else (-5.0, 5.0, 0.0)
        drawn = [use("person", x + 10 + dx, ICONS - (3 if dx else 0), "quiet", 0.5) for dx in people]
        drawn.append(use(one.sign, x + 42, ICONS, "" if one.sign.startswith("s") and one.sign[1:].isdecimal() else
                         "hunter" if one.sign == "shield" else "inky", SCALES.get(one.sign, 1.2)))  # fmt: skip
        said = f"{one.amount}{f' {one.of}' if one.of else ''}"
        drawn.append(say(x + 58, ICONS + 5, said, "number"))
        parts.append(group(one.goal, *drawn))
        x += 58 + width(said, "number") + 22
    return "".join(parts)
