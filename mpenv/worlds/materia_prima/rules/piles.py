"""Piles of cards: the last card is the top, empty places hold zero."""

from mpenv.engine.jit import rule
from mpenv.worlds.materia_prima.rules.state import Pile


@rule()
def put(pile: Pile, card: int) -> None:
    pile.card[pile.cards] = card
    pile.cards += 1


@rule()
def take(pile: Pile) -> int:
    pile.cards -= 1
    card = pile.card[pile.cards]
    pile.card[pile.cards] = 0
    return card


@rule()
def pull(pile: Pile, place: int) -> int:
    """Take a card out of the middle."""
    card = pile.card[place]
    for i in range(place, pile.cards - 1):
        pile.card[i] = pile.card[i + 1]
    pile.cards -= 1
    pile.card[pile.cards] = 0
    return card


@rule()
def pour(source: Pile, into: Pile) -> None:
    """Put a whole pile on top of another."""
    for i in range(source.cards):
        put(into, source.card[i])
        source.card[i] = 0
    source.cards = 0
