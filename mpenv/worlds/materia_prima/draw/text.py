"""The table as text: board, legend, seats, Inquisition, pool and the question."""

import textwrap
from collections.abc import Iterator
from typing import Any

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.clauses import wanted
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.board import INDENT, board, legend
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.draw.questions import budget, question
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.state import CARRYING, PAID
from mpenv.worlds.materia_prima.view import View

WIDTH = 110


def table(view: View) -> str:
    """The whole table as text, at most 110 columns wide."""
    return "\n".join([headline(view.pack, view.state), "", *lying(view), "", question(view)])


def lying(view: View) -> Iterator[str]:
    """Board and everything beside it."""
    pack, s = view.pack, view.state
    yield from (*board(view), "", legend(view), "", *seats(view), "", *towns(pack, s), *events(pack, s), "")
    yield from (*inquisition(view), "", *pool(view))


def headline(pack: Pack, s: Any) -> str:
    """Day, mission, letters of the inquisitors, and today's alarm card."""
    scenario = pack.name(pack.ids["scenario"][s.scenario])
    level = phrase("text.level", level=words.term(v.DIFFICULTIES[s.difficulty])) if s.difficulty else ""
    mission = words.mission(pack, s.scenario, s.seats)
    lines = [phrase("text.headline", scenario=scenario, day=s.day, days=s.days, level=level, mission=mission)]
    lines.append(phrase("text.types", types=words.types(pack, s.scenario)))
    seated = [notation.colour(pack, s, seat) for seat in range(s.seats)]
    special = pack.entries["scenario"][s.scenario]["special"]
    if rules := [*words.special(pack, special, seated), *words.switches(s, special)]:
        lines.append(phrase("text.special", rules="; ".join(rules)))
    if s.revealed.cards:
        card = words.alarm_card(pack, s, s.revealed.card[s.revealed.cards - 1])
        lines.append(phrase("text.alarm", card=card))
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False) for line in lines)


def seats(view: View) -> Iterator[str]:
    """Each player in today's order: stats, progress, figures, belongings."""
    pack, s = view.pack, view.state
    for seat in notation.turn_order(s):
        me = s.seat[seat]
        alchemist = pack.entries["alchemist"][me.alchemist]
        gifts = [words.ability(pack, ability) for ability in alchemist["abilities"]]
        stats = [f"{words.term(name)} {view.stat(seat, 0, name)}" for name in v.STATS] + gifts
        stone = phrase("text.soul_stone") if me.stone else phrase("text.no_stone")
        who = f"{words.colour(pack, s, seat)} ({pack.name(alchemist['id'])})"
        yield f"{INDENT}{who}: {stone}; {', '.join(stats)}"
        if told := progress(view, seat):
            yield f"{INDENT * 2}{told}"
        holds = words.elements(pack, me.stock) if view.in_sight(me.tower) else phrase("text.unseen_stock")
        yield f"{INDENT * 2}{phrase('text.holds', place=words.place(pack, me.tower), what=holds)}"
        if heard := words.heard(pack, s, seat):
            yield f"{INDENT * 2}{heard}"
        yield from _figures(view, seat)
        if things := owned(view, seat):
            yield f"{INDENT * 2}{phrase('text.owns', what=', '.join(things))}"
    if told := progress(view, None):
        yield f"{INDENT}{phrase('text.team', goals=told)}"


def owned(view: View, seat: int) -> list[str]:
    """Items, fragments and tower extensions of a seat."""
    pack, s = view.pack, view.state
    me = s.seat[seat]
    things = [
        pack.name(pack.ids["recipe"][me.items[i]]) + (phrase("text.worn") if me.worn[i] else "")
        for i in range(v.ITEMS)
        if me.items[i] >= 0
    ]
    things += [pack.name(pack.ids["recipe"][card]) for card in me.fragment if card >= 0]
    came = -1 if s.phase == CARRYING else me.carried_extension
    return things + [
        words.extension(pack, k) + (phrase("text.brought") if k == came else "")
        for k in range(len(pack.ids["extension"]))
        if s.owner[k] == seat
    ]


def progress(view: View, seat: int | None) -> str:
    """Goals of a seat or (without a seat) of the team: whether they are reached, and progress."""
    pack, seats = view.pack, view.state.seats
    parts = []
    for number, one in enumerate(pack.entries["scenario"][view.state.scenario]["mission"]):
        if v.WHO[one["who"]] == ("team" if seat is None else "each"):
            has, wants = tally(view, number, seat)
            met = phrase("text.yes") if view.reached(number, seat or 0) else phrase("text.not_yet")
            counted = phrase("text.counted", has=has, wants=wants) if wants > 1 else ""
            parts.append(phrase("text.progress", goal=words.goal(pack, one, seats), met=met) + counted)
    return "; ".join(parts)


def tally(view: View, goal: int, seat: int | None) -> tuple[int, int]:
    """Progress toward a goal, of a seat or the team, and the amount it requires."""
    scenario = view.pack.entries["scenario"][view.state.scenario]["mission"][goal]
    seats = range(view.state.seats) if seat is None else [seat]
    return sum(view.progress(goal, each) for each in seats), wanted(scenario, view.state.seats)


def _figures(view: View, seat: int) -> Iterator[str]:
    pack, s = view.pack, view.state
    for number in range(v.FIGURES):
        actor = s.seat[seat].figure[number]
        if actor.hex == UNSEEN:
            card = f" {pack.name(pack.ids['recipe'][actor.card])}" if number else ""
            who = words.figure(pack, s, seat, number) + card
            yield f"{INDENT * 2}{phrase('text.figure_unseen', who=who)}"
        elif actor.hex >= 0:
            card = f" {pack.name(pack.ids['recipe'][actor.card])}" if number else ""
            home = actor.hex == s.seat[seat].tower
            where = phrase("text.in_tower") if home else words.whereabouts(pack, actor.hex)
            who, room = words.figure(pack, s, seat, number), view.stat(seat, number, "capacity")
            carries = phrase("text.carries", what=words.elements(pack, actor.load), capacity=room)
            yield f"{INDENT * 2}{who}{card} {where}, {carries}{budget(s, seat, number)}"


def inquisition(view: View) -> Iterator[str]:
    pack, s = view.pack, view.state
    quiet = True
    for slot in range(v.SLOTS):
        inquisitors = s.slot[slot]
        if not inquisitors.cards:
            continue
        quiet = False
        type_ = pack.entries["type"][inquisitors.type]
        cards = ", ".join(words.inquisitor_card(pack, inquisitors.card[k]) for k in range(inquisitors.cards))
        values = ", ".join(
            f"{words.term(name)} {view.value(slot, name)}" for name in shown_values(pack, inquisitors.type)
        )
        letter = type_["letter"]
        where = ", ".join(
            f"{letter}{k + 1} {words.whereabouts(pack, inquisitors.hex[k])}" for k in range(inquisitors.figures)
        )
        yield INDENT + phrase(
            "text.type",
            letter=letter,
            name=pack.name(type_["id"]),
            hunts=hunts(type_),
            values=values,
            where=where or phrase("text.nobody_yet"),
            cards=cards,
        )
    if quiet:
        yield INDENT + phrase("text.quiet")


def hunts(type_: dict[str, Any]) -> str:
    """`hunts alchemist before homunculus`."""
    first, second = (words.term(v.TARGETS[type_[target]]) for target in ("primary", "secondary"))
    return phrase("text.hunts", first=first, second=second)


def shown_values(pack: Pack, type_: int) -> list[str]:
    """Values of a type of inquisitor: it attacks or destroys."""
    without = "destroy" if pack.entries["type"][type_]["destroy"] is None else "attack"
    return [name for name in v.VALUES if name != without]


def towns(pack: Pack, s: Any) -> Iterator[str]:
    """Mission and market of each town that has one."""
    for town, letter in enumerate(v.TOWNS):
        offers = []
        if s.mission[town] >= 0:
            offers.append(words.errand(pack, s.mission[town]))
        if s.market[town] >= 0:
            marker = pack.entries["extension"][s.market[town]]
            price = ", ".join(f"{count} {words.element(pack, one)}" for one, count in marker["price"].items())
            offers.append(phrase("text.sells", what=words.extension(pack, s.market[town]), price=price))
        opens = pack.entries["scenario"][s.scenario]["special"]["closed"].get(town, 0)
        if s.day < opens:
            offers.append(phrase("text.closed", day=opens))
        if offers:
            yield INDENT + phrase("text.town", town=letter, offers="; ".join(offers))
    if shown := words.temple(pack, s.temple):
        yield INDENT + phrase("text.temple", name=shown)


def events(pack: Pack, s: Any) -> Iterator[str]:
    """Purse, past and coming events."""
    rows = pack.entries["scenario"][s.scenario]["events"]
    if s.purse.cards:
        worth = [pack.entries["mission"][s.purse.card[k]]["points"] for k in range(s.purse.cards)]
        cards = ", ".join(map(str, sorted(worth)))
        yield INDENT + phrase("text.purse", points=sum(worth), cards=cards)
    for k, row in enumerate(rows):
        paid, unpaid = (words.effect(pack, row[side]) for side in ("paid", "unpaid"))
        if s.happened[k]:
            effect = paid if s.happened[k] == PAID else unpaid
            yield INDENT + phrase("text.event_came", day=row["day"], effect=effect)
        else:
            cost = row["cost"][s.seats - 2]
            yield INDENT + phrase("text.event_due", day=row["day"], cost=cost, paid=paid, unpaid=unpaid)


def pool(view: View) -> Iterator[str]:
    pack, s = view.pack, view.state
    yield INDENT + phrase("text.pool")
    for slot in range(v.POOL):
        if s.pool[slot] >= 0:
            yield f"{INDENT * 2}{words.recipe(pack, s.pool[slot])}"
    if s.seat[view.seat].private >= 0:
        yield INDENT + phrase("text.private", recipe=words.recipe(pack, s.seat[view.seat].private))
    if hidden := sum(card <= DRAWN_FACE_DOWN for card in s.drawn.tolist()):
        yield INDENT + phrase("text.drawn_hidden", recipes=words.counted(hidden, "recipe"))
    if drawn := [card for card in s.drawn if card >= 0]:
        yield INDENT + phrase("text.drawn")
        yield from (f"{INDENT * 2}{words.recipe(pack, card)}" for card in drawn)
