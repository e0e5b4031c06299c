"""What no seat may know: the order of decks, the seed, and dice that a position carries."""

import numpy as np

from mpenv.jit import rule
from mpenv.materia.content.vocabulary import KINDS
from mpenv.materia.rules.state import Pile, State


@rule()
def hide(s: State) -> None:
    """Sort every hidden pile and forget the seed and the dice that lie ready."""
    s.seed = np.uint64(0)
    s.dice_left = 0
    s.dice[:] = 0
    _sort(s.alarms)
    _sort(s.pile)
    for kind in range(len(KINDS)):
        _sort(s.recipes[kind])


@rule()
def _sort(pile: Pile) -> None:
    for place in range(1, pile.cards):
        card = pile.card[place]
        while place > 0 and pile.card[place - 1] > card:
            pile.card[place] = pile.card[place - 1]
            place -= 1
        pile.card[place] = card
