"""Scenario events (MP-EVENT)."""

from .alarm import place_markers, reveal
from .belongings import HOMUNCULUS, check_load, components, give_away, stores
from .ids import CARD, NO, POINTS, STORE, YES
from .state import Game, Prompt, remove
from .values import event_effect

SACRIFICES = ("homunculus", "equipment", "fragment")


def dawn(game: Game) -> None:
    """MP-ALARM-2: is there an event today, and is it paid for?"""
    game.rolled, game.hunter, game.phase = {}, 0, "event"
    nth = next((nth for nth, row in enumerate(game.scenario["events"]) if row["day"] == game.day), None)
    if nth is None:
        return
    if purse(game) < cost(game, nth):  # MP-EVENT-4: no partial payment
        _happen(game, "unpaid")
    else:
        game.ask(Prompt("pay", game.leader, slot=nth))


def purse(game: Game) -> int:
    return sum(game.pack.missions[card]["points"] for card in game.purse)


def cost(game: Game, row: int) -> int:
    return game.scenario["events"][row]["cost"][len(game.seats) - 2]


def _happen(game: Game, side: str) -> None:
    game.happened[game.day] = side


def to_pay(game: Game, prompt: Prompt) -> set[int]:
    return {NO, YES}


def pay(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    if action == NO:
        _happen(game, "unpaid")
    elif not cost(game, prompt.slot):
        _happen(game, "paid")
    else:
        game.ask(Prompt("spend", prompt.seat, slot=prompt.slot))


def to_spend(game: Game, prompt: Prompt) -> set[int]:
    return {_answer(game, card) for card in game.purse}


def _answer(game: Game, card: str) -> int:
    points = game.pack.missions[card]["points"]
    return POINTS + points - 1 if points <= 3 else CARD + points - 4


def spend(game: Game, prompt: Prompt, action: int) -> None:
    """MP-EVENT-3: whole cards, until the cost is met."""
    card = next(card for card in game.purse if _answer(game, card) == action)
    points = game.pack.missions[card]["points"]
    game.purse.remove(card)
    game.spent.append(card)
    prompt.amount += points
    if prompt.amount >= cost(game, prompt.slot):
        game.prompts.pop()
        _happen(game, "paid")


def event(game: Game) -> None:
    """MP-EVENT-14: the effect reaches one seat after the other; then comes the alarm card."""
    effect = event_effect(game, game.day)
    if effect and game.turn < len(game.seats):
        seat = game.order[game.turn]
        game.turn += 1
        _reach(game, seat, effect)
        return
    game.turn = 0
    reveal(game)
    place_markers(game)
    game.phase = "entry"


def _reach(game: Game, nth: int, effect: str) -> None:
    seat = game.seats[nth]
    verb, *rest = effect.split(" ", 2)
    if verb == "gain":  # MP-EVENT-6
        for amount, element in _kinds(effect):
            game.lay_down(seat.tower, element, game.fetch(element, amount))
    elif verb == "lose" and rest[0] in SACRIFICES:  # MP-EVENT-8
        if components(game, nth, SACRIFICES.index(rest[0])):
            game.ask(Prompt("sacrifice", nth, slot=SACRIFICES.index(rest[0])))
    elif verb == "lose":  # MP-EVENT-7
        _lose_all(game, nth, _kinds(effect))
    elif verb == "alchemists":
        check_load(game, nth)


def _kinds(effect: str) -> list[tuple[int, str]]:
    """`lose 1 air and 2 fire`: one kind of element, or two."""
    _, _, rest = effect.partition(" ")
    return [(int(part.split(" ", 1)[0]), part.split(" ", 1)[1]) for part in rest.split(" and ")]


def _lose_all(game: Game, nth: int, kinds: list[tuple[int, str]]) -> None:
    for amount, element in kinds:
        _lose(game, nth, element, amount)
        if game.prompts:
            return


def _lose(game: Game, nth: int, element: str, amount: int) -> None:
    owned = sum(heap.get(element, 0) for heap in stores(game, nth))
    if owned > amount:
        game.ask(Prompt("lose", nth, element=element, amount=amount))
        return
    for heap in stores(game, nth):
        game.give_back(element, heap.pop(element, 0))


def to_lose(game: Game, prompt: Prompt) -> set[int]:
    return {STORE + nth for nth, heap in enumerate(stores(game, prompt.seat)) if prompt.element in heap}


def lose(game: Game, prompt: Prompt, action: int) -> None:
    remove(stores(game, prompt.seat)[action - STORE], prompt.element)
    game.give_back(prompt.element)
    prompt.amount -= 1
    if not prompt.amount:
        game.prompts.pop()
        kinds = _kinds(event_effect(game, game.day))
        done = [element for _, element in kinds].index(prompt.element) + 1
        _lose_all(game, prompt.seat, kinds[done:])


def to_sacrifice(game: Game, prompt: Prompt) -> set[int]:
    return components(game, prompt.seat, prompt.slot)


def sacrifice(game: Game, prompt: Prompt, action: int) -> None:
    game.prompts.pop()
    if prompt.slot == HOMUNCULUS:
        game.seats[prompt.seat].lost["homunculus"] += 1
    game.discard(give_away(game, prompt.seat, action))
    check_load(game, prompt.seat)
