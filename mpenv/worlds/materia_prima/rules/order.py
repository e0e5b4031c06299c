"""Turn order: colours of stands in the order of the active alarm card; those without a player are skipped."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.content.vocabulary import COLOURS, SEATS
from mpenv.worlds.materia_prima.rules import display
from mpenv.worlds.materia_prima.rules.state import State

NOBODY = -1


@rule(also=("MP-SETUP-6", "MP-ALCH-1"))
def colour(t: Tables, s: State, seat: int) -> int:
    """The colour of a seat is that of its stands: the one printed on the alchemist, or another that was chosen."""
    chosen = s.seat[seat].figure[0].stand
    return chosen - 1 if chosen > 0 else t.alchemist[s.seat[seat].alchemist].colour


@rule(also=("MP-ALCH-1", "MP-DAY-3"))
def follow_card(t: Tables, s: State) -> None:
    """Today's order of the seats, from the active alarm card."""
    s.order[:] = NOBODY
    seated = 0
    for place in range(len(COLOURS)):
        turn = t.alarm[display.active(s)].order[place]
        for seat in range(s.seats):
            if colour(t, s, seat) == turn:
                s.order[seated] = seat
                seated += 1


@rule(also=("MP-SETUP-13",))
def as_seated(s: State) -> None:
    """Before the first card the players are asked as they sit (AMB-46)."""
    for seat in range(SEATS):
        s.order[seat] = seat if seat < s.seats else NOBODY


@rule(also=("MP-ALARM-6.12",))
def leader(s: State) -> int:
    """The team leader: the first seated colour of today's order (AMB-46)."""
    return s.order[0]


@rule()
def relative(s: State, seat: int, nth: int) -> int:
    """The nth player as a seat counts them: itself first, then the others in today's order; NOBODY beyond."""
    if nth == 0:
        return seat
    for place in range(SEATS):
        if s.order[place] != seat:
            nth -= 1
            if nth == 0:
                return s.order[place]
    return NOBODY


@rule()
def nth(s: State, seat: int, other: int) -> int:
    """The number of another player as a seat counts: 0 is itself; NOBODY when it does not play."""
    for count in range(SEATS):
        if relative(s, seat, count) == other:
            return count
    return NOBODY
