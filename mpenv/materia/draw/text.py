"""The table as text: board, legend, seats, the Inquisition, the pool, and what is asked."""

import textwrap
from collections.abc import Iterator
from typing import Any

from mpenv.materia import notation
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.pack import Pack
from mpenv.materia.draw import words
from mpenv.materia.draw.board import INDENT, board, legend
from mpenv.materia.rules import prompts
from mpenv.materia.rules.state import OUTCOMES, PAID, RUNNING
from mpenv.materia.view import View

WIDTH = 110
QUESTIONS = {
    "drop": "what to drop, one element after another",
    "pick": "what to pick up, one element after another",
    "equip": "which items to wear or store, then which elements to take; the rest stays in the tower",
    "who": "with whom to exchange",
    "exchange": "what to take of what both carry, one element after another; the partner keeps the rest",
    "keep": "which of the drawn recipes to keep",
    "private": "whether the recipe goes to the private slot, where only its owner can use it",
    "discard": "which recipe of the full pool to discard",
    "give": "what to give to the town mission",
    "enter_town": "whether to give the homunculus that entered to the town mission",
    "loot": "whether to take the loot for something carried; no leaves it on the hex",
    "swap": "what to drop for the loot",
    "payment": "where the element that is paid comes from",
    "overload": "what to drop of too heavy a load",
    "entry": "where the inquisitors enter: a column (q), then a row (r)",
    "pay": "whether the team pays for the event",
    "spend": "which completed missions to spend, by their points",
    "lose": "where the element that is lost comes from",
    "sacrifice": "what to give up",
    "destroy": "which element of the tower is destroyed",
    "place_tower": "where the tower stands: a column (q), then a row (r)",
    "place_alchemist": "where the alchemist starts: a column (q), then a row (r)",
    "extend": "whether the game goes on at an easier level",
    "carry": "which item to take along to the next scenario; done takes none",
    "carry_extension": "which tower extension to take along",
}


def table(view: View) -> str:
    """Everything that lies on the table, readable in 110 columns."""
    return "\n".join([headline(view.pack, view.state), "", *lying(view), "", question(view)])


def lying(view: View) -> Iterator[str]:
    """The board and all that lies beside it."""
    pack, s = view.pack, view.state
    yield from (*board(pack, s), "", legend(pack, s), "", *seats(view), "", *towns(pack, s), *events(pack, s), "")
    yield from (*inquisition(view), "", *pool(view))


def headline(pack: Pack, s: Any) -> str:
    """The day, the mission, and today's alarm card."""
    scenario = pack.name(pack.ids["scenario"][s.scenario])
    level = f" ({v.DIFFICULTIES[s.difficulty]})" if s.difficulty else ""
    lines = [f"{scenario}, day {s.day} of {s.days}{level}. Mission, {words.mission(pack, s.scenario, s.seats)}."]
    seated = [notation.colour(pack, s, seat) for seat in range(s.seats)]
    if rules := list(words.special(pack, pack.entries["scenario"][s.scenario]["special"], seated)):
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
        gifts = [words.ability(pack, one) for one in alchemist["abilities"]]
        stats = [f"{name} {view.stat(seat, 0, name)}" for name in v.STATS] + gifts
        stone = "soul stone" if me.stone else "NO soul stone"
        who = f"{notation.colour(pack, s, seat)} ({pack.name(alchemist['id'])})"
        yield f"{INDENT}{who}: {stone}; {', '.join(stats)}"
        if told := progress(view, seat):
            yield f"{INDENT * 2}{told}"
        yield f"{INDENT * 2}tower at {words.place(pack, me.tower)} holds {words.elements(pack, me.stock)}"
        yield from _figures(view, seat)
        owned = [
            pack.name(pack.ids["recipe"][me.items[i]]) + (" (worn)" if me.worn[i] else "")
            for i in range(v.ITEMS)
            if me.items[i] >= 0
        ]
        owned += [pack.name(pack.ids["recipe"][card]) for card in me.fragment if card >= 0]
        owned += [words.extension(pack, k) for k in range(len(pack.ids["extension"])) if s.owner[k] == seat]
        if owned:
            yield f"{INDENT * 2}owns {', '.join(owned)}"


def progress(view: View, seat: int) -> str:
    pack = view.pack
    goals = pack.entries["scenario"][view.state.scenario]["mission"]
    parts = [
        f"{words.goal(pack, one, view.state.seats)}: {'yes' if view.reached(number, seat) else 'not yet'}"
        for number, one in enumerate(goals)
        if one["who"] == 0
    ]
    return ", ".join(parts)


def _figures(view: View, seat: int) -> Iterator[str]:
    pack, s = view.pack, view.state
    for number in range(v.FIGURES):
        one = s.seat[seat].figure[number]
        if one.hex >= 0:
            card = f" {pack.name(pack.ids['recipe'][one.card])}" if number else ""
            where = "in the tower" if one.hex == s.seat[seat].tower else f"at {words.place(pack, one.hex)}"
            who = notation.figure(pack, s, seat, number)
            carries = f"carries {words.elements(pack, one.load)} (of {view.stat(seat, number, 'capacity')})"
            yield f"{INDENT * 2}{who}{card} {where}, {carries}{budget(s, seat, number)}"


def budget(s: Any, seat: int, number: int) -> str:
    """The actions a figure has left this turn, behind a comma."""
    left = actions_left(s.seat[seat].figure[number])
    return f", {left}" if left else ""


def actions_left(one: Any) -> str:
    """`2 actions and 1 extra mine left`, or nothing."""
    extra = [f"{count} extra {verb}" for verb, count in zip(v.VERBS, one.extra.tolist(), strict=False) if count]
    left = ([words.counted(one.actions, "action")] if one.actions else []) + extra
    return f"{' and '.join(left)} left" if left else ""


def inquisition(view: View) -> Iterator[str]:
    pack, s = view.pack, view.state
    quiet = True
    for slot in range(v.SLOTS):
        one = s.slot[slot]
        if not one.cards:
            continue
        quiet = False
        type_ = pack.entries["type"][one.type]
        cards = ", ".join(words.inquisitor_card(pack, one.card[k]) for k in range(one.cards))
        shown = [name for name in v.VALUES if name != ("destroy" if type_["destroy"] is None else "attack")]
        values = ", ".join(f"{name} {view.value(slot, name)}" for name in shown)
        letter = type_["letter"]
        where = ", ".join(f"{letter}{k + 1} at {words.place(pack, one.hex[k])}" for k in range(one.figures))
        hunts = f"hunts {v.TARGETS[type_['primary']]} before {v.TARGETS[type_['secondary']]}"
        yield f"{INDENT}type {letter} ({pack.name(type_['id'])}), {hunts}: {values}; {where or 'nobody yet'}; {cards}"
    if quiet:
        yield f"{INDENT}no inquisitor is on the board"


def towns(pack: Pack, s: Any) -> Iterator[str]:
    """The mission and the market of each town that has one."""
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


def events(pack: Pack, s: Any) -> Iterator[str]:
    """The purse, what came, and what is to come."""
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
    if drawn := [card for card in s.drawn if card >= 0]:
        yield f"{INDENT}drawn:"
        yield from (f"{INDENT * 2}{words.recipe(pack, card)}" for card in drawn)


def question(view: View) -> str:
    """Who decides what, or how it ended."""
    pack, s = view.pack, view.state
    if s.outcome != RUNNING:
        return f"The game has ended: {OUTCOMES[s.outcome]} on day {s.day}."
    asked = s.prompt[s.prompts - 1]
    kind = prompts.KINDS[asked.kind]
    who = notation.colour(pack, s, asked.seat)
    if kind != "turn":
        return f"{who} decides {QUESTIONS[kind]}"
    left = [
        f"{notation.figure(pack, s, asked.seat, number)}{budget(s, asked.seat, number).replace(',', ':', 1)}"
        for number in range(v.FIGURES)
        if budget(s, asked.seat, number)
    ]
    return f"{who}'s turn; {'; '.join(left)}"
