"""Meanings of the answers of a player's turn."""

from collections.abc import Callable

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.catalogue import WHO
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import odds, questions, where, words
from mpenv.worlds.materia_prima.draw.meaning.attempt import Attempt
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.actions.errand import ELEMENT, FIGHT, HOMUNCULUS
from mpenv.worlds.materia_prima.rules.actions.research import NONE

TARGETS = v.SLOTS * v.STANDEES


def _end(tried: Attempt) -> str:
    s = tried.before
    lapsing = [
        f"{left.removesuffix(' left')} of {tried.name(number)}"
        for number in range(v.FIGURES)
        if (left := questions.actions_left(tried.me(number)))
    ]
    lost = f"; without use go {', '.join(lapsing)}" if lapsing else ""
    after = s.turn + 1
    comes = f"then it is {tried.colour(s.order[after])}'s turn" if after < s.seats else "then the Inquisition acts"
    return f"ends the turn{lost}; {comes}"


def _move(tried: Attempt) -> str:
    number = tried.k // 6
    return f"goes to {tried.place(tried.then(number).hex)}{_arrives(tried)}; {tried.left(number)}"


def _sail(tried: Attempt) -> str:
    return f"sails to {tried.place(tried.then(0).hex)}{_arrives(tried)}; {tried.left(0)}"


def _arrives(tried: Attempt) -> str:
    """Questions asked on arrival."""
    if not (asked := tried.opened):
        return ""
    return ", whose mission may take it" if asked.kind == prompts.ENTER_TOWN else ", and may pick up there"


def _mine(tried: Attempt) -> str:
    number = tried.k
    dug = tried.fewer(tried.then(number).load, tried.me(number).load)
    return f"takes {tried.elements(dug)} from the mine it stands on; {tried.load(number)}; {tried.left(number)}"


def _drop(tried: Attempt) -> str:
    number, place = tried.k, tried.place(tried.me(tried.k).hex)
    if not tried.opened:
        dropped = tried.elements(tried.fewer(tried.me(number).load, tried.then(number).load))
        return f"drops {dropped} at {place}; {tried.load(number)}; {tried.left(number)}"
    carried = tried.elements(tried.me(number).load)
    return f"drops some of {carried} at {place}, asked one by one; {tried.left(number)}"


def _pick(tried: Attempt) -> str:
    s, number = tried.before, tried.k
    hex = tried.me(number).hex
    if not tried.opened:
        taken = tried.elements(tried.fewer(tried.then(number).load, tried.me(number).load))
        return f"picks up {taken}; {tried.load(number)}; {tried.left(number)}"
    home = next((seat for seat in range(s.seats) if s.seat[seat].tower == hex), None)
    lying = where.loose(tried.pack, s, hex) if home is None else s.seat[home].stock
    room = tried.view.stat(tried.seat, number, "capacity") - tried.me(number).load.sum()
    return (
        f"picks up some of {tried.elements(lying)}, asked one by one; "
        f"{tried.name(number)} has room for {room}; {tried.left(number)}"
    )


def _mission(tried: Attempt) -> str:
    number = tried.k
    town = tried.before.site[tried.me(number).hex] - v.TOWN
    card = tried.before.mission[town]
    errand = tried.pack.readable.errand[card]
    of_town = f"the mission of town {v.TOWNS[town]} ({words.errand(tried.pack, card)})"
    if errand.kind == FIGHT:
        dice = tried.view.stat(tried.seat, number, "attack")
        does = f"fights for {of_town}: {odds.attack(tried.before, number, dice, errand.wanted)}"
    elif errand.kind == ELEMENT:
        also = f" and 1 {tried.element(errand.also)}" if errand.also >= 0 else ""
        does = f"gives 1 {tried.element(errand.wanted)}{also} to {of_town}; {tried.load(number)}"
    elif errand.kind == HOMUNCULUS:
        return f"is given to {of_town} and leaves the game{dropped(tried, number)}"
    else:
        what = "something, asked what," if tried.opened else given(tried)
        does = f"gives {what} to {of_town}"
    return f"{does}; {tried.left(number)}"


def given(tried: Attempt) -> str:
    """Item or fragment that was given away."""
    before, after = (s.seat[tried.seat] for s in (tried.before, tried.after))
    pairs = [*zip(before.items, after.items, strict=True), *zip(before.fragment, after.fragment, strict=True)]
    return tried.recipe(next(had for had, has in pairs if had >= 0 > has))


def dropped(tried: Attempt, number: int) -> str:
    """Elements dropped where a homunculus leaves the board."""
    load = tried.me(number).load
    return f"; what it carries falls there: {tried.elements(load)}" if load.any() else ""


def _exchange(tried: Attempt) -> str:
    number, asked = tried.k, tried.opened
    if not asked:
        return f"exchanges loads; {tried.load(number)}; {tried.left(number)}"
    if asked.kind == prompts.WHO:
        beside = [notation.partner(tried.before, tried.seat, action - WHO) for action in tried.next_answers()]
        named = f"{' or '.join(tried.name(number, seat) for seat, number in beside)}, asked which"
    else:
        seat, figure = divmod(asked.slot, v.FIGURES)
        theirs = tried.elements(tried.before.seat[seat].figure[figure].load)
        named = f"{tried.name(figure, seat)}, who carries {theirs}, asked what to take of both"
    return f"exchanges loads with {named}; {tried.left(number)}"


def _fight(tried: Attempt) -> str:
    number, target = divmod(tried.k, TARGETS)
    slot, which = divmod(target, v.STANDEES)
    hex = tried.before.slot[slot].hex[which]
    name = notation.inquisitor(tried.pack, tried.before, slot, which)
    dice = tried.view.stat(tried.seat, number, "attack")
    roll = odds.attack(tried.before, number, dice, tried.view.value(slot, "defence"))
    loot = "" if roll.endswith("impossible") else "; a win loots"
    return f"attacks {name} at {words.place(tried.pack, hex)}: {roll}{loot}; {tried.left(number)}"


def _convert(tried: Attempt) -> str:
    one = tried.pack.readable.conversion[tried.k]
    result = f"1 {tried.element(one.result)} in the tower"
    if tried.opened:
        cost = f"1 {tried.element(one.first)} and 1 {tried.element(one.second)}"
        return f"turns {cost} into {result}, asked which store pays; {tried.left(0)}"
    return f"turns {tried.paid()} into {result}; {tried.stock()}; {tried.left(0)}"


def _transmute(tried: Attempt) -> str:
    s = tried.before
    card = s.seat[tried.seat].private if tried.k == v.POOL else s.pool[tried.k]
    if tried.opened:
        cost = tried.elements(tried.pack.readable.recipe[card].cost)
        return f"makes {tried.recipe(card)} for {cost}, asked which store pays; {tried.left(0)}"
    return f"makes {tried.recipe(card)}{made(tried, card)}; pays {tried.paid()}; {tried.left(0)}"


def made(tried: Attempt, card: int) -> str:
    """Place of the product of a recipe."""
    kind = v.KINDS[tried.pack.readable.recipe[card].kind]
    me, now = tried.before.seat[tried.seat], tried.after.seat[tried.seat]
    if kind == "homunculus":
        number = next(k for k in range(1, v.FIGURES) if me.figure[k].hex < 0 <= now.figure[k].hex)
        acts = "and acts at once" if questions.actions_left(now.figure[number]) else "and acts from tomorrow"
        return f", a homunculus: {tried.name(number)} stands in the tower {acts}"
    if kind == "stone":
        return f", a fragment of level {tried.pack.readable.recipe[card].level}"
    place = next(k for k in range(v.ITEMS) if me.items[k] < 0 <= now.items[k])
    slot = v.ITEM_SLOTS[tried.pack.readable.recipe[card].slot]
    return f", equipment: {f'worn as {slot}' if now.worn[place] else f'stored in the tower, a {slot} is worn already'}"


def _equip(tried: Attempt) -> str:
    stock = tried.after.seat[tried.seat].stock
    room = tried.view.stat(tried.seat, 0, "capacity")
    return (
        "rearranges in the tower, asked which items to wear or store, then which elements to carry: "
        f"up to {room} of {tried.elements(stock)}; {tried.left(0)}"
    )


def _research(tried: Attempt) -> str:
    kind, s = v.KINDS[tried.k], tried.before
    drawn = sum(card != NONE for card in tried.after.drawn.tolist()) or 1  # a single card is kept automatically
    asked = tried.opened
    keeps = asked.amount if asked and asked.kind == prompts.KEEP else 1
    deck, discards = s.recipes[tried.k].cards, s.discards[tried.k].cards
    of = f"of the {deck} in the {kind} deck" if deck else f"of the {kind} deck, made anew of {discards} discarded"
    more = f", the rest of {discards} discarded" if 0 < deck < drawn else ""
    return f"draws {words.counted(drawn, 'recipe')} {of}{more}, and keeps {keeps}; {tried.left(0)}"


def _buy(tried: Attempt) -> str:
    town = tried.before.site[tried.me(0).hex] - v.TOWN
    gives = words.extension(tried.pack, tried.before.market[town])
    price = tried.elements(tried.fewer(tried.me(0).load, tried.then(0).load))
    return f"buys {gives} for {price} from the load; {tried.load(0)}; {tried.left(0)}"


MEANINGS: dict[str, Callable[[Attempt], str]] = {
    "END": _end,
    "MOVE": _move,
    "MINE": _mine,
    "DROP": _drop,
    "PICK": _pick,
    "MISSION": _mission,
    "EXCHANGE": _exchange,
    "FIGHT": _fight,
    "CONVERT": _convert,
    "TRANSMUTE": _transmute,
    "EQUIP": _equip,
    "RESEARCH": _research,
    "BUY": _buy,
    "SAIL": _sail,
}
