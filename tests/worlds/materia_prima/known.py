"""What a seat may know, told in one way by two independent readers: of a view's record, and of an encoded row."""

import math
from functools import cache
from typing import Any

import numpy as np

from mpenv.worlds.materia_prima import notation, switches
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.observe import encoder
from mpenv.worlds.materia_prima.rules import prompts, talk
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN, FACE_DOWN
from mpenv.worlds.materia_prima.view import View

Known = dict[str, Any]
LIES = ("gone", "unseen", "discard", "pool", "drawn", "private", "stored", "worn", "fragment", "homunculus")
SPECIAL = ("no_deck", "ordered", "no_sailing", "marks_own_hex", "destroy_from")
TALK = ("private_research", "table_talk")
SWITCHES = (
    "event_total", "towers_quiet", "top_card", "refill", "no_private", "ask_payment", "at_once", "pick_up",
    "anywhere", "to_discard", "extend", "campaign",
)  # fmt: skip
CALENDAR = ("seats", "day", "days", "difficulty", "started", "phase", "turn", "outcome", "due", "hunter",
            "hunter_actions", "temple")  # fmt: skip


# --- of the record ------------------------------------------------------------------------------


def of_view(view: View) -> Known:
    """Everything in a view that can matter, seats and hexes as the seat counts them."""
    s, t = view.state, view.pack.readable
    known: Known = {name: int(s[name]) for name in CALENDAR}
    known["entry"] = _hex(t, s.entry)
    known["tiles"] = s.laid.tolist()
    known["shuffles"] = s.shuffled.tolist()
    known["bonus"], known["inquisition bonus"] = s.bonus.tolist(), s.inquisition_bonus.tolist()
    around = notation.around(s, view.seat)
    known["seat"] = [_seat(t, s, around, nth) for nth in range(s.seats)]
    known |= _rules(t, s) | _cards(t, s, around) | {"board": _board(t, s)}
    known["prompts"] = [_prompt(s.prompt[k], around) for k in range(s.prompts)]
    known["slots"] = [_slot(t, s.slot[k]) for k in range(v.SLOTS)]
    known["in sight"] = {_hex(t, hex): seen for hex, seen in enumerate(view.sight)}
    known["said"] = [_said(s, s.candour.said[who], around) for who in around]
    return known


def _hex(t: Any, hex: int) -> Any:
    return None if hex < 0 else (t.column[hex], t.row[hex])


def _said(s: Any, number: int, around: list[int]) -> Any:
    """The intention, and the seat, element, kind, town or type it is about."""
    kind = talk.intention(number)
    what = number - talk.FIRST[kind]
    return kind, around.index(what) if kind == talk.HELP else what


def _rules(t: Any, s: Any) -> Known:
    scenario, house = t.scenario[s.scenario], s.house
    goals = [scenario.goal[k] for k in range(scenario.goals)]
    events = [scenario.event[k] for k in range(scenario.events)]
    stores = zip(s.supply.tolist(), s.dug.tolist(), scenario.dry.tolist(), strict=True)
    return {
        "special": {name: int(scenario[name]) for name in SPECIAL},
        "reach": 0 if s.candour.sight < 0 else s.candour.sight or scenario.sight,
        "talk": {name: int(s.candour[name]) for name in TALK},
        "lengths": scenario.days.tolist(),
        "given days": s.study.days,
        "without": switches.without(s),
        "opens": scenario.opens.tolist(),
        "switches": {name: int(house[name]) for name in SWITCHES},
        "die": house.die.tolist(),
        "limit": house.supply,
        "stores": list(stores)[: t.elements],
        "goals": [(g.predicate, g.who, g.kind, g.level, g.wanted[s.seats], g.latched) for g in goals],
        "events": [
            (e.day, e.cost[s.seats], s.happened[k], [[x.kind, x.what, x.count] for x in (e.effect[0], e.effect[1])])
            for k, e in enumerate(events)
        ],
        "alarm order": [int(x) for x in scenario.alarm[: scenario.alarms]] if scenario.ordered else [],
    }


def _seat(t: Any, s: Any, around: list[int], nth: int) -> Known:
    who = around[nth]
    me, colour = s.seat[who], t.alchemist[s.seat[who].alchemist].colour
    figures = {}
    for k in range(v.FIGURES):
        one = me.figure[k]
        if one.hex >= 0:
            card = one.card if k else -1
            extra = one.extra.tolist()[: len(v.VERBS)]
            figures[k] = (card, _hex(t, one.hex), one.actions, one.load.tolist(), extra)
    return {
        **{name: int(me[name]) for name in ("alchemist", "stone", "missions", "defeated", "carried_extension")},
        **{name: me[name].tolist() for name in ("lost", "stock", "made", "carried")},
        "tower": _hex(t, me.tower),
        "nth": s.order.tolist().index(who),
        "latched": [k for k in range(v.MAX_GOALS) if me.latched >> k & 1],
        "private": t.recipe[me.private].kind if me.private >= 0 else FACE_DOWN - me.private if me.private < -1 else -1,
        "barred": t.scenario[s.scenario].forbidden[colour].tolist()[: t.elements],
        "rolls": [[s.rolled[purpose, who * v.FIGURES + k] for k in range(v.FIGURES)] for purpose in range(4)],
        "figures": figures,
    }


def _cards(t: Any, s: Any, around: list[int]) -> Known:
    recipes = dict.fromkeys(range(t.recipes), ("gone", -1, -1))
    for kind in range(len(v.KINDS)):
        hidden = s.recipes[kind].cards + sum(s.seat[k].private == FACE_DOWN - kind for k in range(s.seats))
        hidden += sum(card == DRAWN_FACE_DOWN - kind for card in s.drawn.tolist())
        recipes |= dict.fromkeys(s.recipes[kind].card[:hidden].tolist(), ("unseen", -1, -1))
        recipes |= dict.fromkeys(_pile(s.discards[kind]), ("discard", -1, -1))
    recipes |= {card: ("pool", -1, k) for k, card in enumerate(s.pool.tolist()) if card >= 0}
    recipes |= {card: ("drawn", -1, k) for k, card in enumerate(s.drawn.tolist()) if card >= 0}
    for nth, who in enumerate(around):
        me = s.seat[who]
        for k in range(v.ITEMS):
            if me.items[k] >= 0:
                recipes[me.items[k]] = ("worn" if me.worn[k] else "stored", nth, k)
        recipes |= {card: ("fragment", nth, k) for k, card in enumerate(me.fragment.tolist()) if card >= 0}
        figures = [(k, me.figure[k]) for k in range(1, v.FIGURES)]
        recipes |= {one.card: ("homunculus", nth, k - 1) for k, one in figures if one.card >= 0}
        if me.private >= 0:
            recipes[me.private] = ("private", nth, 0)
    return {
        "recipes": recipes,
        "face down": [DRAWN_FACE_DOWN - card + 1 if card <= DRAWN_FACE_DOWN else 0 for card in s.drawn.tolist()],
        "decks": [one.cards for one in (s.alarms, s.pile, s.errands, s.extensions, *s.recipes)],
        "alarms": (sorted(_pile(s.alarms)), sorted(_pile(s.revealed)[:-1]), _pile(s.revealed)[-1:]),
        "inquisitors": (sorted(_pile(s.pile)), sorted(_pile(s.defeated))),
        "missions": (sorted(_pile(s.errands)), _pile(s.purse), sorted(_pile(s.spent)), s.mission.tolist()),
        "extensions": (sorted(_pile(s.extensions)), s.market.tolist()),
        "owned": {k: around.index(s.owner[k]) for k in range(t.extensions) if s.owner[k] >= 0},
    }


def _pile(pile: Any) -> list[int]:
    return [int(card) for card in pile.card[: pile.cards]]


def _slot(t: Any, slot: Any) -> Any:
    if not slot.cards:
        return None
    return slot.type, slot.card[: slot.cards].tolist(), [_hex(t, hex) for hex in slot.hex[: slot.figures].tolist()]


def _board(t: Any, s: Any) -> Known:
    loose: dict[int, dict[int, int]] = {}
    for k in range(s.heaps):
        loose.setdefault(s.heap_at[k] // v.MAX_ELEMENTS, {})[s.heap_at[k] % v.MAX_ELEMENTS] = s.heap_count[k]
    return {_hex(t, hex): (s.site[hex], s.marker[hex], loose.get(hex, {})) for hex in range(t.hexes)}


def _prompt(prompt: Any, around: list[int]) -> Known:
    told = {name: int(prompt[name]) for name in prompt.dtype.names}
    told["seat"] = around.index(told["seat"])
    if told["kind"] == prompts.EXCHANGE:
        told["slot"] = around.index(told["slot"] // v.FIGURES) * v.FIGURES + told["slot"] % v.FIGURES
    return told


# --- of a row -----------------------------------------------------------------------------------


@cache
def places(name: str) -> dict[tuple[str, str], tuple[int, tuple[int, ...]]]:
    """Where each field of each part begins, and its shape, without the grid of planes."""
    found = {}
    for part in encoder(name).parts:
        at = 0
        for field, shape, _ in part.fields:
            lines = shape[:-2] if len(part.shape) == 3 and shape[-2:] == part.shape[-2:] else shape
            found[part.name, field] = at, lines
            at += math.prod(lines)
    return found


class Row:
    """A row by the names of its schema, and nothing else."""

    def __init__(self, name: str, seen: dict[str, np.ndarray]) -> None:
        self.places = places(name)
        self.numbers = {part: one.tolist() for part, one in seen.items()}

    def __call__(self, part: str, field: str, *token: int) -> Any:
        at, lines = self.places[part, field]
        numbers = self.numbers[part][token[0]] if token else self.numbers[part]
        if not lines:
            return numbers[at]
        found = numbers[at : at + math.prod(lines)]
        return found if len(lines) == 1 else np.reshape(found, lines).tolist()

    def there(self, part: str) -> list[int]:
        return [k for k, one in enumerate(self.numbers[f"{part}_mask"]) if one]


def of_row(name: str, seen: dict[str, np.ndarray]) -> Known:
    """The same from a row of `entities` or `planes` alone."""
    row = Row(name, seen)
    known: Known = {one: row("table", one) for one in CALENDAR}
    known |= {"tiles": row("table", "tiles"), "shuffles": row("table", "shuffles"), "bonus": row("table", "bonus")}
    known["inquisition bonus"] = row("table", "inquisition")
    known["entry"] = _spot(row, "table", "entry_")
    known["seat"] = [_player(row, nth) for nth in row.there("seats")]
    known |= _row_rules(row) | _row_cards(row)
    known["board"] = _of_hexes(row) if name == "entities" else _of_planes(row)
    known["prompts"] = [_question(row, k) for k in reversed(row.there("prompts"))]
    known["in sight"] = _in_sight(row, name)
    known["said"] = [_heard(row, nth) for nth in row.there("seats")]
    return known


def _in_sight(row: Row, name: str) -> Known:
    if name == "entities":
        return {_spot(row, "hexes", "", k): row("hexes", "seen", k) for k in row.there("hexes")}
    board = np.array(row("planes", "board")) | np.array(row("planes", "blocked"))
    return {(column, line): row("planes", "seen")[column][line] for column, line in np.argwhere(board).tolist()}


def _heard(row: Row, nth: int) -> Any:
    kind, what = row("seats", "said", nth), row("seats", "said_of", nth)
    return kind, what if kind in (talk.HELP, talk.NOTHING) else what - 1


def _spot(row: Row, part: str, head: str, *token: int) -> Any:
    column, line = row(part, f"{head}column", *token), row(part, f"{head}row", *token)
    return (column - 1, line - 1) if column else None


def _row_rules(row: Row) -> Known:
    goal = ("predicate", "team", "kind", "level", "wanted", "latches")
    orders = {row("alarms", "nth", k): k for k in row.there("alarms")}
    return {
        "special": {name: row("table", name) for name in SPECIAL},
        "reach": row("table", "sight"),
        "talk": {name: row("table", name) for name in TALK},
        "lengths": row("table", "lengths"),
        "given days": row("table", "given_days"),
        "without": [one for one, left in zip(switches.WITHOUT, row("table", "without"), strict=True) if left],
        "opens": [row("towns", "opens", k) for k in range(len(v.TOWNS))],
        "switches": {name: row("table", name) for name in SWITCHES},
        "die": row("table", "die"),
        "limit": row("table", "limit"),
        "stores": [tuple(row("stores", one, k) for one in ("supply", "dug", "dry")) for k in row.there("elements")],
        "goals": [tuple(row("goals", name, k) for name in goal) for k in row.there("goals")],
        "events": [_event(row, k) for k in row.there("events")],
        "alarm order": [orders[nth] for nth in sorted(orders) if nth],
    }


def _event(row: Row, k: int) -> Any:
    effects = zip(*(row("events", one, k) for one in ("effect", "what", "count")), strict=True)
    return row("events", "day", k), row("events", "cost", k), row("events", "came", k), [list(one) for one in effects]


def _player(row: Row, nth: int) -> Known:
    figures, elements = {}, len(row.there("elements"))
    for k in row.there("figures"):
        if row("figures", "whose", k) == nth:
            rest = (row("figures", one, k) for one in ("actions", "load", "extra"))
            spot = _spot(row, "figures", "", k)
            figures[row("figures", "number", k)] = (row("figures", "card", k) - 1, spot, *rest)
    return {
        **{name: row("seats", name, nth) for name in ("alchemist", "stone", "missions", "defeated")},
        **{name: row("seats", name, nth) for name in ("lost", "stock", "made", "rolls")},
        "carried_extension": row("seats", "carried_extension", nth) - 1,
        "carried": [card - 1 for card in row("seats", "carried", nth)],
        "tower": _spot(row, "seats", "tower_", nth),
        "nth": row("seats", "nth", nth) - 1,
        "latched": [int(k) for k in np.flatnonzero(row("seats", "latched", nth))],
        "private": row("seats", "private", nth) - 1,
        "barred": row("seats", "barred", nth)[:elements],
        "figures": figures,
    }


def _row_cards(row: Row) -> Known:
    recipes = {
        card: (LIES[row("recipes", "lies", card)], row("recipes", "whose", card) - 1, row("recipes", "place", card) - 1)
        for card in row.there("recipes")
    }
    slots = [_display(row, k) for k in range(v.SLOTS)]
    lie = {kind: [row(kind, "lies", k) for k in row.there(kind)] for kind in CARDS}
    purse = sorted((row("missions", "place", k), k) for k in _at(lie["missions"], 3))
    return {
        "recipes": recipes,
        "face down": row("table", "face_down"),
        "decks": row("table", "decks"),
        "alarms": (_at(lie["alarms"], 1), _at(lie["alarms"], 2), _at(lie["alarms"], 3)),
        "inquisitors": (_at(lie["inquisitors"], 1), _at(lie["inquisitors"], 3)),
        "missions": (_at(lie["missions"], 1), [k for _, k in purse], _at(lie["missions"], 4), _sold(row, "mission")),
        "extensions": (_at(lie["extensions"], 1), _sold(row, "market")),
        "owned": {k: row("extensions", "whose", k) - 1 for k in _at(lie["extensions"], 3)},
        "slots": slots,
    }


CARDS = ("extensions", "missions", "alarms", "inquisitors")


def _at(lies: list[int], where: int) -> list[int]:
    return [card for card, there in enumerate(lies) if there == where]


def _sold(row: Row, what: str) -> list[int]:
    return [row("towns", what, k) - 1 for k in range(len(v.TOWNS))]


def _display(row: Row, slot: int) -> Any:
    if slot not in row.there("slots"):
        return None
    cards = sorted(
        (row("inquisitors", "place", k), k)
        for k in row.there("inquisitors")
        if row("inquisitors", "slot", k) == slot + 1
    )
    there = {row("standees", "which", k): k for k in row.there("standees") if row("standees", "slot", k) == slot}
    figures = range(row("slots", "figures", slot))
    spots = [_spot(row, "standees", "", there[which]) if which in there else None for which in figures]
    return row("slots", "type", slot) - 1, [k for _, k in cards], spots


def _site(blocked: int, mine: int, town: int) -> int:
    return v.BLOCKED if blocked else v.MINE + mine - 1 if mine else v.TOWN + town - 1 if town else v.PLAIN


def _of_hexes(row: Row) -> Known:
    found = {}
    for k in row.there("hexes"):
        loose = {element: count for element, count in enumerate(row("hexes", "loose", k)) if count}
        site = _site(*(row("hexes", one, k) for one in ("blocked", "mine", "town")))
        found[_spot(row, "hexes", "", k)] = site, row("hexes", "marker", k), loose
    return found


def _of_planes(row: Row) -> Known:
    plane = {name: np.array(row("planes", name)) for name in ("board", "blocked", "marker", "town", "mine", "loose")}
    found = {}
    for column, line in np.argwhere(plane["board"] | plane["blocked"]).tolist():
        mine, town = (_which(plane[name][:, column, line]) for name in ("mine", "town"))
        heaps = plane["loose"][:, column, line].tolist()
        loose = {element: count for element, count in enumerate(heaps) if count}
        site = _site(plane["blocked"][column, line], mine, town)
        found[column, line] = site, int(plane["marker"][column, line]), loose
    return found


def _which(marks: np.ndarray) -> int:
    return int(marks.argmax()) + 1 if marks.any() else 0


def _question(row: Row, k: int) -> Known:
    names = ("kind", "figure", "cause", "done", "slot", "amount")
    touched = sum(1 << place for place, one in enumerate(row("prompts", "touched", k)) if one)
    return {
        **{name: row("prompts", name, k) for name in names},
        "seat": row("prompts", "whose", k),
        "column": row("prompts", "column", k) - 1,
        "element": row("prompts", "element", k) - 1,
        "touched": touched,
    }
