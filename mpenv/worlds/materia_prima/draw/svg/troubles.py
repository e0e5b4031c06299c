"""Demands of the towns and the Inquisition: events, the display, missions and markets."""

from collections.abc import Iterator

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.clauses import Effect
from mpenv.worlds.materia_prima.draw import text, words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.svg.letters import say, width
from mpenv.worlds.materia_prima.draw.svg.marks import each, group, panel, rect, use
from mpenv.worlds.materia_prima.draw.svg.places import Box
from mpenv.worlds.materia_prima.draw.svg.scene import Piece, Scene
from mpenv.worlds.materia_prima.rules.state import PAID

SIDES = (112.0, 230.0)  # where the paid and the unpaid effect of an event begin
EVENT = 22.0
MINUS = "\N{MINUS SIGN}"


def troubles(scene: Scene) -> Iterator[Piece]:
    if scene.scenario["events"]:
        yield "events", events(scene)
        yield "came", came(scene)
    yield "inquisition", panel(scene.places.inquisition, phrase("svg.inquisition"))
    yield "inquisition cards", piles(scene)
    for slot in range(v.SLOTS):
        yield f"slot {slot + 1}", display(scene, slot)
        yield f"values {slot + 1}", values(scene, slot)
    yield "towns", panel(scene.places.towns, phrase("svg.towns"))
    yield "purse", purse(scene)
    for town, letter in enumerate(v.TOWNS):
        yield f"town {letter}", offers(scene, town)


# --- events -----------------------------------------------------------------------------------------


def events(scene: Scene) -> str:
    """The event table: when, for how much, and what it does paid and unpaid."""
    s, box = scene.s, scene.places.events
    parts = [panel(box, phrase("svg.events"))]
    sides = (phrase("svg.paid"), phrase("svg.not_paid"))
    parts += [say(box.x + x, box.y + 33, said, "pale") for x, said in zip(SIDES, sides, strict=True)]
    for k, row in enumerate(scene.scenario["events"]):
        y = _event(box, k)
        cost = row["cost"][s.seats - 2]
        parts.append(say(box.x + 26, y, phrase("svg.day", day=row["day"]), "fine"))
        parts.append(say(box.x + 98, y, words.counted(cost, "pt"), "pale end"))
        for x, side in zip(SIDES, ("paid", "unpaid"), strict=True):
            parts.append(effect(scene, box.x + x, y, row[side], SIDES[1] - SIDES[0] - 8))
    return "".join(parts)


def _event(box: Box, k: int) -> float:
    """The line on which an event is written."""
    return box.y + 52 + EVENT * k


def came(scene: Scene) -> str:
    """Side of each event that came about: paid or unpaid."""
    s, box = scene.s, scene.places.events
    parts = []
    for k in range(len(scene.scenario["events"])):
        y, side = _event(box, k), s.happened[k]
        parts.append(use("day", box.x + 17, y - 4, "good" if side == PAID else "alert" if side else "quiet"))
        if side:
            x = box.x + SIDES[0 if side == PAID else 1] - 7
            parts.append(rect(Box(x, y - 14, SIDES[1] - SIDES[0] - 8, 20), "now", 5))
    return "".join(parts)


def effect(scene: Scene, x: float, y: float, one: Effect, room: float) -> str:
    """Effects of a side of an event: elements and values by their signs."""
    what, count, verb = one.what, one.amount, v.EFFECTS[one.kind]
    told = words.effect(scene.pack, one)
    if verb in ("gain", "lose"):
        said = f"{'+' if verb == 'gain' else MINUS}{count}"
        row, end = say(x, y, said, "number"), x + width(said, "number") + 12
        row += use(f"s{what}", end, y - 4)
        if one.more:
            row += say(end + 11, y, f"{one.more}", "number") + use(f"s{one.also}", end + 31, y - 4)
        return group(told, row)
    if verb == "sacrifice":
        return group(told, say(x, y, f"{MINUS}1", "number") + use(v.KINDS[what], x + 30, y - 4, "inky"))
    values, sign, kind_ = (v.STATS, "person", "inky") if verb == "alchemists" else (v.VALUES, "shield", "hunter")
    row = use(sign, x + 7, y - 4, kind_, 0.5) + use(values[what], x + 26, y - 4, "inky")
    return group(told, row, say(x + 37, y, f"+{count}", "number"))


# --- the Inquisition --------------------------------------------------------------------------------


def piles(scene: Scene) -> str:
    """Number of inquisitor cards that are left, and the cards of defeated ones."""
    pack, s, box = scene.pack, scene.s, scene.places.inquisition
    gone = [words.inquisitor_card(pack, card) for card in s.defeated.card[: s.defeated.cards].tolist()]
    left, beaten = phrase("svg.cards_left", count=s.pile.cards), phrase("svg.defeated", count=len(gone))
    said = f"{left}, {beaten}" if gone else left
    if s.due:
        said = f"{phrase('svg.to_draw', count=s.due)}, {said}"
    return group(
        phrase("svg.beaten", cards=", ".join(gone) or phrase("svg.none")),
        say(box.right - 12, box.y + 19, said, "pale end"),
    )


def display(scene: Scene, slot: int) -> str:
    """The cards of a type, its final values, and whom it hunts."""
    pack, one, box = scene.pack, scene.s.slot[slot], scene.places.inquisition
    x, y, tall = _slot(box, slot)
    if not one.cards:
        return say(x + 34, y + tall / 2 + 4, phrase("svg.empty_slot", slot=slot + 1), "pale")
    kind, letter = pack.entries["type"][one.type], scene.letter(one.type)
    parts = [use("shield", x + 12, y + 20, "hunter"), say(x + 12, y + 25, letter, "name mid hunted")]
    parts.append(say(x + 34, y + 15, pack.name(kind["id"]), "name", 96))
    for k, name in enumerate(text.shown_values(pack, one.type)):
        parts.append(use(name, x + 146 + 36 * k, y + 11, "inky"))
    hunts = [v.TARGETS[kind["primary"]], v.TARGETS[kind["secondary"]]]
    parts.append(say(x + 250, y + 15, phrase("svg.hunts"), "pale"))
    for k, target in enumerate(hunts if hunts[0] != hunts[1] else hunts[:1]):
        parts.append(use(TARGETS[target], x + 294 + 19 * k, y + 11, "inky", 0.55))
    shown = [one.card[k] for k in range(one.cards)]
    parts.append(modifiers(scene, shown, x + 34, y + 35, box.right - 10 - x - 34))
    cards = ", ".join(words.inquisitor_card(pack, card) for card in shown)
    return group(f"{text.hunts(kind)}; {cards}", *parts)


def _slot(box: Box, slot: int) -> tuple[float, float, float]:
    """Where a slot begins and how high it is."""
    tall = (box.h - 32) / v.SLOTS
    return box.x + 12, box.y + 30 + slot * tall, tall


def values(scene: Scene, slot: int) -> str:
    """The final values of a displayed type."""
    one, (x, y, _) = scene.s.slot[slot], _slot(scene.places.inquisition, slot)
    parts = []
    for k, name in enumerate(text.shown_values(scene.pack, one.type) if one.cards else []):
        parts.append(say(x + 156 + 36 * k, y + 15, str(scene.view.value(slot, name)), "number"))
    return "".join(parts)


TARGETS = {"alchemist": "person", "homunculus": "flask", "tower": "keep"}


def modifiers(scene: Scene, shown: list[int], x: float, y: float, room: float) -> str:
    """Each displayed card with what it adds."""
    step, parts = min(62.0, room / len(shown)), []
    for nth, card in enumerate(shown):
        one = scene.pack.entries["type"][card // v.TYPE_CARDS]["cards"][card % v.TYPE_CARDS]
        what, amount = one["modifier"]
        left = x + step * nth
        if what in v.VALUES:
            sign = use(what, left + 22, y - 4, "quiet", 0.8) + say(left + 28, y, f"+{amount}", "fine")
        else:
            sign = use("shield", left + 22, y - 4, "quiet", 0.42) + say(left + 28, y, "+1", "fine")
        parts.append(say(left, y, one["id"], "pale", 19) + sign)
    return "".join(parts)


# --- towns ------------------------------------------------------------------------------------------


def purse(scene: Scene) -> str:
    """The points of the missions in the purse, and what lies face down."""
    pack, s, box = scene.pack, scene.s, scene.places.towns
    worth = sorted(pack.entries["mission"][s.purse.card[k]]["points"] for k in range(s.purse.cards))
    said = phrase("svg.purse", points=words.counted(sum(worth), "pt"))
    said += f" ({'+'.join(map(str, worth))})" if len(worth) > 1 else ""
    spent = [words.errand(pack, card) for card in s.spent.card[: s.spent.cards].tolist()]
    told = phrase(
        "svg.towns_hidden",
        missions=s.errands.cards,
        extensions=s.extensions.cards,
        spent="; ".join(spent) or phrase("svg.none"),
    )
    shown = words.temple(pack, s.temple)
    temple = group(phrase("text.temple", name=shown), say(box.x + 64, box.y + 19, shown, "pale", 150)) if shown else ""
    return group(told, say(box.right - 12, box.y + 19, said, "name end", 240)) + temple


def offers(scene: Scene, town: int) -> str:
    """Mission and market of a town, and whether it is closed."""
    pack, s, box = scene.pack, scene.s, scene.places.towns
    tall = (box.h - 30) / len(v.TOWNS)
    x, y = box.x + 12, box.y + 28 + town * tall + (tall - 32) / 2
    parts = [use("house", x + 12, y + 16, "inky", 0.85), say(x + 12, y + 23, v.TOWNS[town], "token mid paper")]
    parts.append(say(x + 34, y + 12, pack.name(scene.town(town)), "name", 96))
    wants = words.errand(pack, s.mission[town]) if s.mission[town] >= 0 else phrase("svg.no_mission")
    parts.append(say(box.right - 12, y + 12, wants, "fine end", box.w - 160))
    opens = scene.scenario["special"]["closed"].get(town, 0)
    left = x + 34
    if s.day < opens:
        said = phrase("text.closed", day=opens)
        parts.append(say(left, y + 29, said, "tag alert"))
        left += width(said, "tag") + 8
    if s.market[town] >= 0:
        parts.append(market(scene, s.market[town], left, y + 29, box.right - 12))
    return "".join(parts)


def market(scene: Scene, marker: int, x: float, y: float, end: float) -> str:
    """An extension for sale and its price."""
    price = [0] * v.MAX_ELEMENTS
    for element, count in scene.pack.entries["extension"][marker]["price"].items():
        price[element] = count
    shown, _ = each(end - min(120, 20 * sum(price)), y - 4, price, 120)
    said = phrase("svg.sells", what=words.extension(scene.pack, marker))
    return (
        say(end - min(120, 20 * sum(price)) - 4, y, said, "pale end", end - min(120, 20 * sum(price)) - 4 - x) + shown
    )
