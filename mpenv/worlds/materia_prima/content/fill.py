"""From the entries of a pack to the tables record of the rules."""

from typing import Any

import numpy as np

from mpenv.engine.records import readable
from mpenv.engine.rule_ids import implements
from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima.content import board, card_tokens
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.clauses import TEAMS, wanted
from mpenv.worlds.materia_prima.content.tables import TABLES

Entries = dict[str, list[dict[str, Any]]]


def tables(entries: Entries) -> np.ndarray:
    """The tables of a pack, as an array of one record, as the rules take it."""
    array = np.zeros(1, TABLES)
    t = array.view(readable(TABLES))[0]
    _elements(t, entries)
    _board(t, entries)
    _alchemists(t, entries)
    _recipes(t, entries)
    _towns(t, entries)
    _inquisitors(t, entries)
    _alarms(t, entries)
    _scenarios(t, entries)
    card_tokens.furnish(t)
    array.flags.writeable = False
    return array.view(readable(TABLES)) if PLAIN else array


def _elements(t: Any, entries: Entries) -> None:
    t.elements, t.conversions = len(entries["element"]), len(entries["conversion"])
    for i, one in enumerate(entries["element"]):
        t.level[i], t.yields[i] = one["level"], one["yield"]
    for i, one in enumerate(entries["conversion"]):
        row = t.conversion[i]
        (row.first, row.second), row.result = one["from"], one["to"]


@implements("MP-BASE-BOARD-5")
def _board(t: Any, entries: Entries) -> None:
    about = entries["board.toml"][0]
    geo = board.geometry(about["shape"], about["frame"])
    left, top = min(q for q, _ in geo.hexes), min(r for _, r in geo.hexes)
    t.hexes, t.tile_hexes = len(geo.hexes), len(about["shape"])
    t.neighbour[:] = -1
    for i, (q, r) in enumerate(geo.hexes):
        t.q[i], t.r[i], t.column[i], t.row[i] = q, r, q - left, r - top
        t.neighbour[i] = geo.neighbours(i)
    t.apart[:] = board.apart(np.array(t.q), np.array(t.r))
    t.place[:, : t.tile_hexes] = geo.place
    t.turned[:] = -1
    for k in board.rotations(about["shape"]):
        t.turned[k, : t.tile_hexes] = geo.turned[k]
    symbols = [one["symbol"] for one in entries["element"]]
    for i, one in enumerate(entries["tile"]):
        for side in (0, 1):
            tokens = [token for row in one["AB"[side]] for token in row]
            t.tile[i].side[side].site[: t.tile_hexes] = [board.site(token, symbols) for token in tokens]
    for one, other in about["connections"]:
        t.route[one, other] = t.route[other, one] = 1
    t.layouts = len(entries["layout"])
    for i, one in enumerate(entries["layout"]):
        row = t.layout[i]
        row.laid[:] = [board.slot_of(words, [tile["id"] for tile in entries["tile"]]) for words in one["slots"]]
        row.tower[:] = -1
        for seats, towers in one["towers"].items():
            row.tower[seats, :seats] = [geo.hexes.index(tower) for tower in towers]


def _grants(values: dict[str, Any], abilities: list[tuple[str, int]]) -> list[int]:
    """Columns of what a card grants."""
    columns = [values.get(stat, 0) for stat in v.STATS] + [0] * (v.GRANTS - len(v.STATS))
    for kind, what in abilities:
        columns[{"extra": v.EXTRA, "mining": v.YIELD, "gift": v.GIFT}[kind] + what] += 1
    return columns


@implements(also=("MP-BASE-FIG-2",))
def _alchemists(t: Any, entries: Entries) -> None:
    t.alchemists = len(entries["alchemist"])
    for i, one in enumerate(entries["alchemist"]):
        row = t.alchemist[i]
        row.colour = one["colour"]
        row.grants[:] = [_grants(values, one["abilities"]) for values in (one, one["without_stone"])]


@implements(also=("MP-BASE-FIG-4",))
def _recipes(t: Any, entries: Entries) -> None:
    cards = [(kind, one) for kind in range(len(v.KINDS)) for one in entries[v.KINDS[kind]]]
    t.recipes = len(cards)
    for i, (kind, one) in enumerate(cards):
        row = t.recipe[i]
        row.kind, row.level, row.slot = kind, one["level"], one.get("slot", -1)
        for element, count in one["cost"].items():
            row.cost[element] = count
        row.parts = len(one["cost"])
        row.part[: row.parts] = sorted(one["cost"])
        row.grants[:] = _grants(one, one.get("abilities", []))


def _towns(t: Any, entries: Entries) -> None:
    t.errands, t.extensions, t.temples = (len(entries[kind]) for kind in ("mission", "extension", "temple"))
    for i, one in enumerate(entries["mission"]):
        kind = v.ERRANDS[one["kind"]]
        t.errand[i].kind, t.errand[i].points = one["kind"], one["points"]
        wanted = one["element"] if kind == "element" else [one["defence" if kind == "fight" else "level"]]
        t.errand[i].wanted, t.errand[i].also = (*wanted, -1)[:2]
    for i, one in enumerate(entries["extension"]):
        row = t.extension[i]
        for element, count in one["price"].items():
            row.cost[element] = count
        row.grants[:] = _grants(one, one["abilities"])


def _values(row: Any, modifiers: list[tuple[str, int]]) -> None:
    for what, amount in modifiers:
        if what == "extra figure":
            row.extra_figure = 1
        elif what in v.VALUES:
            row.value[v.VALUES.index(what)] += amount


@implements("MP-INQ-5")
def _inquisitors(t: Any, entries: Entries) -> None:
    t.types = len(entries["type"])
    for i, one in enumerate(entries["type"]):
        row = t.inquisitor[i]
        row.destroys = one["attack"] is None
        row.value[:] = [one[value] or 0 for value in v.VALUES]
        row.primary, row.secondary = one["primary"], one["secondary"]
        for k, card in enumerate(one["cards"]):
            t.card[i * v.TYPE_CARDS + k].type = i
            _values(t.card[i * v.TYPE_CARDS + k], [card["modifier"]])
            printed = [row.value[n] if card[value] is None else card[value] for n, value in enumerate(v.VALUES)]
            t.card[i * v.TYPE_CARDS + k].printed[:] = printed


def _alarms(t: Any, entries: Entries) -> None:
    letters = [one["letter"] for one in entries["town"]]
    t.alarms = len(entries["alarm"])
    for i, one in enumerate(entries["alarm"]):
        row = t.alarm[i]
        row.town = letters[one["town"]]
        _values(row, one["modifiers"])
        for cause, directions in enumerate((one["alchemists"], one["homunculi"])):
            for direction in directions:
                row.marks[cause, direction] += 1
        row.loot[:] = one["loot"]
        row.order[:] = one["order"]


def more_scenarios(known: np.ndarray, entries: Entries) -> np.ndarray:
    """The tables of a pack with the scenarios behind those that they hold."""
    array = known.copy()
    _scenarios(array.view(readable(TABLES))[0], entries)
    array.flags.writeable = False
    return array


@implements(also=("MP-DIV-13",))
def _scenarios(t: Any, entries: Entries) -> None:
    """The scenarios that are not there yet."""
    letters = [one["letter"] for one in entries["type"]]
    cards = [card["id"] for one in entries["type"] for card in one["cards"]]
    there, t.scenarios = t.scenarios, len(entries["scenario"])
    for i, one in enumerate(entries["scenario"][there:], there):
        row = t.scenario[i]
        row.types = len(one["types"])
        row.type[: row.types] = [letters.index(letter) for letter in one["types"]]
        row.days[:] = one["days"]
        used = alarms_of(entries, one)
        row.alarms, row.ordered, row.no_deck = len(used), bool(one["alarm_order"]), not one["inquisitor_deck"]
        row.alarm[: row.alarms] = used
        row.goals, row.events = len(one["mission"]), len(one["events"])
        for k, goal in enumerate(one["mission"]):
            _goal(row.goal[k], goal)
        for k, event in enumerate(one["events"]):
            row.event[k].day = event["day"]
            row.event[k].cost[2:] = event["cost"]
            for n, side in enumerate(("paid", "unpaid")):
                effect = row.event[k].effect[n]
                effect.kind, effect.what, effect.count, effect.also, effect.more = event[side]
        _special(row, one["special"], cards)
        if one["setup"] is not None:
            _setup(row, one["setup"], entries)


def alarms_of(entries: Entries, scenario: dict[str, Any]) -> list[int]:
    """The alarm cards of a scenario: those it names, or all that lie in every deck."""
    usual = [card for card, one in enumerate(entries["alarm"]) if one["deck"]]
    return list(scenario["alarm_order"] or scenario["alarms"] or usual)


@implements(also=("MP-SETUP-1",))
def _setup(row: Any, own: dict[str, Any], entries: Entries) -> None:
    about = entries["board.toml"][0]
    hexes = board.geometry(about["shape"], about["frame"]).hexes
    row.own, row.dealt = 1, len(own["pool"])
    row.laid[:] = [board.slot_of(words, [tile["id"] for tile in entries["tile"]]) for words in own["tiles"]]
    row.pool[: row.dealt] = own["pool"]
    for colour, place in own["places"].items():
        row.tower[colour] = hexes.index(place["tower"])
        row.begins[colour] = hexes.index(place["alchemist"] or place["tower"])


def _goal(row: Any, goal: dict[str, Any]) -> None:
    row.predicate = next(i for i, name in enumerate(v.PREDICATES) if goal[name] is not None)
    row.who, row.level, row.kind, row.latched = goal["who"], goal["level"], goal["kind"], goal["latched"]
    row.wanted[TEAMS[0] :] = [wanted(goal, seats) for seats in TEAMS]


@implements("MP-BASE-SCEN-7")
def _special(row: Any, special: dict[str, Any], cards: list[str]) -> None:
    row.no_sailing, row.marks_own_hex = special["no_sailing"], special["markers_on_own_hex"]
    row.destroy_from, row.sight = special["destroy_from"], special["sight"]
    for town, day in special["closed"].items():
        row.opens[town] = day
    for element, count in special["dry"].items():
        row.dry[element] = count
    for colour, allowed in special["licences"].items():
        row.forbidden[colour] = [element not in allowed for element in range(v.MAX_ELEMENTS)]
    row.starters = len(special["start"])
    for k, one in enumerate(special["start"]):
        row.starter[k] = cards.index(one["card"]), one["town"]
