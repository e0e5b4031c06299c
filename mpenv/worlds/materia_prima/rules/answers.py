"""Answers to everything that is asked inside or between turns: which are legal, and what they do."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima import catalogue as c
from mpenv.worlds.materia_prima.content.tables import Tables
from mpenv.worlds.materia_prima.rules import (
    alarm,
    belongings,
    board,
    campaign,
    ending,
    events,
    heaps,
    inquisition,
    payment,
    placing,
    prompts,
    reasons,
    talk,
)
from mpenv.worlds.materia_prima.rules.actions import convert, drop, equip, errand, exchange, fight, research, transmute
from mpenv.worlds.materia_prima.rules.state import State


@rule()
def why_not(t: Tables, s: State, kind: int, a: int) -> int:
    """FINE, or the reason why this is no answer to the open prompt, which is not a turn."""
    if kind == prompts.SAY:
        return talk.why_not(t, s, a)
    if a == c.END:
        return why_not_done(t, s, kind)
    if a < prompts.FIRST[kind] or a >= prompts.LAST[kind]:
        return reasons.NOT_ASKED
    if kind == prompts.DROP or kind == prompts.PICK or kind == prompts.EQUIP or kind == prompts.EXCHANGE:
        return why_not_move(t, s, kind, a)
    if kind == prompts.ENTRY or kind == prompts.PLACE_TOWER or kind == prompts.PLACE_ALCHEMIST:
        return at_hex(t, s, kind, a)
    if a < c.MOVE:
        return why_not_yes(t, s, kind, a)
    if kind == prompts.WHO:
        return exchange.why_not_with(t, s, a - c.WHO)
    if a < c.TAKE:
        return why_not_put(t, s, kind, a - c.PUT)
    if a < c.COMPONENT:
        return why_not_from(s, kind, a - c.STORE)
    if a < c.CARD:
        return why_not_component(t, s, kind, a - c.COMPONENT)
    return why_not_card(t, s, kind, a)


@rule(also=("MP-ACT-DROP-1", "MP-ACT-EQUIP-1", "MP-ACT-EXCHANGE-1", "MP-STONE-1"))
def why_not_done(t: Tables, s: State, kind: int) -> int:
    if kind == prompts.DROP or kind == prompts.PICK:
        return drop.why_not_done(s)
    if kind == prompts.EXCHANGE:
        return exchange.why_not_done(t, s)
    return reasons.FINE if kind == prompts.EQUIP or kind == prompts.CARRY else reasons.NOT_ASKED


@rule(also=("MP-ACT-DROP-1", "MP-ACT-DROP-2", "MP-ACT-EQUIP-1", "MP-ACT-EXCHANGE-1"))
def why_not_move(t: Tables, s: State, kind: int, a: int) -> int:
    """Elements that change hands one by one; in the tower items first."""
    asked = prompts.asked(s)
    if kind == prompts.DROP:
        return drop.why_not_put(s, asked.seat, asked.figure, a - c.PUT)
    if kind == prompts.PICK:
        return drop.why_not_take(t, s, asked.seat, asked.figure, a - c.TAKE)
    if kind == prompts.EXCHANGE:
        return exchange.why_not_take(t, s, a - c.TAKE)
    if a < c.STORE:
        return equip.why_not_take(t, s, asked.seat, a - c.TAKE)
    item = c.FIRST_ITEM <= a < c.FIRST_FRAGMENT
    return equip.why_not_item(s, asked.seat, a - c.FIRST_ITEM) if item else reasons.NOT_ASKED


@rule(also=("MP-ACT-FIGHT-9", "MP-EVENT-4", "MP-DIFF-3", "MP-ABIL-4", "MP-TOWNMISSION-7"))
def why_not_yes(t: Tables, s: State, kind: int, a: int) -> int:
    """NO is always an answer; loot may have no place."""
    return fight.why_not_take(t, s) if a == c.YES and kind == prompts.LOOT else reasons.FINE


@rule(also=("MP-ACT-FIGHT-9", "MP-ALCH-8", "MP-INQ-35"))
def why_not_put(t: Tables, s: State, kind: int, element: int) -> int:
    asked = prompts.asked(s)
    if kind == prompts.DESTROY:
        place = inquisition.robbed(asked)
        if element >= t.elements or inquisition.held(s, asked.seat, place, element) == 0:
            return reasons.NONE_OF_IT
        doomed = inquisition.doomed_level(t, s, asked.seat, place, inquisition.level_of(asked))
        return reasons.FINE if t.level[element] == doomed else reasons.NOT_OFFERED
    one = s.seat[asked.seat].figure[asked.figure]
    if one.load[element] == 0:
        return reasons.NONE_OF_IT
    fits = kind == prompts.OVERLOAD or heaps.has_room(s, one.hex, element)
    return reasons.FINE if fits else reasons.GROUND_FULL


@rule(also=("MP-EVENT-7", "MP-ACT-TRANSMUTE-3"))
def why_not_from(s: State, kind: int, store: int) -> int:
    asked = prompts.asked(s)
    if kind == prompts.LOSE:
        return reasons.FINE if events.stored(s, asked.seat, store, asked.element) > 0 else reasons.NONE_OF_IT
    return reasons.FINE if store <= payment.STOCK and payment.can_pay_from(s, store) else reasons.NONE_OF_IT


@rule(also=("MP-EVENT-8", "MP-TOWNMISSION-4", "MP-TOWNMISSION-5", "MP-STONE-1"))
def why_not_component(t: Tables, s: State, kind: int, component: int) -> int:
    asked = prompts.asked(s)
    if kind == prompts.SACRIFICE:
        fine = belongings.is_of(s, asked.seat, component, asked.slot)
    elif kind == prompts.GIVE:
        fine = errand.at_hand(t, s, asked.seat, component, asked.slot)
    else:
        fine = campaign.may_carry(t, s, asked.seat, component, asked.slot)
    return reasons.FINE if fine else reasons.NOT_OFFERED


@rule(also=("MP-ACT-RESEARCH-1", "MP-ACT-RESEARCH-3", "MP-EVENT-3", "MP-CAMPAIGN-4"))
def why_not_card(t: Tables, s: State, kind: int, a: int) -> int:
    if kind == prompts.KEEP:
        fine = s.drawn[a - prompts.DRAWN_CARD] >= 0
    elif kind == prompts.DISCARD:
        fine = a - c.CARD == prompts.NEW_CARD or s.pool[a - c.CARD] >= 0
    elif kind == prompts.SPEND:
        return reasons.FINE if events.place_worth(t, s, events.worth_of(a)) >= 0 else reasons.NOT_IN_PURSE
    else:
        fine = campaign.extension(t, s, prompts.asked(s).seat, a - c.CARD) >= 0
    return reasons.FINE if fine else reasons.NOT_OFFERED


@rule(also=("MP-ALARM-6.12", "MP-SETUP-13"))
def at_hex(t: Tables, s: State, kind: int, a: int) -> int:
    """A hex in two answers: its column, then its row."""
    asked = prompts.asked(s)
    column = asked.column
    if (a < c.ROW) != (column < 0):
        return reasons.NOT_ASKED
    ring = alarm.entry_ring(t, s) if kind == prompts.ENTRY else 0
    for hex in range(t.hexes):
        here = t.column[hex] == a - c.COLUMN if column < 0 else t.column[hex] == column and t.row[hex] == a - c.ROW
        if not here:
            continue
        if kind == prompts.ENTRY:
            fine = alarm.may_enter(t, s, hex, ring)
        else:
            fine = board.may_settle(s, asked.seat, hex, kind == prompts.PLACE_TOWER)
        if fine:
            return reasons.FINE
    return reasons.NO_ENTRY if kind == prompts.ENTRY else reasons.NO_PLACE


@rule()
def do(t: Tables, s: State, kind: int, a: int) -> None:
    asked = prompts.asked(s)
    if kind == prompts.SAY:
        talk.do(s, a)
    elif a == c.END:
        prompts.answered(s)
    elif a < c.MOVE:
        do_yes(t, s, kind, a == c.YES)
    elif kind == prompts.DROP:
        drop.put(s, asked.seat, asked.figure, a - c.PUT)
    elif kind == prompts.PICK:
        drop.take(s, asked.seat, asked.figure, a - c.TAKE)
    elif kind == prompts.EQUIP:
        if a >= c.FIRST_ITEM:
            equip.item(t, s, asked.seat, a - c.FIRST_ITEM)
        else:
            equip.take(s, asked.seat, a - c.TAKE)
    elif kind == prompts.WHO:
        exchange.lay_together(t, s, a - c.WHO)
    elif kind == prompts.EXCHANGE:
        exchange.take(s, a - c.TAKE)
    elif a >= c.COLUMN:
        choose_hex(t, s, kind, a)
    else:
        do_choice(t, s, kind, a)


@rule()
def do_yes(t: Tables, s: State, kind: int, yes: bool) -> None:
    if kind == prompts.PRIVATE:
        research.answer(t, s, yes)
    elif kind == prompts.ENTER_TOWN:
        errand.answer(t, s, yes)
    elif kind == prompts.LOOT:
        fight.answer(t, s, yes)
    elif kind == prompts.PAY:
        events.answer(t, s, yes)
    else:
        ending.extend(t, s, yes)


@rule()
def do_choice(t: Tables, s: State, kind: int, a: int) -> None:
    if kind == prompts.SWAP:
        fight.swap(s, a - c.PUT)
    elif kind == prompts.OVERLOAD:
        belongings.unload(t, s, a - c.PUT)
    elif kind == prompts.DESTROY:
        inquisition.destroy_one(t, s, a - c.PUT)
    elif kind == prompts.LOSE:
        events.lose_from(t, s, a - c.STORE)
    elif kind == prompts.PAYMENT:
        pay(t, s, a - c.STORE)
    elif kind == prompts.SACRIFICE:
        events.sacrifice(t, s, a - c.COMPONENT)
    elif kind == prompts.GIVE:
        errand.give(t, s, a - c.COMPONENT)
    elif kind == prompts.CARRY:
        campaign.carry(s, a - c.COMPONENT)
    elif kind == prompts.KEEP:
        research.keep(t, s, a - prompts.DRAWN_CARD)
    elif kind == prompts.DISCARD:
        research.discard(t, s, a - c.CARD)
    elif kind == prompts.SPEND:
        events.spend(t, s, events.worth_of(a))
    else:
        campaign.carry_extension(t, s, a)


@rule(also=("MP-ACT-TRANSMUTE-3",))
def pay(t: Tables, s: State, store: int) -> None:
    payment.pay_one(s, store)
    if prompts.asked(s).amount > 0:
        return
    if prompts.asked(s).slot >= convert.PAID_AS:
        convert.pay_on(t, s)
    else:
        transmute.pay_on(t, s)


@rule(also=("MP-ALARM-6.12", "MP-SETUP-13"))
def choose_hex(t: Tables, s: State, kind: int, a: int) -> None:
    """Remember the column; the row makes it a hex."""
    asked = prompts.asked(s)
    if a < c.ROW:
        asked.column = a - c.COLUMN
        return
    chosen = -1
    for hex in range(t.hexes):
        if t.column[hex] == asked.column and t.row[hex] == a - c.ROW:
            chosen = hex
    if kind == prompts.ENTRY:
        alarm.enter_at(s, chosen)
    else:
        placing.settle_on(s, chosen)
