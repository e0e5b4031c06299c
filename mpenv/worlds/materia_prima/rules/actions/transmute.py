"""Transmute: use a recipe of the common pool, or the private one, for a homunculus, equipment or a fragment."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import figures, log, payment, prompts, reasons
from mpenv.worlds.materia_prima.rules.actions import equip, research
from mpenv.worlds.materia_prima.rules.state import State

HOMUNCULUS, EQUIPMENT, STONE = range(3)


@rule(also=("MP-ACT-TRANSMUTE-1", "MP-ABIL-4"))
def recipe_in(s: State, seat: int, slot: int) -> int:
    """The recipe in a pool slot, or in the player's private slot behind them; -1: none."""
    return s.seat[seat].private if slot == v.POOL else s.pool[slot]


@rule("MP-ABIL-6", also=("MP-ACT-TRANSMUTE-1", "MP-ACT-TRANSMUTE-3"))
def why_not(t: Tables, s: State, seat: int, slot: int) -> int:
    card = recipe_in(s, seat, slot)
    if card < 0:
        return reasons.NO_RECIPE
    reason = figures.why_unpaid(s, s.seat[seat].figure[0], figures.TRANSMUTING)
    if reason != reasons.FINE:
        return reason
    if not figures.at_home(s, seat, 0) and not figures.has_gift(t, s, seat, figures.FORGING):
        return reasons.NOT_IN_TOWER
    recipe = t.recipe[card]
    for element in range(t.elements):
        if payment.owns(s, seat, element) < recipe.cost[element]:
            return reasons.LACKS
    if recipe.kind == HOMUNCULUS:
        return reasons.FINE if free_stand(s, seat) > 0 else reasons.NO_STAND
    if recipe.kind == EQUIPMENT:
        return reasons.FINE if free_item(s, seat) >= 0 else reasons.NO_ROOM_ITEM
    return reasons.FINE if free_fragment(s, seat) >= 0 else reasons.NO_ROOM_FRAGMENT


@rule("MP-ACT-TRANSMUTE-1", also=("MP-ACT-TRANSMUTE-3",))
def do(t: Tables, s: State, seat: int, slot: int) -> None:
    figures.spend(s.seat[seat].figure[0], figures.TRANSMUTING)
    if s.house.ask_payment:
        payment.ask(s, seat, slot)
        pay_on(t, s)
        return
    recipe = t.recipe[recipe_in(s, seat, slot)]
    for element in range(t.elements):
        payment.pay(s, seat, element, recipe.cost[element])
    finish(t, s, seat, slot)


@rule(also=("MP-ACT-TRANSMUTE-3",))
def pay_on(t: Tables, s: State) -> None:
    """The next element to pay, or the result."""
    asked = prompts.asked(s)
    seat, slot = asked.seat, asked.slot
    recipe = t.recipe[recipe_in(s, seat, slot)]
    for element in range(asked.element + 1, t.elements):
        if recipe.cost[element] > 0:
            asked.element = element
            asked.amount = recipe.cost[element]
            return
    prompts.answered(s)
    finish(t, s, seat, slot)


@rule("MP-ACT-TRANSMUTE-2", also=("MP-ACT-TRANSMUTE-1", "MP-ABIL-4"))
def finish(t: Tables, s: State, seat: int, slot: int) -> None:
    """The card leaves its slot and becomes what it shows."""
    card = recipe_in(s, seat, slot)
    recipe = t.recipe[card]
    if slot == v.POOL:
        s.seat[seat].private = -1
    else:
        s.pool[slot] = -1
    gain(t, s, seat, card)
    s.seat[seat].made[recipe.kind, recipe.level] += 1
    log.note(s, log.MADE, seat, card, 0)
    if s.house.refill and slot < v.POOL:
        s.pool[research.free_slot(s)] = research.draw(s, recipe.kind)


@rule(also=("MP-ACT-TRANSMUTE-1", "MP-ACT-TRANSMUTE-3", "MP-ALCH-3"))
def gain(t: Tables, s: State, seat: int, card: int) -> None:
    """A homunculus appears in the own tower and acts from the next day; an item is worn if its slot is free."""
    me = s.seat[seat]
    recipe = t.recipe[card]
    if recipe.kind == HOMUNCULUS:
        figure = free_stand(s, seat)
        me.figure[figure].hex = me.tower
        me.figure[figure].card = card
        if s.house.at_once:
            figures.fill_budget(t, s, seat, figure)
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
        if s.seat[seat].figure[figure].card < 0:
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
