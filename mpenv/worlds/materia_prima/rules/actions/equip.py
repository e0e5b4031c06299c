"""Equip: rearrange items, then elements, between the alchemist and his tower."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import figures, prompts, reasons
from mpenv.worlds.materia_prima.rules.state import State


@rule("MP-BASE-ACT-4", also=("MP-ACT-EQUIP-1",))
def why_not(t: Tables, s: State, seat: int) -> int:
    me = s.seat[seat]
    reason = figures.why_unpaid(s, me.figure[0], figures.EQUIPPING)
    if reason != reasons.FINE:
        return reason
    if not figures.at_home(s, seat, 0):
        return reasons.NOT_IN_TOWER
    for place in range(v.ITEMS):
        if me.items[place] >= 0:
            return reasons.FINE
    for element in range(t.elements):
        if me.figure[0].load[element] > 0:
            return reasons.FINE
        if me.stock[element] > 0 and figures.stat(t, s, seat, 0, figures.CAPACITY) > 0:
            return reasons.FINE
    return reasons.NOTHING_TO_EQUIP


@rule("MP-ACT-EQUIP-1")
def do(t: Tables, s: State, seat: int) -> None:
    """Load and stock are laid together; what is not taken again stays in the tower."""
    figures.spend(s.seat[seat].figure[0], figures.EQUIPPING)
    figures.drop_all(t, s, seat, 0)
    prompts.ask(s, prompts.EQUIP, seat, 0, prompts.OWN_TURN)


@rule(also=("MP-ACT-EQUIP-1",))
def why_not_item(s: State, seat: int, place: int) -> int:
    if s.seat[seat].items[place] < 0:
        return reasons.NO_SUCH_ITEM
    if prompts.asked(s).done > 0:
        return reasons.AFTER_TAKE
    return reasons.MOVED_ALREADY if prompts.asked(s).touched >> place & 1 else reasons.FINE


@rule("MP-BASE-RECIPE-3", also=("MP-ACT-EQUIP-1",))
def item(t: Tables, s: State, seat: int, place: int) -> None:
    """A worn item goes to the tower; one from the tower is put on and sends the other of its slot there."""
    me = s.seat[seat]
    prompts.asked(s).touched |= 1 << place
    if me.worn[place]:
        me.worn[place] = 0
        return
    worn = worn_in(t, s, seat, t.recipe[me.items[place]].slot)
    if worn >= 0:
        me.worn[worn] = 0
    me.worn[place] = 1


@rule(also=("MP-BASE-RECIPE-3",))
def worn_in(t: Tables, s: State, seat: int, slot: int) -> int:
    """The item worn in an equipment slot, or -1."""
    me = s.seat[seat]
    for place in range(v.ITEMS):
        if me.worn[place] and t.recipe[me.items[place]].slot == slot:
            return place
    return -1


@rule(also=("MP-ACT-EQUIP-1",))
def why_not_take(t: Tables, s: State, seat: int, element: int) -> int:
    if s.seat[seat].stock[element] == 0:
        return reasons.NONE_OF_IT
    return reasons.FINE if figures.room(t, s, seat, 0) > 0 else reasons.FULL_LOAD


@rule(also=("MP-ACT-EQUIP-1",))
def take(s: State, seat: int, element: int) -> None:
    me = s.seat[seat]
    me.stock[element] -= 1
    me.figure[0].load[element] += 1
    prompts.asked(s).done += 1
