"""The inquisition phase: every figure acts once, type by type in the order of the display."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.content.vocabulary import FIGURES, LEVELS, SLOTS, STANDEES
from mpenv.worlds.materia_prima.rules import (
    board,
    chance,
    display,
    ending,
    figures,
    log,
    piles,
    prompts,
    supply,
    targeting,
)
from mpenv.worlds.materia_prima.rules.state import Prompt, State

UNCOUNTED = -1
LOST_STONE, LOST_HOMUNCULUS, LOST_STOCK = range(3)
LAST = SLOTS * STANDEES


@rule(also=("MP-INQ-1", "MP-INQ-2", "MP-INQ-3", "MP-INQ-4"))
def begin(s: State) -> None:
    s.hunter = 0
    s.hunter_actions = UNCOUNTED


@rule("MP-INQ-1", "MP-INQ-2", "MP-INQ-3", "MP-DIV-12")
def over(s: State) -> bool:
    """Has every figure acted? Moves on to the next one that stands on the board."""
    while s.hunter < LAST and s.hunter % STANDEES >= s.slot[s.hunter // STANDEES].figures:
        s.hunter += 1
    return s.hunter >= LAST


@rule(also=("MP-INQ-6", "MP-INQ-38"))
def go_on(t: Tables, s: State) -> None:
    """One action of the figure whose turn it is; its actions are counted before it moves."""
    if s.hunter_actions == UNCOUNTED:
        s.hunter_actions = max(0, display.value(t, s, s.hunter // STANDEES, display.ACTIONS))
    if s.hunter_actions > 0:
        s.hunter_actions -= 1
        act(t, s, s.hunter // STANDEES, s.hunter % STANDEES)
    else:
        s.hunter += 1
        s.hunter_actions = UNCOUNTED


@rule("MP-INQ-19", "MP-INQ-20", "MP-INQ-24", "MP-INQ-25", "MP-INQ-26", "MP-INQ-31", also=("MP-INQ-21", "MP-INQ-34"))
def act(t: Tables, s: State, slot: int, which: int) -> None:
    """Choose the target anew, then attack it, go toward it, or forfeit before its tower."""
    one = s.slot[slot]
    start = one.hex[which]
    targeting.seek(t, s, start, one.type)
    target = targeting.choose(t, s, start, one.type)
    if target == targeting.NOBODY:
        s.hunter_actions = 0
        return
    seat, place = target // targeting.TARGETS_A_SEAT, target % targeting.TARGETS_A_SEAT
    there = targeting.target_hex(t, s, seat, place, one.type)
    if board.apart(t, start, there) > 1:
        direction = targeting.step_toward(t, s, start, there)
        if direction >= 0:
            one.hex[which] = board.beyond(t, s, start, direction)
            log.note(s, log.MOVED, one.type, which, one.hex[which])
    elif place == targeting.TOWER_PLACE:
        log.note(s, log.ATTACKS, one.type, which, target)
        destroy(t, s, slot, seat, place)
    elif board.tower_at(s, there) >= 0:
        s.hunter_actions = 0
        log.note(s, log.FORFEITED, one.type, which, there)
    else:
        log.note(s, log.ATTACKS, one.type, which, target)
        if t.inquisitor[one.type].destroys:
            destroy(t, s, slot, seat, place)
        else:
            attack(t, s, slot, which, seat, place)


@rule("MP-INQ-27", "MP-INQ-28")
def attack(t: Tables, s: State, slot: int, which: int, seat: int, figure: int) -> None:
    """The attack is static, the defender rolls; a tie holds."""
    value = display.value(t, s, slot, display.ATTACK)
    total = chance.roll(s, chance.DEFENCE, seat, figure, figures.stat(t, s, seat, figure, figures.DEFENCE))
    log.note(s, log.HELD if total >= value else log.FELLED, seat * 4 + figure, total, value)
    if total < value:
        if figure == 0:
            fell_alchemist(t, s, seat, s.slot[slot].type, which)
        else:
            fell_homunculus(t, s, seat, figure)


@rule("MP-INQ-29", "MP-INQ-32", "MP-SOUL-1", also=("MP-SOUL-4", "MP-END-1"))
def fell_alchemist(t: Tables, s: State, seat: int, type: int, which: int) -> None:
    """His load drops where he stood, he wakes in his tower, and a soul stone is gone."""
    me = s.seat[seat]
    figures.drop_all(t, s, seat, 0)
    me.figure[0].hex = me.tower
    if me.stone:
        me.stone = 0
        me.lost[LOST_STONE] += 1
        nth = 0
        while s.fallen_day[nth] > 0:
            nth += 1
        s.fallen_seat[nth] = seat
        s.fallen_day[nth] = s.day
        s.fallen_to[nth] = type * STANDEES + which
        log.note(s, log.STONE_LOST, seat, type, which)
        ending.check_stones(s)


@rule("MP-INQ-30")
def fell_homunculus(t: Tables, s: State, seat: int, figure: int) -> None:
    """Its load drops; figure and card go to the supply, and the card is out of the game (AMB-52)."""
    one = s.seat[seat].figure[figure]
    figures.drop_all(t, s, seat, figure)
    if s.house.to_discard:
        piles.put(s.discards[t.recipe[one.card].kind], one.card)
    s.seat[seat].lost[LOST_HOMUNCULUS] += 1
    figures.clear(one)


@rule("MP-INQ-33", "MP-INQ-34", "MP-INQ-37", "MP-INQ-39")
def destroy(t: Tables, s: State, slot: int, seat: int, place: int) -> None:
    """The owner of the tower, or of the figure, rolls for the level; as many elements go as the destroy value says."""
    face = chance.roll(s, chance.DESTROY, seat, 0, 1)
    value = display.value(t, s, slot, display.DESTROY)
    if place == targeting.TOWER_PLACE:
        log.note(s, log.DESTROYS, seat, face + 1, value)
    else:
        log.note(s, log.ROBS, seat * FIGURES + place, face + 1, value)
    if value > 0 and doomed_level(t, s, seat, place, face + 1) > 0:
        of_tower = place == targeting.TOWER_PLACE
        prompts.ask(s, prompts.DESTROY, seat, 0 if of_tower else place, prompts.INQUISITION)
        prompts.asked(s).slot = face + 1 + (0 if of_tower else LEVELS)
        prompts.asked(s).amount = value


@rule(also=("MP-INQ-34", "MP-INQ-35"))
def robbed(asked: Prompt) -> int:
    """Place of the target whose elements are destroyed: a figure, or its tower; levels of a load follow on those."""
    return asked.figure if asked.slot > LEVELS else targeting.TOWER_PLACE


@rule(also=("MP-INQ-34", "MP-INQ-35"))
def level_of(asked: Prompt) -> int:
    """The level that was rolled."""
    return asked.slot - LEVELS if asked.slot > LEVELS else asked.slot


@rule(also=("MP-INQ-34", "MP-INQ-35"))
def held(s: State, seat: int, place: int, element: int) -> int:
    """Number of an element on a target: in the tower's stock, or in the load of a figure."""
    if place == targeting.TOWER_PLACE:
        return s.seat[seat].stock[element]
    return s.seat[seat].figure[place].load[element]


@rule("MP-INQ-35", "MP-INQ-36")
def doomed_level(t: Tables, s: State, seat: int, place: int, level: int) -> int:
    """The level that loses an element: the one rolled, or the next lower that lies on the target; 0: none."""
    found = 0
    for element in range(t.elements):
        if held(s, seat, place, element) > 0 and found < t.level[element] <= level:
            found = t.level[element]
    return found


@rule("MP-INQ-38", "MP-DIV-5", also=("MP-INQ-35", "MP-INQ-37"))
def destroy_one(t: Tables, s: State, element: int) -> None:
    """The owner's choice goes to the supply; each element falls back to lower levels on its own (AMB-28)."""
    asked = prompts.asked(s)
    place = robbed(asked)
    if place == targeting.TOWER_PLACE:
        s.seat[asked.seat].stock[element] -= 1
        s.seat[asked.seat].lost[LOST_STOCK] += 1
        log.note(s, log.DESTROYED, asked.seat, element, 0)
    else:
        s.seat[asked.seat].figure[place].load[element] -= 1
        log.note(s, log.ROBBED, asked.seat * FIGURES + place, element, 0)
    supply.give_back(s, element, 1)
    asked.amount -= 1
    if asked.amount == 0 or doomed_level(t, s, asked.seat, place, level_of(asked)) == 0:
        prompts.answered(s)
