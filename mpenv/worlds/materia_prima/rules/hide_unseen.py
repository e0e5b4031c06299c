"""Remove from a view everything out of sight, and mark the hexes in sight."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import log, prompts, sight
from mpenv.worlds.materia_prima.rules.inquisition import LOST_STOCK
from mpenv.worlds.materia_prima.rules.sight import UNSEEN
from mpenv.worlds.materia_prima.rules.state import EVENTS, PURPOSES, TURNS, State


@rule(also=("MP-BASE-SCEN-7",))
def cover(t: Tables, s: State, seat: int) -> None:
    """Take from a copy of the state what a seat does not see; done twice it is the same."""
    sight.look_around(t, s, seat)
    _question(s, seat)
    for other in range(s.seats):
        if other != seat:
            _seat(s, other)
    _inquisitors(s)
    _ground(s)
    _news(s, seat)
    s.distance[:] = 0
    s.first[:] = 0
    s.queue[:] = 0
    s.nearest[:] = 0


@rule()
def _question(s: State, seat: int) -> None:
    """Hide a question in the turn of a figure out of sight, but not whose turn it is, nor choices of recipes."""
    if s.prompts < 2 or s.phase != TURNS:
        return
    one = prompts.asked(s)
    on_table = one.kind == prompts.KEEP or one.kind == prompts.PRIVATE or one.kind == prompts.DISCARD
    if one.seat != seat and not on_table and not sight.sees(s, s.seat[one.seat].figure[one.figure].hex):
        prompts.answered(s)


@rule()
def _seat(s: State, other: int) -> None:
    """Figures out of sight with what they carry and can do, the stock of a tower out of sight, and all rolls."""
    they = s.seat[other]
    for figure in range(v.FIGURES):
        one = they.figure[figure]
        if one.hex >= 0 and not sight.sees(s, one.hex):
            one.hex = UNSEEN
            one.actions = 0
            one.load[:] = 0
            one.extra[:] = 0
    if they.tower >= 0 and not sight.sees(s, they.tower):
        they.stock[:] = 0
        they.lost[LOST_STOCK] = 0
    for purpose in range(PURPOSES):
        for figure in range(v.FIGURES):
            s.rolled[purpose, other * v.FIGURES + figure] = 0


@rule()
def _inquisitors(s: State) -> None:
    for slot in range(v.SLOTS):
        for which in range(s.slot[slot].figures):
            if not sight.sees(s, s.slot[slot].hex[which]):
                s.slot[slot].hex[which] = UNSEEN
    if s.entry >= 0 and not sight.sees(s, s.entry):
        s.entry = -1


@rule()
def _ground(s: State) -> None:
    """Markers and loose elements."""
    for hex in range(v.MAX_HEXES):
        if not sight.sees(s, hex):
            s.marker[hex] = 0
    kept = 0
    for heap in range(s.heaps):
        if sight.sees(s, s.heap_at[heap] // v.MAX_ELEMENTS):
            s.heap_at[kept] = s.heap_at[heap]
            s.heap_count[kept] = s.heap_count[heap]
            kept += 1
    s.heap_at[kept:] = 0
    s.heap_count[kept:] = 0
    s.heaps = kept


@rule()
def _news(s: State, seat: int) -> None:
    """Of the last step what happened on hexes in sight or on the table, and what befell the seat itself."""
    kept = 0
    for row in range(min(s.logged, EVENTS)):
        place = s.event_at[row] - 1
        if place < 0 or sight.sees(s, place) or log.befalls(s, row, seat):
            for number in range(4):
                s.event[kept, number] = s.event[row, number]
            s.event_at[kept] = s.event_at[row]
            kept += 1
    s.event[kept:, :] = 0
    s.event_at[kept:] = 0
    s.logged = kept
