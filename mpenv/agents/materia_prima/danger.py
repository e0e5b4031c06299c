"""Danger: what the inquisitors on the board may do today, odds, and where it is safe."""

from mpenv.agents.materia_prima import paths
from mpenv.agents.materia_prima.memory import HUNTERS, MOST_DICE, MOST_TOTAL, Picture
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, display, figures, targeting
from mpenv.worlds.materia_prima.rules.state import State

SURE = 1000  # chances are told in a thousand
BRAVE_LOSER = 500  # the peril that alchemists without a soul stone may run into
LAST_STONE, ONE_OF_TWO, ONE_OF_MORE = 60, 250, 300
LATE = 3  # from so many days before the end
USUAL = 100  # percent


@rule()
def work_out_odds(s: State, p: Picture) -> None:
    """By number of dice and total: how often the dice show that much or more. They stay while the die does."""
    same = p.odds[0, 0] == SURE
    for side in range(v.DIE_SIDES):
        same = same and p.die[side] == s.house.die[side]
        p.die[side] = s.house.die[side]
    if same:
        return
    for total in range(MOST_TOTAL):
        p.odds[0, total] = SURE if total == 0 else 0
    for dice in range(1, MOST_DICE):
        for total in range(MOST_TOTAL):
            sum = 0
            for side in range(v.DIE_SIDES):
                sum += p.odds[dice - 1, max(0, total - s.house.die[side])]
            p.odds[dice, total] = sum // v.DIE_SIDES


@rule()
def chance(p: Picture, dice: int, total: int) -> int:
    """How often so many dice show a total or more, in a thousand."""
    return p.odds[min(max(dice, 0), MOST_DICE - 1), min(max(total, 0), MOST_TOTAL - 1)]


@rule()
def spot(t: Tables, s: State, p: Picture) -> None:
    """The inquisitors in sight with today's values, and how far they have it to every hex."""
    work_out_odds(s, p)
    p.hunters = 0
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            if s.slot[slot].hex[which] < 0:
                continue
            one = p.hunter[p.hunters]
            kind = t.inquisitor[s.slot[slot].type]
            one.hex, one.slot, one.which = s.slot[slot].hex[which], slot, which
            one.attack = 0 if kind.destroys else display.value(t, s, slot, display.ATTACK)
            one.defence = display.value(t, s, slot, display.DEFENCE)
            one.actions = display.value(t, s, slot, display.ACTIONS)
            one.prey = 0
            for target in (kind.primary, kind.secondary):
                if target == targeting.ALCHEMIST or target == targeting.HOMUNCULUS:
                    one.prey |= 1 << target
            paths.of_hunter(t, s, p, p.hunters, one.hex)
            p.hunters += 1


@rule()
def moves_to(t: Tables, p: Picture, hunter: int, hex: int) -> int:
    """Moves of an inquisitor until it stands beside a hex; -1: it can not."""
    best = -1
    for direction in range(6):
        there = t.neighbour[hex, direction]
        if there >= 0 and p.chase[hunter, there] >= 0 and (best < 0 or p.chase[hunter, there] < best):
            best = p.chase[hunter, there]
    return best


@rule()
def look_for_prey(t: Tables, s: State, p: Picture, figure: int) -> None:
    """How near the prey of each inquisitor is that is not this own figure."""
    for number in range(p.hunters):
        one = p.hunter[number]
        one.lured = 99
        for seat in range(s.seats):
            for other in range(v.FIGURES):
                hex = s.seat[seat].figure[other].hex
                if hex < 0 or (seat == p.seat and other == figure) or not one.prey >> min(other, 1) & 1:
                    continue
                if board.tower_at(s, hex) < 0:
                    moves = moves_to(t, p, number, hex)
                    if 0 <= moves < one.lured:
                        one.lured = moves


@rule()
def peril(t: Tables, s: State, p: Picture, figure: int, hex: int, dice: int, slain: int) -> int:
    """How often a figure that ends the day on a hex is felled, in a thousand; one inquisitor may be left out."""
    if hex == s.seat[p.seat].tower:
        return 0
    safe = SURE
    for number in range(p.hunters):
        one = p.hunter[number]
        if number == slain or one.attack <= 0 or not one.prey >> min(figure, 1) & 1:
            continue
        moves = moves_to(t, p, number, hex)
        if moves < 0:
            continue
        hold = chance(p, dice, one.attack)
        once = safe
        for _ in range(one.actions - moves):
            once = once * hold // SURE
        if one.lured < moves:  # somebody else is in its way
            once = (once + safe) // 2
        safe = once
    return SURE - safe


@rule()
def calmest(t: Tables, s: State, p: Picture, figure: int, start: int, moves: int, dice: int) -> int:
    """The least peril within so many moves of a hex; where that is, nearest to home, goes to `refuge`."""
    p.refuge = start
    least = peril(t, s, p, figure, start, dice, HUNTERS)
    if moves <= 0:
        return least
    far = p.home[start]
    for place in range(1, paths.flood(t, s, p, figure, start, moves, paths.NOWHERE)):
        hex = s.queue[place]
        here = peril(t, s, p, figure, hex, dice, HUNTERS)
        if here < least or (here == least and 0 <= p.home[hex] < far):
            least, far = here, p.home[hex]
            p.refuge = hex
    return least


@rule()
def tolerance(s: State, p: Picture, figure: int) -> int:
    """The peril that a figure may run into; more when time runs out, least with the last soul stone of the team."""
    if figure > 0:
        return p.habits.risk
    nerve = p.habits.mettle if p.hunts else p.habits.nerve
    if not s.seat[p.seat].stone:
        return BRAVE_LOSER * nerve // USUAL
    stones = 0
    for seat in range(s.seats):
        stones += s.seat[seat].stone
    bound = LAST_STONE if stones == 1 else ONE_OF_TWO if stones == 2 else ONE_OF_MORE
    left = s.days - s.day
    if not p.finished and left <= LATE:
        bound += (LATE + 1 - left) * p.habits.rush
    return bound * nerve // USUAL


@rule()
def moves_left(s: State, p: Picture, figure: int) -> int:
    one = s.seat[p.seat].figure[figure]
    return one.actions + one.extra[figures.MOVING]
