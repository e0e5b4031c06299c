"""Can this be asked now, of this seat, about this? Every reason why not."""

from collections.abc import Callable, Iterator
from typing import Any

from mpenv.materia import house
from mpenv.materia.content import vocabulary as v
from mpenv.materia.rules import prompts
from mpenv.materia.rules.state import (
    CARRYING,
    DUSK,
    ENTRY,
    EVENT,
    INQUISITION,
    OUTCOMES,
    PHASES,
    PLACING,
    RUNNING,
    SAYING,
    TURNS,
)
from mpenv.materia.view import View

Faults = Iterator[tuple[str, str, str]]
IN_TURN = {
    "drop", "pick", "equip", "who", "exchange", "keep", "give", "enter_town", "loot", "swap", "payment", "overload",
}  # fmt: skip
ON_KEEP = {"private", "discard"}
OUTSIDE = {
    PLACING: {"place_tower", "place_alchemist"},
    EVENT: {"pay", "spend", "lose", "sacrifice", "overload"},
    ENTRY: {"entry"},
    TURNS: {"turn"},
    INQUISITION: {"destroy"},
    DUSK: {"extend"},
    CARRYING: {"carry", "carry_extension"},
    SAYING: {"say"},
}
OF_THE_LEADER = {"entry", "pay", "spend", "extend"}
NEEDS = {
    "drop": ["drop"],
    "pick": ["drop"],
    "equip": ["equip"],
    "who": ["exchange"],
    "exchange": ["exchange"],
    "keep": ["research"],
    "loot": ["fight", "inquisitors"],
    "swap": ["fight", "inquisitors"],
    "enter_town": ["homunculus missions"],
    "entry": ["inquisitors"],
    "destroy": ["inquisitors"],
}  # prompts that come of what a table may play without
MORE_WORK = {"payment", "lose", "destroy"}  # prompts that count down an amount
ABOUT_ELEMENTS = {"loot", "swap", "payment", "lose"}


def asked(view: View) -> Faults:
    """Prompts fit the phase: in a turn perhaps one above it, and one more while recipes are kept."""
    s = view.state
    kinds = [prompts.KINDS[s.prompt[k].kind] for k in range(s.prompts)]
    if s.outcome == OUTCOMES.index("abort") and any(s.seat[seat].stone for seat in range(s.seats)):
        yield "", "outcome", "an abort leaves no soul stone (MP-END-1)"
    if not kinds:
        return
    if s.outcome != RUNNING:
        yield "prompt", "kind", "nobody is asked after the end"
    fault = _stacked(s, kinds)
    if fault:
        yield "prompt", "kind", fault
        return
    yield from _in_order(s, kinds)
    for k, kind in enumerate(kinds):
        for field, words in _details(view, s, s.prompt[k], kind):
            yield f"prompt {k}", field, words


def _stacked(s: Any, kinds: list[str]) -> str:
    """What is wrong with the stack of kinds in this phase."""
    said = ", ".join(kinds)
    if kinds[0] not in OUTSIDE.get(s.phase, set()):
        return f"{said} cannot be asked in the phase {PHASES[s.phase]}"
    above = kinds[1:]
    if kinds[0] != "turn":
        return f"{said} cannot be asked at once" if above else ""
    fine = not above or (above[0] in IN_TURN and (len(above) == 1 or (above[0] == "keep" and above[1] in ON_KEEP)))
    return "" if fine and len(above) <= 2 else f"{said} cannot be asked in a turn"


def _in_order(s: Any, kinds: list[str]) -> Faults:
    first = s.prompt[0]
    if s.phase == TURNS and (s.turn >= s.seats or first.seat != s.order[s.turn]):
        yield "prompt", "seat", "it is another colour's turn by today's alarm card (MP-ALCH-1)"
    if s.phase == SAYING and (not 0 < s.turn <= s.seats or first.seat != s.order[s.turn - 1]):
        yield "prompt", "seat", "it is another colour's turn to speak by today's alarm card (MP-ALCH-1)"
    if kinds[0] in OF_THE_LEADER and first.seat != s.order[0]:
        yield "prompt", "seat", "the first colour of today's order is asked (AMB-46)"
    for k in range(1, len(kinds)):
        one = s.prompt[k]
        if one.seat != first.seat or s.seat[one.seat].figure[one.figure].hex < 0:
            yield f"prompt {k}", "figure", "is not a figure on the board of the player whose turn it is"
        elif kinds[k] == "equip" and (one.figure or s.seat[one.seat].figure[0].hex != s.seat[one.seat].tower):
            yield f"prompt {k}", "kind", "only an alchemist in his tower equips (MP-ACT-EQUIP-1)"


def _details(view: View, s: Any, one: Any, kind: str) -> Iterator[tuple[str, str]]:
    """Fields that this kind of prompt needs."""
    if missing := {*NEEDS.get(kind, ())} & {*house.without(s)}:
        yield "kind", f"this table plays without {', '.join(missing)} (rules: without)"
    if kind in MORE_WORK and one.amount < 1:
        yield "amount", "must say how many are still to come"
    if kind in ABOUT_ELEMENTS and one.element < 0:
        yield "element", "must be named"
    wanted = _SLOTS.get(kind)
    if wanted and not wanted(view, s, one):
        yield "slot", f"{one.slot} is nothing that can be asked about now"


def _exchange(view: View, s: Any, one: Any) -> bool:
    seat, figure = divmod(one.slot, v.FIGURES)
    partner: bool = 0 <= seat < s.seats and s.seat[seat].figure[figure].hex >= 0
    return partner and (seat, figure) != (one.seat, one.figure)


def _errand(view: View, s: Any, one: Any) -> bool:
    """The town where the figure stands has a mission of the right kind."""
    if not 0 <= one.slot < len(v.TOWNS) or s.mission[one.slot] < 0:
        return False
    kind = v.ERRANDS[view.pack.entries["mission"][s.mission[one.slot]]["kind"]]
    given = ("homunculus",) if prompts.KINDS[one.kind] == "enter_town" else ("equipment", "stone")
    here: bool = s.site[s.seat[one.seat].figure[one.figure].hex] == v.TOWN + one.slot
    return here and kind in given and (one.figure > 0) == (kind == "homunculus")


def _drawn(view: View, s: Any, one: Any) -> bool:
    return bool(0 <= one.slot < len(s.drawn) and s.drawn[one.slot] >= 0)


def _keep(view: View, s: Any, one: Any) -> bool:
    """Cards are left to keep, besides the one whose place is being asked."""
    placing = prompts.KINDS[s.prompt[s.prompts - 1].kind] in ON_KEEP
    return bool((1 - placing) <= one.amount <= sum(card >= 0 for card in s.drawn) - placing)


def _payment(view: View, s: Any, one: Any) -> bool:
    """A recipe or a conversion that takes the element, and as much of it as can still be owed."""
    pack = view.pack
    if one.slot >= v.MAX_CONVERSIONS:
        which = one.slot - v.MAX_CONVERSIONS
        known = which < len(pack.entries["conversion"])
        return known and one.element in pack.entries["conversion"][which]["from"] and one.amount == 1
    card = s.seat[one.seat].private if one.slot == v.POOL else s.pool[one.slot] if 0 <= one.slot < v.POOL else -1
    if card < 0 or one.element < 0:
        return False
    me, cost = s.seat[one.seat], pack.readable.recipe[card].cost
    owed = {element: cost[element] for element in range(one.element + 1, pack.readable.elements)}
    owed[one.element] = one.amount
    owned = {element: me.stock[element] + me.figure[0].load[element] for element in owed}
    return one.amount <= cost[one.element] and all(owned[element] >= count for element, count in owed.items())


def _event(view: View, s: Any, one: Any) -> bool:
    rows = view.pack.entries["scenario"][s.scenario]["events"]
    return 0 <= one.slot < len(rows) and rows[one.slot]["day"] == s.day and not s.happened[one.slot]


def _spend(view: View, s: Any, one: Any) -> bool:
    """The purse can still meet the cost, or the question would never end."""
    if not _event(view, s, one):
        return False
    errands = view.pack.entries["mission"]
    purse = sum(errands[s.purse.card[k]]["points"] for k in range(s.purse.cards))
    cost = view.pack.entries["scenario"][s.scenario]["events"][one.slot]["cost"][s.seats - 2]
    return bool(one.amount < cost <= one.amount + purse)


def _lose(view: View, s: Any, one: Any) -> bool:
    me = s.seat[one.seat]
    carried = sum(figure.load[one.element] for figure in me.figure if figure.hex >= 0)
    return _befalls(view, s, "lose") and one.element >= 0 and carried + me.stock[one.element] > one.amount


def _befalls(view: View, s: Any, effect: str) -> bool:
    """Did today's event come with this effect?"""
    for k, row in enumerate(view.pack.entries["scenario"][s.scenario]["events"]):
        if row["day"] == s.day and s.happened[k]:
            return v.EFFECTS[row["paid" if s.happened[k] == 1 else "unpaid"][0]] == effect
    return False


_SLOTS: dict[str, Callable[[View, Any, Any], bool]] = {
    "exchange": _exchange,
    "give": _errand,
    "enter_town": _errand,
    "private": _drawn,
    "discard": _drawn,
    "keep": _keep,
    "payment": _payment,
    "entry": lambda view, s, one: 0 <= one.slot < v.SLOTS,
    "pay": _event,
    "spend": _spend,
    "lose": _lose,
    "sacrifice": lambda view, s, one: 0 <= one.slot < 3 and _befalls(view, s, "sacrifice"),
    "destroy": lambda view, s, one: 1 <= one.slot <= v.LEVELS,
    "carry": lambda view, s, one: 1 <= one.slot <= v.LEVELS,
}
