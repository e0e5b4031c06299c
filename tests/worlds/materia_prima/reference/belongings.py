"""What a seat owns: elements in their places, homunculi, items and fragments."""

from .ids import COMPONENT, FRAGMENT, ITEM, PUT
from .state import Game, Heap, Prompt, remove, size
from .values import capacity

HOMUNCULUS, EQUIPMENT, STONE = range(3)


def stores(game: Game, nth: int) -> list[Heap]:
    """Where a seat keeps elements: alchemist, tower, homunculus 1-3."""
    seat = game.seats[nth]
    loads = [figure.load if figure else {} for figure in seat.figures]
    return [loads[0], seat.stock, *loads[1:]]


def of_level(game: Game, card: str, level: int) -> bool:
    """Whether a card serves where this level is wanted; 0 is any."""
    return level in (0, game.pack.recipes[card]["level"])


def components(game: Game, nth: int, kind: int, level: int = 0, worn_only: bool = False) -> set[int]:
    """The homunculi, items or fragments of a seat, as answers."""
    seat = game.seats[nth]
    if kind == HOMUNCULUS:
        cards = {COMPONENT + number - 1: figure.card for number, figure in seat.standing() if number}
    elif kind == EQUIPMENT:
        items = enumerate(seat.items)
        cards = {ITEM + place: item.card for place, item in items if item and (item.worn or not worn_only)}
    else:
        cards = {FRAGMENT + place: card for place, card in enumerate(seat.fragments) if card}
    return {answer for answer, card in cards.items() if of_level(game, card, level)}


def component(game: Game, nth: int, answer: int) -> str:
    """The card an answer names."""
    seat = game.seats[nth]
    if answer < ITEM:
        return seat.figures[answer - COMPONENT + 1].card
    if answer < FRAGMENT:
        return seat.items[answer - ITEM].card
    return seat.fragments[answer - FRAGMENT]


def give_away(game: Game, nth: int, answer: int) -> str:
    """The owner parts with a component, a homunculus leaving its load behind (MP-EVENT-9); returns the card."""
    seat, card = game.seats[nth], component(game, nth, answer)
    if answer < ITEM:
        game.spill(seat.figures[answer - COMPONENT + 1])
        seat.figures[answer - COMPONENT + 1] = None
    elif answer < FRAGMENT:
        seat.items[answer - ITEM] = None
    else:
        seat.fragments[answer - FRAGMENT] = None
    return card


def check_load(game: Game, seat: int) -> None:
    """MP-ALCH-8: an alchemist who carries too much drops at once."""
    if size(game.seats[seat].figures[0].load) > capacity(game, seat, 0):
        game.ask(Prompt("overload", seat))


def carried_elements(game: Game, prompt: Prompt) -> set[int]:
    """PUT of anything the figure of the prompt carries."""
    load = game.seats[prompt.seat].figures[prompt.figure].load
    return {PUT + nth for nth, element in enumerate(game.pack.elements) if element in load}


def named_element(game: Game, nth: int) -> str:
    return list(game.pack.elements)[nth]


def put_down(game: Game, prompt: Prompt, action: int) -> None:
    """The figure of the prompt lays one element on its hex."""
    figure = game.seats[prompt.seat].figures[prompt.figure]
    element = named_element(game, action - PUT)
    remove(figure.load, element)
    game.lay_down(figure.at, element)


def drop_overload(game: Game, prompt: Prompt, action: int) -> None:
    put_down(game, prompt, action)
    if size(game.seats[prompt.seat].figures[prompt.figure].load) <= capacity(game, prompt.seat, prompt.figure):
        game.prompts.pop()
