"""The account of a game that ended, in numbers: goals, soul stones lost and to which figure, events."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import missions
from mpenv.worlds.materia_prima.rules.inquisition import LOST_STONE
from mpenv.worlds.materia_prima.rules.state import Account, State


@rule(also=("MP-END-7",))
def give(t: Tables, s: State, a: Account) -> None:
    """Fill in a zeroed account of a game."""
    a.seats = s.seats
    a.outcome = s.outcome
    a.difficulty = s.difficulty
    a.started = s.started
    a.day = s.day
    for row in range(v.EVENTS):
        a.happened[row] = s.happened[row]
    for nth in range(s.seats):
        a.fallen_seat[nth] = s.fallen_seat[nth]
        a.fallen_day[nth] = s.fallen_day[nth]
        a.fallen_to[nth] = s.fallen_to[nth]
    for seat in range(s.seats):
        a.seated[seat].alchemist = s.seat[seat].alchemist
        a.seated[seat].stand = s.seat[seat].figure[0].stand
        a.lost_stones[seat] = s.seat[seat].lost[LOST_STONE]
        a.reached[seat] = 0
        for number in range(t.scenario[s.scenario].goals):
            a.progress[seat, number] = missions.progress(t, s, number, seat)
            if missions.reached(t, s, number, seat):
                a.reached[seat] |= 1 << number
