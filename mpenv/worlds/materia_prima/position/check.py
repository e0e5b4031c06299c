"""Checks of a position: whether it can come up in a game; all faults at once."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from mpenv.engine.rule_ids import implements
from mpenv.worlds.materia_prima import catalogue, notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.faults import Fault
from mpenv.worlds.materia_prima.content.fill import alarms_of
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw.words import place
from mpenv.worlds.materia_prima.position import writing
from mpenv.worlds.materia_prima.position.asked import asked
from mpenv.worlds.materia_prima.position.faults import BrokenPosition
from mpenv.worlds.materia_prima.position.writing import card
from mpenv.worlds.materia_prima.rules import entries, prompts, reasons
from mpenv.worlds.materia_prima.rules.state import ENTRY, EVENT, PLACING, SAYING
from mpenv.worlds.materia_prima.view import View


def possible(view: View) -> None:
    """Refuse an impossible state with all its faults."""
    if faults := impossible(view) or [Fault("position", *fault) for fault in answers(view)]:
        raise BrokenPosition(faults)


def impossible(view: View, broken: Collection[str] = ()) -> list[Fault]:
    """List all faults; checks that read a faulty section are skipped."""
    checks = {
        calendar: {"", "seat"},
        alarm_cards: {"", "alarm"},
        inquisitor_cards: {"", "inquisition"},
        recipe_cards: {"recipes", "seat"},
        board: {"board", "seat"},
        figures: {"board", "seat"},
        loads: {"seat"},
        display: {"", "alarm", "board", "inquisition", "prompt", "seat"},
        towns: {"", "events", "seat", "towns"},
        asked: {"", "alarm", "board", "events", "prompt", "recipes", "seat", "towns"},
    }
    sound = [one for one, sections in checks.items() if not sections & {*broken}]
    return [Fault("position", *fault) for one in sound for fault in one(view)]


Faults = Iterator[tuple[str, str, str]]


def calendar(view: View) -> Faults:
    pack, s = view.pack, view.state
    if s.day > s.days:
        yield "", "day", f"{s.day} is after the last day, {s.days}"
    if s.turn > s.seats:
        yield "", "turn", f"must be 0 to {s.seats}"
    if s.phase == SAYING and not s.candour.table_talk:
        yield "", "phase", "nobody is asked what he intends (rules: table_talk)"
    if s.days != (length := writing.days(pack, s)):
        yield "", "days", f"the {'table' if s.study.days == length else 'scenario'} has {length}, not {s.days}"
    colours = Counter(notation.colour(pack, s, seat) for seat in range(s.seats))
    for colour, count in colours.items():
        if count > 1:
            yield "seat", "alchemist", f"{colour} is seated twice"
    for alchemist, count in Counter(s.seat[seat].alchemist for seat in range(s.seats)).items():
        if count > 1 and max(colours.values()) == 1:
            yield "seat", "alchemist", f"{pack.ids['alchemist'][alchemist]} is seated twice"


def _conserved(entry: str, found: Iterable[int], known: Iterable[int], name: Any) -> Faults:
    """Check that each card lies in exactly one place."""
    counted, wanted = Counter(found), set(known)
    for one in sorted(counted.keys() | wanted):
        if one not in wanted:
            yield entry, name(one), "does not belong to this scenario"
        elif counted[one] != 1:
            yield entry, name(one), "is missing" if not counted[one] else f"lies in {counted[one]} places"


def alarms(pack: Pack, s: Any) -> list[int]:
    """Alarm cards of a scenario."""
    return alarms_of(pack.entries, pack.entries["scenario"][s.scenario])


def inquisitors(pack: Pack, s: Any) -> list[int]:
    """Inquisitor cards of a scenario: all six of each type, or those displayed at its start."""
    scenario = pack.readable.scenario[s.scenario]
    if scenario.no_deck:
        return [scenario.starter[k, 0] for k in range(scenario.starters)]
    return [scenario.type[k] * v.TYPE_CARDS + i for k in range(scenario.types) for i in range(v.TYPE_CARDS)]


def _pile(pile: Any) -> list[int]:
    return [pile.card[k] for k in range(pile.cards)]


@implements(also=("MP-DAY-4",))
def alarm_cards(view: View) -> Faults:
    pack, s = view.pack, view.state
    known = alarms(pack, s)
    yield from _conserved("alarm", _pile(s.alarms) + _pile(s.revealed), known, lambda one: pack.ids["alarm"][one])
    wanted = s.day - 1 if s.phase <= EVENT else s.day
    if s.revealed.cards != wanted and s.day <= len(known):
        yield "alarm", "revealed", f"{s.revealed.cards} cards, on day {s.day} there are {wanted} (MP-DAY-4)"


def inquisitor_cards(view: View) -> Faults:
    pack, s = view.pack, view.state
    known = inquisitors(pack, s)
    shown = [s.slot[k].card[i] for k in range(v.SLOTS) for i in range(s.slot[k].cards)]
    found = _pile(s.pile) + _pile(s.defeated) + shown
    yield from _conserved("inquisition", found, known, lambda one: card(pack, one))
    if s.study.peace and shown:
        yield "inquisition", "slots", "this table plays without inquisitors (rules: without)"


def recipe_cards(view: View) -> Faults:
    pack, s = view.pack, view.state
    t = pack.readable
    found = [one for one in (*s.pool.tolist(), *s.drawn.tolist()) if one >= 0] + writing.gone(pack, s)
    for k, kind in enumerate(v.KINDS):
        cards = _pile(s.recipes[k]) + _pile(s.discards[k])
        found += cards
        for one in cards:
            if t.recipe[one].kind != k:
                yield "recipes", kind, f"{pack.ids['recipe'][one]} is of another kind"
    for seat in range(s.seats):
        me = s.seat[seat]
        found += [int(one) for one in (*me.items, *me.fragment, *me["figure"]["card"], me.private) if one >= 0]
        for one in me.fragment:
            if one >= 0 and v.KINDS[t.recipe[one].kind] != "stone":
                yield f"seat {seat}", "fragments", f"{pack.ids['recipe'][one]} is no fragment"
    yield from _conserved("recipes", found, range(t.recipes), lambda one: pack.ids["recipe"][one])


def towns(view: View) -> Faults:
    """Check that missions and markers lie in one place each, and that due events came."""
    pack, s = view.pack, view.state
    found = [one for one in s.mission.tolist() if one >= 0] + _pile(s.errands) + _pile(s.purse) + _pile(s.spent)
    missions = pack.ids["mission"]
    yield from _conserved("towns", found, range(len(missions)), lambda one: missions[one])
    markers = pack.ids["extension"]
    owned = [k for k in range(len(markers)) if s.owner[k] >= 0]
    found = [value for value in s.market.tolist() if value >= 0] + _pile(s.extensions) + owned
    yield from _conserved("towns", found, range(len(markers)), lambda one: markers[one])
    for seat in range(s.seats):
        carried = s.seat[seat].carried_extension
        if carried >= 0 and s.owner[carried] != seat:
            yield f"seat {seat}", "carried_extension", f"{markers[carried]} is not among its extensions"
    for k, row in enumerate(pack.entries["scenario"][s.scenario]["events"]):
        if s.happened[k] and row["day"] > s.day:
            yield "events", "happened", f"the event of day {row['day']} cannot have come by day {s.day}"


def board(view: View) -> Faults:
    pack, s = view.pack, view.state
    towers = [s.seat[seat].tower for seat in range(s.seats)]
    for seat, hex in enumerate(towers):
        if hex < 0:
            if s.phase != PLACING or seat < s.turn:
                yield f"seat {seat}", "tower", "stands nowhere"
        elif s.site[hex] == v.BLOCKED or towers.count(hex) > 1:
            yield f"seat {seat}", "tower", f"cannot stand on {place(pack, hex)}"
    for hex in range(pack.readable.hexes):
        if s.marker[hex] > 1:
            yield "board", "markers", f"two markers on {place(pack, hex)} would be an alarm (MP-ALARM-5.1)"
        if s.marker[hex] and (s.site[hex] == v.BLOCKED or hex in towers):
            yield "board", "markers", f"no marker can lie on {place(pack, hex)} (MP-ALARM-4.3)"
    for k in range(s.heaps):
        hex = s.heap_at[k] // v.MAX_ELEMENTS
        if s.site[hex] == v.BLOCKED or hex in towers:
            yield "board", "loose", f"nothing lies loose on {place(pack, hex)} (MP-ACT-DROP-4)"


def figures(view: View) -> Faults:
    pack, s = view.pack, view.state
    for seat in range(s.seats):
        others = [other for other in range(s.seats) if other != seat]
        foreign = {s.seat[other].tower for other in others}
        foreign |= {one.hex for other in others for one in s.seat[other]["figure"]}
        foreign -= {-1}
        for number in range(v.FIGURES):
            hex = s.seat[seat].figure[number].hex
            who = notation.figure(pack, s, seat, number)
            if hex < 0:
                one = s.seat[seat].figure[number]
                if one.actions or any(one.load) or any(one.extra):
                    yield f"seat {seat}", "figure", f"{who} stands nowhere, but carries or can do something"
                if number == 0 and (s.phase != PLACING or seat < s.turn):
                    yield f"seat {seat}", "figure", f"{who} is not on the board"
            elif s.site[hex] == v.BLOCKED:
                yield f"seat {seat}", "figure", f"{who} stands on the blocked hex {place(pack, hex)}"
            elif hex in foreign:
                yield f"seat {seat}", "figure", f"{who} shares {place(pack, hex)} with another colour (MP-ACT-MOVE-2)"


@implements(also=("MP-BASE-RECIPE-3",))
def loads(view: View) -> Faults:
    pack, s = view.pack, view.state
    t = pack.readable
    loaded = _overloaded(s)
    for seat in range(s.seats):
        me = s.seat[seat]
        worn = [me.items[k] for k in range(v.ITEMS) if me.worn[k]]
        slots = Counter(t.recipe[one].slot for one in worn)
        for slot, count in slots.items():
            if count > 1:
                yield f"seat {seat}", "items", f"{count} are worn as {v.ITEM_SLOTS[slot]} (MP-BASE-RECIPE-3)"
        for number in range(v.FIGURES):
            one = me.figure[number]
            if one.hex < 0:
                continue
            if (seat, number) in loaded:
                continue
            room = view.stat(seat, number, "capacity")
            if (carried := int(sum(one.load))) > room:
                yield f"seat {seat}", "load", f"{notation.figure(pack, s, seat, number)} carries {carried} of {room}"


def _overloaded(s: Any) -> list[tuple[int, int]]:
    """Figures that may carry too much just now: the partner of an exchange, and a figure that must drop."""
    if not s.prompts:
        return []
    top = s.prompt[s.prompts - 1]
    if top.kind == prompts.EXCHANGE:
        return [(top.slot // v.FIGURES, top.slot % v.FIGURES)]
    return [(top.seat, top.figure)] if top.kind == prompts.OVERLOAD else []


@implements(also=("MP-ALARM-6.9",))
def display(view: View) -> Faults:
    pack, s = view.pack, view.state
    taken = {s.seat[seat].tower for seat in range(s.seats)}
    taken |= {one.hex for seat in range(s.seats) for one in s.seat[seat]["figure"]}
    taken -= {-1}
    shown = [s.slot[k].type for k in range(v.SLOTS) if s.slot[k].cards]
    if len(set(shown)) != len(shown):
        yield "inquisition", "slots", "a type lies in two slots (MP-ALARM-6.3)"
    for k in range(v.SLOTS):
        slot = s.slot[k]
        cards = [slot.card[i] for i in range(slot.cards)]
        if any(one // v.TYPE_CARDS != slot.type for one in cards):
            yield "inquisition", f"slot {k + 1}", "holds cards of two types"
        due = view.figures_due(k)
        waiting = s.prompts and s.prompt[0].kind == prompts.ENTRY and s.prompt[0].slot == k
        if slot.figures != due - (1 if waiting else 0):
            yield "inquisition", f"slot {k + 1}", f"has {slot.figures} figures, its cards make {due} (MP-ALARM-6.9)"
        for i in range(slot.figures):
            if s.site[slot.hex[i]] == v.BLOCKED or slot.hex[i] in taken:
                words = f"an inquisitor cannot stand on {place(pack, slot.hex[i])} (MP-INQ-22)"
                yield "inquisition", f"slot {k + 1}", words
    if s.phase == ENTRY and s.entry >= 0 and (s.site[s.entry] == v.BLOCKED or s.entry in taken):
        yield "alarm", "entry", f"an inquisitor cannot enter on {place(pack, s.entry)} (MP-ALARM-6.12)"


def answers(view: View) -> Faults:
    """Check that the seat asked can answer; needs a position without other faults."""
    pack, record = view.pack, view.record
    if view.asked is None:
        return
    if all(entries.why_not(pack.tables, record, 0, action) != reasons.FINE for action in range(catalogue.ACTIONS)):
        yield f"prompt {view.state.prompts - 1}", "kind", "there is no legal answer to it"
