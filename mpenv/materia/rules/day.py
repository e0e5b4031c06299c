"""The day: alarm, alchemists, inquisition; each call goes on until somebody has to decide."""

from mpenv.jit import rule
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import alarm, ending, figures, inquisition, log, prompts
from mpenv.materia.rules.state import DAWN, DUSK, ENTRY, INQUISITION, RUNNING, TURNS, State


@rule("MP-DAY-1")
def go_on(t: Tables, s: State) -> None:
    """Run the phases until a prompt is open or the game has ended."""
    while s.prompts == 0 and s.outcome == RUNNING:
        if s.phase == DAWN:
            dawn(t, s)
        elif s.phase == ENTRY:
            if s.due > 0:
                alarm.call_next(t, s)
            else:
                s.phase = TURNS
                s.turn = 0
                s.entry = -1
        elif s.phase == TURNS:
            next_turn(t, s)
        elif s.phase == INQUISITION:
            if inquisition.over(s):
                s.phase = DUSK
            else:
                inquisition.go_on(t, s)
        else:
            dusk(t, s)


@rule("MP-ALARM-1.1", "MP-ALARM-1.2", "MP-ALARM-2.3", "MP-SETUP-15")
def dawn(t: Tables, s: State) -> None:
    """The marker stands on today; a card, its markers, the alarms they make."""
    s.rolled[:, :] = 0
    log.note(s, log.DAY, s.day, 0, 0)
    alarm.reveal(t, s)
    alarm.set_markers(t, s)
    alarm.sound(t, s)
    s.phase = ENTRY


@rule("MP-ALCH-1", "MP-ALCH-2")
def next_turn(t: Tables, s: State) -> None:
    """The next seated colour of the active alarm card begins its turn."""
    if s.turn < s.seats:
        seat = s.order[s.turn]
        figures.wind_up(t, s, seat)
        prompts.ask(s, prompts.TURN, seat, 0, prompts.OWN_TURN)
        log.note(s, log.TURN, seat, 0, 0)
        return
    s.phase = INQUISITION
    s.turn = 0
    inquisition.begin(s)


@rule("MP-ALCH-1", "MP-ALCH-3")
def end_turn(s: State) -> None:
    figures.wind_down(s, prompts.asked(s).seat)
    prompts.answered(s)
    s.turn += 1


@rule("MP-DAY-5", "MP-ALARM-1.1", "MP-DAY-2")
def dusk(t: Tables, s: State) -> None:
    ending.check_day(t, s)
    if s.outcome == RUNNING:
        s.day += 1
        s.phase = DAWN
        s.hunter = 0
