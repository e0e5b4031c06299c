"""Table talk: at the start of the turns each seat may announce its intention; it binds nobody."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, log, order, prompts, reasons
from mpenv.worlds.materia_prima.rules.state import SAYING, TURNS, State

INTENTIONS = ("nothing", "gather", "make", "serve", "fight", "help")
NOTHING, GATHER, MAKE, SERVE, FIGHT, HELP = range(6)
# What was said is one number: each intention counts on from its first, by element, kind, town, type and seat.
FIRST = (0, 1, 17, 20, 23, 31)
LAST = FIRST[HELP] + v.SEATS - 1


@rule()
def begin(s: State) -> None:
    """Begin a new day: yesterday's announcements are past."""
    s.phase = SAYING
    s.candour.said[:] = 0


@rule()
def go_on(s: State) -> None:
    """Seat after seat in today's order, then the turns begin."""
    if s.turn == s.seats:
        s.turn = 0
        s.phase = TURNS
        return
    s.turn += 1
    prompts.ask(s, prompts.SAY, s.order[s.turn - 1], 0, prompts.OWN_TURN)


@rule()
def why_not(t: Tables, s: State, a: int) -> int:
    """FINE if the announcement is possible at this table: elements of the pack, displayed types, towns, other seats."""
    fine = a == c.END or c.RESEARCH <= a < c.BUY or c.TAKE <= a < c.TAKE + t.elements
    if c.FIGHT <= a < c.FIGHT + v.SLOTS * v.STANDEES:
        slot, which = (a - c.FIGHT) // v.STANDEES, (a - c.FIGHT) % v.STANDEES
        fine = which == 0 and s.slot[slot].cards > 0
    elif c.SAIL <= a < c.WHO:
        fine = board.town(t, s, a - c.SAIL) >= 0
    elif c.WHO <= a < c.PUT and (a - c.WHO) % v.FIGURES == 0:
        nth = (a - c.WHO) // v.FIGURES
        fine = nth > 0 and order.relative(s, prompts.asked(s).seat, nth) != order.NOBODY
    return reasons.FINE if fine else reasons.NOT_ASKED


@rule()
def do(s: State, a: int) -> None:
    seat = prompts.asked(s).seat
    prompts.answered(s)
    s.candour.said[seat] = meant(s, seat, a)
    log.note(s, log.SAID, seat, s.candour.said[seat], 0)


@rule()
def meant(s: State, seat: int, a: int) -> int:
    """An answer as the number to store: for a slot the type displayed there, for a neighbour the seat."""
    if a == c.END:
        return NOTHING
    if a < c.CONVERT:
        return FIRST[FIGHT] + s.slot[(a - c.FIGHT) // v.STANDEES].type
    if a < c.BUY:
        return FIRST[MAKE] + a - c.RESEARCH
    if a < c.WHO:
        return FIRST[SERVE] + a - c.SAIL
    if a < c.PUT:
        return FIRST[HELP] + order.relative(s, seat, (a - c.WHO) // v.FIGURES)
    return FIRST[GATHER] + a - c.TAKE


@rule()
def intention(said: int) -> int:
    """The intention of a stored number."""
    kind = NOTHING
    for one in range(len(FIRST)):
        if said >= FIRST[one]:
            kind = one
    return kind
