"""What happened in a step, for people and replays: a ring at the end of the state."""

from mpenv.jit import rule
from mpenv.materia.rules.state import EVENTS, State

(
    DAY, ALARM_CARD, MARKED, ALARM, INQUISITOR_CARD, ENTERS, TURN, ROLLED, LOOT, DEFEATED, MOVED,
    HELD, FELLED, FORFEITED, STONE_LOST, MADE, MINED, CONVERTED, ENDED, EVENT, GAINED, LOST, SACRIFICED, DESTROYS,
    DESTROYED, MISSION, BOUGHT, RESEARCHED, EXTENDED, CARRIED, ATTACKS, EXCHANGES, LAID,
    TAKEN,
) = range(34)  # fmt: skip
LAST = TAKEN


@rule()
def note(s: State, kind: int, a: int, b: int, c: int) -> None:
    if s.logging:
        row = s.logged % EVENTS
        s.event[row, 0] = kind
        s.event[row, 1] = a
        s.event[row, 2] = b
        s.event[row, 3] = c
        s.logged += 1
