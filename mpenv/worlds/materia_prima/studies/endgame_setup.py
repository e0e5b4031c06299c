"""Brings a situation of a game near its end: today is the last day, and little is left to do.

What is missing is at hand more often than it would be, so that the answers matter. Nobody asks here whether a situation
could come up: who reads its position file does.
"""

import random
from typing import Any

from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.rules import board
from mpenv.worlds.materia_prima.rules.missions import ANY, DEFEAT, EACH, EVENTS, MAKE, MISSIONS, STAND, STOCK
from mpenv.worlds.materia_prima.rules.prompts import TURN
from mpenv.worlds.materia_prima.rules.state import EVENT, PAID, TURNS

OPEN = (0, 0, 1, 1, 1, 2)  # goals of a player or of the team that are left to do
STONES = (1, 1, 2, v.SEATS, v.SEATS)  # left in play at most
GIVEN = 0.85  # how likely each element that a goal may need lies where it is needed
# How often inquisitors stand near alchemists, figures near a tower or a town, and actions were spent.
HUNTED, AT_HAND, TIRED = 0.5, 0.5, 0.8
NEAR = 2
TEAM = NOBODY = -1
ELEMENT = v.ERRANDS.index("element")
Part = tuple[int, int]  # of the mission: a goal, and the seat that it is for


def bring_near(game: Game, kind: int, rng: random.Random) -> bool:
    """Change a situation in which a question of a kind is asked; False when nothing can be lost or won in it."""
    _turn_days(game)
    left = _reach_goals(game, rng)
    _lose_stones(game, rng.choice(STONES) if left else 1, rng)
    if kind == TURN:
        _move_figures(game, rng)
    for part in left:
        _help(game, *part, kind, rng)
    if rng.random() < TIRED:
        _spend_actions(game, rng)
    if not left or rng.random() < HUNTED:
        _send_inquisitors(game, rng)
    return bool(left) or any(slot.figures for slot in game._state.slot)


def _turn_days(game: Game) -> None:
    """Today becomes the last day; the alarm cards of the days between lie below today's."""
    s = game._state
    if s.day < s.days:
        deck, active = s.alarms.card[: s.alarms.cards].tolist(), s.revealed.card[s.revealed.cards - 1]
        between = s.days - s.day
        s.revealed.card[s.revealed.cards - 1 : s.days] = [*deck[len(deck) - between :], active]
        s.revealed.cards, s.alarms.cards = s.days, len(deck) - between
        s.day = s.days


def _goal(game: Game, number: int) -> Any:
    return game.pack.readable.scenario[game._state.scenario].goal[number]


def _town(game: Game, town: int) -> int:
    """Where a town lies; asked with the records that rules are compiled for."""
    return board.town(game.pack.tables[0], game._states[0], town)


def _apart(game: Game, one: int, other: int) -> int:
    return board.apart(game.pack.tables[0], one, other)


def _reach_goals(game: Game, rng: random.Random) -> list[Part]:
    """All but a few goals were reached before, and of those only the last deed is missing; these are told."""
    s, view = game._state, game.overview()
    parts = [
        (number, seat)
        for number in range(game.pack.readable.scenario[s.scenario].goals)
        for seat in (range(s.seats) if _goal(game, number).who == EACH else [TEAM])
    ]
    unmet = [(number, seat) for number, seat in parts if not view.reached(number, max(seat, 0))]
    open_yet = [part for part in unmet if _may_come(game, *part)]
    left = rng.sample(open_yet, min(len(open_yet), rng.choice(OPEN)))
    for part in unmet:
        _reach(game, *part, int(part in left), rng)
    return left


def _may_come(game: Game, number: int, seat: int) -> bool:
    """Events are paid before the turns; what each has to do he does in his turn."""
    s = game._state
    if _goal(game, number).predicate == EVENTS:
        return bool(s.phase == EVENT)
    return seat == TEAM or seat in s.order[s.turn if s.phase == TURNS else 0 : s.seats]


def _reach(game: Game, number: int, seat: int, missing: int, rng: random.Random) -> None:
    """All that a goal counts was done, stored or taken, but for so much."""
    s, t, goal, view = game._state, game.pack.readable, _goal(game, number), game.overview()
    seats = range(s.seats) if seat == TEAM else [seat]
    done = sum(view.progress(number, one) for one in seats)
    for _ in range(goal.wanted[s.seats] - missing - done):
        me = s.seat[rng.choice(seats)]
        if goal.predicate == MAKE:
            me.made[goal.kind, max(1, goal.level)] += 1
        elif goal.predicate == MISSIONS:
            me.missions += 1
        elif goal.predicate == DEFEAT:
            me.defeated += 1
        elif goal.predicate == EVENTS:
            _pay(game)
        elif goal.predicate == STOCK:
            me.stock[goal.kind if goal.kind != ANY else rng.randrange(t.elements)] += 1
        elif goal.predicate == STAND:
            me.figure[0].hex = _town(game, goal.kind)


def _pay(game: Game) -> None:
    """The latest event before today that was not paid."""
    s = game._state
    rows = game.pack.entries["scenario"][s.scenario]["events"]
    unpaid = [k for k, row in enumerate(rows) if row["day"] < s.day and s.happened[k] != PAID]
    if unpaid:
        s.happened[unpaid[-1]] = PAID


def _lose_stones(game: Game, left: int, rng: random.Random) -> None:
    s = game._state
    kept = rng.sample(range(s.seats), min(s.seats, left))
    for seat in range(s.seats):
        if seat not in kept:
            s.seat[seat].stone = 0


def _help(game: Game, number: int, seat: int, kind: int, rng: random.Random) -> None:
    """Bring the last deed of a goal within reach."""
    s, t, goal = game._state, game.pack.readable, _goal(game, number)
    who = seat if seat != TEAM else game.seat or 0
    me = s.seat[who]
    if goal.predicate == MAKE:
        cost = t.recipe[_in_pool(game, goal.kind, goal.level, rng)].cost
        _give(me.stock, [one for one in range(t.elements) for _ in range(cost[one])], rng)
    elif goal.predicate == STOCK:
        rows = [t.conversion[k] for k in range(t.conversions)]
        row = rng.choice([row for row in rows if goal.kind in (ANY, row.result)] or rows)
        _give(rng.choice([me.stock, me.figure[0].load]), [row.first, row.second], rng)
    elif goal.predicate == DEFEAT:
        _send_inquisitors(game, rng)
    elif goal.predicate == MISSIONS:
        errands = [t.errand[one] for one in s.mission if one >= 0]
        _give(me.figure[0].load, [errand.wanted for errand in errands if errand.kind == ELEMENT], rng)
    if kind == TURN and rng.random() < AT_HAND:
        towns = [_town(game, town) for town in range(len(v.TOWNS))]
        there = me.tower if goal.predicate in (MAKE, STOCK) else rng.choice(towns)
        me.figure[0].hex = _near(game, who, there, me.figure[0].hex, rng)


def _in_pool(game: Game, kind: int, level: int, rng: random.Random) -> int:
    """A recipe that serves a goal; where the pool has none, one of the deck takes the place of another."""
    s, t = game._state, game.pack.readable
    places = [k for k, card in enumerate(s.pool.tolist()) if card >= 0 and t.recipe[card].kind == kind]
    fits = [s.pool[k] for k in places if level in (0, t.recipe[s.pool[k]].level)]
    deck = s.recipes[kind]
    hidden = [k for k in range(deck.cards) if level in (0, t.recipe[deck.card[k]].level)]
    if fits or not places or not hidden:
        return int(rng.choice(fits or deck.card[: deck.cards].tolist() or [0]))
    place, lies = rng.choice(places), rng.choice(hidden)
    s.pool[place], deck.card[lies] = deck.card[lies], s.pool[place]
    return int(s.pool[place])


def _give(store: Any, elements: list[int], rng: random.Random) -> None:
    for element in elements:
        store[element] += rng.random() < GIVEN


def _spend_actions(game: Game, rng: random.Random) -> None:
    """Who is asked has fewer actions left."""
    for figure in game._state.seat[game.seat or 0].figure:
        if figure.actions > 1:
            figure.actions = rng.randint(1, figure.actions)


def _move_figures(game: Game, rng: random.Random) -> None:
    """Some figures stand near a tower or a town."""
    s = game._state
    for seat in range(s.seats):
        places = [s.seat[seat].tower, *(_town(game, town) for town in range(len(v.TOWNS)))]
        for figure in s.seat[seat].figure:
            if figure.hex >= 0 and rng.random() < AT_HAND:
                figure.hex = _near(game, seat, rng.choice(places), figure.hex, rng)


def _near(game: Game, seat: int, there: int, otherwise: int, rng: random.Random) -> int:
    """A free hex not far from another, if there is one; for a seat also its own tower."""
    s, t = game._state, game.pack.readable
    taken = {one.hex for other in range(s.seats) for one in s.seat[other]["figure"]}
    taken |= {s.seat[other].tower for other in range(s.seats) if other != seat}
    taken |= {hex for slot in range(v.SLOTS) for hex in s.slot[slot].hex[: s.slot[slot].figures].tolist()}
    near = [
        hex
        for hex in range(t.hexes)
        if hex not in taken and s.site[hex] != v.BLOCKED and _apart(game, there, hex) <= NEAR
    ]
    return rng.choice(near) if near else otherwise


def _send_inquisitors(game: Game, rng: random.Random) -> None:
    """The inquisitors on the board stand near an alchemist each."""
    s = game._state
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            there = s.seat[rng.randrange(s.seats)].figure[0].hex
            s.slot[slot].hex[which] = _near(game, NOBODY, there, s.slot[slot].hex[which], rng)
