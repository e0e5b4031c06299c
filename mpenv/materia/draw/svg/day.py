"""The day: headline, who decides, the track, the mission, today's alarm card, the events."""

from collections.abc import Iterator

from mpenv.materia import notation
from mpenv.materia.content import vocabulary as v
from mpenv.materia.draw import text, words
from mpenv.materia.draw.svg.cards import panel
from mpenv.materia.draw.svg.letters import say, title, write
from mpenv.materia.draw.svg.scene import Scene
from mpenv.materia.draw.svg.shapes import use
from mpenv.materia.rules.state import PAID

Piece = tuple[str, str]


def day(scene: Scene) -> Iterator[Piece]:
    """All that the day brings, from the top of the page."""
    yield "headline", headline(scene)
    yield "asked", asked(scene)
    yield "track", track(scene)
    yield "mission", mission(scene)
    yield "alarm", alarm(scene)
    yield "events", events(scene)
    yield "purse", purse(scene)


def headline(scene: Scene) -> str:
    pack, s, box = scene.pack, scene.s, scene.places.headline
    name = pack.name(pack.ids["scenario"][s.scenario])
    level = f", {v.DIFFICULTIES[s.difficulty]}" if s.difficulty else ""
    return say(box.x + 2, box.y + 24, name, "title", box.w - 10) + say(
        box.x + 2, box.y + 44, f"Day {s.day} of {s.days}{level}", "soft"
    )


def asked(scene: Scene) -> str:
    """Whose decision it is and which, or how the game ended."""
    s, box = scene.s, scene.places.asked
    frame = f'<rect class="panel" x="{box.x:g}" y="{box.y:g}" width="{box.w:g}" height="{box.h:g}" rx="8"/>'
    x, who = box.x + 14, ""
    if s.prompts:
        colour = scene.colours[s.prompt[s.prompts - 1].seat]
        who = use("person", box.x + 26, box.y + 26, f"{colour} ring") + (
            f'<text class="head on-{colour}" x="{box.x + 26:g}" y="{box.y + 37:g}" text-anchor="middle">'
            f"{text.LETTERS[colour]}</text>"
        )
        x = box.x + 50
    said = text.question(scene.view)
    return frame + who + write(x, box.y + 22, said[:1].upper() + said[1:], "head", box.right - x - 12, 2, 17)


def track(scene: Scene) -> str:
    """The days of the scenario, its events, its ends, and today."""
    s, box = scene.s, scene.places.track
    days = scene.scenario["days"]
    last = max(*days, s.days)
    step = box.w / last
    due = {row["day"] for row in scene.scenario["events"]}
    parts = []
    for number in range(1, last + 1):
        x = box.x + (number - 1) * step
        kind = "inky" if number == s.day else "dim" if number <= s.days else "paper"
        parts.append(f'<rect class="{kind}" x="{x + 1:g}" y="{box.y:g}" width="{step - 2:g}" height="22" rx="4"/>')
        style = "name paper" if number == s.day else "fine" if number <= s.days else "pale"
        middle = x + step / 2
        parts.append(f'<text class="{style}" x="{middle:g}" y="{box.y + 15:g}" text-anchor="middle">{number}</text>')
        if number in due:
            parts.append(f'<path class="alert" d="M{middle:g} {box.y + 23:g}l4 4-4 4-4-4z"/>')
        ends = [v.DIFFICULTIES[k] for k, length in enumerate(days) if length == number and k]
        if ends:
            parts.append(say(x + step - 2, box.y + 32, "/".join(ends), "tag", anchor="end"))
    return "".join(parts)


def mission(scene: Scene) -> str:
    box = scene.places.mission
    rows = "".join(say(box.x + 12, box.y + 37 + 15 * k, line, "text") for k, line in enumerate(scene.told))
    return panel(box, "Mission") + rows


def rose(x: float, y: float, marks: list[int], sign: str) -> str:
    """Seven small hexes: where markers are laid around a figure."""
    parts = []
    for one in range(7):
        dq, dr = (0, 0) if one == v.CENTRE else v.STEPS[one]
        cx, cy = x + (dq + dr / 2) * 19.6, y + dr * 17
        parts.append(use("hex", cx, cy, "plain rim" if one not in marks else "marker", 0.38))
        if one in marks:
            parts.append(f'<text class="tag mark" x="{cx:g}" y="{cy + 3.5:g}" text-anchor="middle">!</text>')
    parts.append(use(sign, x, y, "inky", 0.42))
    return "".join(parts)


def alarm(scene: Scene) -> str:
    """Today's alarm card."""
    pack, s, box = scene.pack, scene.s, scene.places.alarm
    parts = [panel(box, "Alarm card")]
    if not s.revealed.cards:
        return "".join([*parts, say(box.x + 12, box.y + 45, "none yet", "soft")])
    card = s.revealed.card[s.revealed.cards - 1]
    one = pack.entries["alarm"][card]
    town = one["town"]
    name = f"{v.TOWNS[pack.entries['town'][town]['letter']]}  {pack.name(pack.ids['town'][town])}"
    parts.append(say(box.right - 12, box.y + 19, name, "name", 200, "end"))
    parts.append(rose(box.x + 44, box.y + 78, one["alchemists"], "person"))
    parts.append(rose(box.x + 122, box.y + 78, one["homunculi"], "flask"))
    x, y = box.x + 176, box.y + 48
    if one["modifiers"]:
        for name, amount in one["modifiers"]:
            parts.append(use(name, x + 6, y - 4, "inky") + say(x + 16, y, f"+{amount}", "number"))
            x += 48
    else:
        parts.append(say(x, y, "no modifier", "soft"))
    x = box.x + 176
    parts.append(say(x, y + 28, "loot", "soft"))
    for face, element in enumerate(one["loot"]):
        parts.append(
            say(x + 34 + face * 42, y + 28, str(face), "number") + use(f"s{element}", x + 53 + face * 42, y + 24)
        )
    parts.append(say(x, y + 58, "order", "soft"))
    for k, seat in enumerate(notation.turn_order(s)):
        colour = scene.colours[seat]
        parts.append(use("person", x + 52 + 30 * k, y + 54, f"{colour} ring", 0.7))
        parts.append(
            f'<text class="tag on-{colour}" x="{x + 52 + 30 * k:g}" y="{y + 62:g}" text-anchor="middle">{text.LETTERS[colour]}</text>'
        )
    return f"<g>{title(words.alarm_card(pack, s, card))}{''.join(parts)}</g>"


def events(scene: Scene) -> str:
    """The event table: when, for how much, what it does paid and unpaid, and what came."""
    s, box = scene.s, scene.places.events
    rows = scene.scenario["events"]
    if not rows:
        return ""
    parts = [panel(box, "Events")]
    for k, row in enumerate(rows):
        y = box.y + 44 + 25 * k
        came = s.happened[k]
        parts.append(f'<path class="alert" d="M{box.x + 17:g} {y - 9:g}l5 5-5 5-5-5z"/>')
        parts.append(say(box.x + 26, y, str(row["day"]), "number"))
        parts.append(say(box.x + 50, y, f"{row['cost'][s.seats - 2]} pts", "soft"))
        parts.append(say(box.x + 92, y, brief(scene, row["paid"]), "name" if came == PAID else "text", 118))
        style = "name" if came and came != PAID else "text"
        parts.append(say(box.x + 218, y, brief(scene, row["unpaid"]), style, 118))
    return "".join(parts)


def brief(scene: Scene, one: tuple[int, int, int]) -> str:
    return words.effect(scene.pack, one).replace("each alchemist ", "")


def purse(scene: Scene) -> str:
    """The points of the missions in the purse."""
    pack, s, box = scene.pack, scene.s, scene.places.events
    if not scene.scenario["events"] and not s.purse.cards:
        return ""
    worth = sorted(pack.entries["mission"][s.purse.card[k]]["points"] for k in range(s.purse.cards))
    said = f"purse {sum(worth)}" + (f" ({' + '.join(map(str, worth))})" if len(worth) > 1 else "")
    return say(box.right - 12, box.y + 19, said, "name", 220, "end")
