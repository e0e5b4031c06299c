"""A view as a short text in a stable form, for language models: the situation, what is asked and why, the answers.

Every line begins with what it tells of. What is printed is put into words once and kept.
"""

import functools
from collections.abc import Iterator
from typing import Any

from mpenv.language import USUAL, speaking
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.clauses import wanted
from mpenv.worlds.materia_prima.content.pack import Pack
from mpenv.worlds.materia_prima.draw import questions, words
from mpenv.worlds.materia_prima.draw.asks import BECAUSE
from mpenv.worlds.materia_prima.rules import entries, prompts
from mpenv.worlds.materia_prima.rules.secrets import DRAWN_FACE_DOWN, FACE_DOWN
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.state import OUTCOMES, PAID, RUNNING
from mpenv.worlds.materia_prima.view import View

SHOWN = tuple(enumerate(v.STATS[:3]))
FORM = 1  # version of the format
OF_FIGURE = {"MINE", "DROP", "PICK", "MISSION", "EXCHANGE"}
OF_ELEMENT = {"PUT", "TAKE"}
BLOCK = [c.block_of(action) for action in range(c.ACTIONS)]


def brief(view: View) -> str:
    """The text of a view, in English whatever people speak: those who act see the same everywhere."""
    with speaking(USUAL):
        f = Facts(view)
        lines = [_opening(f), *_seats(f), *_board(f), *_towns(f), *_events(f), *_inquisition(f), *_recipes(f)]
        return "\n".join([*lines, *_asked(f), *_answers(f)])


class Facts:
    """Numbers of a view as plain lists, which are ten times as fast to read as records."""

    def __init__(self, view: View) -> None:
        self.view, self.pack = view, view.pack
        self.record = r = view.record[0]
        seat = r["seat"]
        figure = seat["figure"]
        self.one = {name: int(r[name]) for name in ("scenario", "difficulty", "seats", "days", "day", "outcome")}
        self.order = [seat for seat in r["order"].tolist() if seat >= 0]
        self.alchemist, self.tower = seat["alchemist"].tolist(), seat["tower"].tolist()
        self.stone, self.stock = seat["stone"].tolist(), seat["stock"].tolist()
        self.items, self.worn = seat["items"].tolist(), seat["worn"].tolist()
        self.fragment, self.private = seat["fragment"].tolist(), seat["private"].tolist()
        self.hex, self.card = figure["hex"].tolist(), figure["card"].tolist()
        self.load, self.actions = figure["load"].tolist(), figure["actions"].tolist()
        self.extra = figure["extra"].tolist()
        self.said = r["candour"]["said"].tolist()
        self.limited = bool(entries.limited(self.pack.tables, view.record, 0))
        stands = figure["stand"][:, 0].tolist()
        self.colours = tuple(_colour(self.pack, self.alchemist[k], stands[k]) for k in range(self.one["seats"]))
        self.names = [_names(colour) for colour in self.colours]

    def sees(self, hex: int) -> bool:
        """Check that a hex is in sight; figures off the board are."""
        return not self.limited or hex < 0 or self.view.sight[hex]


@functools.cache
def _colour(pack: Pack, alchemist: int, stands: int) -> str:
    return notation.stands(pack, alchemist, stands)


@functools.cache
def _names(colour: str) -> tuple[str, ...]:
    return (colour, *(f"{colour}.h{number}" for number in range(1, v.FIGURES)))


def _opening(f: Facts) -> str:
    one, me = f.one, f.view.seat
    order = ", ".join(f.colours[seat] for seat in f.order)
    told = _scenario(f.pack, one["scenario"], one["difficulty"], one["days"], f.colours)
    special = f.pack.entries["scenario"][one["scenario"]]["special"]
    if more := [*words.switches(f.view.state, special)]:
        told += f"\nat this table: {'; '.join(more)}"
    return f"materia text {FORM}\nday: {one['day']} of {one['days']}; order {order}; you are {f.colours[me]}\n{told}"


@functools.lru_cache(maxsize=256)
def _scenario(pack: Pack, scenario: int, difficulty: int, days: int, colours: tuple[str, ...]) -> str:
    level = f", {v.DIFFICULTIES[difficulty]}" if difficulty else ""
    rules = "; ".join(words.special(pack, pack.entries["scenario"][scenario]["special"], colours)) or "none"
    mission = words.mission(pack, scenario, len(colours))
    named = f"scenario: {pack.ids['scenario'][scenario]}{level}\nmission: {mission}"
    letters = ", ".join(pack.entries["scenario"][scenario]["types"]) or "none"
    return f"{named}\nspecial rules: {rules}\ntypes of inquisitors: {letters}"


# --- the table ----------------------------------------------------------------------------------


def _seats(f: Facts) -> Iterator[str]:
    for seat in f.order:
        colour = f.colours[seat]
        stone = "soul stone" if f.stone[seat] else "no soul stone"
        things = [
            _recipe_name(f.pack, card) + (" worn" if f.worn[seat][k] else "")
            for k, card in enumerate(f.items[seat])
            if card >= 0
        ]
        things += [_recipe_name(f.pack, card) for card in f.fragment[seat] if card >= 0]
        owns = f"; owns {', '.join(things)}" if things else ""
        stock = _elements(f.pack, tuple(f.stock[seat])) if f.sees(f.tower[seat]) else "what is out of sight"
        tower = words.place(f.pack, f.tower[seat]) if f.tower[seat] >= 0 else "not placed"
        said = f"; {words.heard(f.pack, f.view.state, seat)}" if f.said[seat] else ""
        yield f"{colour}: {stone}; tower {tower} holds {stock}{owns}{_private(f, seat)}{said}{_progress(f, seat)}"
        for number in range(v.FIGURES):
            if f.hex[seat][number] >= 0:
                yield _figure(f, seat, number)
            elif f.hex[seat][number] == UNSEEN:
                yield f"{f.names[seat][number]}: out of sight"
    if team := _progress(f, None):
        yield f"team{team.replace(';', ':', 1)}"


def _figure(f: Facts, seat: int, number: int) -> str:
    tables, states, hex = f.pack.tables, f.view.record, f.hex[seat][number]
    stats = " ".join([f"{name} {entries.stat(tables, states, 0, seat, number, k)}" for k, name in SHOWN])
    load = _elements(f.pack, tuple(f.load[seat][number]))
    return f"{f.names[seat][number]}: at {f.pack.places[hex]}; carries {load}; {stats}{_left(f, seat, number)}"


def _left(f: Facts, seat: int, number: int) -> str:
    left, extra = f.actions[seat][number], f.extra[seat][number]
    if not left and not any(extra):
        return ""
    more = "".join(f" and {count} extra {verb}" for verb, count in zip(v.VERBS, extra, strict=False) if count)
    return f"; {left} actions{more} left"


def _private(f: Facts, seat: int) -> str:
    card = f.private[seat]
    if card >= 0:
        return f"; private recipe {_recipe_name(f.pack, card)}"
    return f"; a private {v.KINDS[FACE_DOWN - card]} recipe face down" if card <= FACE_DOWN else ""


def _progress(f: Facts, seat: int | None) -> str:
    """Progress of a seat or of the team toward each goal."""
    parts = []
    for number, (who, wants, said) in enumerate(_goals(f.pack, f.one["scenario"], f.one["seats"])):
        if v.WHO[who] == ("team" if seat is None else "each"):
            seats = range(f.one["seats"]) if seat is None else (seat,)
            has = sum(f.view.progress(number, one) for one in seats)
            met = f.view.reached(number, seat or 0)
            parts.append(f"{said} {'done' if met else 'not yet'} ({has} of {wants})")
    return f"; {', '.join(parts)}" if parts else ""


@functools.cache
def _goals(pack: Pack, scenario: int, seats: int) -> list[tuple[int, int, str]]:
    goals = pack.entries["scenario"][scenario]["mission"]
    return [(goal["who"], wanted(goal, seats), words.goal(pack, goal, seats)) for goal in goals]


@functools.lru_cache(maxsize=4096)
def _elements(pack: Pack, counts: tuple[int, ...]) -> str:
    return words.elements(pack, counts)


@functools.cache
def _recipe_name(pack: Pack, card: int) -> str:
    return pack.ids["recipe"][card]


def _board(f: Facts) -> Iterator[str]:
    places, r = f.pack.places, f.record
    if f.limited:
        yield f"in sight: {' '.join(place for place, seen in zip(places, f.view.sight, strict=True) if seen)}"
    yield _land(f.pack, r["site"].tobytes())
    marked = [places[hex] for hex in r["marker"].nonzero()[0].tolist()]
    yield f"alarm markers: {' '.join(marked) or 'none'}"
    heaps, lying = int(r["heaps"]), dict[int, list[str]]()
    at, count = r["heap_at"][:heaps].tolist(), r["heap_count"][:heaps].tolist()
    for where, many in zip(at, count, strict=True):
        hex, element = divmod(where, v.MAX_ELEMENTS)
        lying.setdefault(hex, []).append(f"{many} {f.pack.ids['element'][element]}")
    loose = "; ".join(f"{places[hex]} {', '.join(what)}" for hex, what in lying.items())
    yield f"loose elements: {loose or 'none'}"


@functools.lru_cache(maxsize=256)
def _land(pack: Pack, sites: bytes) -> str:
    """Mines, towns and blocked hexes, which a layout fixes."""
    held: dict[str, list[str]] = {}
    for hex, site in enumerate(sites[: pack.readable.hexes]):
        if site >= v.TOWN:
            held.setdefault(f"town {v.TOWNS[site - v.TOWN]}", []).append(pack.places[hex])
        elif site >= v.MINE:
            held.setdefault(f"{pack.ids['element'][site - v.MINE]} mines", []).append(pack.places[hex])
        elif site == v.BLOCKED:
            held.setdefault("blocked", []).append(pack.places[hex])
    return "land: " + "; ".join(f"{what} {' '.join(where)}" for what, where in sorted(held.items()))


def _towns(f: Facts) -> Iterator[str]:
    missions, markets = f.record["mission"].tolist(), f.record["market"].tolist()
    closed = f.pack.entries["scenario"][f.one["scenario"]]["special"]["closed"]
    for town, letter in enumerate(v.TOWNS):
        offers = [_errand(f.pack, missions[town])] if missions[town] >= 0 else []
        offers += [_market(f.pack, markets[town])] if markets[town] >= 0 else []
        offers += [f"closed until day {closed[town]}"] if f.one["day"] < closed.get(town, 0) else []
        if offers:
            yield f"town {letter}: {'; '.join(offers)}"
    if shown := words.temple(f.pack, int(f.record["temple"])):
        yield f"temple card: {shown}"


_errand = functools.cache(words.errand)


@functools.cache
def _market(pack: Pack, marker: int) -> str:
    price = ", ".join(
        f"{n} {pack.ids['element'][one]}" for one, n in pack.entries["extension"][marker]["price"].items()
    )
    return f"sells {words.extension(pack, marker)} for {price}"


def _events(f: Facts) -> Iterator[str]:
    worth = [f.pack.entries["mission"][card]["points"] for card in _cards(f.record["purse"])]
    yield f"purse: {sum(worth)} points ({', '.join(map(str, sorted(worth))) or 'no cards'})"
    yield from _event_rows(f.pack, f.one["scenario"], f.one["seats"], tuple(f.record["happened"].tolist()))
    if revealed := _cards(f.record["revealed"]):
        yield _alarm(f.pack, revealed[-1])


def _cards(pile: Any) -> list[int]:
    found: list[int] = pile["card"][: pile["cards"]].tolist()
    return found


@functools.lru_cache(maxsize=1024)
def _event_rows(pack: Pack, scenario: int, seats: int, happened: tuple[int, ...]) -> list[str]:
    lines = []
    for k, row in enumerate(pack.entries["scenario"][scenario]["events"]):
        paid, unpaid = (words.effect(pack, row[side]) for side in ("paid", "unpaid"))
        if happened[k]:
            lines.append(f"event of day {row['day']}: came, {paid if happened[k] == PAID else unpaid}")
        else:
            lines.append(f"event of day {row['day']}: for {row['cost'][seats - 2]} points {paid}; else {unpaid}")
    return lines


@functools.lru_cache(maxsize=1024)
def _alarm(pack: Pack, card: int) -> str:
    alarm = pack.entries["alarm"][card]
    marks = [
        f"{who} {' '.join(words.WHERE[d] for d in alarm[who])}" for who in ("alchemists", "homunculi") if alarm[who]
    ]
    values = [f"{stat} +{amount}" for stat, amount in alarm["modifiers"]]
    loot = ", ".join(f"{face} {pack.ids['element'][element]}" for face, element in enumerate(alarm["loot"]))
    town = v.TOWNS[alarm["town"]]
    told = f"town {town}; marks {' and '.join(marks) or 'nothing'}; {', '.join(values) or 'no modifier'}"
    return f"alarm card: {told}; loot by die {loot}"


def _inquisition(f: Facts) -> Iterator[str]:
    slots = f.record["slot"]
    cards, types = slots["cards"].tolist(), slots["type"].tolist()
    figures, hexes = slots["figures"].tolist(), slots["hex"].tolist()
    for slot in range(v.SLOTS):
        if cards[slot]:
            letter, hunts, shown = _type(f.pack, types[slot])
            values = ", ".join([f"{name} {f.view.value(slot, name)}" for name in shown])
            where = [f"{letter}{k + 1} {words.whereabouts(f.pack, hexes[slot][k])}" for k in range(figures[slot])]
            yield f"inquisitor type {letter}: {values}; {hunts}; {', '.join(where) or 'nobody on the board'}"


@functools.cache
def _type(pack: Pack, type: int) -> tuple[str, str, list[str]]:
    one = pack.entries["type"][type]
    without = "destroy" if one["destroy"] is None else "attack"
    hunts = f"hunts {v.TARGETS[one['primary']]} before {v.TARGETS[one['secondary']]}"
    return one["letter"], hunts, [name for name in v.VALUES if name != without]


def _recipes(f: Facts) -> Iterator[str]:
    record = f.record
    yield from (f"recipe {_recipe(f.pack, card)}" for card in record["pool"].tolist() if card >= 0)
    if (private := f.private[f.view.seat]) >= 0:
        yield f"your private recipe {_recipe(f.pack, private)}"
    for card in record["drawn"].tolist():
        if card >= 0:
            yield f"drawn recipe {_recipe(f.pack, card)}"
        elif card <= DRAWN_FACE_DOWN:
            yield "drawn recipe face down"


_recipe = functools.cache(words.recipe)


# --- what is asked ------------------------------------------------------------------------------


def _asked(f: Facts) -> Iterator[str]:
    s = f.view.state
    if f.one["outcome"] != RUNNING:
        yield f"ended: {OUTCOMES[f.one['outcome']]}"
        return
    prompt = s.prompt[s.prompts - 1]
    who, kind = f.colours[prompt.seat], prompts.KINDS[prompt.kind]
    about = "the next action of the turn" if prompt.kind == prompts.TURN else questions.decides(kind)
    yield f"asked: {who} decides {about}"
    yield f"why: {BECAUSE[prompt.kind](f.view, prompt)} ({prompts.CAUSES[prompt.cause]})"


def _answers(f: Facts) -> Iterator[str]:
    view, colour = f.view, f.colours[f.view.seat]
    legal = view.legal
    if legal:
        yield "answers, each by its number:"
    saying = view.state.prompt[view.state.prompts - 1].kind == prompts.SAY if legal else False
    for action in legal:
        if action >= c.ACTIONS:
            yield f"{action} {view.words(action)}"
            continue
        said = view.words(action) if saying else _steady(f.pack, colour, action) or view.words(action)
        if BLOCK[action].name == "MOVE":
            number, direction = divmod(action - c.MOVE, 6)
            said += f" to {f.pack.places[_neighbours(f.pack)[f.hex[view.seat][number]][direction]]}"
        yield f"{action} {said}"


@functools.cache
def _steady(pack: Pack, colour: str, action: int) -> str:
    """Notation of an answer that reads the same in every state."""
    block = BLOCK[action]
    if block.name == "MOVE":
        number, direction = divmod(action - block.start, 6)
        return f"{_names(colour)[number]} move {v.DIRECTIONS[direction]}"
    if block.name in OF_FIGURE:
        return f"{_names(colour)[action - block.start]} {block.name.lower()}"
    if block.name in OF_ELEMENT and action - block.start < len(pack.ids["element"]):
        return f"{colour} {block.name.lower()} {pack.ids['element'][action - block.start]}"
    return ""


@functools.cache
def _neighbours(pack: Pack) -> list[list[int]]:
    found: list[list[int]] = pack.tables["neighbour"][0].tolist()
    return found
