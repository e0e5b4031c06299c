"""Situations of games, brought near a decision: the day becomes the last, and little of the mission is left to do."""

import itertools
import random
from collections import defaultdict
from collections.abc import Iterator

from mpenv.agents.registry import make
from mpenv.evaluation.materia.usage import seated
from mpenv.evaluation.materia.watching import asked
from mpenv.materia.content import vocabulary as v
from mpenv.materia.game import Game
from mpenv.materia.rules import board
from mpenv.materia.rules.missions import ANY, DEFEAT, EACH, EVENTS, MAKE, MISSIONS, STOCK
from mpenv.materia.rules.prompts import TURN
from mpenv.materia.rules.state import EVENT, INQUISITION, PAID, TURNS

TEAMS = ("greedy", "busy", "loner", "random")
A_GAME = 40  # situations that are taken from it
LATE = 3  # of so many the one that is latest in the day
OPEN = (0, 0, 1, 1, 1, 2)  # goals of a player or of the team that are left to do
STONES = (1, 1, 2, v.SEATS, v.SEATS)  # left in play at most
GIVEN = 0.7  # how likely each element of what a goal may need lies in the tower
# How often inquisitors stand near alchemists, figures near a tower or a town, and actions were spent.
HUNTED, AT_HAND, TIRED = 0.5, 0.4, 0.8
NEAR = 3
TEAM = -1
Part = tuple[int, int]  # of the mission: a goal, and the seat that it is for


def moments(scenario: str, seats: int) -> Iterator[Game]:
    """Game after game, without end."""
    for seed in itertools.count(1):
        rng = random.Random(f"{scenario} {seats} {seed}")
        yield from nearly_ended(played(scenario, seats, seed, rng), rng)


def played(scenario: str, seats: int, seed: int, rng: random.Random) -> list[Game]:
    """Every situation of a game in which somebody was asked."""
    game = Game(scenario, seats, seed, **_options(scenario, seats, rng))
    team, before = [make(rng.choice(TEAMS)) for _ in range(seats)], list[Game]()
    for seat, one in enumerate(team):
        one.reset(seat, seed)
    while game.seat is not None:
        before.append(game.clone())
        game.apply(team[game.seat].act(game.view(game.seat)))
    return before


def _options(scenario: str, seats: int, rng: random.Random) -> dict[str, object]:
    pack = Game().pack
    length = pack.entries["scenario"][pack.index("scenario", scenario)]["days"]
    offered = [name for name, days in zip(v.DIFFICULTIES, length, strict=True) if days and name != "none"]
    return {
        "difficulty": rng.choice(offered) if offered else None,
        "alchemists": seated(pack, rng.randrange(64), seats),
    }


def nearly_ended(situations: list[Game], rng: random.Random) -> Iterator[Game]:
    """Some of them on the last day, each kind of question as often as the others."""
    by_kind = defaultdict[int, list[Game]](list)
    for game in situations:
        if game.day == game._state.days or game._state.phase in (TURNS, INQUISITION):
            by_kind[asked(game.overview())].append(game)
    for _ in range(A_GAME):
        alike = by_kind[rng.choice(sorted(by_kind))]
        game = max((rng.choice(alike) for _ in range(LATE)), key=lambda one: int(one._state.turn)).clone()
        if bring_near(game, rng):
            yield game


def bring_near(game: Game, rng: random.Random) -> bool:
    """Today is the last day, little is left to do and it is at hand; or all is done, and the last stone in danger."""
    _turn_days(game)
    left = _reach_goals(game, rng)
    _lose_stones(game, rng.choice(STONES) if left else 1, rng)
    for part in left:
        _give(game, *part, rng)
    if asked(game.overview()) == TURN:
        _move_figures(game, rng)
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


def _reach_goals(game: Game, rng: random.Random) -> list[Part]:
    """All but a few goals were reached before, and of those only the last deed is missing; these are told."""
    s, scenario = game._state, game.pack.readable.scenario[game._state.scenario]
    parts = [
        (number, seat)
        for number in range(scenario.goals)
        for seat in (range(s.seats) if scenario.goal[number].who == EACH else [TEAM])
    ]
    view = game.overview()
    unmet = [(number, seat) for number, seat in parts if not view.reached(number, max(seat, 0))]
    open_yet = [part for part in unmet if _may_come(game, *part)]
    left = rng.sample(open_yet, min(len(open_yet), rng.choice(OPEN)))
    for part in unmet:
        _reach(game, *part, int(part in left), rng)
    return left


def _may_come(game: Game, number: int, seat: int) -> bool:
    """Events are paid before the turns; what each has to do he does in his turn."""
    s = game._state
    if game.pack.readable.scenario[s.scenario].goal[number].predicate == EVENTS:
        return bool(s.phase == EVENT)
    return seat == TEAM or seat in s.order[s.turn if s.phase == TURNS else 0 : s.seats]


def _reach(game: Game, number: int, seat: int, missing: int, rng: random.Random) -> None:
    """Deeds that count for ever were done, all but so many; what must be held or stood on stays as it is."""
    s, goal = game._state, game.pack.readable.scenario[game._state.scenario].goal[number]
    seats = range(s.seats) if seat == TEAM else [seat]
    if goal.latched and not missing:
        for one in seats:
            s.seat[one].latched |= 1 << number
        return
    view = game.overview()
    done = sum(view.progress(number, one) for one in seats)
    for _ in range(goal.count + goal.a_seat * s.seats - missing - done):
        me = s.seat[rng.choice(seats)]
        if goal.predicate == MAKE:
            me.made[goal.kind, max(1, goal.level)] += 1
        elif goal.predicate == MISSIONS:
            me.missions += 1
        elif goal.predicate == DEFEAT:
            me.defeated += 1
        elif goal.predicate == EVENTS:
            _pay(game)


def _pay(game: Game) -> None:
    """The latest event before today that was not paid."""
    s = game._state
    rows = game.pack.entries["scenario"][s.scenario]["events"]
    open_rows = [k for k, row in enumerate(rows) if row["day"] < s.day and s.happened[k] != PAID]
    if open_rows:
        s.happened[open_rows[-1]] = PAID


def _lose_stones(game: Game, left: int, rng: random.Random) -> None:
    s = game._state
    kept = rng.sample(range(s.seats), min(s.seats, left))
    for seat in range(s.seats):
        if seat not in kept:
            s.seat[seat].stone = 0


def _give(game: Game, number: int, seat: int, rng: random.Random) -> None:
    """Much of what a card or an element takes that the goal asks for."""
    s, t = game._state, game.pack.readable
    goal = t.scenario[s.scenario].goal[number]
    cards = [t.recipe[card] for card in s.pool if card >= 0 and t.recipe[card].kind == goal.kind]
    costs = [[e for e in range(t.elements) for _ in range(card.cost[e])] for card in cards]
    if goal.predicate == STOCK:
        rows = [t.conversion[k] for k in range(t.conversions)]
        costs = [[row.first, row.second] for row in rows if goal.kind in (ANY, row.result)]
    if goal.predicate not in (MAKE, STOCK) or not costs:
        return
    me = s.seat[seat if seat != TEAM else game.seat or 0]
    for element in rng.choice(costs):
        me.stock[element] += rng.random() < GIVEN


def _spend_actions(game: Game, rng: random.Random) -> None:
    """Who is asked has fewer actions left."""
    for figure in game._state.seat[game.seat or 0].figure:
        if figure.actions > 1:
            figure.actions = rng.randint(1, figure.actions)


def _move_figures(game: Game, rng: random.Random) -> None:
    """Some figures stand near a tower or a town."""
    s, t = game._state, game.pack.readable
    for seat in range(s.seats):
        places = [s.seat[seat].tower, *(board.town(t, s, town) for town in range(len(v.TOWNS)))]
        for figure in s.seat[seat].figure:
            if figure.hex >= 0 and rng.random() < AT_HAND:
                figure.hex = _near(game, rng.choice(places), figure.hex, rng)


def _near(game: Game, there: int, otherwise: int, rng: random.Random) -> int:
    """A free hex not far from another, if there is one."""
    s, t = game._state, game.pack.readable
    taken = {one.hex for seat in range(s.seats) for one in s.seat[seat]["figure"]}
    taken |= {s.seat[seat].tower for seat in range(s.seats)}
    taken |= {hex for slot in range(v.SLOTS) for hex in s.slot[slot].hex[: s.slot[slot].figures].tolist()}
    near = [
        hex
        for hex in range(t.hexes)
        if hex not in taken and s.site[hex] != v.BLOCKED and board.apart(t, there, hex) <= NEAR
    ]
    return rng.choice(near) if near else otherwise


def _send_inquisitors(game: Game, rng: random.Random) -> None:
    """The inquisitors on the board stand near an alchemist each."""
    s = game._state
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            there = s.seat[rng.randrange(s.seats)].figure[0].hex
            s.slot[slot].hex[which] = _near(game, there, s.slot[slot].hex[which], rng)
