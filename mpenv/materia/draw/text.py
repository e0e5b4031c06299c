"""The table as text: board, legend, seats, the Inquisition, the pool."""

from collections.abc import Iterator
from typing import Any

from mpenv.materia import notation
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.pack import Pack
from mpenv.materia.rules import prompts
from mpenv.materia.rules.state import OUTCOMES, RUNNING
from mpenv.materia.view import View

LETTERS = {"green": "G", "yellow": "Y", "brown": "B", "grey": "S"}
CELL = 4
INDENT = "  "


def table(view: View) -> str:
    """Everything that lies on the table, readable in 100 columns."""
    pack, s = view.pack, view.state
    parts = [headline(pack, s), "", *board(pack, s), "", legend(pack, s), ""]
    parts += [*seats(pack, s), "", *inquisition(view), "", pool(pack, s), "", question(pack, s)]
    return "\n".join(parts)


def headline(pack: Pack, s: Any) -> str:
    """The day, and today's alarm card."""
    scenario = pack.entries["scenario"][s.scenario]["id"]
    start = f"{pack.name(scenario)}, day {s.day} of {s.days}"
    if s.difficulty:
        start += f" ({v.DIFFICULTIES[s.difficulty]})"
    if not s.revealed.cards:
        return start
    return f"{start}. {alarm_card(pack, s.revealed.card[s.revealed.cards - 1], notation.turn_order(s), s)}"


def alarm_card(pack: Pack, card: int, order: list[int], s: Any) -> str:
    one = pack.entries["alarm"][card]
    town = pack.name(pack.ids["town"][one["town"]])
    marks = [
        f"{who} {', '.join((*v.DIRECTIONS, 'CENTRE')[d] for d in one[key])}"
        for who, key in (("alchemists", "alchemists"), ("homunculi", "homunculi"))
        if one[key]
    ]
    values = [f"{stat} +{amount}" for stat, amount in one["modifiers"]] or ["no modifier"]
    turns = ", ".join(notation.colour(pack, s, seat) for seat in order)
    return (
        f"Alarm card {one['id']}: {town}; marks {' and '.join(marks) or 'nothing'}; {', '.join(values)}; order {turns}"
    )


def board(pack: Pack, s: Any) -> Iterator[str]:
    """One line a row of hexes, neighbours side by side."""
    t = pack.readable
    rows: dict[int, dict[int, str]] = {}
    for hex in range(t.hexes):
        # Half a cell to the right for each row down keeps pointy-top neighbours adjacent.
        rows.setdefault(t.r[hex], {})[t.q[hex] * CELL + t.r[hex] * CELL // 2] = cell(pack, s, hex)
    left = min(x for row in rows.values() for x in row)
    for r in sorted(rows):
        line = ""
        for x, text in sorted(rows[r].items()):
            line = line.ljust(x - left) + text
        yield (INDENT + line).rstrip()


def cell(pack: Pack, s: Any, hex: int) -> str:
    """Ground, a flag (`*` a marker, `'` loose elements, `"` both), and who stands there."""
    loose = any(s.heap_at[heap] // v.MAX_ELEMENTS == hex for heap in range(s.heaps))
    flag = '"' if s.marker[hex] and loose else "*" if s.marker[hex] else "'" if loose else " "
    return f"{ground(pack, s, hex)}{flag}{standing(pack, s, hex):2}"


def ground(pack: Pack, s: Any, hex: int) -> str:
    if any(s.seat[seat].tower == hex for seat in range(s.seats)):
        return "^"
    site = s.site[hex]
    if site >= v.TOWN:
        return v.TOWNS[site - v.TOWN]
    if site >= v.MINE:
        return str(pack.entries["element"][site - v.MINE]["symbol"])
    return "#" if site == v.BLOCKED else "."


def standing(pack: Pack, s: Any, hex: int) -> str:
    """`Y` an alchemist, `y1` a homunculus, `Y+` more than one figure, `!B` an inquisitor, `!2` several."""
    for seat in range(s.seats):
        here = [f for f in range(v.FIGURES) if s.seat[seat].figure[f].hex == hex]
        letter = LETTERS[notation.colour(pack, s, seat)]
        if here:
            one = letter if here[0] == 0 else f"{letter.lower()}{here[0]}"
            return one if len(here) == 1 else f"{one[0]}+"
    hunters = [
        pack.entries["type"][s.slot[slot].type]["letter"]
        for slot in range(v.SLOTS)
        for which in range(s.slot[slot].figures)
        if s.slot[slot].hex[which] == hex
    ]
    return "" if not hunters else f"!{hunters[0] if len(hunters) == 1 else len(hunters)}"


def legend(pack: Pack, s: Any) -> str:
    mines = ", ".join(f"{one['symbol']} {one['id']}" for one in pack.entries["element"] if one["level"] == 1)
    people = ", ".join(
        f"{LETTERS[colour]} {colour}" for colour in (notation.colour(pack, s, seat) for seat in range(s.seats))
    )
    return (
        f"{INDENT}^ tower   T R G towns   mines: {mines}\n"
        f"{INDENT}alchemists: {people} (y1 a homunculus, Y+ several)   !A inquisitor   * marker   ' loose elements"
    )


def elements(pack: Pack, counts: Any) -> str:
    """`2 fire, 1 air`, or `nothing`."""
    found = [f"{counts[i]} {name}" for i, name in enumerate(pack.ids["element"]) if counts[i]]
    return ", ".join(found) or "nothing"


def place(pack: Pack, hex: int) -> str:
    t = pack.readable
    return f"{t.q[hex]},{t.r[hex]}"


def seats(pack: Pack, s: Any) -> Iterator[str]:
    for seat in notation.turn_order(s):
        me = s.seat[seat]
        name = pack.name(pack.ids["alchemist"][me.alchemist])
        stone = "soul stone" if me.stone else "NO soul stone"
        yield f"{INDENT}{notation.colour(pack, s, seat)} ({name}): {stone}; tower holds {elements(pack, me.stock)}"
        for number in range(v.FIGURES):
            one = me.figure[number]
            if one.hex >= 0:
                card = f" {pack.name(pack.ids['recipe'][one.card])}" if number else ""
                budget = f", {one.actions} actions left" if one.actions else ""
                where = "in the tower" if one.hex == me.tower else f"at {place(pack, one.hex)}"
                who = notation.figure(pack, s, seat, number)
                yield f"{INDENT * 2}{who}{card} {where}, carries {elements(pack, one.load)}{budget}"
        owned = [
            pack.name(pack.ids["recipe"][me.items[i]]) + (" (worn)" if me.worn[i] else "")
            for i in range(v.ITEMS)
            if me.items[i] >= 0
        ]
        owned += [pack.name(pack.ids["recipe"][card]) for card in me.fragment if card >= 0]
        if owned:
            yield f"{INDENT * 2}owns {', '.join(owned)}"


def inquisition(view: View) -> Iterator[str]:
    pack, s = view.pack, view.state
    quiet = True
    for slot in range(v.SLOTS):
        one = s.slot[slot]
        if not one.cards:
            continue
        quiet = False
        type_ = pack.entries["type"][one.type]
        cards = ", ".join(card_words(pack, one.card[k]) for k in range(one.cards))
        shown = [name for name in v.VALUES if name != ("destroy" if type_["destroy"] is None else "attack")]
        values = ", ".join(f"{name} {view.value(slot, name)}" for name in shown)
        where = ", ".join(f"{type_['letter']}{k + 1} at {place(pack, one.hex[k])}" for k in range(one.figures))
        yield f"{INDENT}type {type_['letter']} ({pack.name(type_['id'])}): {values}; {where}; cards {cards}"
    if quiet:
        yield f"{INDENT}no inquisitor is on the board"


def card_words(pack: Pack, card: int) -> str:
    one = pack.entries["type"][card // v.TYPE_CARDS]["cards"][card % v.TYPE_CARDS]
    what, amount = one["modifier"]
    return f"{one['id']} ({what if what == 'extra figure' else f'{what} +{amount}'})"


def pool(pack: Pack, s: Any) -> str:
    cards = [s.pool[slot] for slot in range(v.POOL) if s.pool[slot] >= 0]
    lines = []
    for card in cards:
        name = pack.ids["recipe"][card]
        lines.append(f"{INDENT * 2}{name} {pack.name(name)}: {elements(pack, pack.readable.recipe[card].cost)}")
    return "\n".join([f"{INDENT}recipes in the pool:", *lines])


def question(pack: Pack, s: Any) -> str:
    if s.outcome != RUNNING:
        return f"The game has ended: {OUTCOMES[s.outcome]} on day {s.day}."
    asked = s.prompt[s.prompts - 1]
    return f"{notation.colour(pack, s, asked.seat)} decides: {prompts.KINDS[asked.kind]}"


def goal(one: dict[str, Any]) -> str:
    """A goal of a mission in words: `make 1 level-1 stone`."""
    verb = "make" if one["make"] is not None else "hold"
    kind = v.KINDS[one["make"] if one["make"] is not None else one["hold"]]
    level = f"level-{one['level']} " if one["level"] else ""
    return f"{verb} {one['count']} {level}{kind}"
