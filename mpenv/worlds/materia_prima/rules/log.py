"""Log of the events of a step, for people and replays: a ring buffer at the end of the state."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.vocabulary import FIGURES
from mpenv.worlds.materia_prima.rules.state import EVENTS, State

(
    DAY, ALARM_CARD, MARKED, ALARM, INQUISITOR_CARD, ENTERS, TURN, ROLLED, LOOT, DEFEATED, MOVED,
    HELD, FELLED, FORFEITED, STONE_LOST, MADE, MINED, CONVERTED, ENDED, EVENT, GAINED, LOST, SACRIFICED, DESTROYS,
    DESTROYED, MISSION, BOUGHT, RESEARCHED, EXTENDED, CARRIED, ATTACKS, EXCHANGES, LAID,
    TAKEN, SAID, ROBS, ROBBED,
) = range(37)  # fmt: skip
LAST = ROBBED
TABLE = -1  # where cards lie and stones are counted


@rule()
def note(s: State, kind: int, a: int, b: int, c: int) -> None:
    if s.logging:
        row = s.logged % EVENTS
        s.event[row, 0] = kind
        s.event[row, 1] = a
        s.event[row, 2] = b
        s.event[row, 3] = c
        s.event_at[row] = place(s, kind, a, c) + 1
        s.logged += 1


@rule()
def place(s: State, kind: int, a: int, c: int) -> int:
    """The hex where it happens."""
    if kind in (MARKED, ALARM):
        return a
    if kind in (ENTERS, MOVED, FORFEITED):
        return c
    if kind == ATTACKS:
        seat, number = c // (FIGURES + 1), c % (FIGURES + 1)
        return s.seat[seat].tower if number == FIGURES else s.seat[seat].figure[number].hex
    if of_figure(kind):
        return s.seat[a // FIGURES].figure[a % FIGURES].hex
    return s.seat[a].tower if of_tower(kind) else TABLE


@rule()
def of_figure(kind: int) -> bool:
    """Does its first number name a figure?"""
    return kind in (ROLLED, DEFEATED, LOOT, HELD, FELLED, MINED, EXCHANGES, LAID, TAKEN, ROBS, ROBBED)


@rule()
def of_tower(kind: int) -> bool:
    """Does its first number name the seat whose tower it is about?"""
    return kind in (CONVERTED, LOST, DESTROYS, DESTROYED)


@rule()
def befalls(s: State, row: int, seat: int) -> bool:
    """Is it about a seat, its figures or its tower, wherever it was?"""
    kind = s.event[row, 0]
    if kind == ATTACKS:
        return s.event[row, 3] // (FIGURES + 1) == seat
    if of_figure(kind):
        return s.event[row, 1] // FIGURES == seat
    return of_tower(kind) and s.event[row, 1] == seat
