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
    level = f" ({v.DIFFICULTIES[s.difficulty]})" if s.difficulty else ""
    lines = [f"{scenario}, day {s.day} of {s.days}{level}. Mission, {words.mission(pack, s.scenario, s.seats)}."]
    lines.append(f"Scenario card: {words.types(pack, s.scenario)}.")
    seated = [notation.colour(pack, s, seat) for seat in range(s.seats)]
    special = pack.entries["scenario"][s.scenario]["special"]
    if rules := [*words.special(pack, special, seated), *words.switches(s, special)]:
        lines.append(f"Special rules: {'; '.join(rules)}.")
    if s.revealed.cards:
        lines.append(f"Alarm card {words.alarm_card(pack, s, s.revealed.card[s.revealed.cards - 1])}.")
    return "\n".join(textwrap.fill(line, WIDTH, subsequent_indent=INDENT, break_on_hyphens=False) for line in lines)


def seats(view: View) -> Iterator[str]:
    """Each player in today's order: stats, progress, figures, belongings."""
    pack, s = view.pack, view.state
    for seat in notation.turn_order(s):
        me = s.seat[seat]
        alchemist = pack.entries["alchemist"][me.alchemist]
        gifts = [words.ability(pack, ability) for ability in alchemist["abilities"]]
        stats = [f"{name} {view.stat(seat, 0, name)}" for name in v.STATS] + gifts
        stone = "soul stone" if me.stone else "NO soul stone"
        who = f"{notation.colour(pack, s, seat)} ({pack.name(alchemist['id'])})"
        yield f"{INDENT}{who}: {stone}; {', '.join(stats)}"
        if told := progress(view, seat):
            yield f"{INDENT * 2}{told}"
        holds = words.elements(pack, me.stock) if view.in_sight(me.tower) else "what is out of sight"
        yield f"{INDENT * 2}tower at {words.place(pack, me.tower)} holds {holds}"
        if heard := words.heard(pack, s, seat):
            yield f"{INDENT * 2}{heard}"
        yield from _figures(view, seat)
        if things := owned(view, seat):
            yield f"{INDENT * 2}owns {', '.join(things)}"
    if told := progress(view, None):
        yield f"{INDENT}the team: {told}"


def owned(view: View, seat: int) -> list[str]:
    """Items, fragments and tower extensions of a seat."""
    pack, s = view.pack, view.state
    me = s.seat[seat]
    things = [
        pack.name(pack.ids["recipe"][me.items[i]]) + (" (worn)" if me.worn[i] else "")
        for i in range(v.ITEMS)
        if me.items[i] >= 0
    ]
    things += [pack.name(pack.ids["recipe"][card]) for card in me.fragment if card >= 0]
    came = -1 if s.phase == CARRYING else me.carried_extension
    return things + [
        words.extension(pack, k) + (" (from the scenario before)" if k == came else "")
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
            said = "yes" if view.reached(number, seat or 0) else "not yet"
            counted = f", {has} of {wants}" if wants > 1 else ""
            parts.append(f"{words.goal(pack, one, seats)}: {said}{counted}")
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
            yield f"{INDENT * 2}{notation.figure(pack, s, seat, number)}{card} is out of sight"
        elif actor.hex >= 0:
            card = f" {pack.name(pack.ids['recipe'][actor.card])}" if number else ""
            where = "in the tower" if actor.hex == s.seat[seat].tower else f"at {words.place(pack, actor.hex)}"
            who = notation.figure(pack, s, seat, number)
            carries = f"carries {words.elements(pack, actor.load)} (of {view.stat(seat, number, 'capacity')})"
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
        values = ", ".join(f"{name} {view.value(slot, name)}" for name in shown_values(pack, inquisitors.type))
        letter = type_["letter"]
        where = ", ".join(
            f"{letter}{k + 1} {words.whereabouts(pack, inquisitors.hex[k])}" for k in range(inquisitors.figures)
        )
        hunts = f"hunts {v.TARGETS[type_['primary']]} before {v.TARGETS[type_['secondary']]}"
        yield f"{INDENT}type {letter} ({pack.name(type_['id'])}), {hunts}: {values}; {where or 'nobody yet'}; {cards}"
    if quiet:
        yield f"{INDENT}no inquisitor is on the board"


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
            price = ", ".join(f"{count} {pack.ids['element'][one]}" for one, count in marker["price"].items())
            offers.append(f"sells {words.extension(pack, s.market[town])} for {price}")
        opens = pack.entries["scenario"][s.scenario]["special"]["closed"].get(town, 0)
        if s.day < opens:
            offers.append(f"closed until day {opens}")
        if offers:
            yield f"{INDENT}town {letter}: {'; '.join(offers)}"
    if shown := words.temple(pack, s.temple):
        yield f"{INDENT}temple card: {shown}"


def events(pack: Pack, s: Any) -> Iterator[str]:
    """Purse, past and coming events."""
    rows = pack.entries["scenario"][s.scenario]["events"]
    if s.purse.cards:
        worth = [pack.entries["mission"][s.purse.card[k]]["points"] for k in range(s.purse.cards)]
        yield f"{INDENT}purse: {sum(worth)} points ({', '.join(map(str, sorted(worth)))})"
    for k, row in enumerate(rows):
        paid, unpaid = (words.effect(pack, row[side]) for side in ("paid", "unpaid"))
        if s.happened[k]:
            yield f"{INDENT}event of day {row['day']}: {paid if s.happened[k] == PAID else unpaid}"
        else:
            yield f"{INDENT}event on day {row['day']}: for {row['cost'][s.seats - 2]} points {paid}; else {unpaid}"


def pool(view: View) -> Iterator[str]:
    pack, s = view.pack, view.state
    yield f"{INDENT}recipes in the pool:"
    for slot in range(v.POOL):
        if s.pool[slot] >= 0:
            yield f"{INDENT * 2}{words.recipe(pack, s.pool[slot])}"
    if s.seat[view.seat].private >= 0:
        yield f"{INDENT}private recipe: {words.recipe(pack, s.seat[view.seat].private)}"
    if hidden := sum(card <= DRAWN_FACE_DOWN for card in s.drawn.tolist()):
        yield f"{INDENT}drawn: {words.counted(hidden, 'recipe')} face down"
    if drawn := [card for card in s.drawn if card >= 0]:
        yield f"{INDENT}drawn:"
        yield from (f"{INDENT * 2}{words.recipe(pack, card)}" for card in drawn)
