"""The day: headline, who decides, the track of days, the mission, today's alarm card."""

from collections import Counter
from collections.abc import Iterator

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import text, words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.questions import question
from mpenv.worlds.materia_prima.draw.svg.letters import say, width, write
from mpenv.worlds.materia_prima.draw.svg.marks import group, panel, rect, use
from mpenv.worlds.materia_prima.draw.svg.places import LINE, Box
from mpenv.worlds.materia_prima.draw.svg.scene import Piece, Scene
from mpenv.worlds.materia_prima.rules.prompts import TURN
from mpenv.worlds.materia_prima.rules.state import PAID, PHASES, RUNNING

CELL = 22.0  # the height of a day on the track
ROSES, TEXT = (46, 122), 178  # across the alarm card


def day(scene: Scene) -> Iterator[Piece]:
    """The parts about the day, from the top of the page."""
    yield "headline", headline(scene)
    yield "today", today(scene)
    yield "asked", panel(scene.places.asked)
    yield "question", asked(scene)
    yield "track", track(scene)
    yield "now", now(scene)
    yield "due", due(scene)
    yield "mission", mission(scene)
    yield "team", team(scene)
    yield "alarm", card_back(scene)
    yield "alarm card", alarm(scene)


def headline(scene: Scene) -> str:
    box = scene.places.headline
    return say(box.x + 2, box.y + 21, scene.pack.name(scene.scenario["id"]), "title", box.w - 10)


def today(scene: Scene) -> str:
    s, box = scene.s, scene.places.headline
    level = f", {words.term(v.DIFFICULTIES[s.difficulty])}" if s.difficulty else ""
    started = words.term(v.DIFFICULTIES[s.started])
    longer = phrase("svg.started", level=started) if s.started != s.difficulty else ""
    phase = f" · {phrase(f'phase.{PHASES[s.phase]}')}" if s.outcome == RUNNING else ""
    card = f" · {words.types(scene.pack, s.scenario)}"
    day = phrase("svg.day_of", day=s.day, days=s.days)
    return say(box.x + 2, box.y + 43, f"{day}{level}{longer}{card}{phase}", "soft")


def asked(scene: Scene) -> str:
    """Line that says who decides what, or that the game has ended."""
    s, box = scene.s, scene.places.asked
    said, x, who = question(scene.view), box.x + 14, ""
    if s.prompts:
        top = s.prompt[s.prompts - 1]
        colour = scene.colours[top.seat]
        who, x = use(f"{colour}{top.figure}", box.x + 26, box.y + 26), box.x + 50
        if top.kind == TURN:
            said = phrase(
                "asked.turn", who=words.colour(scene.pack, s, top.seat)
            )  # what is left to do stands in the panel of the seat
    said = said[:1].upper() + said[1:]
    room = box.right - x - 12
    fits = width(said, "head") <= room
    return who + write(x, box.y + (30 if fits else 21), said, "head", room, 2, 17)


def _cell(scene: Scene, number: int) -> Box:
    """Place of a day on the track."""
    box = scene.places.track
    step = box.w / max(*scene.scenario["days"], scene.s.days)
    return Box(box.x + (number - 1) * step + 1, box.y, step - 2, CELL)


def track(scene: Scene) -> str:
    """The days of the scenario, and where the levels end."""
    s, days = scene.s, scene.scenario["days"]
    parts = []
    for number in range(1, max(*days, s.days) + 1):
        cell = _cell(scene, number)
        middle = cell.x + cell.w / 2
        parts.append(rect(cell, "dim" if number <= s.days else "paper", 4))
        parts.append(say(middle, cell.y + 15.5, str(number), "text mid" if number <= s.days else "soft mid"))
        if ends := [
            words.term(v.DIFFICULTIES[level]) for level, length in enumerate(days) if length == number and level
        ]:
            parts.append(say(middle, cell.y + 34, "/".join(ends), "tag mid"))
    return "".join(parts)


def now(scene: Scene) -> str:
    cell = _cell(scene, max(1, scene.s.day))
    number = say(cell.x + cell.w / 2, cell.y + 15.5, str(scene.s.day), "name mid paper")
    return rect(cell, "inky", 4) + number


def due(scene: Scene) -> str:
    """The days of the events: to come, paid, not paid."""
    parts = []
    for k, row in enumerate(scene.scenario["events"]):
        cell, came = _cell(scene, row["day"]), scene.s.happened[k]
        kind = "good" if came == PAID else "alert" if came else "quiet"
        parts.append(use("day", cell.right - 4, cell.y + 3, kind))
    return "".join(parts)


def mission(scene: Scene) -> str:
    box = scene.places.mission
    rows = [say(box.x + 12, box.y + 38 + LINE * k, one.said, one.style) for k, one in enumerate(scene.mission)]
    return panel(box, phrase("svg.mission")) + "".join(rows)


def team(scene: Scene) -> str:
    """Progress of the goals of the team."""
    box, parts = scene.places.mission, []
    for k, line in enumerate(scene.mission):
        if line.goal >= 0:
            parts.append(say(box.right - 12, box.y + 38 + LINE * k, reach(scene, line.goal, None), "name end"))
    return "".join(parts)


def reach(scene: Scene, goal: int, seat: int | None) -> str:
    """`2/6 ○`: how much there is of what a goal counts, and whether it is reached; without a seat by the team."""
    has, wants = text.tally(scene.view, goal, seat)
    return f"{has}/{wants} {'✓' if scene.view.reached(goal, seat or 0) else '○'}"


def rose(x: float, y: float, sign: str) -> str:
    """Seven small hexes around the sign of a kind of figure."""
    cells = [use("hex", *_petal(x, y, one), "plain", 0.43) for one in range(7)]
    return "".join(cells) + use(sign, x, y, "quiet", 0.42)


def _petal(x: float, y: float, one: int) -> tuple[float, float]:
    dq, dr = (0, 0) if one == v.CENTRE else v.STEPS[one]
    return x + (dq + dr / 2) * 21.4, y + dr * 18.5


def marks(x: float, y: float, directions: list[int]) -> str:
    """Markers that the card lays around a figure; several on a hex have their number beside them."""
    parts = []
    for direction, count in Counter(directions).items():
        there = _petal(x, y, direction)
        parts.append(use("mark", *there))
        if count > 1:
            parts.append(say(there[0] + 5, there[1] + 9, str(count), "fine"))
    return "".join(parts)


def _middle(box: Box) -> float:
    return (box.y + 24 + box.bottom) / 2 + 1


def card_back(scene: Scene) -> str:
    """What all alarm cards have in common."""
    box = scene.places.alarm
    y, x = _middle(box), box.x + TEXT
    roses = rose(box.x + ROSES[0], y, "person") + rose(box.x + ROSES[1], y, "flask")
    loot, order = say(x, y + 8, phrase("svg.loot"), "soft"), say(x, y + 38, phrase("svg.order"), "soft", 40)
    return panel(box, phrase("svg.alarm_card")) + roses + loot + order


def alarm(scene: Scene) -> str:
    """Today's alarm card: the town, the marks, the modifiers, the loot by its face, the order; and the deck."""
    pack, s, box = scene.pack, scene.s, scene.places.alarm
    left = phrase("svg.cards_left", count=s.alarms.cards)
    x, y = box.x + TEXT, _middle(box)
    if not s.revealed.cards:
        return say(x, y - 20, f"{phrase('svg.no_card')} · {left}", "soft")
    one = pack.entries["alarm"][s.revealed.card[s.revealed.cards - 1]]
    town = pack.entries["town"][one["town"]]
    parts = [say(box.right - 12, box.y + 19, f"{v.TOWNS[town['letter']]} · {pack.name(town['id'])}", "name end", 220)]
    parts += [marks(box.x + ROSES[0], y, one["alchemists"]), marks(box.x + ROSES[1], y, one["homunculi"])]
    parts.append(_modifiers(x, y - 20, one["modifiers"], left))
    first = x + max(38.0, width(phrase("svg.loot"), "soft") + 6)
    for face, element in enumerate(one["loot"]):
        edge = first + face * 42
        parts.append(say(edge, y + 8.5, str(face), "number") + use(f"s{element}", edge + 19, y + 4))
    for nth, seat in enumerate(notation.turn_order(s)):
        parts.append(use(f"{scene.colours[seat]}0", x + 52 + 28 * nth, y + 34, "", 0.72))
    return group(one["id"], *parts)


def _modifiers(x: float, y: float, modifiers: list[tuple[str, int]], left: str) -> str:
    """What the card adds to the Inquisition today; beside it how many cards are left."""
    if not modifiers:
        return say(x, y, f"{phrase('words.no_modifier')} · {left}", "soft")
    parts = []
    for name, amount in modifiers:
        parts.append(use(name, x + 6, y - 4, "inky") + say(x + 15, y + 0.5, f"+{amount}", "number"))
        x += 22 + width(f"+{amount}", "number")
    return "".join(parts) + say(x + 2, y, f"· {left}", "soft")
