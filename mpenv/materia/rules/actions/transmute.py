"""Transmute: use a recipe of the common pool for a homunculus, equipment or a fragment."""

from mpenv.jit import rule
from mpenv.materia.content import vocabulary as v
from mpenv.materia.content.tables import Tables
from mpenv.materia.rules import figures, log, reasons
from mpenv.materia.rules.actions import convert, equip
from mpenv.materia.rules.state import State

HOMUNCULUS, EQUIPMENT, STONE = range(3)


@rule("MP-ACT-TRANSMUTE-1", "MP-ACT-TRANSMUTE-3")
def why_not(t: Tables, s: State, seat: int, slot: int) -> int:
    if slot >= v.POOL or s.pool[slot] < 0:
        return reasons.NO_RECIPE
    if not figures.can(s.seat[seat].figure[0], figures.TRANSMUTING):
        return reasons.NO_ACTION
    if not figures.at_home(s, seat, 0):
        return reasons.NOT_IN_TOWER
    recipe = t.recipe[s.pool[slot]]
    for element in range(t.elements):
        if convert.owns(s, seat, element) < recipe.cost[element]:
            return reasons.LACKS
    if recipe.kind == HOMUNCULUS:
        return reasons.FINE if free_stand(s, seat) > 0 else reasons.NO_STAND
    if recipe.kind == EQUIPMENT:
        return reasons.FINE if free_item(s, seat) >= 0 else reasons.NO_ROOM_ITEM
    return reasons.FINE if free_fragment(s, seat) >= 0 else reasons.NO_ROOM_FRAGMENT


@rule("MP-ACT-TRANSMUTE-1", "MP-ACT-TRANSMUTE-2")
def do(t: Tables, s: State, seat: int, slot: int) -> None:
    card = s.pool[slot]
    recipe = t.recipe[card]
    figures.spend(s.seat[seat].figure[0], figures.TRANSMUTING)
    for element in range(t.elements):
        convert.pay(s, seat, element, recipe.cost[element])
    s.pool[slot] = -1
    gain(t, s, seat, card)
    s.seat[seat].made[recipe.kind, recipe.level] += 1
    log.note(s, log.MADE, seat, card, 0)


@rule("MP-ACT-TRANSMUTE-1", "MP-ACT-TRANSMUTE-3", "MP-ALCH-3")
def gain(t: Tables, s: State, seat: int, card: int) -> None:
    """A homunculus appears in the own tower and acts from the next day; an item is worn if its slot is free."""
    me = s.seat[seat]
    recipe = t.recipe[card]
    if recipe.kind == HOMUNCULUS:
        one = me.figure[free_stand(s, seat)]
        one.hex = me.tower
        one.card = card
    elif recipe.kind == EQUIPMENT:
        place = free_item(s, seat)
        me.worn[place] = equip.worn_in(t, s, seat, recipe.slot) < 0
        me.items[place] = card
    else:
        me.fragment[free_fragment(s, seat)] = card


@rule("MP-SETUP-7")
def free_stand(s: State, seat: int) -> int:
    """The lowest free homunculus figure, or -1: a colour has five stands."""
    for figure in range(1, v.FIGURES):
        if s.seat[seat].figure[figure].hex < 0:
            return figure
    return -1


@rule()
def free_item(s: State, seat: int) -> int:
    for place in range(v.ITEMS):
        if s.seat[seat].items[place] < 0:
            return place
    return -1


@rule()
def free_fragment(s: State, seat: int) -> int:
    for place in range(v.FRAGMENTS):
        if s.seat[seat].fragment[place] < 0:
            return place
    return -1
