"""Success, failure and abort."""

from mpenv.jit import rule
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import log, missions
from mpenv.materia.rules.state import ABORT, FAILURE, SUCCESS, State


@rule("MP-END-1", "MP-END-5", "MP-SOUL-4")
def check_stones(s: State) -> None:
    """The last soul stone in play was lost: the scenario stops at once."""
    for seat in range(s.seats):
        if s.seat[seat].stone:
            return
    finish(s, ABORT)


@rule("MP-DAY-2", "MP-DAY-5", "MP-END-2", "MP-END-3", "MP-END-4")
def check_day(t: Tables, s: State) -> None:
    """After the last day's inquisition phase the mission is judged, never earlier."""
    if s.day >= s.days:
        missions.latch(t, s)
        finish(s, SUCCESS if missions.fulfilled(t, s) else FAILURE)


@rule("MP-END-1", "MP-END-2", "MP-END-3")
def finish(s: State, outcome: int) -> None:
    s.outcome = outcome
    log.note(s, log.ENDED, outcome, s.day, 0)
