"""Meanings of answers to questions."""

from collections.abc import Callable

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.catalogue import ROW
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.meaning.attempt import Attempt
from mpenv.worlds.materia_prima.draw.meaning.turn import dropped
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules import belongings, prompts
from mpenv.worlds.materia_prima.rules.actions.convert import PAID_AS

Words = Callable[[Attempt], str]


def _yes(tried: Attempt) -> bool:
    return tried.block == "YES"


# --- elements, one by one -----------------------------------------------------------------------


def _drop(tried: Attempt) -> str:
    number = tried.asked.figure
    place = tried.place(tried.me(number).hex)
    return phrase("answer.drop", element=tried.element(tried.k), place=place, load=tried.load(number))


def _pick(tried: Attempt) -> str:
    return phrase("answer.pick", element=tried.element(tried.k), load=tried.load(tried.asked.figure))


def _equip(tried: Attempt) -> str:
    if tried.block == "TAKE":
        return phrase("answer.take", element=tried.element(tried.k), load=tried.load(0))
    place = tried.k - belongings.ITEMS
    me, now = tried.before.seat[tried.seat], tried.after.seat[tried.seat]
    item = tried.recipe(me.items[place])
    if not now.worn[place]:
        return phrase("answer.store", item=item)
    slot = words.term(v.ITEM_SLOTS[tried.pack.readable.recipe[me.items[place]].slot])
    off = [tried.recipe(me.items[k]) for k in range(v.ITEMS) if me.worn[k] and not now.worn[k]]
    return phrase("answer.wear", item=item, slot=slot, off=phrase("answer.off", item=off[0]) if off else "")


def _who(tried: Attempt) -> str:
    number = tried.asked.figure
    seat, figure = notation.partner(tried.before, tried.seat, tried.k)
    theirs = tried.before.seat[seat].figure[figure].load
    together = theirs + tried.me(number).load
    room = tried.view.stat(tried.seat, number, "capacity")
    return phrase(
        "answer.who",
        partner=tried.name(figure, seat),
        theirs=tried.elements(theirs),
        together=tried.elements(together),
        who=tried.name(number),
        room=room,
    )


def _exchange(tried: Attempt) -> str:
    seat, figure = divmod(tried.asked.slot, v.FIGURES)
    rest = tried.elements(tried.after.seat[seat].figure[figure].load)
    taken = tried.load(tried.asked.figure)
    partner = tried.name(figure, seat)
    return phrase("answer.exchange", element=tried.element(tried.k), load=taken, rest=rest, partner=partner)


def _swap(tried: Attempt) -> str:
    number = tried.asked.figure
    place = tried.place(tried.me(number).hex)
    loot = tried.element(tried.asked.element)
    load = tried.load(number)
    return phrase("answer.swap", element=tried.element(tried.k), place=place, loot=loot, load=load)


def _overload(tried: Attempt) -> str:
    number = tried.asked.figure
    place = tried.place(tried.me(number).hex)
    return phrase("answer.drop", element=tried.element(tried.k), place=place, load=tried.load(number))


def _destroy(tried: Attempt) -> str:
    still = tried.after.prompt[tried.after.prompts - 1].amount if tried.after.prompts == tried.before.prompts else 0
    more = phrase("answer.more", elements=words.counted(still, "element")) if still else phrase("answer.all")
    left = tried.load(tried.asked.figure) if tried.asked.slot > v.LEVELS else tried.stock()
    return phrase("answer.destroy", element=tried.element(tried.k), left=left, more=more)


# --- stores -------------------------------------------------------------------------------------


def _payment(tried: Attempt) -> str:
    element, then = tried.element(tried.asked.element), _paid_for(tried)
    if tried.k:
        return phrase("answer.pay_tower", element=element, then=then)
    return phrase("answer.pay_load", element=element, then=then)


def _paid_for(tried: Attempt) -> str:
    """What is still to pay, or what was paid for."""
    if tried.after.prompts == tried.before.prompts:
        asked = tried.after.prompt[tried.after.prompts - 1]
        return phrase("answer.next", amount=asked.amount, element=tried.element(asked.element))
    what = tried.asked.slot
    if what >= PAID_AS:
        result = tried.pack.readable.conversion[what - PAID_AS].result
        return phrase("answer.converted", element=tried.element(result))
    card = tried.before.seat[tried.seat].private if what == v.POOL else tried.before.pool[what]
    return phrase("answer.made", recipe=tried.recipe(card))


def _lose(tried: Attempt) -> str:
    left = tried.asked.amount - 1
    more = phrase("answer.more_to_lose", count=left) if left else phrase("answer.all")
    return phrase("answer.lose", element=tried.element(tried.asked.element), store=_store(tried.k), more=more)


def _store(number: int) -> str:
    """Where a seat has elements: with the alchemist, in the tower, with a homunculus."""
    if number > 1:
        return phrase("answer.store_h", number=number - 1)
    return phrase("answer.store_tower") if number else phrase("answer.store_alchemist")


# --- what a player owns -------------------------------------------------------------------------


def _owned(tried: Attempt) -> str:
    me, k = tried.before.seat[tried.seat], tried.k
    if k < belongings.ITEMS:
        return phrase("answer.homunculus", name=tried.recipe(me.figure[k + 1].card))
    if k < belongings.FRAGMENTS:
        return phrase("answer.item", name=tried.recipe(me.items[k - belongings.ITEMS]))
    return phrase("answer.fragment", name=tried.recipe(me.fragment[k - belongings.FRAGMENTS]))


def _give(tried: Attempt) -> str:
    town = tried.asked.slot
    points = words.counted(tried.pack.readable.errand[tried.before.mission[town]].points, "point")
    return phrase("answer.give", what=_owned(tried), town=v.TOWNS[town], points=points)


def _sacrifice(tried: Attempt) -> str:
    load = dropped(tried, tried.k + 1) if tried.k < belongings.ITEMS else ""
    return phrase("answer.sacrifice", what=_owned(tried), falls=load)


def _carry(tried: Attempt) -> str:
    return phrase("answer.carry", what=_owned(tried))


def _carry_extension(tried: Attempt) -> str:
    marker = tried.after.seat[tried.seat].carried_extension
    return phrase("answer.carry_extension", what=words.extension(tried.pack, marker))


# --- cards --------------------------------------------------------------------------------------


def _keep(tried: Attempt) -> str:
    card = tried.before.drawn[tried.k - v.POOL - 1]
    return phrase("answer.keep", recipe=words.recipe(tried.pack, card))


def _discard(tried: Attempt) -> str:
    drawn = tried.before.drawn[tried.asked.slot]
    if tried.k == v.POOL:
        return phrase("answer.discard_new", recipe=words.recipe(tried.pack, drawn))
    gone = tried.before.pool[tried.k]
    return phrase("answer.discard", recipe=words.recipe(tried.pack, gone), drawn=tried.recipe(drawn))


def _spend(tried: Attempt) -> str:
    worth, cost = tried.k + 1 + (v.POINTS if tried.block == "CARD" else 0), event_cost(tried)
    paid = tried.asked.amount + worth
    rest = phrase("answer.event_paid") if paid >= cost else phrase("answer.more_to_pay", count=cost - paid)
    lost = phrase("answer.for_nothing", count=paid - cost) if paid > cost else ""
    points = words.counted(worth, "point")
    return phrase("answer.spend", points=points, lost=lost, paid=paid, cost=cost, rest=rest)


def event_cost(tried: Attempt) -> int:
    """Cost of the event in question for this team."""
    row = tried.pack.entries["scenario"][tried.before.scenario]["events"][tried.asked.slot]
    return int(row["cost"][tried.before.seats - 2])


# --- yes and no ---------------------------------------------------------------------------------


def _private(tried: Attempt) -> str:
    card = tried.recipe(tried.before.drawn[tried.asked.slot])
    if _yes(tried):
        return phrase("answer.private", recipe=card, who=tried.colour())
    full = tried.after.prompts and tried.after.prompt[tried.after.prompts - 1].kind == prompts.DISCARD
    return phrase("answer.public", recipe=card, full=phrase("answer.full") if full else "")


def _enter_town(tried: Attempt) -> str:
    number, town = tried.asked.figure, tried.asked.slot
    if not _yes(tried):
        return phrase("answer.stays", who=tried.name(number))
    points = words.counted(tried.pack.readable.errand[tried.before.mission[town]].points, "point")
    load = dropped(tried, number)
    who = tried.name(number)
    return phrase("answer.enter_town", who=who, town=v.TOWNS[town], points=points, falls=load)


def _loot(tried: Attempt) -> str:
    number, loot = tried.asked.figure, tried.element(tried.asked.element)
    fits = tried.me(number).load.sum() < tried.view.stat(tried.seat, number, "capacity")
    if _yes(tried):
        if fits:
            return phrase("answer.loot", element=loot, load=tried.load(number))
        return _full_loot(tried)
    if fits:
        return phrase("answer.forgo_loot", element=loot)
    return phrase("answer.leave_loot", element=loot, place=tried.place(tried.me(number).hex))


def _full_loot(tried: Attempt) -> str:
    """What is dropped for loot at full load: asked, or forced."""
    number, loot = tried.asked.figure, tried.element(tried.asked.element)
    if tried.opened or tried.after.prompt[tried.after.prompts - 1].kind == prompts.SWAP:
        return phrase("answer.loot_asked", element=loot)
    dropped_one = tried.elements(tried.fewer(tried.me(number).load, tried.then(number).load))
    return phrase("answer.loot_forced", element=loot, what=dropped_one, load=tried.load(number))


def _pay(tried: Attempt) -> str:
    row = tried.pack.entries["scenario"][tried.before.scenario]["events"][tried.asked.slot]
    if _yes(tried):
        points = words.counted(event_cost(tried), "point")
        return phrase("answer.pay", points=points, effect=words.effect(tried.pack, row["paid"]))
    return phrase("answer.not_pay", effect=words.effect(tried.pack, row["unpaid"]))


def _extend(tried: Attempt) -> str:
    s = tried.before
    if not _yes(tried):
        return phrase("answer.fails")
    level = s.difficulty - 1
    days = tried.pack.entries["scenario"][s.scenario]["days"][level]
    return phrase("answer.extend", level=words.term(v.DIFFICULTIES[level]), day=days)


# --- hexes --------------------------------------------------------------------------------------


def _hex(tried: Attempt) -> str:
    t = tried.pack.readable
    if tried.block == "COLUMN":
        rows = {action - ROW for action in tried.next_answers()}
        places = [words.place(tried.pack, hex) for hex in _column(tried, tried.k) if t.row[hex] in rows]
        if len(places) == 1:
            return phrase("answer.hex", place=places[0])
        return phrase("answer.hexes", places="  ".join(places))
    chosen = next(hex for hex in _column(tried, tried.asked.column) if t.row[hex] == tried.k)
    return phrase("answer.hex", place=tried.place(chosen))


def _column(tried: Attempt, column: int) -> list[int]:
    """The hexes of a column."""
    t = tried.pack.readable
    return [hex for hex, at in enumerate(t.column[: t.hexes].tolist()) if at == column]


def _say(tried: Attempt) -> str:
    number = tried.after.candour.said[tried.seat]
    return phrase("answer.say", who=tried.colour(), what=words.said(tried.pack, tried.after, number))


MEANINGS: dict[int, Words] = {
    prompts.DROP: _drop,
    prompts.PICK: _pick,
    prompts.EQUIP: _equip,
    prompts.WHO: _who,
    prompts.EXCHANGE: _exchange,
    prompts.KEEP: _keep,
    prompts.PRIVATE: _private,
    prompts.DISCARD: _discard,
    prompts.GIVE: _give,
    prompts.ENTER_TOWN: _enter_town,
    prompts.LOOT: _loot,
    prompts.SWAP: _swap,
    prompts.PAYMENT: _payment,
    prompts.OVERLOAD: _overload,
    prompts.ENTRY: _hex,
    prompts.PAY: _pay,
    prompts.SPEND: _spend,
    prompts.LOSE: _lose,
    prompts.SACRIFICE: _sacrifice,
    prompts.DESTROY: _destroy,
    prompts.PLACE_TOWER: _hex,
    prompts.PLACE_ALCHEMIST: _hex,
    prompts.EXTEND: _extend,
    prompts.CARRY: _carry,
    prompts.CARRY_EXTENSION: _carry_extension,
    prompts.SAY: _say,
}


# --- done ---------------------------------------------------------------------------------------


def _keeps(tried: Attempt) -> str:
    return phrase("answer.done", load=tried.load(tried.asked.figure))


def _rest_in_tower(tried: Attempt) -> str:
    return phrase("answer.done_tower", load=tried.load(0), stock=tried.stock())


def _rest_with_partner(tried: Attempt) -> str:
    seat, figure = divmod(tried.asked.slot, v.FIGURES)
    rest = tried.elements(tried.before.seat[seat].figure[figure].load)
    partner, load = tried.name(figure, seat), tried.load(tried.asked.figure)
    return phrase("answer.done_partner", load=load, partner=partner, rest=rest)


def _takes_none(tried: Attempt) -> str:
    return phrase("answer.takes_none", level=tried.asked.slot)


def _silent(tried: Attempt) -> str:
    return phrase("answer.silent")


DONE: dict[int, Words] = {
    prompts.DROP: _keeps,
    prompts.PICK: _keeps,
    prompts.EQUIP: _rest_in_tower,
    prompts.EXCHANGE: _rest_with_partner,
    prompts.CARRY: _takes_none,
    prompts.SAY: _silent,
}
