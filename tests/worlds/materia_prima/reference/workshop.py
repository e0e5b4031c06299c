"""In the tower: convert and transmute, and how they are paid."""

from .board import Hex
from .chance import shuffle
from .ids import PRIVATE, STORE
from .pack import Entry
from .setup import take_equipment
from .state import Figure, Game, Heap, Prompt, remove
from .values import able, fix_budget

CONVERSION = 16  # payments of conversions are numbered from here


def at_work(game: Game, seat: int) -> bool:
    return game.in_tower(seat, 0)


def purses(game: Game, seat: int) -> list[Heap]:
    """What pays: the alchemist's load, then the stock of his tower (MP-ABIL-6: wherever he is)."""
    owner = game.seats[seat]
    return [owner.figures[0].load, owner.stock]


def affordable(game: Game, seat: int, price: Heap) -> bool:
    return all(sum(heap.get(element, 0) for heap in purses(game, seat)) >= price[element] for element in price)


def price_of(game: Game, seat: int, slot: int) -> Heap:
    """The price of a recipe or a conversion, in the order in which it is paid."""
    if slot >= CONVERSION:
        ingredients = game.pack.conversions[slot - CONVERSION]["from"]
        return {element: ingredients.count(element) for element in ingredients}
    cost = game.pack.recipes[recipe_in(game, seat, slot)]["cost"]
    return {element: cost[element] for element in game.pack.elements if element in cost}


def recipe_in(game: Game, seat: int, slot: int) -> str | None:
    return game.seats[seat].private if slot == PRIVATE else game.pool[slot]


def pay_for(game: Game, seat: int, slot: int) -> None:
    """AMB-33: from the load first, or as the player says."""
    price = price_of(game, seat, slot)
    if game.rules["ask_payment"] and price:
        element = next(iter(price))
        game.ask(Prompt("payment", seat, slot=slot, element=element, amount=price[element]))
        return
    for element, amount in price.items():
        for heap in purses(game, seat):
            part = min(amount, heap.get(element, 0))
            if part:
                remove(heap, element, part)
            amount -= part
        game.give_back(element, price[element])
    result(game, seat, slot)


def to_settle(game: Game, prompt: Prompt) -> set[int]:
    return {STORE + nth for nth, heap in enumerate(purses(game, prompt.seat)) if prompt.element in heap}


def settle_one(game: Game, prompt: Prompt, action: int) -> None:
    remove(purses(game, prompt.seat)[action - STORE], prompt.element)
    game.give_back(prompt.element)
    prompt.amount -= 1
    if prompt.amount:
        return
    price = price_of(game, prompt.seat, prompt.slot)
    later = list(price)[list(price).index(prompt.element) + 1 :]
    if later:
        prompt.element, prompt.amount = later[0], price[later[0]]
    else:
        game.prompts.pop()
        result(game, prompt.seat, prompt.slot)


def result(game: Game, seat: int, slot: int) -> None:
    if slot >= CONVERSION:
        element = game.pack.conversions[slot - CONVERSION]["to"]
        game.lay_down(game.seats[seat].tower, element, game.fetch(element, 1))
    else:
        _make(game, seat, slot)


# --- convert ---------------------------------------------------------------------------------------------------------


def can_convert(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-CONVERT-1."""
    if not at_work(game, seat):
        return set()
    return {
        nth
        for nth, conversion in enumerate(game.pack.conversions)
        if affordable(game, seat, price_of(game, seat, CONVERSION + nth)) and _in_supply(game, conversion)
    }


def _in_supply(game: Game, conversion: Entry) -> bool:
    return game.supply is None or game.supply[conversion["to"]] > 0


def convert(game: Game, seat: int, figure: int, conversion: int) -> None:
    pay_for(game, seat, CONVERSION + conversion)


# --- transmute -------------------------------------------------------------------------------------------------------


def can_transmute(game: Game, seat: int, figure: int) -> set[int]:
    """MP-ACT-TRANSMUTE-1, MP-ABIL-6: any recipe of the pool, or the own private one."""
    if not at_work(game, seat) and not able(game, seat, "transmute anywhere"):
        return set()
    return {
        slot
        for slot in range(PRIVATE + 1)
        if (card := recipe_in(game, seat, slot))
        and affordable(game, seat, price_of(game, seat, slot))
        and None in shelf(game, seat, game.pack.recipes[card]["kind"])
    }


def shelf(game: Game, seat: int, kind: str) -> list:
    """Where a seat keeps things of a kind; None is a free place."""
    owner = game.seats[seat]
    return {"homunculus": owner.figures, "equipment": owner.items, "stone": owner.fragments}[kind]


def transmute(game: Game, seat: int, figure: int, slot: int) -> None:
    pay_for(game, seat, slot)


def _make(game: Game, seat: int, slot: int) -> None:
    """MP-ACT-TRANSMUTE-1 to 3: the card becomes what it shows."""
    owner, card = game.seats[seat], recipe_in(game, seat, slot)
    recipe = game.pack.recipes[card]
    owner.made[recipe["kind"]][recipe["level"] - 1] += 1
    if recipe["kind"] == "homunculus":
        _awaken(game, seat, card, owner.tower)
    elif recipe["kind"] == "equipment":
        take_equipment(game, owner, card)
    else:
        owner.fragments[owner.fragments.index(None)] = card
    if slot == PRIVATE:
        owner.private = None
    else:
        game.pool[slot] = None
        if game.rules["pool_refill"]:
            refill(game, recipe["kind"])


def _awaken(game: Game, seat: int, card: str, place: Hex) -> None:
    figures = game.seats[seat].figures
    number = figures.index(None)
    figures[number] = Figure(place, card)
    if game.rules["new_homunculus_acts"] == "at once":
        fix_budget(game, seat, number)


# --- the recipe decks ------------------------------------------------------------------------------------------------


def draw(game: Game, kind: str) -> str | None:
    """MP-ACT-RESEARCH-4: the top card; the discards are shuffled in when the deck is empty."""
    pile = game.recipes[kind]
    if not pile.deck and pile.discard:
        pile.deck, pile.discard = pile.discard, []
        shuffle(game, kind, pile.deck)
    return pile.deck.pop() if pile.deck else None


def refill(game: Game, kind: str) -> None:
    """AMB-31 (d)."""
    card = draw(game, kind)
    if card:
        game.pool[game.pool.index(None)] = card
