"""Scenario missions: goals from a closed vocabulary, of each player or of the team."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Goal, Tables
from mpenv.worlds.materia_prima.rules import board
from mpenv.worlds.materia_prima.rules.state import PAID, State

MAKE, HOLD, STOCK, MISSIONS, EVENTS, DEFEAT, STAND, KEEP = range(8)
EACH = 0
HOMUNCULUS, EQUIPMENT, STONE = range(3)
ANY = -1


@rule("MP-END-7", "MP-BASE-SCEN-2", "MP-END-6", also=("MP-END-2", "MP-SOLO-3"))
def fulfilled(t: Tables, s: State) -> bool:
    """Has every player done his part, and the team its own?"""
    for number in range(t.scenario[s.scenario].goals):
        if not met(t, s, number):
            return False
    return True


@rule("MP-SOLO-3", also=("MP-END-2",))
def met(t: Tables, s: State, number: int) -> bool:
    """A goal of each player, or of the team together."""
    for seat in range(s.seats):
        if not reached(t, s, number, seat):
            return False
    return True


@rule(also=("MP-END-2", "MP-BASE-SCEN-7"))
def reached(t: Tables, s: State, number: int, seat: int) -> bool:
    """Is a goal reached for a seat? What was latched counts for ever (AMB-39)."""
    if latched(s, number, seat):
        return True
    return shared(t, s, number, progress(t, s, number, seat)) >= wanted(t, s, number)


@rule(also=("MP-BASE-SCEN-8",))
def latched(s: State, number: int, seat: int) -> bool:
    return s.seat[seat].latched >> number & 1 > 0


@rule(also=("MP-END-2", "MP-SOLO-3"))
def shared(t: Tables, s: State, number: int, own: int) -> int:
    """The progress that counts for a seat: its own, or that of the team where the goal is shared."""
    if t.scenario[s.scenario].goal[number].who == EACH:
        return own
    together = 0
    for seat in range(s.seats):
        together += progress(t, s, number, seat)
    return together


@rule(also=("MP-BASE-SCEN-2",))
def wanted(t: Tables, s: State, number: int) -> int:
    """The number a goal counts to, which may grow with the team."""
    return int(t.scenario[s.scenario].goal[number].wanted[s.seats])


@rule(also=("MP-BASE-SCEN-2", "MP-BASE-SCEN-8"))
def latch(t: Tables, s: State) -> None:
    """Remember the latched goals that are reached now (AMB-39)."""
    scenario = t.scenario[s.scenario]
    for number in range(scenario.goals):
        if scenario.goal[number].latched:
            for seat in range(s.seats):
                if reached(t, s, number, seat):
                    s.seat[seat].latched |= 1 << number


@rule(also=("MP-BASE-SCEN-2",))
def progress(t: Tables, s: State, number: int, seat: int) -> int:
    """A seat's progress toward a goal now; deeds stay done, things held can be lost."""
    goal = t.scenario[s.scenario].goal[number]
    me = s.seat[seat]
    if goal.predicate == MAKE or goal.predicate == HOLD:
        return _made(s, seat, goal) if goal.predicate == MAKE else _held(t, s, seat, goal)
    if goal.predicate == STOCK:
        return stored(t, s, seat) if goal.kind == ANY else me.stock[goal.kind]
    if goal.predicate == MISSIONS:
        return me.missions
    if goal.predicate == EVENTS:
        return paid_events(s) if seat == 0 else 0
    if goal.predicate == DEFEAT:
        return me.defeated
    if goal.predicate == STAND:
        return _standing(s, seat, goal.kind)
    return wanted(t, s, number) if me.lost[goal.kind] == 0 else 0


@rule(also=("MP-BASE-SCEN-2",))
def paid_events(s: State) -> int:
    """Events the team has paid; they are nobody's own, so the first seat counts them."""
    count = 0
    for row in range(v.EVENTS):
        if s.happened[row] == PAID:
            count += 1
    return count


@rule(also=("MP-BASE-SCEN-2",))
def _standing(s: State, seat: int, town: int) -> int:
    count = 0
    for figure in range(v.FIGURES):
        hex = s.seat[seat].figure[figure].hex
        if hex >= 0 and board.town_at(s, hex) == town:
            count += 1
    return count


@rule(also=("MP-BASE-SCEN-2", "MP-BASE-SCEN-8"))
def stored(t: Tables, s: State, seat: int) -> int:
    """Number of elements of any kind in a tower."""
    count = 0
    for element in range(t.elements):
        count += s.seat[seat].stock[element]
    return count


@rule(also=("MP-BASE-SCEN-2",))
def _made(s: State, seat: int, goal: Goal) -> int:
    count = 0
    for level in range(1, v.LEVELS + 1):
        if goal.level == 0 or goal.level == level:
            count += s.seat[seat].made[goal.kind, level]
    return count


@rule(also=("MP-BASE-SCEN-2",))
def _held(t: Tables, s: State, seat: int, goal: Goal) -> int:
    me = s.seat[seat]
    count = 0
    if goal.kind == HOMUNCULUS:
        for figure in range(1, v.FIGURES):
            count += _counts(t, me.figure[figure].card, goal)
    elif goal.kind == EQUIPMENT:
        for place in range(v.ITEMS):
            count += _counts(t, me.items[place], goal)
    else:
        for place in range(v.FRAGMENTS):
            count += _counts(t, me.fragment[place], goal)
    return count


@rule(also=("MP-BASE-SCEN-2",))
def _counts(t: Tables, card: int, goal: Goal) -> bool:
    """Is there a card, and of the level that is asked for (0: any)?"""
    return card >= 0 and (goal.level == 0 or t.recipe[card].level == goal.level)
