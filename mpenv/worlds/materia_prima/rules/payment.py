"""Paying elements: from the load first, then from the stock; or each from where the player says."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.rules import prompts, supply
from mpenv.worlds.materia_prima.rules.state import State

LOAD, STOCK = range(2)


@rule(also=("MP-ACT-TRANSMUTE-3", "MP-ACT-CONVERT-1"))
def owns(s: State, seat: int, element: int) -> int:
    """Number of an element that the alchemist can pay with: load and tower stock together."""
    return s.seat[seat].stock[element] + s.seat[seat].figure[0].load[element]


@rule("MP-ACT-TRANSMUTE-3")
def pay(s: State, seat: int, element: int, count: int) -> None:
    """From the load first, then from the stock, to the supply."""
    me = s.seat[seat]
    carried = min(count, me.figure[0].load[element])
    me.figure[0].load[element] -= carried
    me.stock[element] -= count - carried
    supply.give_back(s, element, count)


@rule(also=("MP-ACT-TRANSMUTE-3",))
def ask(s: State, seat: int, what: int) -> None:
    """With the switch the player says of each element which store pays (AMB-33)."""
    prompts.ask(s, prompts.PAYMENT, seat, 0, prompts.OWN_TURN)
    prompts.asked(s).slot = what


@rule(also=("MP-ACT-TRANSMUTE-3",))
def can_pay_from(s: State, store: int) -> bool:
    asked = prompts.asked(s)
    me = s.seat[asked.seat]
    return me.figure[0].load[asked.element] > 0 if store == LOAD else me.stock[asked.element] > 0


@rule(also=("MP-ACT-TRANSMUTE-3",))
def pay_one(s: State, store: int) -> None:
    asked = prompts.asked(s)
    me = s.seat[asked.seat]
    if store == LOAD:
        me.figure[0].load[asked.element] -= 1
    else:
        me.stock[asked.element] -= 1
    supply.give_back(s, asked.element, 1)
    asked.amount -= 1
