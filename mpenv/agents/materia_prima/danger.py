"""Danger: where inquisitors can strike today, the odds of dice, and where it is safe."""

from mpenv.agents.materia_prima import paths
from mpenv.agents.materia_prima.memory import HUNTERS, MOST_DICE, MOST_TOTAL, Memory
from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, display, figures, targeting
from mpenv.worlds.materia_prima.rules.state import State

SURE = 1000  # chances are in thousandths
BRAVE_LOSER = 500  # peril that alchemists without a soul stone accept
LAST_STONE, ONE_OF_TWO, ONE_OF_MORE = 60, 250, 300
LATE = 3  # days before the end from which more peril is accepted
USUAL = 100  # percent


@rule()
def work_out_odds(s: State, p: Memory) -> None:
    """Fill the table of odds (by number of dice and total) with the chance to roll that total or more; kept while the
    die is the same.
    """
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
            total_odds = 0
            for side in range(v.DIE_SIDES):
                total_odds += p.odds[dice - 1, max(0, total - s.house.die[side])]
            p.odds[dice, total] = total_odds // v.DIE_SIDES


@rule()
def chance(p: Memory, dice: int, total: int) -> int:
    """Chance in thousandths that so many dice show a total or more."""
    return p.odds[min(max(dice, 0), MOST_DICE - 1), min(max(total, 0), MOST_TOTAL - 1)]


@rule()
def spot(t: Tables, s: State, p: Memory) -> None:
    """List the inquisitors in sight with today's values and their distances to every hex."""
    work_out_odds(s, p)
    p.hunters = 0
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            if s.slot[slot].hex[which] < 0:
                continue
            inquisitor = p.hunter[p.hunters]
            kind = t.inquisitor[s.slot[slot].type]
            inquisitor.hex, inquisitor.slot, inquisitor.which = s.slot[slot].hex[which], slot, which
            inquisitor.attack = 0 if kind.destroys else display.value(t, s, slot, display.ATTACK)
            inquisitor.defence = display.value(t, s, slot, display.DEFENCE)
            inquisitor.actions = display.value(t, s, slot, display.ACTIONS)
            inquisitor.prey = 0
            for target in (kind.primary, kind.secondary):
                if target == targeting.ALCHEMIST or target == targeting.HOMUNCULUS:
                    inquisitor.prey |= 1 << target
            paths.of_hunter(t, s, p, p.hunters, inquisitor.hex)
            p.hunters += 1


@rule()
def moves_to(t: Tables, p: Memory, hunter: int, hex: int) -> int:
    """Moves of an inquisitor until it stands beside a hex; -1 when it cannot."""
    best = -1
    for direction in range(6):
        there = t.neighbour[hex, direction]
        if there >= 0 and p.chase[hunter, there] >= 0 and (best < 0 or p.chase[hunter, there] < best):
            best = p.chase[hunter, there]
    return best


@rule()
def look_for_prey(t: Tables, s: State, p: Memory, figure: int) -> None:
    """Find how near each inquisitor's nearest prey is, other than the given own figure."""
    for number in range(p.hunters):
        inquisitor = p.hunter[number]
        inquisitor.lured = 99
        for seat in range(s.seats):
            for other in range(v.FIGURES):
                hex = s.seat[seat].figure[other].hex
                if hex < 0 or (seat == p.seat and other == figure) or not inquisitor.prey >> min(other, 1) & 1:
                    continue
                if board.tower_at(s, hex) < 0:
                    moves = moves_to(t, p, number, hex)
                    if 0 <= moves < inquisitor.lured:
                        inquisitor.lured = moves


@rule()
def peril(t: Tables, s: State, p: Memory, figure: int, hex: int, dice: int, slain: int) -> int:
    """Chance in thousandths that a figure ending the day on a hex is defeated; the inquisitor `slain` is left out."""
    if hex == s.seat[p.seat].tower:
        return 0
    safe = SURE
    for number in range(p.hunters):
        inquisitor = p.hunter[number]
        if number == slain or inquisitor.attack <= 0 or not inquisitor.prey >> min(figure, 1) & 1:
            continue
        moves = moves_to(t, p, number, hex)
        if moves < 0:
            continue
        hold = chance(p, dice, inquisitor.attack)
        after_attacks = safe
        for _ in range(inquisitor.actions - moves):
            after_attacks = after_attacks * hold // SURE
        if inquisitor.lured < moves:  # another figure is nearer prey
            after_attacks = (after_attacks + safe) // 2
        safe = after_attacks
    return SURE - safe


@rule()
def calmest(t: Tables, s: State, p: Memory, figure: int, start: int, moves: int, dice: int) -> int:
    """Least peril reachable within so many moves of a hex; that hex, nearest to home among equals, goes to `refuge`."""
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
def tolerance(s: State, p: Memory, figure: int) -> int:
    """Peril that a figure accepts: more as time runs out, least with the team's last soul stone."""
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
def moves_left(s: State, p: Memory, figure: int) -> int:
    """Actions and extra moves a figure has left today."""
    actor = s.seat[p.seat].figure[figure]
    return actor.actions + actor.extra[figures.MOVING]
