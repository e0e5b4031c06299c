"""Chance: every roll and shuffle follows from the seed and from what is rolled, never from what was rolled before."""

from .state import DECKS, Game

ATTACK, LOOT, DEFENCE, DESTROY = range(4)
PURPOSES = ("attack", "loot", "defence", "destroy")
SHUFFLE, LAYOUT, PLACEMENT, TEMPLE = 4, 5, 6, 7

ALL = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL
    return z ^ (z >> 31)


def word(seed: int, purpose: int, day: int, who: int, nth: int, place: int) -> int:
    """The 64 bits that belong to one throw."""
    key = purpose + (day << 8) + (who << 16) + (nth << 24) + (place << 40)
    return _mix((_mix((seed + GOLDEN) & ALL) + key * GOLDEN) & ALL)


def below(bits: int, count: int) -> int:
    """A number from 0 to count - 1."""
    return ((bits >> 32) * count) >> 32


def roll(game: Game, purpose: int, seat: int, figure: int, dice: int) -> list[int]:
    """The faces of so many dice; laid-out dice are used up first."""
    who = seat * 4 + figure
    nth = game.rolled.get((purpose, who), 0)
    game.rolled[purpose, who] = nth + 1
    faces = []
    for place in range(dice):
        if game.dice:
            faces.append(game.dice.pop(0))
        else:
            faces.append(game.rules["die_faces"][below(word(game.seed, purpose, game.day, who, nth, place), 6)])
    return faces


def shuffle(game: Game, deck: str, pile: list[str]) -> None:
    """Shuffle a pile, its top last, in place."""
    nth = game.shuffled.get(deck, 0)
    game.shuffled[deck] = nth + 1
    for last in range(len(pile) - 1, 0, -1):
        other = below(word(game.seed, SHUFFLE, 0, DECKS.index(deck), nth, last), last + 1)
        pile[last], pile[other] = pile[other], pile[last]
