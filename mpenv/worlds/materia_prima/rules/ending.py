"""Success, failure and abort."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import log, missions, order, prompts
from mpenv.worlds.materia_prima.rules.state import ABORT, CARRYING, FAILURE, SUCCESS, State

EASY = 1  # the difficulties that can be chosen rise from here


@rule("MP-END-1", "MP-END-5", "MP-SOUL-4")
def check_stones(s: State) -> None:
    """The last soul stone in play was lost: the scenario stops at once."""
    for seat in range(s.seats):
        if s.seat[seat].stone:
            return
    finish(s, ABORT)


@rule("MP-DAY-2", "MP-END-2", "MP-END-3", "MP-END-4", also=("MP-DAY-5", "MP-CAMPAIGN-7"))
def check_day(t: Tables, s: State) -> None:
    """After the last day's inquisition phase the mission is judged, never earlier."""
    missions.latch(t, s)
    if missions.fulfilled(t, s):
        if s.house.campaign:
            s.phase = CARRYING
        else:
            finish(s, SUCCESS)
    elif s.house.extend and is_longer(t, s):
        prompts.ask(s, prompts.EXTEND, order.leader(s), 0, prompts.CAMPAIGN)
    else:
        finish(s, FAILURE)


@rule("MP-DIFF-3", also=("MP-DIFF-1",))
def is_longer(t: Tables, s: State) -> bool:
    """Is there an easier level, and does it last longer than this game did?"""
    return s.difficulty > EASY and t.scenario[s.scenario].days[s.difficulty - 1] > s.days


@rule("MP-DIFF-1", "MP-DIFF-2", "MP-DIFF-4", also=("MP-DIFF-3", "MP-CAMPAIGN-6"))
def extend(t: Tables, s: State, yes: bool) -> None:
    """The running game may go on at the next easier level, whose length then counts."""
    prompts.answered(s)
    if yes:
        s.difficulty -= 1
        s.days = t.scenario[s.scenario].days[s.difficulty]
        log.note(s, log.EXTENDED, s.difficulty, s.days, 0)
    else:
        finish(s, FAILURE)


@rule(also=("MP-END-1", "MP-END-2", "MP-END-3"))
def finish(s: State, outcome: int) -> None:
    s.outcome = outcome
    log.note(s, log.ENDED, outcome, s.day, 0)
