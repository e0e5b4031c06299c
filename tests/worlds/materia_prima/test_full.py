"""The `full` encoder tells what lies on the table beyond `flat`: prices, belongings, goals, ways."""

import random
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from mpenv.engine.switches import PLAIN
from mpenv.worlds.materia_prima import notation, observe
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.pack import load
from mpenv.worlds.materia_prima.game import Game
from mpenv.worlds.materia_prima.observe import full_row
from tests.worlds.materia_prima import rich

FULL = observe.encoder("full")
FAR = 99
GAMES = 3 if PLAIN else 40


@cache
def situations() -> list[Game]:
    return [game.clone() for game in _situations()]


def _situations() -> Iterator[Game]:
    """The middle of games with any rules, and whole random games of all scenarios."""
    for seed in range(GAMES):
        yield rich.any_game(seed)
    for number, scenario in enumerate(load("inquisition").ids["scenario"][: 1 if PLAIN else None]):
        game, rng = (
            Game(scenario, 2 + number % 3, number, placement=("standard", "players")[number % 2]),
            random.Random(1),
        )
        while game.seat is not None and (not PLAIN or game.plies < 40):
            if game.plies % 11 == 0:
                yield game
            game.apply(rng.choice(game.legal()))
        yield game


def more(game: Game, seat: int) -> Any:
    """The numbers behind those of `flat`, as a record."""
    return game.observe("full", seat).view(full_row.ROW)[0]["more"][0]


def seats() -> Iterator[tuple[Game, int, Any, Any]]:
    """A seat of each situation: the game, the seat, its view's state and what it is told."""
    for number, game in enumerate(situations()):
        seat = number % game.seats
        yield game, seat, game.view(seat).state, more(game, seat)


def test_a_row_is_flat_and_more_within_its_bounds_and_every_field_says_something() -> None:
    most, flat = np.zeros(FULL.size), observe.encoder("flat").size
    for number, game in enumerate(situations()):
        row = game.observe("full", number % game.seats)
        assert row.dtype == np.float32
        assert np.isfinite(row).all()
        assert (row[:flat] == game.observe("flat", number % game.seats)).all()
        most = np.maximum(most, abs(row))
    assert most.max() <= 1
    at = 0
    for one in FULL.fields:
        assert PLAIN or most[at : at + one.size].any(), f"the field {one.name} never says anything"
        at += one.size
    assert at == FULL.size == full_row.ROW.itemsize // 4


def test_prices_tell_what_is_lacking_and_what_is_owned() -> None:
    lacking = owned = 0
    for game, seat, s, told in seats():
        t, me = game.pack.readable, s.seat[seat]
        cards = [*zip(told["recipes"], s.pool, strict=True), (told["in_hand"][0], me.private)]
        cards += zip(told["in_hand"][1:], s.drawn, strict=True)
        for one, card in cards:
            for element in range(t.elements):
                cost = t.recipe[card].cost[element] if card >= 0 else 0
                lacks = cost - me.stock[element] - me.figure[0].load[element]
                wanted = 0 if cost == 0 else lacks / 3 if lacks > 0 else -cost / 3
                assert abs(one["price"][element] - np.clip(wanted, -1, 1)) < 1e-6
                lacking += wanted > 0
                owned += wanted < 0
    assert lacking
    assert owned


def test_what_others_own_is_their_stock_and_all_their_loads() -> None:
    seen = 0
    for _, seat, s, told in seats():
        for nth, who in enumerate(notation.around(s, seat)[1:]):
            they = s.seat[who]
            own = they.stock + they["figure"]["load"].sum(0)
            assert np.allclose(told["owned"][16 * nth : 16 * nth + 16], np.clip(own / 6, 0, 1))
            seen += own.any()
    assert seen


def test_goals_tell_what_each_seat_and_all_together_still_lack() -> None:
    for game, seat, s, told in seats():
        view, t = game.view(seat), game.pack.readable
        around = notation.around(s, seat)
        for goal in range(t.scenario[s.scenario].goals):
            each = t.scenario[s.scenario].goal[goal].who == 0
            wanted = int(t.scenario[s.scenario].goal[goal].wanted[s.seats])
            reached = [view.reached(goal, who) for who in around]
            lacks = [
                0 if done else wanted - view.progress(goal, who) for done, who in zip(reached, around, strict=True)
            ]
            together = 0 if all(reached) else wanted - sum(view.progress(goal, who) for who in around)
            assert np.isclose(told["lacking"]["team"][goal], min(1, max(0, sum(lacks) if each else together) / 6))
            if each:
                assert np.allclose(told["lacking"]["seat"][goal][: s.seats], np.clip(np.array(lacks) / 6, 0, 1))
        assert not told["lacking"]["team"][t.scenario[s.scenario].goals :].any()


# --- ways ---------------------------------------------------------------------------------------


def spread(t: Any, starts: list[int], closed: set[int]) -> dict[int, int]:
    """Moves from some hexes to all that are reached."""
    found, waiting = dict.fromkeys(starts, 0), deque(starts)
    while waiting:
        hex = waiting.popleft()
        for there in t.neighbour[hex].tolist():
            if there >= 0 and there not in found and there not in closed:
                found[there] = found[hex] + 1
                waiting.append(there)
    return found


def standing(s: Any, seats: list[int]) -> set[int]:
    """Hexes with towers and figures of some seats."""
    own = {hex for who in seats for hex in [s.seat[who].tower, *s.seat[who]["figure"]["hex"].tolist()]}
    return {hex for hex in own if hex >= 0}


def inquisitors(s: Any) -> dict[tuple[int, int], int]:
    """Hexes of those in sight, by slot and number."""
    all_there = {(slot, k): s.slot[slot].hex[k] for slot in range(v.SLOTS) for k in range(s.slot[slot].figures)}
    return {which: hex for which, hex in all_there.items() if hex >= 0}


def blocked(t: Any, s: Any) -> set[int]:
    return {hex for hex in range(t.hexes) if s.site[hex] == v.BLOCKED}


def nearness(moves: int, far: int) -> float:
    return max(0.0, 1 - moves / far)


def test_homunculi_walk_around_what_stands_in_their_way() -> None:
    seen = 0
    for game, seat, s, told in seats():
        t, others = game.pack.readable, [who for who in range(s.seats) if who != seat]
        closed = blocked(t, s) | standing(s, others) | set(inquisitors(s).values())
        places = {"home": [[s.seat[seat].tower]]}
        places["mine"] = [[hex for hex in range(t.hexes) if s.site[hex] == v.MINE + k] for k in range(full_row.MINED)]
        places["town"] = [[hex for hex in range(t.hexes) if s.site[hex] == v.TOWN + k] for k in range(3)]
        for name, targets in places.items():
            for k, target in enumerate(targets):
                away = spread(t, [hex for hex in target if hex >= 0], closed)
                for figure in range(1, v.FIGURES):
                    hex = s.seat[seat].figure[figure].hex
                    if hex >= 0:
                        moves = away.get(hex, FAR)
                        assert np.isclose(np.atleast_1d(told["walkers"][figure][name])[k], nearness(moves, 16))
                        _steps(t, told["walkers"][figure], name, k, hex, away, closed)
                        seen += 1
    assert seen


def _steps(t: Any, told: Any, name: str, k: int, hex: int, away: dict[int, int], closed: set[int]) -> None:
    """Each direction says whether a step comes nearer."""
    if name == "town":
        return
    for direction, there in enumerate(t.neighbour[hex].tolist()):
        better = 0
        if there >= 0 and there not in closed and hex in away and there in away:
            better = np.clip(away[hex] - away[there], -1, 1)
        said = told["homeward"] if name == "home" else told["mineward"][6 * k : 6 * k + 6]
        assert said[direction] == better


def test_the_alchemist_also_sails_and_comes_nearer_by_the_steps_that_say_so() -> None:
    shorter = 0
    for game, seat, s, told in seats():
        t, one, me = game.pack.readable, told["walkers"][0], s.seat[seat].figure[0].hex
        if me < 0:
            continue
        others = [who for who in range(s.seats) if who != seat]
        closed = blocked(t, s) | standing(s, others) | set(inquisitors(s).values())
        away = _by_ship(game, s, me, closed)
        walked = spread(t, [me], closed)
        towns = {s.site[hex] - v.TOWN: hex for hex in range(t.hexes) if s.site[hex] >= v.TOWN}
        for town, hex in towns.items():
            if hex not in closed:
                assert np.isclose(one["town"][town], nearness(away.get(hex, FAR), 16))
                shorter += away.get(hex, FAR) < walked.get(hex, FAR)
        if s.seat[seat].tower >= 0:
            assert np.isclose(one["home"], nearness(away.get(s.seat[seat].tower, FAR), 16))
    assert shorter


def _by_ship(game: Game, s: Any, start: int, closed: set[int]) -> dict[int, int]:
    """Moves and voyages of the alchemist, a voyage being a move."""
    t, scenario = game.pack.readable, game.pack.readable.scenario[s.scenario]
    towns = {s.site[hex] - v.TOWN: hex for hex in range(t.hexes) if s.site[hex] >= v.TOWN}
    ports = {} if scenario.no_sailing else {k: hex for k, hex in towns.items() if s.day >= scenario.opens[k]}
    found, waiting = {start: 0}, deque([start])
    while waiting:
        hex = waiting.popleft()
        beside = [there for there in t.neighbour[hex].tolist() if there >= 0]
        beside += [ports[k] for one in ports for k in ports if ports[one] == hex and t.route[one, k]]
        for there in beside:
            if there not in found and there not in closed:
                found[there] = found[hex] + 1
                waiting.append(there)
    return found


def test_inquisitors_are_as_near_as_the_moves_until_they_stand_beside_a_figure() -> None:
    seen = 0
    for game, seat, s, told in seats():
        t = game.pack.readable
        closed = blocked(t, s) | standing(s, list(range(s.seats)))
        for (slot, which), start in inquisitors(s).items():
            away = spread(t, [start], closed)
            one = told["prowling"][slot * 2 + which]
            targets = [*s.seat[seat]["figure"]["hex"].tolist(), s.seat[seat].tower]
            for said, target in zip([*one["figure"], one["tower"]], targets, strict=True):
                if target >= 0:
                    moves = min(
                        (away.get(there, FAR) for there in t.neighbour[target].tolist() if there >= 0), default=FAR
                    )
                    assert np.isclose(said, nearness(moves, 8))
                    seen += said > 0
    assert seen
