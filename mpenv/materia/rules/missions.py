"""Scenario missions: goals from a closed vocabulary, of each player or of the team."""

from mpenv.jit import rule
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules.state import State

MAKE, HOLD, STOCK = range(3)
EACH = 0
HOMUNCULUS, EQUIPMENT, STONE = range(3)


@rule("MP-END-2", "MP-END-7", "MP-SOLO-3", "MP-BASE-SCEN-2")
def fulfilled(t: Tables, s: State) -> bool:
    """Has every player done his part, and the team its own?"""
    scenario = t.scenario[s.scenario]
    for number in range(scenario.goals):
        if not met(t, s, number):
            return False
    return True


@rule("MP-END-2")
def met(t: Tables, s: State, number: int) -> bool:
    goal = t.scenario[s.scenario].goal[number]
    together = 0
    for seat in range(s.seats):
        have = progress(t, s, number, seat)
        together += have
        if goal.who == EACH and have < goal.count:
            return False
    return goal.who == EACH or together >= goal.count


@rule("MP-BASE-SCEN-2")
def progress(t: Tables, s: State, number: int, seat: int) -> int:
    """How much a seat has of what a goal counts; deeds stay done, things held can be lost (AMB-39)."""
    goal = t.scenario[s.scenario].goal[number]
    if goal.predicate == STOCK:
        return max(s.seat[seat].fullest, stored(t, s, seat))
    count = 0
    for level in range(1, v.LEVELS + 1):
        if goal.level == 0 or goal.level == level:
            if goal.predicate == MAKE:
                count += s.seat[seat].made[goal.kind, level]
            else:
                count += _held(t, s, seat, goal.kind, level)
    return count


@rule("MP-BASE-SCEN-2", "MP-BASE-SCEN-8")
def stored(t: Tables, s: State, seat: int) -> int:
    """How many elements of any kind lie in a tower."""
    count = 0
    for element in range(t.elements):
        count += s.seat[seat].stock[element]
    return count


@rule("MP-BASE-SCEN-8")
def latch(t: Tables, s: State) -> None:
    """Remember the fullest stock that each tower ever held (AMB-39)."""
    for seat in range(s.seats):
        s.seat[seat].fullest = max(s.seat[seat].fullest, stored(t, s, seat))


@rule("MP-BASE-SCEN-2")
def _held(t: Tables, s: State, seat: int, kind: int, level: int) -> int:
    me = s.seat[seat]
    count = 0
    if kind == HOMUNCULUS:
        for figure in range(1, v.FIGURES):
            if me.figure[figure].hex >= 0 and t.recipe[me.figure[figure].card].level == level:
                count += 1
    elif kind == EQUIPMENT:
        for place in range(v.ITEMS):
            if me.items[place] >= 0 and t.recipe[me.items[place]].level == level:
                count += 1
    else:
        for place in range(v.FRAGMENTS):
            if me.fragment[place] >= 0 and t.recipe[me.fragment[place]].level == level:
                count += 1
    return count
