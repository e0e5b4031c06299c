"""The day: alarm, alchemists, inquisition, one move after the other."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import (
    alarm,
    campaign,
    ending,
    events,
    figures,
    inquisition,
    log,
    placing,
    prompts,
    talk,
)
from mpenv.worlds.materia_prima.rules.state import (
    DAWN,
    DUSK,
    ENTRY,
    EVENT,
    INQUISITION,
    PLACING,
    SAYING,
    SUCCESS,
    TURNS,
    State,
)


@rule("MP-DAY-1")
def go_on(t: Tables, s: State) -> None:
    """One move of the phase that is played, while no prompt is open."""
    if s.phase == DAWN:
        dawn(t, s)
    elif s.phase == EVENT:
        event(t, s)
    elif s.phase == ENTRY:
        entry(t, s)
    elif s.phase == TURNS:
        next_turn(t, s)
    elif s.phase == INQUISITION:
        if inquisition.over(s):
            s.phase = DUSK
        else:
            inquisition.go_on(t, s)
    elif s.phase == DUSK:
        dusk(t, s)
    elif s.phase == PLACING:
        placing.go_on(s)
    elif s.phase == SAYING:
        talk.go_on(s)
    else:
        carrying(t, s)


@rule("MP-ALARM-1.2", also=("MP-ALARM-1.1", "MP-ALARM-2.1", "MP-SETUP-15"))
def dawn(t: Tables, s: State) -> None:
    """The marker stands on today; is there an event, and is it paid?"""
    s.rolled[:, :] = 0
    s.hunter = 0
    log.note(s, log.DAY, s.day, 0, 0)
    s.phase = EVENT
    events.decide(t, s)


@rule("MP-ALARM-2.1", "MP-ALARM-2.3", also=("MP-EVENT-13", "MP-EVENT-14"))
def event(t: Tables, s: State) -> None:
    """The event befalls player after player by the previous card; then today's card, its markers, the alarms."""
    row = events.today(t, s)
    if row != events.NO_EVENT and s.turn < s.seats:
        s.turn += 1
        events.befall(t, s, row, s.order[s.turn - 1])
        return
    s.turn = 0
    alarm.reveal(t, s)
    alarm.set_markers(t, s)
    alarm.sound(t, s)
    s.phase = ENTRY


@rule(also=("MP-ALARM-6.10",))
def entry(t: Tables, s: State) -> None:
    """Inquisitors enter card by card; then the players' turns begin."""
    if s.due > 0:
        alarm.call_next(t, s)
        return
    s.phase = TURNS
    s.turn = 0
    s.entry = -1
    if s.candour.table_talk:
        talk.begin(s)


@rule("MP-ALCH-1", also=("MP-ALCH-2",))
def next_turn(t: Tables, s: State) -> None:
    """The next seated colour of the active alarm card begins its turn."""
    if s.turn < s.seats:
        seat = s.order[s.turn]
        figures.fill_budgets(t, s, seat)
        prompts.ask(s, prompts.TURN, seat, 0, prompts.OWN_TURN)
        log.note(s, log.TURN, seat, 0, 0)
        return
    s.phase = INQUISITION
    s.turn = 0
    inquisition.begin(s)


@rule(also=("MP-ALCH-1", "MP-ALCH-3"))
def end_turn(s: State) -> None:
    figures.clear_budgets(s, prompts.asked(s).seat)
    prompts.answered(s)
    s.turn += 1


@rule("MP-DAY-5", "MP-ALARM-1.1", also=("MP-DAY-2",))
def dusk(t: Tables, s: State) -> None:
    """The last day is judged; after any other, and after an extension, the next day dawns."""
    if s.day >= s.days:
        ending.check_day(t, s)
    else:
        s.day += 1
        s.phase = DAWN


@rule(also=("MP-CAMPAIGN-7",))
def carrying(t: Tables, s: State) -> None:
    """After a success in a campaign every owner chooses what goes along."""
    if s.turn == s.seats:
        ending.finish(s, SUCCESS)
    else:
        campaign.go_on(t, s)
