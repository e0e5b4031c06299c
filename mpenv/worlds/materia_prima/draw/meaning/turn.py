"""Meanings of the answers of a player's turn."""

from collections.abc import Callable

from mpenv.worlds.materia_prima import notation
from mpenv.worlds.materia_prima.catalogue import WHO
from mpenv.worlds.materia_prima.content import vocabulary as v
from mpenv.worlds.materia_prima.draw import odds, questions, where, words
from mpenv.worlds.materia_prima.draw.meaning.attempt import Attempt
from mpenv.worlds.materia_prima.draw.phrases import phrase
from mpenv.worlds.materia_prima.rules import prompts
from mpenv.worlds.materia_prima.rules.actions.errand import ELEMENT, FIGHT, HOMUNCULUS
from mpenv.worlds.materia_prima.rules.actions.research import NONE

TARGETS = v.SLOTS * v.STANDEES


def _end(tried: Attempt) -> str:
    s = tried.before
    lapsing = [
        phrase("turn.lapsing", actions=left, who=tried.name(number))
        for number in range(v.FIGURES)
        if (left := questions.actions(tried.me(number)))
    ]
    lost = phrase("turn.lost", what=", ".join(lapsing)) if lapsing else ""
    after = s.turn + 1
    if after < s.seats:
        return phrase("turn.end", lost=lost, then=phrase("turn.then_turn", who=tried.colour(s.order[after])))
    return phrase("turn.end", lost=lost, then=phrase("turn.then_inquisition"))


def _move(tried: Attempt) -> str:
    number = tried.k // 6
    place = tried.place(tried.then(number).hex)
    return phrase("turn.move", place=place, arrives=_arrives(tried), left=tried.left(number))


def _sail(tried: Attempt) -> str:
    return phrase("turn.sail", place=tried.place(tried.then(0).hex), arrives=_arrives(tried), left=tried.left(0))


def _arrives(tried: Attempt) -> str:
    """Questions asked on arrival."""
    if not (asked := tried.opened):
        return ""
    return phrase("turn.into_town") if asked.kind == prompts.ENTER_TOWN else phrase("turn.to_heap")


def _mine(tried: Attempt) -> str:
    number = tried.k
    dug = tried.fewer(tried.then(number).load, tried.me(number).load)
    return phrase("turn.mine", what=tried.elements(dug), load=tried.load(number), left=tried.left(number))


def _drop(tried: Attempt) -> str:
    number, place, left = tried.k, tried.place(tried.me(tried.k).hex), tried.left(tried.k)
    if not tried.opened:
        dropped = tried.elements(tried.fewer(tried.me(number).load, tried.then(number).load))
        return phrase("turn.drop", what=dropped, place=place, load=tried.load(number), left=left)
    carried = tried.elements(tried.me(number).load)
    return phrase("turn.drop_some", what=carried, place=place, left=left)


def _pick(tried: Attempt) -> str:
    s, number = tried.before, tried.k
    hex = tried.me(number).hex
    if not tried.opened:
        taken = tried.elements(tried.fewer(tried.then(number).load, tried.me(number).load))
        return phrase("turn.pick", what=taken, load=tried.load(number), left=tried.left(number))
    home = next((seat for seat in range(s.seats) if s.seat[seat].tower == hex), None)
    lying = where.loose(tried.pack, s, hex) if home is None else s.seat[home].stock
    room = tried.view.stat(tried.seat, number, "capacity") - tried.me(number).load.sum()
    what, who = tried.elements(lying), tried.name(number)
    return phrase("turn.pick_some", what=what, who=who, room=room, left=tried.left(number))


def _mission(tried: Attempt) -> str:
    number = tried.k
    town = tried.before.site[tried.me(number).hex] - v.TOWN
    card = tried.before.mission[town]
    errand = tried.pack.readable.errand[card]
    mission = phrase("turn.mission", town=v.TOWNS[town], errand=words.errand(tried.pack, card))
    if errand.kind == FIGHT:
        dice = tried.view.stat(tried.seat, number, "attack")
        chances = odds.attack(tried.before, number, dice, errand.wanted)
        does = phrase("turn.mission_fight", mission=mission, odds=chances)
    elif errand.kind == ELEMENT:
        what = f"1 {tried.element(errand.wanted)}"
        if errand.also >= 0:
            what = phrase("turn.two", one=tried.element(errand.wanted), other=tried.element(errand.also))
        does = phrase("turn.mission_element", what=what, mission=mission, load=tried.load(number))
    elif errand.kind == HOMUNCULUS:
        return phrase("turn.mission_homunculus", mission=mission, falls=dropped(tried, number))
    else:
        what = phrase("turn.mission_asked") if tried.opened else given(tried)
        does = phrase("turn.mission_give", what=what, mission=mission)
    return phrase("turn.then", does=does, left=tried.left(number))


def given(tried: Attempt) -> str:
    """Item or fragment that was given away."""
    before, after = (s.seat[tried.seat] for s in (tried.before, tried.after))
    pairs = [*zip(before.items, after.items, strict=True), *zip(before.fragment, after.fragment, strict=True)]
    return tried.recipe(next(had for had, has in pairs if had >= 0 > has))


def dropped(tried: Attempt, number: int) -> str:
    """Elements dropped where a homunculus leaves the board."""
    load = tried.me(number).load
    return phrase("turn.falls", what=tried.elements(load)) if load.any() else ""


def _exchange(tried: Attempt) -> str:
    number, asked = tried.k, tried.opened
    if not asked:
        return phrase("turn.exchange", load=tried.load(number), left=tried.left(number))
    if asked.kind == prompts.WHO:
        beside = [notation.partner(tried.before, tried.seat, action - WHO) for action in tried.next_answers()]
        whom = phrase("turn.or").join(tried.name(number, seat) for seat, number in beside)
        named = phrase("turn.exchange_asked", who=whom)
    else:
        seat, figure = divmod(asked.slot, v.FIGURES)
        theirs = tried.elements(tried.before.seat[seat].figure[figure].load)
        named = phrase("turn.exchange_with", who=tried.name(figure, seat), what=theirs)
    return phrase("turn.exchange_then", who=named, left=tried.left(number))


def _fight(tried: Attempt) -> str:
    number, target = divmod(tried.k, TARGETS)
    slot, which = divmod(target, v.STANDEES)
    hex = tried.before.slot[slot].hex[which]
    name = notation.inquisitor(tried.pack, tried.before, slot, which)
    dice = tried.view.stat(tried.seat, number, "attack")
    defence = tried.view.value(slot, "defence")
    return phrase(
        "turn.fight",
        who=name,
        place=words.place(tried.pack, hex),
        odds=odds.attack(tried.before, number, dice, defence),
        loot=phrase("turn.loot") if odds.is_possible(tried.before, number, dice, defence) else "",
        left=tried.left(number),
    )


def _convert(tried: Attempt) -> str:
    one = tried.pack.readable.conversion[tried.k]
    result = phrase("turn.in_tower", element=tried.element(one.result))
    if tried.opened:
        cost = phrase("turn.two", one=tried.element(one.first), other=tried.element(one.second))
        return phrase("turn.convert_asked", what=cost, result=result, left=tried.left(0))
    return phrase("turn.convert", what=tried.paid(), result=result, stock=tried.stock(), left=tried.left(0))


def _transmute(tried: Attempt) -> str:
    s = tried.before
    card = s.seat[tried.seat].private if tried.k == v.POOL else s.pool[tried.k]
    if tried.opened:
        cost = tried.elements(tried.pack.readable.recipe[card].cost)
        return phrase("turn.transmute_asked", recipe=tried.recipe(card), cost=cost, left=tried.left(0))
    recipe, product = tried.recipe(card), made(tried, card)
    return phrase("turn.transmute", recipe=recipe, made=product, paid=tried.paid(), left=tried.left(0))


def made(tried: Attempt, card: int) -> str:
    """Place of the product of a recipe."""
    kind = v.KINDS[tried.pack.readable.recipe[card].kind]
    me, now = tried.before.seat[tried.seat], tried.after.seat[tried.seat]
    if kind == "homunculus":
        number = next(k for k in range(1, v.FIGURES) if me.figure[k].hex < 0 <= now.figure[k].hex)
        acts = phrase("turn.acts_now") if questions.actions(now.figure[number]) else phrase("turn.acts_later")
        return phrase("turn.made_homunculus", who=tried.name(number), acts=acts)
    if kind == "stone":
        return phrase("turn.made_stone", level=tried.pack.readable.recipe[card].level)
    place = next(k for k in range(v.ITEMS) if me.items[k] < 0 <= now.items[k])
    slot = words.term(v.ITEM_SLOTS[tried.pack.readable.recipe[card].slot])
    return phrase("turn.worn", slot=slot) if now.worn[place] else phrase("turn.stored", slot=slot)


def _equip(tried: Attempt) -> str:
    stock = tried.after.seat[tried.seat].stock
    room = tried.view.stat(tried.seat, 0, "capacity")
    return phrase("turn.equip", room=room, what=tried.elements(stock), left=tried.left(0))


def _research(tried: Attempt) -> str:
    kind, s = v.KINDS[tried.k], tried.before
    drawn = sum(card != NONE for card in tried.after.drawn.tolist()) or 1  # a single card is kept automatically
    asked = tried.opened
    keeps = asked.amount if asked and asked.kind == prompts.KEEP else 1
    deck, discards = s.recipes[tried.k].cards, s.discards[tried.k].cards
    if deck:
        of = phrase("turn.of_deck", count=deck, kind=words.term(kind))
    else:
        of = phrase("turn.of_new_deck", kind=words.term(kind), count=discards)
    more = phrase("turn.rest_of", count=discards) if 0 < deck < drawn else ""
    recipes = words.counted(drawn, "recipe")
    return phrase("turn.research", recipes=recipes, of=of, more=more, keeps=keeps, left=tried.left(0))


def _buy(tried: Attempt) -> str:
    town = tried.before.site[tried.me(0).hex] - v.TOWN
    gives = words.extension(tried.pack, tried.before.market[town])
    price = tried.elements(tried.fewer(tried.me(0).load, tried.then(0).load))
    return phrase("turn.buy", what=gives, price=price, load=tried.load(0), left=tried.left(0))


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
