"""On the last day: has the end come about already, so that nothing that follows can change it?"""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.content.vocabulary import SLOTS
from mpenv.worlds.materia_prima.rules import board, display, missions
from mpenv.worlds.materia_prima.rules.state import FAILURE, INQUISITION, RUNNING, SUCCESS, TURNS, State


@rule()
def outcome(t: Tables, s: State) -> int:
    """SUCCESS or FAILURE where it is certain, else RUNNING; an abort that is certain too counts as FAILURE."""
    if s.outcome != RUNNING or s.day < s.days or s.phase < TURNS or s.phase > INQUISITION:
        return RUNNING
    if is_lost(t, s):
        return FAILURE
    return SUCCESS if s.phase == INQUISITION and is_won(t, s) else RUNNING


@rule(also=("MP-END-2", "MP-END-3", "MP-ALCH-1"))
def is_lost(t: Tables, s: State) -> bool:
    """A player does his part in his own turn or never, events are paid before, the Inquisition phase brings nothing."""
    goal = t.scenario[s.scenario].goal
    for number in range(t.scenario[s.scenario].goals):
        if goal[number].who != missions.EACH:
            late = s.phase == INQUISITION or goal[number].predicate == missions.EVENTS
            if late and not missions.met(t, s, number):
                return True
            continue
        for turn in range(s.seats if s.phase == INQUISITION else s.turn):
            if not missions.reached(t, s, number, s.order[turn]):
                return True
    return False


@rule(also=("MP-END-2", "MP-END-5", "MP-SOUL-4"))
def is_won(t: Tables, s: State) -> bool:
    """All is done, nothing of it can be lost, and a soul stone is out of reach."""
    if s.difficulty != s.started or s.house.campaign:
        return False
    goal = t.scenario[s.scenario].goal
    for number in range(t.scenario[s.scenario].goals):
        if not (goal[number].latched or is_deed(goal[number].predicate)):
            return False
    for seat in range(s.seats):
        if s.seat[seat].stone and is_safe(t, s, s.seat[seat].figure[0].hex):
            return True
    return False


@rule(also=("MP-BASE-SCEN-2",))
def is_deed(predicate: int) -> bool:
    """Is a goal a deed, which stays done? Things held, stored, stood on or preserved may be lost."""
    return (
        predicate == missions.MAKE
        or predicate == missions.MISSIONS
        or predicate == missions.EVENTS
        or predicate == missions.DEFEAT
    )


@rule(also=("MP-INQ-6", "MP-INQ-24"))
def is_safe(t: Tables, s: State, hex: int) -> bool:
    """In a tower nobody is attacked, and an inquisitor needs as many actions as it is hexes away."""
    if board.tower_at(s, hex) >= 0:
        return True
    for slot in range(SLOTS):
        for which in range(s.slot[slot].figures):
            if board.apart(t, s.slot[slot].hex[which], hex) <= display.value(t, s, slot, display.ACTIONS):
                return False
    return True
