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

OPEN = (0, 0, 1, 1, 1, 2)  # unfinished goals of a player or the team
STONES = (1, 1, 2, v.SEATS, v.SEATS)  # most soul stones left
GIVEN = 0.85  # chance that each element a goal may need lies where it is needed
# How often inquisitors stand near alchemists, figures near a tower or a town, and actions were spent.
HUNTED, AT_HAND, TIRED = 0.5, 0.5, 0.8
NEAR = 2
TEAM = NOBODY = -1
ELEMENT = v.ERRANDS.index("element")
Part = tuple[int, int]  # a goal of the mission, and its seat


def bring_near(game: Game, kind: int, rng: random.Random) -> bool:
    """Change a state in which a question of a kind is asked; False when nothing is left to win or lose."""
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
    """Make today the last day; alarm cards of the skipped days lie below today's."""
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
    """Hex of a town, read from the records that rules are compiled for."""
    return board.town(game.pack.tables[0], game._states[0], town)


def _apart(game: Game, start: int, end: int) -> int:
    return board.apart(game.pack.tables[0], start, end)


def _reach_goals(game: Game, rng: random.Random) -> list[Part]:
    """Reach all but a few goals, and leave the last step of those; return those."""
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
    """Check that a goal can still be reached: events are paid before the turns, seats act in turn."""
    s = game._state
    if _goal(game, number).predicate == EVENTS:
        return bool(s.phase == EVENT)
    return seat == TEAM or seat in s.order[s.turn if s.phase == TURNS else 0 : s.seats]


def _reach(game: Game, number: int, seat: int, missing: int, rng: random.Random) -> None:
    """Do all that a goal counts, except for an amount."""
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
    """Pay the latest unpaid event before today."""
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
    """Bring the last step of a goal within reach."""
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
        wanted = [one for errand in errands if errand.kind == ELEMENT for one in (errand.wanted, errand.also)]
        _give(me.figure[0].load, [one for one in wanted if one >= 0], rng)
    if kind == TURN and rng.random() < AT_HAND:
        towns = [_town(game, town) for town in range(len(v.TOWNS))]
        there = me.tower if goal.predicate in (MAKE, STOCK) else rng.choice(towns)
        me.figure[0].hex = _near(game, who, there, me.figure[0].hex, rng)


def _in_pool(game: Game, kind: int, level: int, rng: random.Random) -> int:
    """A recipe that serves a goal; where the pool has none, exchange one from the deck."""
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
    """Take actions from the seat asked."""
    for figure in game._state.seat[game.seat or 0].figure:
        if figure.actions > 1:
            figure.actions = rng.randint(1, figure.actions)


def _move_figures(game: Game, rng: random.Random) -> None:
    """Move some figures near a tower or a town."""
    s = game._state
    for seat in range(s.seats):
        places = [s.seat[seat].tower, *(_town(game, town) for town in range(len(v.TOWNS)))]
        for figure in s.seat[seat].figure:
            if figure.hex >= 0 and rng.random() < AT_HAND:
                figure.hex = _near(game, seat, rng.choice(places), figure.hex, rng)


def _near(game: Game, seat: int, there: int, otherwise: int, rng: random.Random) -> int:
    """A free hex near another, if there is one; for a seat also its own tower."""
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
    """Move each inquisitor on the board near an alchemist."""
    s = game._state
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            there = s.seat[rng.randrange(s.seats)].figure[0].hex
            s.slot[slot].hex[which] = _near(game, NOBODY, there, s.slot[slot].hex[which], rng)
