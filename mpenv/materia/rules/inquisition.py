"""The inquisition phase: every figure acts once, type by type in the order of the display."""

from mpenv.jit import rule
from mpenv.materia.content.tables import Tables
from mpenv.materia.content.vocabulary import SLOTS, STANDEES
from mpenv.materia.rules import board, chance, display, ending, figures, hunt, log, piles
from mpenv.materia.rules.state import State

UNCOUNTED = -1
LAST = SLOTS * STANDEES


@rule("MP-INQ-1", "MP-INQ-2", "MP-INQ-3", "MP-INQ-4")
def begin(s: State) -> None:
    s.hunter = 0
    s.hunter_actions = UNCOUNTED


@rule("MP-INQ-1", "MP-INQ-2", "MP-INQ-3")
def over(s: State) -> bool:
    """Has every figure acted? Moves on to the next one that stands on the board."""
    while s.hunter < LAST and s.hunter % STANDEES >= s.slot[s.hunter // STANDEES].figures:
        s.hunter += 1
    return s.hunter >= LAST


@rule("MP-INQ-6")
def go_on(t: Tables, s: State) -> None:
    """One action of the figure whose turn it is; its actions are counted before it moves."""
    slot = s.hunter // STANDEES
    if s.hunter_actions == UNCOUNTED:
        s.hunter_actions = display.value(t, s, slot, display.ACTIONS)
    if s.hunter_actions > 0:
        s.hunter_actions -= 1
        act(t, s, slot, s.hunter % STANDEES)
    if s.hunter_actions <= 0:
        s.hunter += 1
        s.hunter_actions = UNCOUNTED


@rule("MP-INQ-19", "MP-INQ-20", "MP-INQ-21", "MP-INQ-24", "MP-INQ-25", "MP-INQ-26", "MP-INQ-31")
def act(t: Tables, s: State, slot: int, which: int) -> None:
    """Choose the target anew, then attack it, go toward it, or forfeit before its tower."""
    one = s.slot[slot]
    start = one.hex[which]
    hunt.flood(t, s, start)
    target = hunt.choose(t, s, start, one.type)
    if target == hunt.NOBODY:
        s.hunter_actions = 0
        return
    seat, place = target // hunt.TARGETS_A_SEAT, target % hunt.TARGETS_A_SEAT
    there = hunt.target_hex(t, s, seat, place, one.type)
    if board.apart(t, start, there) > 1:
        direction = hunt.step_toward(t, s, start, there)
        if direction >= 0:
            one.hex[which] = board.beyond(t, s, start, direction)
            log.note(s, log.MOVED, one.type, which, one.hex[which])
    elif board.tower_at(s, there) >= 0:
        s.hunter_actions = 0
        log.note(s, log.FORFEITED, one.type, which, there)
    else:
        attack(t, s, slot, seat, place)


@rule("MP-INQ-27", "MP-INQ-28")
def attack(t: Tables, s: State, slot: int, seat: int, figure: int) -> None:
    """The attack is static, the defender rolls; a tie holds."""
    value = display.value(t, s, slot, display.ATTACK)
    total = chance.roll(s, chance.DEFENCE, seat, figure, figures.stat(t, s, seat, figure, figures.DEFENCE))
    log.note(s, log.HELD if total >= value else log.FELLED, seat * 4 + figure, total, value)
    if total < value:
        if figure == 0:
            fell_alchemist(t, s, seat)
        else:
            fell_homunculus(t, s, seat, figure)


@rule("MP-INQ-29", "MP-INQ-32", "MP-SOUL-1", "MP-SOUL-4", "MP-END-1")
def fell_alchemist(t: Tables, s: State, seat: int) -> None:
    """His load drops where he stood, he wakes in his tower, and a soul stone is gone."""
    me = s.seat[seat]
    figures.drop_all(t, s, seat, 0)
    me.figure[0].hex = me.tower
    if me.stone:
        me.stone = 0
        log.note(s, log.STONE_LOST, seat, 0, 0)
        ending.check_stones(s)


@rule("MP-INQ-30")
def fell_homunculus(t: Tables, s: State, seat: int, figure: int) -> None:
    """Its load drops, the figure leaves the board and its card goes to the recipe discard (AMB-52)."""
    one = s.seat[seat].figure[figure]
    figures.drop_all(t, s, seat, figure)
    piles.put(s.discards[t.recipe[one.card].kind], one.card)
    figures.clear(one)
