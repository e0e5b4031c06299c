"""Drop and pick up: any number of elements between a figure and its hex in one action."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import board, figures, heaps, prompts, reasons
from mpenv.worlds.materia_prima.rules.state import State

ACTION, FREE, NEVER = range(3)  # what picking up costs (AMB-37)


@rule()
def _why_not(s: State, seat: int, figure: int) -> int:
    one = s.seat[seat].figure[figure]
    if one.hex < 0:
        return reasons.NOT_ON_BOARD
    return figures.why_unpaid(s, one, figures.DROPPING)


@rule("MP-ACT-DROP-3", also=("MP-ACT-DROP-1",))
def why_not(t: Tables, s: State, seat: int, figure: int) -> int:
    reason = _why_not(s, seat, figure)
    if reason != reasons.FINE:
        return reason
    one = s.seat[seat].figure[figure]
    if figures.load(t, one) == 0:
        return reasons.EMPTY_LOAD
    for element in range(t.elements):
        if one.load[element] > 0 and heaps.has_room(s, one.hex, element):
            return reasons.FINE
    return reasons.GROUND_FULL


@rule("MP-BASE-ACT-3", also=("MP-ACT-DROP-2", "MP-ACT-DROP-3", "MP-BASE-ACT-4"))
def why_not_pick(t: Tables, s: State, seat: int, figure: int) -> int:
    if figure == 0 and figures.at_home(s, seat, figure):
        return reasons.IN_TOWER
    reason = _why_not(s, seat, figure)
    if reason != reasons.FINE:
        return reason
    hex = s.seat[seat].figure[figure].hex
    if s.house.pick_up != ACTION and board.tower_at(s, hex) < 0:
        return reasons.NO_PICK_UP
    if not heaps.anything_at(t, s, hex):
        return reasons.NOTHING_THERE
    return reasons.FINE if figures.room(t, s, seat, figure) > 0 else reasons.FULL_LOAD


@rule(also=("MP-ACT-DROP-1", "MP-ACT-DROP-2"))
def do(s: State, seat: int, figure: int, kind: int) -> None:
    """The action is spent when the prompt opens; `kind` is DROP or PICK."""
    figures.spend(s.seat[seat].figure[figure], figures.DROPPING)
    prompts.ask(s, kind, seat, figure, prompts.OWN_TURN)


@rule(also=("MP-ACT-DROP-2",))
def find(t: Tables, s: State, seat: int, figure: int) -> None:
    """Ask a figure with room for the elements it picks up, where that is free on entry."""
    hex = s.seat[seat].figure[figure].hex
    free = s.house.pick_up == FREE and not figures.left_out(s, figures.DROPPING)
    if free and heaps.loose_at(s, hex) > 0 and figures.room(t, s, seat, figure) > 0:
        prompts.ask(s, prompts.PICK, seat, figure, prompts.OWN_TURN)


@rule(also=("MP-ACT-DROP-1", "MP-ACT-DROP-2"))
def why_not_done(s: State) -> int:
    """At least one element, but what costs no action may also be left."""
    asked = prompts.asked(s)
    free = asked.kind == prompts.PICK and s.house.pick_up == FREE
    left = free and board.tower_at(s, s.seat[asked.seat].figure[asked.figure].hex) < 0
    return reasons.FINE if asked.done > 0 or left else reasons.NOTHING_YET


@rule(also=("MP-ACT-DROP-1",))
def why_not_put(s: State, seat: int, figure: int, element: int) -> int:
    one = s.seat[seat].figure[figure]
    if one.load[element] == 0:
        return reasons.NONE_OF_IT
    return reasons.FINE if heaps.has_room(s, one.hex, element) else reasons.GROUND_FULL


@rule("MP-ACT-DROP-1", also=("MP-ACT-DROP-4",))
def put(s: State, seat: int, figure: int, element: int) -> None:
    figures.let_fall(s, seat, figure, element)
    prompts.asked(s).done += 1


@rule(also=("MP-ACT-DROP-2", "MP-BASE-ACT-4"))
def why_not_take(t: Tables, s: State, seat: int, figure: int, element: int) -> int:
    hex = s.seat[seat].figure[figure].hex
    home = board.tower_at(s, hex)
    there = s.seat[home].stock[element] if home >= 0 else heaps.lies_there(s, hex, element)
    if there == 0:
        return reasons.NONE_OF_IT
    return reasons.FINE if figures.room(t, s, seat, figure) > 0 else reasons.FULL_LOAD


@rule("MP-ACT-DROP-2", also=("MP-ACT-DROP-3",))
def take(s: State, seat: int, figure: int, element: int) -> None:
    one = s.seat[seat].figure[figure]
    home = board.tower_at(s, one.hex)
    if home >= 0:
        s.seat[home].stock[element] -= 1
    else:
        heaps.lift(s, one.hex, element)
    one.load[element] += 1
    prompts.asked(s).done += 1
