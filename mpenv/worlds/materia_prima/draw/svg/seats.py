"""The panel of each seat: who plays it, what it owns, what is left to do."""

from collections.abc import Iterator
from typing import Any

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import text, words
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.svg.day import reach
from mpenv.worlds.materia_prima.draw.svg.letters import say, width, write
from mpenv.worlds.materia_prima.draw.svg.marks import STEP, carried, group, panel, rect, tokens, use
from mpenv.worlds.materia_prima.draw.svg.places import Box
from mpenv.worlds.materia_prima.draw.svg.scene import Piece, Scene
from mpenv.worlds.materia_prima.rules.secrets import FACE_DOWN
from mpenv.worlds.materia_prima.rules.sight import UNSEEN

VALUES, VALUE = 56, 36  # where the status values begin, and how wide one is
PIPS = 6  # actions that are shown one by one
TOKENS = 160  # where a load begins


def seats(scene: Scene) -> Iterator[Piece]:
    pack, s = scene.pack, scene.s
    for seat, colour in enumerate(scene.colours):
        yield f"seat {colour}", head(scene, seat)
        yield f"values {colour}", values(scene, seat)
        yield f"stock {colour}", stock(scene, seat)
        for number in range(v.FIGURES):
            name = notation.figure(pack, s, seat, number)
            yield f"who {name}", who(scene, seat, number)
            yield f"load {name}", load(scene, seat, number)
            yield f"left {name}", left(scene, seat, number)
        yield f"things {colour}", things(scene, seat)
        yield f"goals {colour}", goals(scene, seat)
    yield "turn", turn(scene)


def turn(scene: Scene) -> str:
    """A frame around the seat that is asked."""
    asked = scene.view.asked
    return "" if asked is None else rect(scene.places.seats[asked], "now", 8)


def _wide(scene: Scene) -> float:
    """Width of the lines of a panel; with two seats the figures stand beside them."""
    return scene.places.seats[0].w / (2 if scene.s.seats == 2 else 1) - 28


def head(scene: Scene, seat: int) -> str:
    """Name and colour, the signs of the status values, the abilities."""
    pack, box, colour = scene.pack, scene.places.seats[seat], scene.colours[seat]
    alchemist = pack.entries["alchemist"][scene.s.seat[seat].alchemist]
    parts = [panel(box), rect(Box(box.x, box.y, 7, box.h), colour, 3.5), use(f"{colour}0", box.x + 30, box.y + 26)]
    parts.append(say(box.x + 50, box.y + 21, pack.name(alchemist["id"]), "head", 170))
    parts += [use(name, box.x + VALUES + VALUE * k, box.y + 37, "inky", 0.9) for k, name in enumerate(v.STATS)]
    x = box.x + VALUES + VALUE * len(v.STATS) - 2
    gifts = ", ".join(words.ability(pack, ability) for ability in alchemist["abilities"])
    return "".join(parts) + (say(x, box.y + 41, gifts, "pale", box.right - x - 10) if gifts else "")


def values(scene: Scene, seat: int) -> str:
    """Status values, the soul stone, and deeds."""
    box, me = scene.places.seats[seat], scene.s.seat[seat]
    x, y = box.x + VALUES + 9, box.y + 41
    parts = [say(x + VALUE * k, y, str(scene.view.stat(seat, 0, name)), "number") for k, name in enumerate(v.STATS)]
    if me.stone:
        parts.append(use("stone", box.right - 86, box.y + 16, "good"))
    said, style = (phrase("text.soul_stone"), "fine end") if me.stone else (phrase("text.no_stone"), "name end alert")
    parts.append(say(box.right - 12, box.y + 20, said, style))
    deeds = [words.counted(me.missions, "mission")] if me.missions else []
    deeds += [phrase("svg.defeated", count=me.defeated)] if me.defeated else []
    lost = [
        phrase("svg.lost", count=count, what=phrase(f"kept.{kept}"))
        for kept, count in zip(v.KEPT, me.lost.tolist(), strict=False)
        if count
    ]
    return group(", ".join(deeds + lost) or phrase("svg.no_deeds"), *parts)


def stock(scene: Scene, seat: int) -> str:
    """Stock of the tower."""
    pack, me, box = scene.pack, scene.s.seat[seat], scene.places.seats[seat]
    held, x, y = me.stock.tolist(), box.x + 30, box.y + 63
    where = words.place(pack, me.tower) if me.tower >= 0 else phrase("svg.not_placed")
    seen = me.tower < 0 or scene.view.in_sight(me.tower)
    nothing = phrase("svg.empty") if seen else phrase("words.out_of_sight")
    shown = tokens(x + 14, y, held, _wide(scene) - 30) if any(held) else say(x + 18, y + 4, nothing, "pale")
    told = words.elements(pack, held) if seen else nothing
    return group(phrase("svg.stock", place=where, what=told), use("keep", x, y, scene.colours[seat], 0.6), shown)


def _line(scene: Scene, seat: int, number: int) -> tuple[float, float]:
    """Place at which the line of a figure begins."""
    box = scene.places.seats[seat]
    if scene.s.seats == 2:
        return box.x + box.w / 2 + 12, box.y + 52 + 33 * number
    return box.x + 30, box.bottom - 88 + 24 * number


def _spare(scene: Scene) -> float:
    """Width that there is for the name of a figure beyond the least."""
    return 46 if scene.s.seats < 4 else 0


def who(scene: Scene, seat: int, number: int) -> str:
    """A figure by its name."""
    pack, one = scene.pack, scene.s.seat[seat].figure[number]
    if one.hex < 0 and one.hex != UNSEEN:
        return ""
    x, y = _line(scene, seat, number)
    said = pack.name(pack.ids["recipe"][one.card]) if number else words.term("alchemist")
    return use(f"{scene.colours[seat]}{number}", x, y - 4, "", 0.66) + say(x + 16, y, said, "fine", 76 + _spare(scene))


def load(scene: Scene, seat: int, number: int) -> str:
    """Where a figure is and what it carries."""
    pack, me = scene.pack, scene.s.seat[seat]
    actor = me.figure[number]
    x, y = _line(scene, seat, number)
    if actor.hex == UNSEEN:
        return say(x + _spare(scene) + 96, y, phrase("words.out_of_sight"), "pale")
    if actor.hex < 0:
        return ""
    held = actor.load.tolist()
    where = phrase("svg.in_tower") if actor.hex == me.tower else words.place(pack, actor.hex)
    carries = f"{sum(held)}/{scene.view.stat(seat, number, 'capacity')}"
    x += _spare(scene)
    room = _shares(scene, seat, actor)[0]
    few = STEP * sum(count > 0 for count in held) <= room + 6
    shown = tokens(x + TOKENS, y - 4, held, room) if few else say(x + TOKENS, y, carried(pack, held, room), "tag", room)
    return say(x + 96, y, where, "pale") + say(x + 136, y, carries, "fine") + shown


def left(scene: Scene, seat: int, number: int) -> str:
    """What a figure may still do: a dot for each action, extra actions in words."""
    actor = scene.s.seat[seat].figure[number]
    said, (_, room) = _left(actor), _shares(scene, seat, actor)
    return (
        say(scene.places.seats[seat].right - 12, _line(scene, seat, number)[1], said, "fine end", room) if said else ""
    )


def _left(one: Any) -> str:
    if one.hex < 0:
        return ""
    extra = [f"+{count} {words.term(verb)}" for verb, count in zip(v.VERBS, one.extra.tolist(), strict=False) if count]
    dots = "●" * one.actions if one.actions <= PIPS else f"{one.actions} ●"
    return " ".join([dots, *extra]).strip()


def _shares(scene: Scene, seat: int, one: Any) -> tuple[float, float]:
    """How much of a figure's line its load gets, and how much what it may still do."""
    begin = _line(scene, seat, 0)[0] + _spare(scene) + TOKENS
    there = scene.places.seats[seat].right - 12 - begin
    kinds = sum(count > 0 for count in one.load.tolist())
    loaded = max(there - width(_left(one), "fine") - 8, min(STEP * kinds, there / 2))
    return loaded, there - loaded


def things(scene: Scene, seat: int) -> str:
    """Items, fragments and extensions, a private recipe that others cannot see, and what the seat said."""
    box, owned, hidden = scene.places.seats[seat], text.owned(scene.view, seat), scene.s.seat[seat].private
    if hidden <= FACE_DOWN:
        owned.append(phrase("svg.hidden_recipe", kind=words.term(v.KINDS[FACE_DOWN - hidden])))
    elif hidden >= 0:
        owned.append(phrase("why.private_recipe"))
    if heard := words.heard(scene.pack, scene.s, seat):
        owned.append(heard)
    two = scene.s.seats == 2
    said = ", ".join(owned) or phrase("svg.owns_nothing")
    return write(box.x + 18, box.y + 90, said, "fine" if owned else "pale", _wide(scene), 3 if two else 2, 14)


def goals(scene: Scene, seat: int) -> str:
    """How far each goal of this seat is."""
    pack, s, box = scene.pack, scene.s, scene.places.seats[seat]
    said = []
    for number, one in enumerate(scene.scenario["mission"]):
        if one["who"] == 0:
            said.append(f"{words.goal(pack, one, s.seats)} {reach(scene, number, seat)}")
    room, x = _wide(scene), box.x + 18
    y = box.bottom - 28 if s.seats == 2 else box.y + 122
    if len(said) == 2:
        return "".join(say(x, y + 15 * k, one, "fine", room) for k, one in enumerate(said))
    return write(x, y, "; ".join(said), "fine", room, 2)
