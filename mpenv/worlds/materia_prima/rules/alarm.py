"""The alarm phase: the new card, markers, alarms, and the inquisitors they call."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, chance, display, log, order, piles, prompts
from mpenv.worlds.materia_prima.rules.state import State

LOUD = 2  # markers on a hex that make an alarm


@rule("MP-ALARM-3.1", "MP-ALARM-3.2", "MP-DAY-4", also=("MP-DAY-3",))
def reveal(t: Tables, s: State) -> None:
    """Turn up today's alarm card; an empty deck is made of all discarded cards but the active one."""
    if s.alarms.cards == 0:
        keep = piles.take(s.revealed)
        piles.pour(s.revealed, s.alarms)
        piles.put(s.revealed, keep)
        chance.shuffle(s, chance.ALARMS, s.alarms)
    card = piles.take(s.alarms)
    piles.put(s.revealed, card)
    order.follow_card(t, s)
    log.note(s, log.ALARM_CARD, card, 0, 0)


@rule("MP-ALARM-4.1", "MP-ALARM-4.2", "MP-ALARM-4.4", "MP-DIV-9", also=("MP-BASE-SCEN-7",))
def set_markers(t: Tables, s: State) -> None:
    """Every figure of the named kind, of every colour, lays the card's pattern around itself."""
    card = t.alarm[display.active(s)]
    for seat in range(s.seats):
        for figure in range(v.FIGURES):
            hex = s.seat[seat].figure[figure].hex
            if hex < 0 or (s.house.towers_quiet and hex == s.seat[seat].tower):
                continue
            marked = 0
            for direction in range(len(v.DIRECTIONS) + 1):
                count = card.marks[1 if figure > 0 else 0, direction]
                if count > 0:
                    _mark(t, s, hex if direction == v.CENTRE else board.beyond(t, s, hex, direction), count)
                    marked += count
            if marked > 0 and t.scenario[s.scenario].marks_own_hex:
                _mark(t, s, hex, 1)


@rule("MP-ALARM-4.3")
def _mark(t: Tables, s: State, hex: int, count: int) -> None:
    """No marker off the board, none on a tower."""
    if hex >= 0 and board.tower_at(s, hex) < 0:
        s.marker[hex] += count
        log.note(s, log.MARKED, hex, count, 0)


@rule("MP-ALARM-5.1", "MP-ALARM-5.2", "MP-ALARM-4.5", "MP-ALARM-6.1", "MP-ALARM-6.2")
def sound(t: Tables, s: State) -> None:
    """A hex with two or more markers loses them and is one alarm; as many cards, at most one an alchemist."""
    alarms = 0
    for hex in range(t.hexes):
        if s.marker[hex] >= LOUD:
            s.marker[hex] = 0
            alarms += 1
            log.note(s, log.ALARM, hex, 0, 0)
    s.due = 0 if s.study.peace else min(alarms, s.seats)
    s.entry = -1


@rule("MP-ALARM-6.10", "MP-ALARM-6.11", also=("MP-ALARM-6.12",))
def call_next(t: Tables, s: State) -> None:
    """Draw and resolve one card; the leader is asked where the first figure enters if the town is occupied."""
    s.due -= 1
    card = display.draw(s)
    if card < 0:
        s.due = 0
        return
    slot = display.show(t, s, card)
    log.note(s, log.INQUISITOR_CARD, card, slot, 0)
    if s.slot[slot].figures >= display.figures_due(t, s.slot[slot]):
        return
    if s.entry < 0:
        town = board.town(t, s, t.alarm[display.active(s)].town)
        if board.open_to_inquisitors(s, town):
            s.entry = town
    if s.entry >= 0:
        enter(s, slot, s.entry)
    else:
        prompts.ask(s, prompts.ENTRY, order.leader(s), 0, prompts.ALARM)
        prompts.asked(s).slot = slot


@rule(also=("MP-ALARM-6.5", "MP-INQ-3"))
def enter(s: State, slot: int, hex: int) -> None:
    one = s.slot[slot]
    one.hex[one.figures] = hex
    one.figures += 1
    log.note(s, log.ENTERS, one.type, one.figures - 1, hex)


@rule(also=("MP-ALARM-6.12",))
def entry_ring(t: Tables, s: State) -> int:
    """Distance from the town to the nearest ring of hexes with one that an inquisitor may enter; -1: there is none."""
    town = board.town(t, s, t.alarm[display.active(s)].town)
    nearest = -1
    for hex in range(t.hexes):
        far = board.apart(t, town, hex)
        if (nearest < 0 or far < nearest) and board.open_to_inquisitors(s, hex):
            nearest = far
    return nearest


@rule("MP-ALARM-6.12")
def may_enter(t: Tables, s: State, hex: int, ring: int) -> bool:
    town = board.town(t, s, t.alarm[display.active(s)].town)
    return board.apart(t, town, hex) == ring and board.open_to_inquisitors(s, hex)


@rule("MP-DIV-15", also=("MP-ALARM-6.12",))
def enter_at(s: State, hex: int) -> None:
    """The leader's answer, which holds for the rest of the batch."""
    slot = prompts.asked(s).slot
    prompts.answered(s)
    s.entry = hex
    enter(s, slot, hex)
