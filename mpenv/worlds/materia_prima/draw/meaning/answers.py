"""Meanings of answers to questions."""

from collections.abc import Callable

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.catalogue import ROW
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import words
from mpenv.worlds.materia_prima.draw.meaning.attempt import Attempt
from mpenv.worlds.materia_prima.draw.meaning.turn import dropped
from mpenv.worlds.materia_prima.rules import belongings, prompts
from mpenv.worlds.materia_prima.rules.actions.convert import PAID_AS

FIGURE_STORES = ("the alchemist's load", "the tower", "the load of h1", "the load of h2", "the load of h3")
Words = Callable[[Attempt], str]


def _yes(tried: Attempt) -> bool:
    return tried.block == "YES"


# --- elements, one by one -----------------------------------------------------------------------


def _drop(tried: Attempt) -> str:
    number = tried.asked.figure
    place = tried.place(tried.me(number).hex)
    return f"drops 1 {tried.element(tried.k)} at {place}; {tried.load(number)}"


def _pick(tried: Attempt) -> str:
    return f"picks up 1 {tried.element(tried.k)}; {tried.load(tried.asked.figure)}"


def _equip(tried: Attempt) -> str:
    if tried.block == "TAKE":
        return f"takes 1 {tried.element(tried.k)} from the tower; {tried.load(0)}"
    place = tried.k - belongings.ITEMS
    me, now = tried.before.seat[tried.seat], tried.after.seat[tried.seat]
    item = tried.recipe(me.items[place])
    if not now.worn[place]:
        return f"stores {item} in the tower"
    slot = v.ITEM_SLOTS[tried.pack.readable.recipe[me.items[place]].slot]
    off = [tried.recipe(me.items[k]) for k in range(v.ITEMS) if me.worn[k] and not now.worn[k]]
    return f"wears {item} as {slot}{f'; {off[0]} goes to the tower' if off else ''}"


def _who(tried: Attempt) -> str:
    number = tried.asked.figure
    seat, figure = notation.partner(tried.before, tried.seat, tried.k)
    theirs = tried.before.seat[seat].figure[figure].load
    together = theirs + tried.me(number).load
    room = tried.view.stat(tried.seat, number, "capacity")
    return (
        f"lays loads together with {tried.name(figure, seat)}, who carries {tried.elements(theirs)}: of "
        f"{tried.elements(together)} {tried.name(number)} then takes up to {room}, {tried.name(figure, seat)} the rest"
    )


def _exchange(tried: Attempt) -> str:
    seat, figure = divmod(tried.asked.slot, v.FIGURES)
    rest = tried.elements(tried.after.seat[seat].figure[figure].load)
    taken = tried.load(tried.asked.figure)
    return f"takes 1 {tried.element(tried.k)}; {taken}, and {rest} is left for {tried.name(figure, seat)}"


def _swap(tried: Attempt) -> str:
    number = tried.asked.figure
    place = tried.place(tried.me(number).hex)
    loot = tried.element(tried.asked.element)
    return f"drops 1 {tried.element(tried.k)} at {place} and takes the looted {loot}; {tried.load(number)}"


def _overload(tried: Attempt) -> str:
    number = tried.asked.figure
    place = tried.place(tried.me(number).hex)
    return f"drops 1 {tried.element(tried.k)} at {place}; {tried.load(number)}"


def _destroy(tried: Attempt) -> str:
    still = tried.after.prompt[tried.after.prompts - 1].amount if tried.after.prompts == tried.before.prompts else 0
    more = f"{words.counted(still, 'element')} more to go" if still else "that is all"
    left = tried.load(tried.asked.figure) if tried.asked.slot > v.LEVELS else tried.stock()
    return f"1 {tried.element(tried.k)} is destroyed; {left}; {more}"


# --- stores -------------------------------------------------------------------------------------


def _payment(tried: Attempt) -> str:
    store = ("the load", "the tower")[tried.k]
    return f"pays 1 {tried.element(tried.asked.element)} from {store}; {_paid_for(tried)}"


def _paid_for(tried: Attempt) -> str:
    """What is still to pay, or what was paid for."""
    if tried.after.prompts == tried.before.prompts:
        asked = tried.after.prompt[tried.after.prompts - 1]
        return f"next {asked.amount} {tried.element(asked.element)}"
    what = tried.asked.slot
    if what >= PAID_AS:
        return f"then 1 {tried.element(tried.pack.readable.conversion[what - PAID_AS].result)} is made"
    card = tried.before.seat[tried.seat].private if what == v.POOL else tried.before.pool[what]
    return f"then {tried.recipe(card)} is made"


def _lose(tried: Attempt) -> str:
    left = tried.asked.amount - 1
    more = f"{left} more to lose" if left else "that is all"
    return f"loses 1 {tried.element(tried.asked.element)} from {FIGURE_STORES[tried.k]}; {more}"


# --- what a player owns -------------------------------------------------------------------------


def _owned(tried: Attempt) -> str:
    me, k = tried.before.seat[tried.seat], tried.k
    if k < belongings.ITEMS:
        return f"the homunculus {tried.recipe(me.figure[k + 1].card)}"
    if k < belongings.FRAGMENTS:
        return f"the item {tried.recipe(me.items[k - belongings.ITEMS])}"
    return f"the fragment {tried.recipe(me.fragment[k - belongings.FRAGMENTS])}"


def _give(tried: Attempt) -> str:
    town = tried.asked.slot
    points = tried.pack.readable.errand[tried.before.mission[town]].points
    return (
        f"gives {_owned(tried)} to the mission of town {v.TOWNS[town]}, for {words.counted(points, 'point')}; "
        f"it leaves the game"
    )


def _sacrifice(tried: Attempt) -> str:
    load = dropped(tried, tried.k + 1) if tried.k < belongings.ITEMS else ""
    return f"gives up {_owned(tried)}, its card is discarded{load}"


def _carry(tried: Attempt) -> str:
    return f"takes {_owned(tried)} along to the next scenario"


def _carry_extension(tried: Attempt) -> str:
    marker = tried.after.seat[tried.seat].carried_extension
    return f"takes the tower extension {words.extension(tried.pack, marker)} along to the next scenario"


# --- cards --------------------------------------------------------------------------------------


def _keep(tried: Attempt) -> str:
    card = tried.before.drawn[tried.k - v.POOL - 1]
    return f"keeps {words.recipe(tried.pack, card)}"


def _discard(tried: Attempt) -> str:
    drawn = tried.before.drawn[tried.asked.slot]
    if tried.k == v.POOL:
        return f"discards the new {words.recipe(tried.pack, drawn)}; the pool stays as it is"
    gone = tried.before.pool[tried.k]
    return f"discards {words.recipe(tried.pack, gone)}; {tried.recipe(drawn)} takes its place"


def _spend(tried: Attempt) -> str:
    worth, cost = tried.k + 1 + (v.POINTS if tried.block == "CARD" else 0), event_cost(tried)
    paid = tried.asked.amount + worth
    rest = "the event is paid" if paid >= cost else f"{cost - paid} more to pay"
    lost = f", {paid - cost} of it for nothing" if paid > cost else ""
    return f"spends a completed mission of {words.counted(worth, 'point')}{lost}: {paid} of {cost}; {rest}"


def event_cost(tried: Attempt) -> int:
    """Cost of the event in question for this team."""
    row = tried.pack.entries["scenario"][tried.before.scenario]["events"][tried.asked.slot]
    return int(row["cost"][tried.before.seats - 2])


# --- yes and no ---------------------------------------------------------------------------------


def _private(tried: Attempt) -> str:
    card = tried.recipe(tried.before.drawn[tried.asked.slot])
    if _yes(tried):
        return f"keeps {card} in the private slot, where only {tried.colour()} can use it"
    full = tried.after.prompts and tried.after.prompt[tried.after.prompts - 1].kind == prompts.DISCARD
    return f"puts {card} into the common pool" + (", from which a recipe is then discarded" if full else "")


def _enter_town(tried: Attempt) -> str:
    number, town = tried.asked.figure, tried.asked.slot
    if not _yes(tried):
        return f"{tried.name(number)} stays in the game"
    points = words.counted(tried.pack.readable.errand[tried.before.mission[town]].points, "point")
    load = dropped(tried, number)
    return f"gives {tried.name(number)} to the mission of town {v.TOWNS[town]}, for {points}; it leaves the game{load}"


def _loot(tried: Attempt) -> str:
    number, loot = tried.asked.figure, tried.element(tried.asked.element)
    fits = tried.me(number).load.sum() < tried.view.stat(tried.seat, number, "capacity")
    if _yes(tried):
        return f"takes the looted {loot}" + (f"; {tried.load(number)}" if fits else f"{_for_what(tried)}")
    return f"forgoes the {loot}" if fits else f"leaves the looted {loot} at {tried.place(tried.me(number).hex)}"


def _for_what(tried: Attempt) -> str:
    """What is dropped for loot at full load: asked, or forced."""
    number = tried.asked.figure
    if tried.opened or tried.after.prompt[tried.after.prompts - 1].kind == prompts.SWAP:
        return " and drops something for it, asked what"
    dropped_one = tried.elements(tried.fewer(tried.me(number).load, tried.then(number).load))
    return f" and drops {dropped_one} for it; {tried.load(number)}"


def _pay(tried: Attempt) -> str:
    row = tried.pack.entries["scenario"][tried.before.scenario]["events"][tried.asked.slot]
    if _yes(tried):
        return (
            f"pays {words.counted(event_cost(tried), 'point')} from the purse: {words.effect(tried.pack, row['paid'])}"
        )
    return f"does not pay: {words.effect(tried.pack, row['unpaid'])}"


def _extend(tried: Attempt) -> str:
    s = tried.before
    if not _yes(tried):
        return "the game ends now as a failure"
    level = s.difficulty - 1
    days = tried.pack.entries["scenario"][s.scenario]["days"][level]
    return f"the game goes on as {v.DIFFICULTIES[level]}, to day {days}"


# --- hexes --------------------------------------------------------------------------------------


def _hex(tried: Attempt) -> str:
    t = tried.pack.readable
    if tried.block == "COLUMN":
        rows = {action - ROW for action in tried.next_answers()}
        places = [words.place(tried.pack, hex) for hex in _column(tried, tried.k) if t.row[hex] in rows]
        return f"chooses {places[0]}" if len(places) == 1 else f"then chooses one of {'  '.join(places)}"
    return f"chooses {next(tried.place(hex) for hex in _column(tried, tried.asked.column) if t.row[hex] == tried.k)}"


def _column(tried: Attempt, column: int) -> list[int]:
    """The hexes of a column."""
    t = tried.pack.readable
    return [hex for hex, at in enumerate(t.column[: t.hexes].tolist()) if at == column]


def _say(tried: Attempt) -> str:
    number = tried.after.candour.said[tried.seat]
    return f"says that {tried.colour()} will {words.said(tried.pack, tried.after, number)} today, which binds nobody"


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
    return f"done; {tried.load(tried.asked.figure)}"


def _rest_in_tower(tried: Attempt) -> str:
    return f"done; {tried.load(0)}, and {tried.stock()}"


def _rest_with_partner(tried: Attempt) -> str:
    seat, figure = divmod(tried.asked.slot, v.FIGURES)
    rest = tried.elements(tried.before.seat[seat].figure[figure].load)
    return f"done; {tried.load(tried.asked.figure)}, and {tried.name(figure, seat)} carries {rest}"


def _takes_none(tried: Attempt) -> str:
    return f"takes nothing of level {tried.asked.slot} along"


def _silent(tried: Attempt) -> str:
    return "says nothing of the day"


DONE: dict[int, Words] = {
    prompts.DROP: _keeps,
    prompts.PICK: _keeps,
    prompts.EQUIP: _rest_in_tower,
    prompts.EXCHANGE: _rest_with_partner,
    prompts.CARRY: _takes_none,
    prompts.SAY: _silent,
}
